import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { healthRoutes } from './health.ts'
import { openHttpHost } from './http-host.ts'

function open(checks: Parameters<typeof healthRoutes>[0]) {
  const routes = healthRoutes(checks, { timeoutMs: 50 })
  return openHttpHost({ host: '127.0.0.1', port: 0, logger: captureLog().logger, routes })
}

test('a process that responds is alive, regardless of its checks', async () => {
  await using host = await open({ database: async () => 'down' })
  const response = await fetch(`${host.url}/livez`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok', checks: {} }])
})

test('a service is ready when every check passes', async () => {
  await using host = await open({ database: async () => undefined, keys: async () => undefined })
  const response = await fetch(`${host.url}/readyz`)
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ok', checks: { database: 'ok', keys: 'ok' } },
  ])
})

test('a check that returns a problem, throws or hangs makes the service unready', async () => {
  await using host = await open({
    fine: async () => undefined,
    says: async () => 'no connection',
    throws: () => {
      throw new Error('with the password')
    },
    never: () => new Promise(() => undefined),
  })
  const response = await fetch(`${host.url}/readyz`)
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      status: 'unavailable',
      checks: { fine: 'ok', says: 'no connection', throws: 'the check failed', never: 'no response within 50 ms' },
    },
  ])
})

test('a health note is shown but does not make the service unready', async () => {
  await using host = await open({ schema: async () => ({ note: 'the last good one is served' }) })
  const response = await fetch(`${host.url}/readyz`)
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ok', checks: { schema: 'the last good one is served' } },
  ])
})
