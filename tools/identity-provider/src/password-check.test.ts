import { expect, test } from 'vitest'
import type { Person } from './identity-data.ts'
import { openPasswordCheck, WRONG_PASSWORDS_MAX } from './password-check.ts'

const ada: Person = {
  id: '7e3cf3a0-4a6f-4a44-9f5b-3b3c9f2b7d10',
  username: 'ada',
  name: 'Ada Officer',
  email: 'ada@example.com',
  password: 'right-password',
  role: 'compliance-officer',
}

const grace: Person = {
  ...ada,
  id: '2f0b8a54-52ef-4a52-9cbb-0e1b7f5f2c11',
  username: 'grace',
  email: 'grace@example.com',
  password: 'abcd-efgh-jkmn-pqrs',
}

function open() {
  let nowMs = 1_000_000
  const check = openPasswordCheck({ people: [ada, grace], now: () => nowMs })
  const attempt = (password: string, { login = 'ada', address = '192.0.2.1' } = {}) =>
    check({ login, password, address })
  const failTenTimes = () => {
    for (let i = 0; i < WRONG_PASSWORDS_MAX; i++) expect(attempt('wrong')).toEqual({ outcome: 'WRONG' })
  }
  return { attempt, failTenTimes, pass: (seconds: number) => (nowMs += seconds * 1_000) }
}

test('after ten wrong passwords, even the right one is not checked during the pause if it is short enough to be guessed', () => {
  const { attempt, failTenTimes, pass } = open()
  failTenTimes()
  expect(attempt('right-password')).toEqual({ outcome: 'PAUSED', retryAfterSeconds: 30 })
  pass(29)
  expect(attempt('right-password')).toEqual({ outcome: 'PAUSED', retryAfterSeconds: 1 })
  pass(1)
  expect(attempt('right-password')).toEqual({ outcome: 'RIGHT', person: ada })
})

test('a right password that is too long to guess is accepted while another client at the same address guesses', () => {
  const { attempt, failTenTimes, pass } = open()
  failTenTimes()
  expect(attempt('long-but-wrong-password')).toEqual({ outcome: 'PAUSED', retryAfterSeconds: 30 })
  expect(attempt(grace.password, { login: 'grace' }).outcome).toBe('RIGHT')
  for (let i = 0; i < WRONG_PASSWORDS_MAX; i++) attempt('wrong', { login: 'grace' })
  expect(attempt(grace.password, { login: 'grace' })).toEqual({ outcome: 'RIGHT', person: grace })
  // Guesses are still refused during the pause.
  expect(attempt('wrong', { login: 'grace' }).outcome).toBe('PAUSED')
  pass(30)
  expect(attempt('wrong', { login: 'grace' }).outcome).toBe('WRONG')
})

test('each wrong password after a pause doubles the pause, up to an hour', () => {
  const { attempt, failTenTimes, pass } = open()
  failTenTimes()
  const pauses = []
  for (let i = 0; i < 9; i++) {
    const verdict = attempt('wrong')
    if (verdict.outcome !== 'PAUSED') throw new Error(verdict.outcome)
    pauses.push(verdict.retryAfterSeconds)
    pass(verdict.retryAfterSeconds)
    expect(attempt('wrong')).toEqual({ outcome: 'WRONG' })
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
})

test('a right password resets the count of wrong ones', () => {
  const { attempt, failTenTimes } = open()
  for (let i = 0; i < WRONG_PASSWORDS_MAX - 1; i++) attempt('wrong')
  expect(attempt('right-password').outcome).toBe('RIGHT')
  failTenTimes()
})

test("wrong passwords are counted per person and address, whichever of the person's names is used", () => {
  const { attempt, failTenTimes } = open()
  failTenTimes()
  expect(attempt('wrong', { login: ' ADA@example.com' }).outcome).toBe('PAUSED')
  expect(attempt('wrong', { login: 'linus' }).outcome).toBe('WRONG')
  expect(attempt('right-password', { address: '192.0.2.2' }).outcome).toBe('RIGHT')
})

test('the addresses of one IPv6 network share a count', () => {
  const { attempt } = open()
  for (let i = 0; i < WRONG_PASSWORDS_MAX; i++) attempt('wrong', { address: `2001:db8::${i}` })
  expect(attempt('right-password', { address: '2001:db8::ffff' }).outcome).toBe('PAUSED')
})

test('failures are forgotten after twelve hours, and when ten thousand others have failed since', () => {
  const { attempt, failTenTimes, pass } = open()
  failTenTimes()
  pass(12 * 3600)
  failTenTimes()
  for (let i = 0; i < 10_000; i++) attempt('wrong', { login: `unknown-${i}` })
  expect(attempt('right-password').outcome).toBe('RIGHT')
})
