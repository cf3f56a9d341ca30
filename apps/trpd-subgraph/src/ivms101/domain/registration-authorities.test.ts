import { expect, it } from 'vitest'
import { isRegistrationAuthority } from './registration-authorities.ts'

it.each(['RA000001', 'RA000189', 'RA000548', 'RA000585', 'RA001045', 'RA100001', 'RA888888', 'RA999999'])(
  '%s is a registration authority on the list of GLEIF',
  (code) => {
    expect(isRegistrationAuthority(code)).toBe(true)
  },
)

it('the list of GLEIF has 996 registration authorities', () => {
  const numbers = Array.from({ length: 1_045 }, (_, index) => `RA${String(index + 1).padStart(6, '0')}`)
  const special = ['RA100001', 'RA100094', 'RA777777', 'RA888888', 'RA999999']
  expect([...numbers, ...special].filter(isRegistrationAuthority).length).toBe(996)
})

it('a number that a later edition of the list may have assigned is accepted', () => {
  expect(isRegistrationAuthority('RA001046')).toBe(true)
  expect(isRegistrationAuthority('RA001999')).toBe(true)
})

it.each(['RA000000', 'RA000191', 'RA000924', 'RA002000', 'RA100002', 'RA555555'])(
  '%s is not on the list of GLEIF',
  (code) => {
    expect(isRegistrationAuthority(code)).toBe(false)
  },
)

it.each(['', 'RA00001', 'RA0000001', 'ra000001', 'RA00000X', ' RA000001', 'RA000001\n', 'constructor'])(
  '%j does not have the form of a registration authority',
  (code) => {
    expect(isRegistrationAuthority(code)).toBe(false)
  },
)
