import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openTokenRefusals } from './token-refusals.ts'

const malformed = { ok: false, code: 'TOKEN_REFUSED', reason: 'not a JWT' } as const
const wrongIssuer = { ok: false, code: 'TOKEN_REFUSED', reason: 'wrong issuer' } as const

test('only a few refused tokens per second are logged, with the number suppressed, and all are counted', async () => {
  const log = captureLog()
  const metrics = openMetrics('gateway')
  let nowMs = 1_000
  const refusals = openTokenRefusals({ logger: log.logger, metrics, nowMs: () => nowMs })
  for (let token = 0; token < 1_000; token += 1) refusals.record(malformed, `x${token}`, '127.0.0.1')
  expect(log.lines()).toHaveLength(10)
  expect(log.lines()[0]).toMatchObject({ msg: 'a token was refused', code: 'TOKEN_REFUSED', reason: 'not a JWT' })
  nowMs += 1_000
  refusals.record(malformed, 'x', '127.0.0.1')
  refusals.record(wrongIssuer, 'x', '127.0.0.1')
  expect(log.lines().slice(10)).toMatchObject([{ notLogged: 990 }, { reason: 'wrong issuer' }])
  expect(log.lines()[11]).not.toHaveProperty('notLogged')
  const text = await metrics.registry.metrics()
  expect(text).toContain('gateway_token_refusals_total{reason="not_a_jwt",service="gateway"} 1001')
  expect(text).toContain('gateway_token_refusals_total{reason="wrong_issuer",service="gateway"} 1')
})

test('the log names the client, the issuer and the address of a refused token, never the token', async () => {
  const log = captureLog()
  const refusals = openTokenRefusals({ logger: log.logger, metrics: openMetrics('gateway') })
  const sign = (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32).fill(7))
  const token = await sign({ iss: 'https://id.example/\u202egro.live', azp: 'dash\nboard', sub: 'erika' })
  const long = await sign({ iss: 'i'.repeat(5_000), client_id: 'c'.repeat(5_000) })
  refusals.record(wrongIssuer, token, '192.0.2.7')
  refusals.record(wrongIssuer, long, '192.0.2.7')
  refusals.record(malformed, 'secret-but-no-jwt', undefined)
  const [first, second, third] = log.lines()
  expect(first).toMatchObject({ client: 'dash board', issuer: 'https://id.example/gro.live', address: '192.0.2.7' })
  expect(second).toMatchObject({ client: 'c'.repeat(100), issuer: 'i'.repeat(100) })
  expect(third).not.toHaveProperty('client')
  for (const part of [...token.split('.'), 'erika', 'secret-but-no-jwt']) expect(log.text()).not.toContain(part)
})
