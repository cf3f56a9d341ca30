/** The parties of a transfer as IVMS101. */
export const ORIGINATOR = {
  originatorPersons: [
    {
      naturalPerson: {
        name: {
          nameIdentifier: [{ primaryIdentifier: 'Moreau', secondaryIdentifier: 'Alice', nameIdentifierType: 'LEGL' }],
        },
        geographicAddress: [
          {
            addressType: 'HOME',
            streetName: 'Rue du Lac',
            buildingNumber: '7',
            postCode: '1200',
            townName: 'Geneva',
            country: 'CH',
          },
        ],
        customerIdentification: 'customer-4711',
      },
    },
  ],
  accountNumber: ['account-4711'],
}

export const BENEFICIARY = {
  beneficiaryPersons: [
    {
      naturalPerson: {
        name: {
          nameIdentifier: [{ primaryIdentifier: 'Weber', secondaryIdentifier: 'Bruno', nameIdentifierType: 'LEGL' }],
        },
      },
    },
  ],
  accountNumber: ['account-0815'],
}

/** The personal data above. */
export const PERSONAL_DATA = ['Moreau', 'Rue du Lac', 'customer-4711', 'account-4711', 'Weber', 'account-0815']
