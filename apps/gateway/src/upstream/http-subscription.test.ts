import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { recordSink } from './testing/record-sink.ts'
import { openUpstream } from './upstream.ts'

const EVENTS = 'text/event-stream'
const RESULT = '{"data":{"a":"ä"}}'
const PAYLOAD = { query: 'subscription { a }' }

/** Subscribes at a subgraph. Returns what the sink has received when the subscription ends. */
async function follow(respond: RequestListener, limits = {}) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using upstream = openUpstream(`http://127.0.0.1:${port}`, limits, { protocol: 'graphql-sse' })
  const sink = recordSink()
  upstream.subscribe(PAYLOAD, sink)
  await expect.poll(() => sink.ends).toHaveLength(1)
  expect(upstream.counts()).toEqual({ connections: 0, subscriptions: 0 })
  server.close().closeAllConnections()
  return { results: sink.events.map(({ payload }) => JSON.stringify(payload)), end: sink.ends[0] }
}

/** Responds with these bytes, sending each chunk separately. */
const streaming =
  (type: string, ...chunks: readonly (string | Buffer)[]): RequestListener =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    for (const chunk of chunks) await new Promise((sent) => response.write(chunk, sent))
    response.end()
  }

const part = (boundary: string) =>
  `--${boundary}\r\ncontent-type: application/json\r\n\r\n{"payload":${RESULT}}\r\n--${boundary}--\r\n`
const bytes = Buffer.from(`data: ${RESULT}\n\nevent: complete\n\n`)

test.each<[string, RequestListener]>([
  ['server-sent events', streaming(EVENTS, bytes)],
  ['events that are split within a character', streaming(EVENTS, bytes.subarray(0, 21), bytes.subarray(21))],
  ['events after a byte order mark', streaming(EVENTS, '\ufeff', bytes)],
  ['parts', streaming('multipart/mixed;subscriptionSpec=1.0;boundary=graphql', part('graphql'))],
  ['parts with a quoted boundary', streaming('multipart/mixed; boundary="a b"', part('a b'))],
  ['parts with the default boundary', streaming('multipart/mixed;subscriptionSpec=1.0', part('-'))],
])('%s are delivered', async (_name, respond) => {
  expect(await follow(respond)).toEqual({ results: [RESULT], end: ['completed'] })
})

const compressed =
  (coding: string, compress: (bytes: Buffer) => Buffer, body: Buffer): RequestListener =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': EVENTS, 'content-encoding': coding })
    const compressed = compress(body)
    await new Promise((sent) => response.write(compressed.subarray(0, 9), sent))
    response.end(compressed.subarray(9))
  }

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('events that are compressed with %s are delivered', async (coding, compress) => {
  expect(await follow(compressed(coding, compress, bytes))).toEqual({ results: [RESULT], end: ['completed'] })
})

test('the limit applies to the decompressed length of a compressed event', async () => {
  const long = Buffer.from(`data: {"data":{"a":"${'x'.repeat(500_000)}"}}\n\n`)
  const { results, end } = await follow(compressed('gzip', gzipSync, long), { messageBytesMax: 100_000 })
  expect([results, end]).toEqual([[], ['lost', 'an event is too long']])
})

test('events in an unknown coding, or in a different coding than announced, are lost', async () => {
  expect((await follow(compressed('zap', gzipSync, bytes))).end?.[0]).toBe('lost')
  expect((await follow(compressed('br', gzipSync, bytes))).end?.[0]).toBe('lost')
})

test('a refusal as text/plain is read', async () => {
  const refuse = streaming('text/plain; charset=utf-8', '{"errors":[{"message":"No."}]}')
  expect((await follow(refuse)).end).toEqual(['refused', [{ message: 'No.' }]])
})

test('a subgraph that accepts a WebSocket without choosing a protocol is requested over HTTP', async () => {
  const server = createServer(streaming(EVENTS, bytes)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new WebSocketServer({ server, handleProtocols: () => false })
  await using upstream = openUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const sink = recordSink()
  upstream.subscribe(PAYLOAD, sink)
  await expect.poll(() => sink.ends).toEqual([['completed']])
  expect(sink.events.map(({ payload }) => JSON.stringify(payload))).toEqual([RESULT])
  sockets.close()
  server.close().closeAllConnections()
})

test('an event that is not UTF-8 is not delivered', async () => {
  const wrong = Buffer.from(`data: ${RESULT}\n\n`, 'latin1')
  const { results, end } = await follow(streaming(EVENTS, bytes.subarray(0, 27), wrong))
  expect({ results, end }).toEqual({ results: [RESULT], end: ['lost', 'the response is not UTF-8'] })
})

test('a refusal whose body does not end is given up', async () => {
  const endless: RequestListener = (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).write('{"errors":[')
  }
  const { end } = await follow(endless, { handshakeMs: 0, ackMs: 100 })
  expect(end).toEqual(['lost', 'no response in time'])
})

test.each<[string, RequestListener, unknown]>([
  ['an event that is not JSON', streaming(EVENTS, 'data: x\n\n'), ['lost', 'an event is not a result']],
  ['a stream without its end', streaming(EVENTS, 'data: {'), ['lost', 'the response ended']],
  [
    'a connection that is cut',
    (_request, response) => {
      response.writeHead(200, { 'content-type': EVENTS })
      response.write('data: {', () => response.destroy())
    },
    ['lost', 'the connection was closed'],
  ],
  [
    'a refusal',
    (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"errors":[{"message":"no"}]}')
    },
    ['refused', [{ message: 'no' }]],
  ],
  [
    'a refusal with null as its data',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":null,"errors":[{"message":"no"}]}')
    },
    ['refused', [{ message: 'no' }]],
  ],
])('%s ends the subscription', async (_name, respond, end) => {
  expect(await follow(respond)).toEqual({ results: [], end })
})
