/** A response of GLEIF's API for an LEI, with the given changes. */
export function leiResponse(
  lei: string,
  { entity = {}, registration = {} }: { readonly entity?: object; readonly registration?: object } = {},
) {
  return {
    meta: { goldenCopy: { publishDate: '2026-01-26T08:00:00Z' } },
    data: {
      type: 'lei-records',
      id: lei,
      attributes: {
        lei,
        entity: {
          legalName: { name: 'Example Bank AG', language: 'de' },
          legalAddress: { addressLines: ['Example Street 1'], city: 'Bern', country: 'CH', postalCode: '3000' },
          jurisdiction: 'CH',
          status: 'ACTIVE',
          ...entity,
        },
        registration: {
          initialRegistrationDate: '2012-06-06T15:53:00Z',
          lastUpdateDate: '2026-01-02T08:00:00Z',
          status: 'ISSUED',
          nextRenewalDate: '2027-01-02T08:00:00Z',
          ...registration,
        },
      },
      links: { self: `https://api.gleif.org/api/v1/lei-records/${lei}` },
    },
  }
}
