import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'
import { captureLog } from './testing/capture-log.ts'

const SECRET = 'hunter2'

describe('secrets never reach the log', () => {
  test.each([
    [{ authorization: SECRET }],
    [{ headers: { Authorization: SECRET, Cookie: SECRET, 'X-Identity-Assertion': SECRET } }],
    [{ request: { deep: { deeper: [{ client_secret: SECRET, clientSecret: SECRET }] } } }],
    [{ payload: { bearer_token: SECRET, extensions: { identityAssertion: SECRET } } }],
    [{ ivms101: { person: SECRET } }],
    [{ config: new Map([['databaseUrl', SECRET]]) }],
    [{ body: Buffer.from(SECRET) }],
    [{ err: Object.assign(new Error('failed'), { request: { token: SECRET }, detail: `Key (name)=(${SECRET})` }) }],
    [{ err: new Error('failed', { cause: Object.assign(new Error('why'), { parameters: [SECRET] }) }) }],
    [Object.assign(new Error('failed'), { detail: SECRET })],
  ])('%#', (object) => {
    const log = captureLog()
    log.logger.info(object, 'message')
    log.logger.child({ password: SECRET, headers: { authorization: SECRET } }).info('message')
    expect(log.text()).not.toContain(SECRET)
    expect(log.lines()).toHaveLength(2)
  })

  test('a signed token is hidden wherever it occurs', () => {
    const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(40)}`
    const log = captureLog()
    log.logger.warn({ err: new Error(`refused ${token}`), note: `Bearer ${token}` }, `got ${token}`)
    expect(log.text()).not.toContain('bbbb')
    expect(log.lines()).toMatchObject([{ msg: 'got [token]', note: 'Bearer [token]' }])
  })
})

test('everything else is logged, an error with its stack, code and cause', () => {
  const log = captureLog()
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  log.logger.error({ err: new Error('failed', { cause }), orderId: '7', at: new Date(0), tokens: 3 }, 'it went wrong')
  expect(log.lines()).toMatchObject([
    {
      level: 'error',
      name: 'test',
      msg: 'it went wrong',
      orderId: '7',
      at: '1970-01-01T00:00:00.000Z',
      tokens: 3,
      err: {
        type: 'Error',
        message: 'failed',
        stack: expect.stringContaining('logger.test.ts'),
        cause: { code: 'ECONNREFUSED' },
      },
    },
  ])
})

test('a circular or oversized value is logged in part', () => {
  const circle: Record<string, unknown> = { many: Array.from({ length: 1_000 }, (_, at) => at) }
  circle.self = circle
  const seen = redact(circle) as { many: unknown[] }
  expect(seen.many).toHaveLength(200)
  expect(JSON.stringify(seen)).toContain('[too deep]')
})
