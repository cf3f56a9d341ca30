import { describe, expect, it } from 'vitest'
import { openAssetRegistry } from './asset.ts'
import { BUILT_IN_ASSETS } from './built-in-assets.ts'
import { checkAddress, checkTxHash } from './ledger-string.ts'
import vectors from './vectors/ledger-strings.json' with { type: 'json' }

const assets = openAssetRegistry(BUILT_IN_ASSETS)

function asset(id: string) {
  const found = assets.byId(id)
  if (found === undefined) throw new Error(id)
  return found
}

function codeOf(result: ReturnType<typeof checkAddress>): string {
  return result.ok ? 'accepted' : result.refusal.code
}

describe('a payment address', () => {
  it.each(vectors.addresses.flatMap(({ asset: id, accept }) => accept.map((address) => [id, address] as const)))(
    'an address of %s as published by its ledger is accepted: %s',
    (id, address) => {
      expect(codeOf(checkAddress(asset(id), address))).toBe('accepted')
    },
  )

  it.each(vectors.addresses.flatMap(({ asset: id, accept }) => accept.map((address) => [id, address] as const)))(
    'an address of %s with a mistyped character is refused: %s',
    (id, address) => {
      if (id === 'sol' || address === address.toLowerCase()) return
      const middle = Math.floor(address.length / 2)
      const other = address.charAt(middle) === 'b' ? 'c' : 'b'
      const mistyped = `${address.slice(0, middle)}${other}${address.slice(middle + 1)}`
      expect(codeOf(checkAddress(asset(id), mistyped))).toBe('ADDRESS_NOT_OF_ASSET')
    },
  )

  it.each([
    ['eth', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['btc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['btc', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['ltc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['usdt-tron', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['usdt-ethereum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['xrp', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['btc', 'hello'],
    ['btc', ''],
    ['btc', `1${'1'.repeat(5_000)}`],
  ])('an address of another ledger is refused for %s: %s', (id, address) => {
    expect(codeOf(checkAddress(asset(id), address))).toBe('ADDRESS_NOT_OF_ASSET')
  })

  it('the refusal of an address names the asset', () => {
    expect(checkAddress(asset('eth'), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject({
      refusal: { message: 'address is not an address of Ether (eth).' },
    })
  })
})

describe('a memo', () => {
  const xrp = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const xlm = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  it.each([
    ['xrp', `${xrp}?dt=4294967295`, 'accepted'],
    ['xrp', `${xrp}?dt=4294967296`, 'MEMO_NOT_OF_ASSET'],
    ['xrp', `${xrp}?dt=`, 'MEMO_NOT_OF_ASSET'],
    ['xrp', `${xrp}?memo=Alice`, 'MEMO_NOT_OF_ASSET'],
    ['xlm', `${xlm}?memo=18446744073709551615`, 'accepted'],
    ['xlm', `${xlm}?memo=${'x'.repeat(29)}`, 'MEMO_NOT_OF_ASSET'],
    ['xlm', `${xlm}?memo=%ZZ`, 'MEMO_NOT_OF_ASSET'],
    ['btc', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT?memo=1', 'MEMO_NOT_OF_ASSET'],
  ])('the memo of %s in %s is %s', (id, address, outcome) => {
    expect(codeOf(checkAddress(asset(id), address))).toBe(outcome)
  })
})

describe('a transaction hash', () => {
  const hex = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
  const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  it.each([
    ['btc', hex, true],
    ['btc', `0x${hex}`, false],
    ['btc', 'hello', false],
    ['btc', hex.slice(1), false],
    ['eth', `0x${hex}`, true],
    ['eth', hex, true],
    ['eth', signature, false],
    ['usdt-tron', hex, true],
    ['sol', signature, true],
    ['usdc-solana', hex, false],
    ['xtz', 'ooiRiu9BnUXNPkHAqoRsvNMVHJ1MA8gCwKMzvhYfNqFGQfxgEkt', false],
  ])('for %s, %s is accepted as a transaction hash: %s', (id, hash, accepted) => {
    expect(codeOf(checkTxHash(asset(id), hash))).toBe(accepted ? 'accepted' : 'TRANSACTION_HASH_NOT_OF_ASSET')
  })
})

it('an asset of an unknown ledger accepts any printable address and hash', () => {
  const custom = { ...asset('eth'), id: 'x', addressFormat: 'ANY' } as const
  expect(codeOf(checkAddress(custom, 'anything?memo=1'))).toBe('accepted')
  expect(codeOf(checkTxHash(custom, '7'))).toBe('accepted')
  expect(codeOf(checkAddress(custom, 'two words'))).toBe('ADDRESS_NOT_OF_ASSET')
})
