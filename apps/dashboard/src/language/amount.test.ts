import { expect, test } from 'vitest'
import { baseAmount, localDecimal, wholeAmount } from './amount.ts'

test.each([
  ['0.50', 'WHOLE', 8, '0.5'],
  ['50000000', 'BASE', 8, '0.5'],
  ['1', 'BASE', 18, '0.000000000000000001'],
  ['123456789012345678901234567890', 'BASE', 18, '123456789012.34567890123456789'],
  ['7', 'BASE', 0, '7'],
  ['1.5', 'BASE', 8, undefined],
  ['1e9', 'WHOLE', 8, undefined],
  ['', 'WHOLE', 8, undefined],
] as const)('%s %s units of an asset with %i decimals are %s whole units', (amount, unit, decimals, whole) => {
  expect(wholeAmount(amount, unit, decimals)).toBe(whole)
})

test.each([
  ['0.5', 8, '50000000'],
  ['12', 0, '12'],
  ['0.123', 2, undefined],
])('%s whole units of an asset with %i decimals are %s base units', (whole, decimals, base) => {
  expect(baseAmount(whole, decimals)).toBe(base)
})

test('an amount keeps all of its digits in every locale', () => {
  expect(localDecimal('12345678901234567890.123456789', new Intl.NumberFormat('en'))).toBe(
    '12,345,678,901,234,567,890.123456789',
  )
  expect(localDecimal('1234.5', new Intl.NumberFormat('de'))).toBe('1.234,5')
  expect(localDecimal('<script>', new Intl.NumberFormat('de'))).toBe('<script>')
})
