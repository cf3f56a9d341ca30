/**
 * A page of transfers as listed by a dashboard: many short fields, deeply nested in IVMS101 persons, and few long
 * strings. This is the typical large response of the service.
 */
export const TRANSFER_TYPES = `
  type Transfer {
    id: ID! requestIdentifier: ID! direction: String! status: String! folder: String! amount: String! amountUnit: String
    asset: Asset! vasp: Vasp! travelAddress: String! address: String txHash: String reason: String
    originator: Party beneficiary: Party allowedActions: [String!]! createdAt: String! updatedAt: String! expiresAt: String
  }
  type Asset { code: String! name: String! decimals: Int! }
  type Vasp { id: ID! name: String! lei: String trust: String! autoApprove: Boolean! }
  type Party { persons: [Person!]! accountNumber: [String!]! }
  type Person { naturalPerson: NaturalPerson }
  type NaturalPerson { name: PersonName! geographicAddress: [PostalAddress!]! customerIdentification: String countryOfResidence: String }
  type PersonName { nameIdentifier: [NameIdentifier!]! }
  type NameIdentifier { primaryIdentifier: String! secondaryIdentifier: String nameIdentifierType: String! }
  type PostalAddress { addressType: String! streetName: String buildingNumber: String postCode: String townName: String! country: String! }
`

export const TRANSFER_FIELDS = `
  id requestIdentifier direction status folder amount amountUnit asset { code name decimals } vasp { id name lei trust autoApprove }
  travelAddress address txHash reason originator { ...Party } beneficiary { ...Party } allowedActions createdAt updatedAt expiresAt`

export const PARTY_FRAGMENT = `fragment Party on Party { accountNumber persons { naturalPerson {
  name { nameIdentifier { primaryIdentifier secondaryIdentifier nameIdentifierType } }
  geographicAddress { addressType streetName buildingNumber postCode townName country } customerIdentification countryOfResidence } } }`

export function transfer(number: number): object {
  const id = `0192c7a4-3f10-7b6e-9d2a-${String(number).padStart(12, '0')}`
  return {
    id,
    requestIdentifier: `5f0e4f1c-8c8a-4c5e-b1a5-${String(number).padStart(12, '0')}`,
    direction: 'SENT',
    status: 'CONFIRMED',
    folder: 'ARCHIVE',
    amount: `${number}.25`,
    amountUnit: 'ASSET',
    asset: { code: 'BTC', name: 'Bitcoin', decimals: 8 },
    vasp: {
      id: '0192c7a4',
      name: 'Beispiel Custody AG',
      lei: '529900HNOAA1KXQJUQ27',
      trust: 'TRUSTED',
      autoApprove: false,
    },
    travelAddress: 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    txHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    reason: null,
    originator: party('Okafor', 'Adaeze', number),
    beneficiary: party('Lindqvist', 'Maja', number),
    allowedActions: ['ARCHIVE'],
    createdAt: '2026-11-20T08:15:30.123Z',
    updatedAt: '2026-11-20T08:16:02.456Z',
    expiresAt: null,
  }
}

function party(primaryIdentifier: string, secondaryIdentifier: string, number: number): object {
  const naturalPerson = {
    name: { nameIdentifier: [{ primaryIdentifier, secondaryIdentifier, nameIdentifierType: 'LEGL' }] },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: 'Lange Strasse',
        buildingNumber: String(number),
        postCode: '8001',
        townName: 'Zürich',
        country: 'CH',
      },
    ],
    customerIdentification: `C-${number}`,
    countryOfResidence: 'CH',
  }
  return { persons: [{ naturalPerson }], accountNumber: [`A-${number}`] }
}
