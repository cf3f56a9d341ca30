import { describe, expect, it } from 'vitest'
import type { ListEntry } from './list-entry.ts'
import { createScreeningIndex, type Known } from './screening-index.ts'

const ETHEREUM = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B'
const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

const RIPPLE = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

const TOKEN = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const X_RIPPLE = 'XVPcpSm47b1CZkf5AkKM9a84dQHe3mVBz2hoy3rB3a7CVcC'
const OLDER_CASH = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'

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
    ['in an account of CAIP-10', `eip155:1:${ETHEREUM.toLowerCase()}`, 1],
    ['in an account of CAIP-10 as a DID', `did:pkh:bip122:000000000019d6689c085ae165831e93:${BITCOIN}`, 1],
    ['in a URI', `bitcoin:${BITCOIN}?amount=0.1&label=Example`, 1],
    ['in a URI with a chain', `ethereum:${ETHEREUM}@1`, 1],
    ['as the recipient of a token in a URI', `ethereum:${TOKEN}@1/transfer?address=${ETHEREUM}&uint256=1e6`, 1],
    ['in an encoded URI', `web+wallet:pay%3Fdestination%3D${RIPPLE}`, 1],
    ['with a memo after a colon', `${RIPPLE}:123`, 1],
    ['between spaces', ` ${BITCOIN}\n`, 1],
    ['as an X-address, which has a destination tag', X_RIPPLE, 1],
    ['of Bitcoin Cash in its older spelling', OLDER_CASH, 1],
    ['but not a part of it', ETHEREUM.slice(0, -1), 0],
    ['but not an address that contains it', `${BITCOIN}a`, 0],
  ])('%s', (_how, address, count) => {
    expect(index.searchWallet('ETH', address)).toHaveLength(count)
  })
})

describe('a name', () => {
  it('a name has one hit per entry', async () => {
    expect(
      (await index.searchName('Maximilian Musterlistmann', 'PERSON', { pause: () => undefined })).hits,
    ).toHaveLength(1)
  })

  it('a name that matches only a weak alias has no hit', async () => {
    expect((await index.searchName('Musterlistmann', 'PERSON', { pause: () => undefined })).hits).toEqual([])
  })
})

describe('a name is searched among entries of both kinds, regardless of the kind it is sent as', () => {
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

describe('what is known about the holder of a name', () => {
  const LEI = '5493001KJTIIGC8Y1R12'
  const listed = createScreeningIndex()
  listed.add('UN', { ...entry, id: '3', birthYears: [1970, 1971], identifiers: ['A1234567'], wallets: [] })
  listed.add('UN', { ...company, id: '4', identifiers: [LEI] })
  const find = async (name: string, known: Known) =>
    (await listed.searchName(name, 'PERSON', { pause: () => undefined, known })).hits

  it('facts about the holder are evidence for or against a hit, and a different year of birth removes none', async () => {
    const [same] = await find('Maximilian Musterlistmann', { birthYear: 1971 })
    expect(same).toMatchObject({ isStrong: true, isBirthYearSame: true })
    const [other] = await find('Maximilian Musterlistmann', { birthYear: 1999 })
    expect(other).toMatchObject({ isStrong: true, isBirthYearSame: false })
    const [unknown] = await find('Maximilian Musterlistmann', {})
    expect(unknown).not.toHaveProperty('isBirthYearSame')
  })

  it('the same official number makes a possible match a strong one', async () => {
    const name = 'Maximilian Mustarlixxmant'
    expect(await find(name, { identifiers: ['B1234567'] })).toMatchObject([{ isStrong: false }])
    expect(await find(name, { identifiers: ['A1234567'] })).toMatchObject([{ isStrong: true, isIdentifierSame: true }])
  })

  it('a listed LEI is a hit regardless of the name', async () => {
    expect(await find('Quentin Zellweger', { identifiers: [LEI] })).toMatchObject([{ entryId: '4', isStrong: true }])
    expect(await find('Quentin Zellweger', { identifiers: ['A1234567'] })).toEqual([])
  })
})
