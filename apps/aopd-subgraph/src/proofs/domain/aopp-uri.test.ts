import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openProvableAssets } from '../../signatures/domain/asset.ts'
import vectors from '../../signatures/domain/vectors/signatures.json' with { type: 'json' }
import { aoppFormatOf, buildAoppUri, parseAoppUri } from './aopp-uri.ts'

describe('an AOPP link', () => {
  it.each(vectors.aoppUri.accept)('an AOPP link as published is parsed: %s', (uri) => {
    expect(parseAoppUri(uri)).toEqual({
      message: 'vasp-chosen-msg',
      asset: 'btc',
      format: 'p2wpkh',
      callback: 'https://vasp.com/proofs/vasp-chosen-token',
    })
  })

  it.each(vectors.aoppUri.refuse)('an AOPP link with %s is refused', (pair) => {
    const [name = '', value = ''] = pair.split('=')
    const [, query = ''] = (vectors.aoppUri.accept[0] ?? '').split('?')
    const changed = new URLSearchParams(query)
    changed.set(name, value)
    expect(parseAoppUri(`aopp:?${changed}`)).toBeUndefined()
  })

  it.each(['', 'https://vasp.com', 'aopp:?', 'aopp:?v=0&msg=a%0Ab&asset=btc&format=any&callback=https://a.b/c'])(
    'an AOPP link is refused: "%s"',
    (uri) => {
      expect(parseAoppUri(uri)).toBeUndefined()
    },
  )

  it('an AOPP link carries its message and callback unchanged, with spaces as %20', () => {
    const printable = fc
      .string({ unit: 'binary-ascii', minLength: 1, maxLength: 1024 })
      .filter((message) => /^[\x20-\x7e]+$/.test(message))
    fc.assert(
      fc.property(printable, fc.webUrl({ validSchemes: ['https'] }), (message, callback) => {
        const uri = buildAoppUri({ message, asset: 'btc', format: 'any', callback })
        expect(uri).not.toMatch(/[+ ]/)
        expect(parseAoppUri(uri)).toEqual({ message, asset: 'btc', format: 'any', callback })
      }),
    )
  })

  it('an AOPP link requests the format of the address, or any format if the wallet chooses', () => {
    expect(aoppFormatOf(openProvableAssets().of('BTC'), 'P2WPKH')).toBe('p2wpkh')
    expect(aoppFormatOf(openProvableAssets().of('BTC'), undefined)).toBe('any')
    for (const type of ['P2WSH', 'P2TR'] as const)
      expect(aoppFormatOf(openProvableAssets().of('BTC'), type)).toBeUndefined()
    expect(aoppFormatOf(openProvableAssets().of('USDC'), 'EVM_ACCOUNT')).toBe('standard')
  })
})
