import { expect, it } from 'vitest'
import { COUNTRY_CODES, isCountry, isRegistrationAuthority } from './codes.ts'

it('there are 249 country codes of two letters', () => {
  expect(COUNTRY_CODES.size).toBe(249)
  expect([...COUNTRY_CODES].every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
})

it.each(['CH', 'DE', 'US', 'SS', 'CW', 'BQ', 'XX'])('%s is a country', (code) => {
  expect(isCountry(code)).toBe(true)
})

it.each(['', 'ch', 'CHE', 'UK', 'EU', 'AN', 'ZZ', 'X', 'XX ', 'constructor'])('%j is not a country', (code) => {
  expect(isCountry(code)).toBe(false)
})

it('a registration authority is RA followed by six digits', () => {
  expect(['RA000001', 'RA000744', 'RA999999'].every(isRegistrationAuthority)).toBe(true)
  expect(
    ['RA00001', 'RA0000001', 'ra000001', 'RA00000X', ' RA000001', 'RA000001\n'].some(isRegistrationAuthority),
  ).toBe(false)
})
