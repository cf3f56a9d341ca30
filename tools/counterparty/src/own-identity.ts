/**
 * Who this VASP says it is. The LEI is well formed, but its issuer prefix `0000` was never given to anybody, so it cannot
 * be taken for a real company's.
 */
export const ownIdentity = { name: 'Demo Counterparty VASP', lei: '0000DEMOCOUNTERPAR77' } as const

export const ownVendor = 'travel-rule demo counterparty'
export const trpVersion = '3.2.1'
