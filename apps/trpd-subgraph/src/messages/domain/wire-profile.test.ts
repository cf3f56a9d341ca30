import { describe, expect, it } from 'vitest'
import { type AmountUnit, parseAmount } from '../../foundation/domain/amount.ts'
import { DEFAULT_WIRE_PROFILE, parseWireProfile, readWireAmount, writeWireAmount } from './wire-profile.ts'

describe('a wire profile', () => {
  it('a wire profile has neither an amount unit nor a version by default', () => {
    expect(parseWireProfile({})).toEqual({ ok: true, value: DEFAULT_WIRE_PROFILE })
    expect(parseWireProfile({ amountUnit: null, slip0044Form: undefined })).toEqual({
      ok: true,
      value: DEFAULT_WIRE_PROFILE,
    })
    expect(DEFAULT_WIRE_PROFILE.amountUnit).toBeUndefined()
  })

  it('a wire profile keeps its settings and can be parsed from its own JSON', () => {
    const profile = {
      amountUnit: 'BASE',
      assetForm: 'SLIP0044',
      slip0044Form: 'NUMBER',
      ivms101ListForm: 'LONE',
      assetIdentifiers: ['DTI', 'SLIP0044_NUMBER'],
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
    [{ assetIdentifiers: [] }, 'WIRE_PROFILE_ASSET_IDENTIFIERS'],
    [{ assetIdentifiers: 'DTI' }, 'WIRE_PROFILE_ASSET_IDENTIFIERS'],
    [{ assetIdentifiers: ['DTI', 'DTI'] }, 'WIRE_PROFILE_ASSET_IDENTIFIERS'],
    [{ assetIdentifiers: ['SLIP0044_SYMBOL', 'SLIP0044_NUMBER'] }, 'WIRE_PROFILE_ASSET_IDENTIFIERS'],
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
