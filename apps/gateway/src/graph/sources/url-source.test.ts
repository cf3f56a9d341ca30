import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../../testing/test-gateway.ts'
import { openUrlSource } from './url-source.ts'

const { signal } = new AbortController()

async function openFarSide(listener: RequestListener) {
  const server = await listen(listener)
  const source = openUrlSource({
    url: `http://127.0.0.1:${server.port}/supergraph`,
    pollMs: 1_000,
    startWaitMs: 0,
  })
  return { source, read: async () => (await source.read(signal)).sdl, [Symbol.asyncDispose]: () => server.dispose() }
}

test('what has not changed is not sent again', async () => {
  let etag = '"1"'
  const statuses: number[] = []
  await using side = await openFarSide((request, response) => {
    response.statusCode = request.headers['if-none-match'] === etag ? 304 : 200
    statuses.push(response.statusCode)
    response.setHeader('etag', etag)
    response.end(response.statusCode === 304 ? undefined : `schema ${etag}`)
  })
  expect([await side.read(), await side.read()]).toEqual(['schema "1"', 'schema "1"'])
  etag = '"2"'
  expect([await side.read(), await side.read()]).toEqual(['schema "2"', 'schema "2"'])
  expect(statuses).toEqual([200, 304, 200, 304])
})

test.each<[string, RequestListener, RegExp]>([
  ['an error', (_, response) => response.writeHead(503).end('down'), /answered with status 503$/],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end(), /answered with status 302$/],
  ['an answer that breaks off', (_, response) => response.write('type', () => response.destroy()), /cannot be read: /],
  [
    'an endless answer',
    (_, response) => {
      const more = () => response.write('x'.repeat(1_000_000), () => setImmediate(more))
      response.on('error', () => undefined)
      more()
    },
    /cannot be read: the answer is longer than 20000000 bytes$/,
  ],
])('%s is no supergraph', async (_name, listener, words) => {
  await using side = await openFarSide(listener)
  await expect(side.read()).rejects.toThrow(words)
})

test('a server that is not there is named with the reason', async () => {
  const side = await openFarSide(() => undefined)
  await side[Symbol.asyncDispose]()
  await expect(side.read()).rejects.toThrow(/^http:\/\/127.0.0.1:\d+\/supergraph cannot be read: ECONNREFUSED$/)
})
