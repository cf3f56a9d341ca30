import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { fromBaseUnits } from '../../foundation/domain/amount.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import vectors from '../../ivms101/domain/vectors/ivms101.json' with { type: 'json' }
import { readTrpBody } from '../../testing/read-trp-body.ts'
import { encodeInquiry, type InquiryRules, parseInquiry } from './inquiry.ts'

const hosts = { privateHosts: false }
const rules = { hosts, assets: openAssetRegistry(BUILT_IN_ASSETS) }
const callback = 'https://originator.example/implementation/defined/path?token=abc'

const read = (text: string | Uint8Array, known: InquiryRules = rules) =>
  readTrpBody(text, (body) => parseInquiry(body, known))

/** The JSON of an inquiry. Fields can be replaced by other JSON, or removed with undefined. */
function inquiry(changes: Record<string, string | undefined> = {}): string {
  const fields: Record<string, string | undefined> = {
    asset: '{"dti":"4H95J0R2X"}',
    amount: '0.000021',
    callback: JSON.stringify(callback),
    IVMS101: JSON.stringify(vectors.list2020),
    ...changes,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return `{${given.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

describe('an inquiry', () => {
  it('an inquiry is parsed with its asset, exact amount, callback, identity data and extensions', () => {
    const inquired = read(inquiry({ extensions: '{"x":{"y":1}}', amount: '1.000000000000000001' }))
    expect(inquired).toMatchObject({
      ok: true,
      value: { asset: { id: 'btc' }, amount: '1.000000000000000001', callback },
    })
    if (!inquired.ok) expect.unreachable()
    else {
      expect(parseIvms101(inquired.value.ivms101)).toEqual(parseIvms101(vectors.list2020))
      expect(Object.keys(inquired.value.extensions)).toEqual(['x'])
    }
  })

  it('an inquiry may be given as bytes, have unknown fields, and lack extensions', () => {
    expect(read(Buffer.from(inquiry({ more: '1', extensions: 'null' })))).toMatchObject({
      ok: true,
      value: { extensions: {} },
    })
  })

  it.each<[number, string, string]>([
    [400, 'JSON_MALFORMED', ''],
    [400, 'JSON_MALFORMED', inquiry() + inquiry()],
    [400, 'JSON_MALFORMED', inquiry({ more: '1,"amount":5' })],
    [400, 'JSON_TOO_DEEP', inquiry({ extensions: `{"a":${'['.repeat(50)}${']'.repeat(50)}}` })],
    [400, 'JSON_KEY', inquiry({ extensions: '{"__proto__":{}}' })],
    [400, 'JSON_TEXT', inquiry({ extensions: '{"a":"\\u0000"}' })],
    [400, 'JSON_TEXT', inquiry({ IVMS101: '{"originator":"\\ud800"}' })],
    [413, 'JSON_TOO_LONG', inquiry({ more: `"${'x'.repeat(300_000)}"` })],
    [400, 'TRP_BODY_SHAPE', '[]'],
    [400, 'TRP_BODY_SHAPE', '1'],
    [422, 'ASSET_MALFORMED', inquiry({ asset: '"BTC"' })],
    [422, 'ASSET_UNKNOWN', inquiry({ asset: '{"slip0044":"NOPE"}' })],
    [422, 'ASSET_CONTRADICTORY', inquiry({ asset: '{"slip0044":60,"dti":"4H95J0R2X"}' })],
    [422, 'TRP_AMOUNT_MISSING', inquiry({ amount: 'null' })],
    [422, 'AMOUNT_NOT_POSITIVE', inquiry({ amount: '-1' })],
    [422, 'AMOUNT_TOO_LONG', inquiry({ amount: '1e400' })],
    [422, 'AMOUNT_FORMAT', inquiry({ amount: '"1,5"' })],
    [400, 'JSON_NUMBER_TOO_LONG', inquiry({ amount: `1${'0'.repeat(1_000)}` })],
    [422, 'TRP_CALLBACK_MISSING', inquiry({ callback: undefined })],
    [422, 'TRP_CALLBACK_URL', inquiry({ callback: '5' })],
    [422, 'TRP_CALLBACK_URL', inquiry({ callback: '"originator.example/x"' })],
    [422, 'TRP_CALLBACK_URL', inquiry({ callback: '"javascript:alert(1)"' })],
    [422, 'TRP_CALLBACK_URL', inquiry({ callback: '"https://originator.example/#x"' })],
    [422, 'TRP_CALLBACK_URL', inquiry({ callback: '"https://originator.example/a b"' })],
    [422, 'TRP_CALLBACK_SCHEME', inquiry({ callback: '"http://originator.example/x"' })],
    [422, 'TRP_CALLBACK_HOST', inquiry({ callback: '"https://169.254.169.254/latest"' })],
    [422, 'TRP_CALLBACK_HOST', inquiry({ callback: '"https://localhost:9000/x"' })],
    [422, 'TRP_CALLBACK_HOST', inquiry({ callback: '"https://[::ffff:127.0.0.1]/x"' })],
    [422, 'TRP_CALLBACK_HOST', inquiry({ callback: '"https://good.example@evil.example/"' })],
    [422, 'TRP_CALLBACK_TOO_LONG', inquiry({ callback: `"https://originator.example/${'x'.repeat(3_000)}"` })],
    [422, 'TRP_IVMS101_MISSING', inquiry({ IVMS101: undefined })],
    [422, 'TRP_IVMS101_MISSING', inquiry({ IVMS101: '[]' })],
    [422, 'TRP_IVMS101_MISSING', inquiry({ IVMS101: '7' })],
    [422, 'TRP_EXTENSIONS_SHAPE', inquiry({ extensions: '[]' })],
  ])('an inquiry is refused with %i %s', (status, code, text) => {
    expect(read(text)).toMatchObject({ ok: false, refusal: { status, code } })
  })

  it('a callback may have a port, and use plain http only on a private host in development', () => {
    const to = (url: string) => inquiry({ callback: JSON.stringify(url) })
    expect(read(to('https://originator.example:8443/x'))).toMatchObject({ ok: true })
    expect(read(to('http://127.0.0.1:4101/x'), { ...rules, hosts: { privateHosts: true } })).toMatchObject({
      ok: true,
    })
    expect(read(to('http://originator.example/x'), { ...rules, hosts: { privateHosts: true } })).toMatchObject({
      ok: false,
    })
  })

  it('a recipient parses an inquiry exactly as it was sent, to the last digit', () => {
    const { payload } = parseIvms101(vectors.list2020)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.nat(18), (baseUnits, decimals) => {
        const amount = fromBaseUnits(baseUnits, decimals)
        const ivms101 = payload === undefined ? {} : encodeTrp2020(payload, 'LONE')
        const text = encodeInquiry({ asset: { slip0044: 'BTC' }, amount, callback, ivms101 })
        expect(text).toContain(`"amount":${amount},`)
        expect(text).not.toContain('extensions')
        const inquired = read(text)
        expect(inquired).toMatchObject({ ok: true, value: { amount, callback } })
        expect(inquired.ok && parseIvms101(inquired.value.ivms101).payload).toEqual(payload)
      }),
    )
  })
})
