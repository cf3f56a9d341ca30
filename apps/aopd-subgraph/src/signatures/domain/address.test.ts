import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { openProvableAssets } from './asset.ts'
import { evmAddressOf } from './evm-address.ts'
import vectors from './vectors/addresses.json' with { type: 'json' }

const btc = openProvableAssets().of('BTC')
const eth = openProvableAssets().of('ETH')

describe('a Bitcoin address', () => {
  it.each(vectors.bitcoin)('a Bitcoin address of $source is read as $type: $value', ({ value, type, canonical }) => {
    expect(parseAddress(btc, ` ${value}\n`)).toMatchObject({ ok: true, value: { type, canonical } })
  })

  it.each(vectors.bitcoinRefused)('a Bitcoin address is refused: $source', ({ value, code }) => {
    expect(parseAddress(btc, value)).toMatchObject({ ok: false, refusal: { code } })
  })

  it('a Bitcoin address with one character changed is refused', () => {
    const [{ canonical } = { canonical: '' }] = vectors.bitcoin
    fc.assert(
      fc.property(
        fc.nat(canonical.length - 5),
        fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'),
        (index, letter) => {
          const place = index + 4
          fc.pre(canonical[place] !== letter)
          expect(parseAddress(btc, canonical.slice(0, place) + letter + canonical.slice(place + 1)).ok).toBe(false)
        },
      ),
    )
  })
})

describe('an EVM address', () => {
  it.each(vectors.evm)(
    'an EVM address is canonical with its EIP-55 checksum, even if written in one letter case: $canonical',
    ({ canonical }) => {
      const digits = canonical.slice(2)
      for (const value of [canonical, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
        expect(parseAddress(eth, value)).toMatchObject({ ok: true, value: { canonical } })
    },
  )

  it('an EVM address in mixed case with a wrong checksum is refused', () => {
    expect(parseAddress(eth, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')).toMatchObject({
      refusal: { code: 'ADDRESS_INVALID', message: expect.stringContaining('checksum') },
    })
  })

  it('an EVM address of any 20 bytes is parsed from its canonical form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (payload) => {
        const { canonical } = evmAddressOf(payload)
        expect(parseAddress(eth, canonical)).toMatchObject({ ok: true, value: { canonical } })
      }),
    )
  })
})

describe('any string', () => {
  it('any string is parsed as an address or refused, without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
        for (const asset of [btc, eth]) expect(typeof parseAddress(asset, value).ok).toBe('boolean')
      }),
    )
  })
})
