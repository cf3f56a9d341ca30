import { describe, expect, it } from 'vitest'
import { DEFAULT_WIRE_PROFILE, parseWireProfile } from './wire-profile.ts'

describe('a wire profile', () => {
  it('has neither an amount unit nor a version by default', () => {
    expect(parseWireProfile({})).toEqual({ ok: true, value: DEFAULT_WIRE_PROFILE })
    expect(parseWireProfile({ amountUnit: null, slip0044Form: undefined })).toEqual({
      ok: true,
      value: DEFAULT_WIRE_PROFILE,
    })
    expect(DEFAULT_WIRE_PROFILE.amountUnit).toBeUndefined()
  })

  it('keeps its settings, and parses its own JSON', () => {
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
