import type { Result } from '@travel-rule/service/result'
import fc from 'fast-check'
import { parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { fromBaseUnits, isInteger, parseAmount, parseJsonAmount, toBaseUnits } from './amount.ts'

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'accepted' : outcome.refusal.code
}

describe('an amount written by a client', () => {
  it.each([
    ['1', '1'],
    ['0.5', '0.5'],
    ['0.50', '0.5'],
    ['10.000', '10'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', undefined],
  ])('%s is preserved exactly', (text, expected = text) => {
    expect(parseAmount(text)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['AMOUNT_NOT_POSITIVE', ['0', '0.0', '-1', '-0.5']],
    [
      'AMOUNT_FORMAT',
      ['', ' 1', '1 ', '+1', '.5', '1.', '01', '1e3', '1,5', '0x10', '１', 'NaN', 'Infinity', '1_000', '1\n'],
    ],
    ['AMOUNT_TOO_LONG', ['1'.repeat(79), `0.${'1'.repeat(37)}`, '1'.repeat(129), `1${'0'.repeat(1000)}`]],
  ])('is refused with %s', (code, texts) => {
    expect(texts.map((text) => codeOf(parseAmount(text)))).toEqual(texts.map(() => code))
  })
})

describe('an amount in JSON', () => {
  it.each([
    ['0.000021', '0.000021'],
    ['1230', '1230'],
    ['"1230"', '1230'],
    ['2.1e-5', '0.000021'],
    ['1E3', '1000'],
    ['1.50e1', '15'],
    ['100e-2', '1'],
    ['123456789012345678901234567890.123456789012345678', undefined],
  ])('%s is parsed without a double', (text, expected = text) => {
    expect(parseJsonAmount(parse(text))).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['AMOUNT_TOO_LONG', ['1e400', '1e78', '1e-37', '1e99999999999999999999', '1e-400', '9'.repeat(1_000)]],
    ['AMOUNT_NOT_POSITIVE', ['0', '-0', '0e400', '-1.5', '0.000']],
    ['AMOUNT_FORMAT', ['true', 'null', '{}', '[1]', '"1e3"', '""', '{"value":"1","isLosslessNumber":true}']],
  ])('is refused with %s', (code, texts) => {
    expect(texts.map((text) => codeOf(parseJsonAmount(parse(text))))).toEqual(texts.map(() => code))
  })

  it('parsing an amount throws for a double', () => {
    expect(() => parseJsonAmount(0.1)).toThrow(TypeError)
  })
})

describe('base units', () => {
  it.each([
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
    ['21000000', 8, 2_100_000_000_000_000n],
    ['1.000000000000000001', 18, 1_000_000_000_000_000_001n],
    ['7', 0, 7n],
  ])('%s with %i decimals is %i', (text, decimals, baseUnits) => {
    const amount = parseAmount(text)
    if (!amount.ok) expect.unreachable()
    else expect(toBaseUnits(amount.value, decimals)).toEqual({ ok: true, value: baseUnits })
    expect(fromBaseUnits(baseUnits, decimals)).toBe(text)
  })

  it('an amount with more decimal places than its asset is refused instead of rounded', () => {
    const amount = parseAmount('0.000000001')
    if (amount.ok) expect(codeOf(toBaseUnits(amount.value, 8))).toBe('AMOUNT_PRECISION')
    expect(() => fromBaseUnits(0n, 8)).toThrow(RangeError)
  })

  it('base units are unchanged by a conversion to whole units and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 128n }), fc.nat(30), (baseUnits, decimals) => {
        const whole = fromBaseUnits(baseUnits, decimals)
        expect(parseAmount(whole)).toEqual({ ok: true, value: whole })
        expect(parseJsonAmount(parse(whole))).toEqual({ ok: true, value: whole })
        expect(toBaseUnits(whole, decimals)).toEqual({ ok: true, value: baseUnits })
        expect(isInteger(whole)).toBe(baseUnits % 10n ** BigInt(decimals) === 0n)
      }),
    )
  })
})
