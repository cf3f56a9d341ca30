import { describe, expect, it } from 'vitest'
import type { ListEntry } from './list-entry.ts'
import { createScreeningIndex } from './screening-index.ts'

const ETHEREUM = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B'
const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

const RIPPLE = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

const index = createScreeningIndex()
const entry: ListEntry = {
  id: '1',
  kind: 'PERSON',
  names: [
    { name: 'Maximilian Musterlistmann', isWeak: false },
    { name: 'Musterlistmann', isWeak: true },
  ],
  birthYears: [],
  wallets: [
    { asset: 'ETH', address: ETHEREUM },
    { asset: 'BTC', address: BITCOIN },
    { asset: 'XRP', address: RIPPLE },
    { asset: 'BCH', address: CASH },
  ],
  programs: [],
}
index.add('OFAC_SDN', entry)
const company: ListEntry = {
  ...entry,
  id: '2',
  kind: 'ORGANISATION',
  names: [{ name: 'Beispielhandel Nordwest GmbH', isWeak: false }],
  wallets: [],
}
index.add('OFAC_SDN', company)

describe('a listed wallet is found', () => {
  it.each([
    ['as it is written', ETHEREUM, 1],
    ['of Ethereum in another case', ETHEREUM.toLowerCase(), 1],
    ['of Bitcoin as it is written', BITCOIN, 1],
    ['but not one of Bitcoin in another case', BITCOIN.toLowerCase(), 0],
    ['with a destination tag', `${RIPPLE}?dt=123`, 1],
    ['of Bitcoin Cash without its prefix', CASH.slice('bitcoincash:'.length), 1],
    ['of Bitcoin Cash in capitals', CASH.toUpperCase(), 1],
    ['but not a part of it', ETHEREUM.slice(0, -1), 0],
  ])('%s', (_how, address, count) => {
    expect(index.searchWallet('ETH', address)).toHaveLength(count)
  })
})

describe('a name', () => {
  it('has one hit for each entry', async () => {
    expect(
      (await index.searchName('Maximilian Musterlistmann', 'PERSON', { pause: () => undefined })).hits,
    ).toHaveLength(1)
  })

  it('that only a weak alias matches has none', async () => {
    expect((await index.searchName('Musterlistmann', 'PERSON', { pause: () => undefined })).hits).toEqual([])
  })
})

describe('a name is searched among entries of both kinds, whichever kind it is sent as', () => {
  it.each([
    ['a listed person as an organisation', 'Maximilian Musterlistmann', 'ORGANISATION', '1', true],
    ['a listed organisation as a person', 'Beispielhandel Nordwest', 'PERSON', '2', true],
    ['a company named after a listed person', 'Maximilian Musterlistmann Trading', 'ORGANISATION', '1', false],
  ] as const)('%s', async (_how, name, kind, entryId, isStrong) => {
    expect(await index.searchName(name, kind, { pause: () => undefined })).toMatchObject({
      hits: [expect.objectContaining({ entryId, isStrong })],
      isCut: false,
    })
  })
})
