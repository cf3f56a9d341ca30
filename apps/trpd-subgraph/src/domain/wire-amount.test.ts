import { expect, it } from 'vitest'
import { type AmountUnit, parseAmount } from './amount.ts'
import { readWireAmount, writeWireAmount } from './wire-profile.ts'

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
