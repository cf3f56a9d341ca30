import { describe, expect, test } from 'vitest'
import type { Person } from './identity-data.ts'
import { authenticate } from './people.ts'

const ada: Person = {
  id: '0b7f1a52-8a0e-4c4e-9b4e-111111111111',
  username: 'Ada',
  name: 'Ada Administrator',
  email: 'Ada@Example.com',
  password: 'right-password',
  role: 'administrator',
}

describe('a person signs in', () => {
  test.each(['Ada', ' ada ', 'ADA@example.com'])('as %j with the password', (login) => {
    expect(authenticate([ada], login, 'right-password')).toBe(ada)
  })

  test.each([
    ['ada', 'Right-password'],
    ['ada', ''],
    ['nobody', ''],
    ['nobody', 'right-password'],
    ['', 'right-password'],
  ])('but not as %j with %j', (login, password) => {
    expect(authenticate([ada], login, password)).toBeUndefined()
  })
})
