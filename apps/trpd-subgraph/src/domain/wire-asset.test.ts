import { parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { type Asset, assetById } from './asset.ts'
import { parseTrpVersion, type TrpVersion } from './trp-version.ts'
import { DEFAULT_WIRE_PROFILE, decodeWireAsset, encodeWireAsset } from './wire-profile.ts'

function asset(id: string): Asset {
  const found = assetById(id)
  if (found === undefined) throw new Error(id)
  return found
}

function version(text: string): TrpVersion {
  const parsed = parseTrpVersion(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

describe('the asset of an inquiry', () => {
  it.each([
    ['{"dti":"4H95J0R2X"}', 'btc'],
    ['{"slip0044":"BTC"}', 'btc'],
    ['{"slip0044":"btc"}', 'btc'],
    ['{"slip0044":0}', 'btc'],
    ['{"slip0044":"0"}', 'btc'],
    ['{"slip0044":60}', 'eth'],
    ['{"dti":"X9J9K872S","slip0044":"ETH"}', 'eth'],
    ['{"dti":null,"slip0044":"ETH"}', 'eth'],
  ])('%s is %s', (text, id) => {
    expect(decodeWireAsset(parse(text))).toEqual({ ok: true, value: asset(id) })
  })

  it.each([
    [
      'ASSET_MALFORMED',
      ['{}', '[]', '"BTC"', 'null', '{"dti":""}', '{"dti":4}', '{"slip0044":{}}', '{"slip0044":true}'],
    ],
    [
      'ASSET_UNKNOWN',
      ['{"dti":"ZZZZZZZZZ"}', '{"slip0044":"USDC"}', '{"slip0044":-1}', '{"slip0044":1e400}', '{"slip0044":0.0}'],
    ],
    ['ASSET_UNKNOWN', ['{"dti":"__proto__"}', '{"dti":"4H95J0R2X","slip0044":"NOPE"}']],
    ['ASSET_CONTRADICTORY', ['{"dti":"4H95J0R2X","slip0044":"ETH"}']],
  ])('is refused with %s', (code, texts) => {
    for (const text of texts) expect(decodeWireAsset(parse(text)), text).toMatchObject({ ok: false, refusal: { code } })
  })

  it('is encoded by the wire profile and version of the counterparty', () => {
    const [now, before] = [version('3.2.1'), version('3.1.0')]
    const bySlip = { ...DEFAULT_WIRE_PROFILE, assetForm: 'SLIP0044' } as const
    expect(encodeWireAsset(asset('btc'), DEFAULT_WIRE_PROFILE, now)).toEqual({ ok: true, value: { dti: '4H95J0R2X' } })
    expect(encodeWireAsset(asset('btc'), DEFAULT_WIRE_PROFILE, before)).toEqual({
      ok: true,
      value: { slip0044: 'BTC' },
    })
    expect(encodeWireAsset(asset('btc'), bySlip, now)).toEqual({ ok: true, value: { slip0044: 'BTC' } })
    expect(encodeWireAsset(asset('btc'), { ...bySlip, slip0044Form: 'NUMBER' }, now)).toEqual({
      ok: true,
      value: { slip0044: 0 },
    })
    expect(encodeWireAsset(asset('ltc'), DEFAULT_WIRE_PROFILE, now)).toEqual({ ok: true, value: { slip0044: 'LTC' } })
  })

  it('is refused when the version has no identifier for it', () => {
    expect(encodeWireAsset(asset('usdt-tron'), DEFAULT_WIRE_PROFILE, version('3.2.1'))).toMatchObject({
      ok: false,
      refusal: { code: 'ASSET_NOT_EXPRESSIBLE' },
    })
  })
})
