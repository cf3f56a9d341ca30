import { expect, it } from 'vitest'
import { inventAddress, inventTxid } from './invented-vasp.ts'

it.each([
  ['BTC', /^1[1-9A-HJ-NP-Za-km-z]{25,33}$/, /^[0-9a-f]{64}$/],
  ['ltc', /^L[1-9A-HJ-NP-Za-km-z]{25,33}$/, /^[0-9a-f]{64}$/],
  [3, /^D[1-9A-HJ-NP-Za-km-z]{25,33}$/, /^[0-9a-f]{64}$/],
  ['TRX', /^T[1-9A-HJ-NP-Za-km-z]{33}$/, /^[0-9a-f]{64}$/],
  ['SOL', /^So1/, /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
  [144, /^r/, /^[0-9a-f]{64}$/],
  ['XTZ', /^tz1/, /^o[1-9A-HJ-NP-Za-km-z]{50}$/],
  [60, /^0x[0-9a-f]{40}$/, /^0x[0-9a-f]{64}$/],
])('the invented address and hash for %s have the form of its ledger', (slip0044, address, hash) => {
  expect(inventAddress({ slip0044 })).toMatch(address)
  expect(inventTxid({ slip0044 })).toMatch(hash)
})

it('an asset that is identified by DTI has an address of Bitcoin or of an EVM ledger', () => {
  expect(inventAddress({ dti: '4H95J0R2X' })).toMatch(/^1/)
  expect(inventAddress({ dti: 'X9J9K872S' })).toMatch(/^0x/)
})
