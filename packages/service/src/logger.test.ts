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

test('everything else is logged; an error with its stack, code and cause', () => {
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

describe('a log line is bounded for any request', () => {
  const long = 'x'.repeat(100_000)
  test.each<[string, object, string]>([
    ['a long member', { path: long }, 'message'],
    ['a long message', {}, long],
    ['many members', Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member${n}`, n])), 'message'],
    ['long names', { [long]: 1 }, 'message'],
    ['deep lists', { list: Array.from({ length: 150 }, () => [{ a: long.slice(0, 300) }]) }, 'message'],
    ['characters of several bytes', { note: '😀\u0001"'.repeat(9_000) }, 'message'],
    ['a chain of errors', { err: new Error(long, { cause: new Error(long, { cause: new Error(long) }) }) }, 'message'],
  ])('%s', (_, object, message) => {
    const log = captureLog()
    const { logger } = log
    logger.warn(object, message)
    logger.child({ requestId: 'r-1', ...object }).info(message)
    for (const line of log.text().trimEnd().split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2_048)
    expect(log.lines()).toMatchObject([
      { level: 'warn', name: 'test', isShortened: true },
      { level: 'info', isShortened: true },
    ])
    logger.error(object, message)
    expect(Buffer.byteLength(log.text().split('\n')[2] ?? '')).toBeLessThanOrEqual(16_384)
  })

  test('an error of usual length keeps its complete stack', () => {
    const log = captureLog()
    const err = new Error('why', { cause: new TypeError('deeper') })
    log.logger.error({ err }, 'a bug')
    expect(log.lines()[0]).toMatchObject({ err: { stack: err.stack, cause: { type: 'TypeError' } } })
    expect(log.lines()[0]).not.toHaveProperty('isShortened')
  })
})
