import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IntrospectionOptions, openIntrospection } from './introspection.ts'

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

type Respond = (request: IncomingMessage, response: ServerResponse) => void

async function open(respond: Respond, options: Partial<IntrospectionOptions> = {}) {
  const state = { respond, requests: 0, clockMs: 1_000_000 }
  const server = createServer((request, response) => {
    state.requests += 1
    request.resume()
    state.respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`
  const defaults = { url, clientId: 'gateway', clientSecret: 'secret', cacheSeconds: 10, now: () => state.clockMs }
  const introspection = stack.use(openIntrospection({ ...defaults, ...options }))
  return { state, check: (token: string) => introspection.check(token, `key of ${token}`, 'ada'), introspection }
}

const answer =
  (body: unknown): Respond =>
  (_request, response) =>
    void response.end(JSON.stringify(body))

test('a verdict is used for the cache time, and concurrent checks of a token share one request', async () => {
  const { state, check, introspection } = await open(answer({ active: true, sub: 'ada' }))
  expect(await Promise.all([check('a'), check('a'), check('a')])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect([state.requests, introspection.known('key of a')]).toEqual([1, 'ACTIVE'])
  state.respond = answer({ active: false })
  state.clockMs += 9_999
  expect(await check('a')).toBe('ACTIVE')
  state.clockMs += 1
  expect(await check('a')).toBe('INACTIVE')
  expect(state.requests).toBe(2)
})

test('a token that the provider attributes to another subject is not active', async () => {
  const { check } = await open(answer({ active: true, sub: 'bob' }))
  expect(await check('a')).toBe('INACTIVE')
})

test.each<[string, Respond]>([
  ['is not JSON', (_request, response) => void response.end('<html>')],
  ['has no verdict', answer({})],
  ['has a verdict that is not a boolean', answer({ active: 'true' })],
  ['is endless', (_request, response) => void response.end('x'.repeat(1024 * 1024))],
  ['never comes', () => undefined],
])('a response that %s decides nothing, and is not cached', async (_, respond) => {
  const { state, check } = await open(respond, { timeoutMs: 200 })
  expect(await check('a')).toBe('UNAVAILABLE')
  state.respond = answer({ active: true })
  // On a busy machine, this response may be late too.
  const later = () => {
    state.clockMs += 1_000
    return check('a')
  }
  await expect.poll(later).toBe('ACTIVE')
})

test('after a failure nothing is sent for a second, and cached verdicts still count', async () => {
  const { state, check } = await open(answer({ active: true }))
  expect(await check('known')).toBe('ACTIVE')
  state.respond = (_request, response) => void response.writeHead(503).end()
  for (const token of ['a', 'b', 'c']) expect(await check(token)).toBe('UNAVAILABLE')
  expect([state.requests, await check('known')]).toEqual([2, 'ACTIVE'])
})
