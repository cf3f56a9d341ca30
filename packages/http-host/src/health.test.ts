import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { healthRoutes } from './health.ts'
import { openHttpHost } from './http-host.ts'

function open(checks: Parameters<typeof healthRoutes>[0]) {
  const routes = healthRoutes(checks, { timeoutMs: 50 })
  return openHttpHost({ host: '127.0.0.1', port: 0, logger: captureLog().logger, routes })
}

test('a process that answers is alive, whatever its checks say', async () => {
  await using host = await open({ database: async () => 'down' })
  const answer = await fetch(`${host.url}/livez`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', checks: {} }])
})

test('it is ready when every check is fine', async () => {
  await using host = await open({ database: async () => undefined, keys: async () => undefined })
  const answer = await fetch(`${host.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', checks: { database: 'ok', keys: 'ok' } }])
})

test('a check that says, throws or never says what is wrong makes it unready', async () => {
  await using host = await open({
    fine: async () => undefined,
    says: async () => 'no connection',
    throws: () => {
      throw new Error('with the password')
    },
    never: () => new Promise(() => undefined),
  })
  const answer = await fetch(`${host.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      status: 'unavailable',
      checks: { fine: 'ok', says: 'no connection', throws: 'the check failed', never: 'no answer within 50 ms' },
    },
  ])
})

test('what somebody should repair is shown and keeps it ready', async () => {
  await using host = await open({ schema: async () => ({ note: 'the last good one is served' }) })
  const answer = await fetch(`${host.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: 'ok', checks: { schema: 'the last good one is served' } },
  ])
})
