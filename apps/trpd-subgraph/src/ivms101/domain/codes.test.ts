import { expect, it } from 'vitest'
import { COUNTRY_CODES, isCountry } from './codes.ts'

/** Regions in Unicode CLDR that ISO 3166-1 reserves, has withdrawn, or leaves to users. */
const UNASSIGNED = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

it('there are 249 two-letter country codes', () => {
  expect(COUNTRY_CODES.size).toBe(249)
  expect([...COUNTRY_CODES].every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
})

it.each(['CH', 'DE', 'US', 'SS', 'CW', 'BQ', 'XX'])('%s is a country', (code) => {
  expect(isCountry(code)).toBe(true)
})

it.each(['', 'ch', 'CHE', 'UK', 'EU', 'AN', 'ZZ', 'X', 'XX ', 'constructor'])('%j is not a country', (code) => {
  expect(isCountry(code)).toBe(false)
})

it('the country codes are the regions of Unicode, without those that ISO 3166-1 does not assign', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const regions = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => names.of(code))
  expect(regions.filter((code) => !COUNTRY_CODES.has(code)).filter((code) => !UNASSIGNED.has(code))).toEqual([])
  expect([...COUNTRY_CODES].filter((code) => !regions.includes(code))).toEqual([])
})
