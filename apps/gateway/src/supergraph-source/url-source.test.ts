import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../testing/test-gateway.ts'
import { openUrlSource } from './open-source.ts'

const { signal } = new AbortController()

async function openSupergraphServer(listener: RequestListener, { userinfo = '', query = '' } = {}) {
  const server = await listen(listener)
  const source = openUrlSource({
    url: `http://${userinfo}127.0.0.1:${server.port}/supergraph${query}`,
    pollMs: 1_000,
    startWaitMs: 0,
  })
  return { source, read: async () => (await source.read(signal)).sdl, [Symbol.asyncDispose]: () => server.dispose() }
}

test('an unchanged supergraph is not sent again', async () => {
  let etag = '"1"'
  const statuses: number[] = []
  await using server = await openSupergraphServer((request, response) => {
    response.statusCode = request.headers['if-none-match'] === etag ? 304 : 200
    statuses.push(response.statusCode)
    response.setHeader('etag', etag)
    response.end(response.statusCode === 304 ? undefined : `schema ${etag}`)
  })
  expect([await server.read(), await server.read()]).toEqual(['schema "1"', 'schema "1"'])
  etag = '"2"'
  expect([await server.read(), await server.read()]).toEqual(['schema "2"', 'schema "2"'])
  expect(statuses).toEqual([200, 304, 200, 304])
})

test('a supergraph that could not be served is read again, although its ETag is unchanged', async () => {
  const versions = ['truncated', 'complete']
  await using server = await openSupergraphServer((request, response) => {
    response.statusCode = request.headers['if-none-match'] === '"1"' ? 304 : 200
    response.setHeader('etag', '"1"')
    response.end(response.statusCode === 304 ? undefined : versions.shift())
  })
  expect([await server.read(), await server.read()]).toEqual(['truncated', 'truncated'])
  server.source.invalidate()
  expect([await server.read(), await server.read()]).toEqual(['complete', 'complete'])
})

test('the user, password and query of a supergraph URL are sent, but never shown', async () => {
  const seen: unknown[] = []
  const listener: RequestListener = ({ url, headers }, response) => {
    seen.push([url, headers.authorization])
    response.writeHead(seen.length === 1 ? 200 : 500).end('schema')
  }
  const server = await openSupergraphServer(listener, { userinfo: 'ann:p%40ss%zz@', query: '?token=secret' })
  expect(await server.read()).toBe('schema')
  const basic = `Basic ${Buffer.from('ann:p%40ss%zz').toString('base64')}`
  expect(seen).toEqual([['/supergraph?token=secret', basic]])
  const shown = expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/supergraph( |$)/)
  const message = async () => server.read().catch((error: Error) => error.message)
  const [status, name] = [await message(), server.source.name]
  await server[Symbol.asyncDispose]()
  expect([status, await message(), name]).toEqual([shown, shown, shown])
})

test('the user and password of a supergraph URL are sent without percent-encoding', async () => {
  const seen: unknown[] = []
  const listener: RequestListener = ({ headers }, response) => {
    seen.push(headers.authorization)
    response.end('schema')
  }
  await using server = await openSupergraphServer(listener, { userinfo: 'ann:p%40ss@' })
  await server.read()
  expect(seen).toEqual([`Basic ${Buffer.from('ann:p@ss').toString('base64')}`])
})

test.each<[string, RequestListener, RegExp]>([
  ['an error', (_, response) => response.writeHead(503).end('down'), /responded with status 503$/],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end(), /responded with status 302$/],
  ['a truncated response', (_, response) => response.write('type', () => response.destroy()), /cannot be read: /],
  [
    'an endless response',
    (_, response) => {
      const more = () => response.write('x'.repeat(1_000_000), (error) => !error && setImmediate(more))
      response.on('error', () => undefined)
      more()
    },
    /cannot be read: the response is longer than 20000000 bytes$/,
  ],
])('%s is not accepted as a supergraph', async (_name, listener, words) => {
  await using server = await openSupergraphServer(listener)
  await expect(server.read()).rejects.toThrow(words)
})

test('the error for an unreachable supergraph server has its URL and the reason', async () => {
  const server = await openSupergraphServer(() => undefined)
  await server[Symbol.asyncDispose]()
  await expect(server.read()).rejects.toThrow(/^http:\/\/127.0.0.1:\d+\/supergraph cannot be read: ECONNREFUSED$/)
})
