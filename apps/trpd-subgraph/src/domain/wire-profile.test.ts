import { parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { type AmountUnit, parseAmount } from './amount.ts'
import { type Asset, assetById } from './asset.ts'
import { parseTrpVersion, type TrpVersion } from './trp-version.ts'
import {
  DEFAULT_WIRE_PROFILE,
  decodeWireAsset,
  encodeWireAsset,
  parseWireProfile,
  readWireAmount,
  writeWireAmount,
} from './wire-profile.ts'

describe('a wire profile', () => {
  it('a wire profile has neither an amount unit nor a version by default', () => {
    expect(parseWireProfile({})).toEqual({ ok: true, value: DEFAULT_WIRE_PROFILE })
    expect(parseWireProfile({ amountUnit: null, slip0044Form: undefined })).toEqual({
      ok: true,
      value: DEFAULT_WIRE_PROFILE,
    })
    expect(DEFAULT_WIRE_PROFILE.amountUnit).toBeUndefined()
  })

  it('a wire profile keeps its settings, and parses its own JSON', () => {
    const profile = {
      amountUnit: 'BASE',
      assetForm: 'SLIP0044',
      slip0044Form: 'NUMBER',
      ivms101ListForm: 'LONE',
      apiVersion: '3.1.0',
    }
    expect(parseWireProfile({ ...profile, apiVersion: '3.1' })).toEqual({ ok: true, value: profile })
    expect(parseWireProfile(JSON.parse(JSON.stringify(profile)))).toEqual({ ok: true, value: profile })
  })

  it.each([
    [null, 'WIRE_PROFILE_SHAPE'],
    [[], 'WIRE_PROFILE_SHAPE'],
    ['WHOLE', 'WIRE_PROFILE_SHAPE'],
    [{ amountUnit: 'SATOSHI' }, 'WIRE_PROFILE_AMOUNT_UNIT'],
    [{ assetForm: 'CAIP19' }, 'WIRE_PROFILE_ASSET_FORM'],
    [{ slip0044Form: 0 }, 'WIRE_PROFILE_SLIP0044_FORM'],
    [{ ivms101ListForm: 'lone' }, 'WIRE_PROFILE_IVMS101_LIST_FORM'],
    [{ apiVersion: '1.0.0' }, 'WIRE_PROFILE_API_VERSION'],
    [{ apiVersion: 3.2 }, 'WIRE_PROFILE_API_VERSION'],
    [{ amountunit: 'WHOLE' }, 'WIRE_PROFILE_UNKNOWN_SETTING'],
    [JSON.parse('{"__proto__":{"amountUnit":"BASE"}}'), 'WIRE_PROFILE_UNKNOWN_SETTING'],
    [{ constructor: 'WHOLE' }, 'WIRE_PROFILE_UNKNOWN_SETTING'],
  ])('%j is refused with %s', (input, code) => {
    expect(parseWireProfile(input)).toMatchObject({ ok: false, refusal: { code } })
  })
})

function read(text: string, unit: AmountUnit | undefined): bigint | string {
  const amount = parseAmount(text)
  if (!amount.ok) return amount.refusal.code
  const units = readWireAmount(amount.value, { unit, decimals: 8 })
  return units.ok ? units.value : units.refusal.code
}

it.each([
  ['0.000021', 'WHOLE', 2_100n],
  ['1230', 'WHOLE', 123_000_000_000n],
  ['1230', 'BASE', 1_230n],
  ['0.000021', undefined, 2_100n],
  ['1230', undefined, 'AMOUNT_UNIT_UNKNOWN'],
  ['1230.0', undefined, 'AMOUNT_UNIT_UNKNOWN'],
  ['0.5', 'BASE', 'AMOUNT_UNIT_CONTRADICTED'],
  ['0.000000001', 'WHOLE', 'AMOUNT_PRECISION'],
] as const)('an amount of %s from a counterparty that writes %s units means %s', (text, unit, meaning) => {
  expect(read(text, unit)).toBe(meaning)
})

it('an amount cannot be written for a counterparty whose unit is unknown', () => {
  expect(writeWireAmount(1n, { unit: undefined, decimals: 8 })).toMatchObject({
    ok: false,
    refusal: { code: 'AMOUNT_UNIT_UNKNOWN' },
  })
  expect(writeWireAmount(2_100n, { unit: 'WHOLE', decimals: 8 })).toEqual({ ok: true, value: '0.000021' })
  expect(writeWireAmount(2_100n, { unit: 'BASE', decimals: 8 })).toEqual({ ok: true, value: '2100' })
})

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

  it('an asset is encoded by the wire profile and version of the counterparty', () => {
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

  it('an asset is refused when the version has no identifier for it', () => {
    expect(encodeWireAsset(asset('usdt-tron'), DEFAULT_WIRE_PROFILE, version('3.2.1'))).toMatchObject({
      ok: false,
      refusal: { code: 'ASSET_NOT_EXPRESSIBLE' },
    })
  })
})
