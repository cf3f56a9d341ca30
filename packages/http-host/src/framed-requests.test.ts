import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import {
  CREDIT_BYTES,
  decodeHead,
  encodeCredit,
  encodeHeader,
  encodeWithHead,
  FRAME,
  PAYLOAD_BYTES_MAX,
  REQUESTS_MAX,
  splitPayload,
  UPGRADE_PROTOCOL,
} from '@travel-rule/frames/frame'
import { openFrameReader } from '@travel-rule/frames/frame-reader'
import { openLogger } from '@travel-rule/service/logger'
import { expect, onTestFinished, test } from 'vitest'
import { AdmitRefusal, type HttpHostOptions, openHttpHost, type Route } from './http-host.ts'
import { HttpRefusal } from './http-problem.ts'

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  bytes: number
  text: string
  state: 'OPEN' | 'ENDED' | 'CANCELLED'
}

/** A client that sends frames, valid or not. */
async function openPeer(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: ${UPGRADE_PROTOCOL}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  const responses = new Map<number, Received>()
  /** Requests, in the order in which their responses ended. */
  const completed: number[] = []
  let retired = false
  const reader = openFrameReader(({ type, end, request, payload }) => {
    if (type === FRAME.RETIRE) {
      retired = true
      return
    }
    let body = payload
    if (type === FRAME.RESPONSE) {
      const split = splitPayload(payload)
      const { start, headers } = decodeHead(split.head)
      responses.set(request, { status: Number(start), headers, bytes: 0, text: '', state: 'OPEN' })
      body = split.body
    }
    const response = responses.get(request) ?? { status: 0, headers: {}, bytes: 0, text: '', state: 'OPEN' }
    responses.set(request, response)
    if (type === FRAME.CANCEL) response.state = 'CANCELLED'
    response.bytes += body.length
    if (response.bytes < 1_000) response.text += body.toString()
    if (!end) return
    response.state = 'ENDED'
    completed.push(request)
  })
  socket.on('data', (chunk: Buffer) => reader.push(chunk))
  return {
    socket,
    head: head.toString('latin1'),
    responses,
    completed,
    isRetired: () => retired,
    send: (request: number, path: string, body = '', headers = '') =>
      socket.write(encodeWithHead(FRAME.REQUEST, request, `POST ${path}\nx-token:valid${headers}`, body)),
    ended: (request: number) => expect.poll(() => responses.get(request)?.state).toBe('ENDED'),
    closed: () => expect.poll(() => socket.destroyed).toBe(true),
  }
}

const gate = Promise.withResolvers<void>()

const admit = () => ({})

const ROUTES: Route<object | undefined>[] = [
  {
    method: 'POST',
    path: '/echo',
    bodyBytesMax: 20,
    admit: ({ headers }) => (headers['x-token'] === 'valid' ? {} : new AdmitRefusal({ status: 401, body: 'who?' })),
    handle: ({ body }) => ({ status: 200, body: `echo ${body}` }),
  },
  { method: 'POST', path: '/long', admit, handle: () => ({ status: 200, body: Buffer.alloc(30_000_000, 'a') }) },
  { method: 'POST', path: '/stream', admit, handle: () => ({ status: 200, body: Readable.from(['one ', 'two']) }) },
  {
    method: 'POST',
    path: '/broken',
    admit,
    handle: () => ({
      status: 200,
      body: Readable.from(
        (async function* () {
          yield 'one'
          throw new Error('failed half-way')
        })(),
      ),
    }),
  },
  {
    method: 'POST',
    path: '/wait',
    admit,
    handle: async ({ signal }) => {
      const aborted = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => aborted.resolve())
      await Promise.race([gate.promise, aborted.promise])
      return { status: 200, body: signal.aborted ? 'aborted' : 'done' }
    },
  },
  {
    method: 'POST',
    path: '/refuse',
    admit,
    handle: () => {
      throw new HttpRefusal(403, 'NO', 'No')
    },
  },
]

async function openHost(options: Partial<HttpHostOptions> = {}) {
  const seen: string[] = []
  const host = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: openLogger({ name: 'test', level: 'silent' }),
    routes: ROUTES,
    frames: true,
    ...options,
  })
  onTestFinished(() => host[Symbol.asyncDispose]())
  return { host, seen }
}

test('framed requests are admitted, limited and responded to like HTTP requests', async () => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  expect(peer.head).toContain('101 Switching Protocols')
  peer.send(1, '/echo', 'hello')
  peer.socket.write(encodeWithHead(FRAME.REQUEST, 2, 'POST /echo', 'hello'))
  peer.send(3, '/echo', 'a'.repeat(21))
  peer.send(4, '/missing')
  peer.send(5, '/refuse')
  peer.send(6, '/stream')
  peer.send(7, '/echo', 'x', '\ncontent-encoding:gzip')
  for (const request of [1, 2, 3, 4, 5, 6, 7]) await peer.ended(request)
  expect([...peer.responses.entries()].sort(([a], [b]) => a - b).map(([, { status }]) => status)).toEqual([
    200, 401, 413, 404, 403, 200, 415,
  ])
  expect(peer.responses.get(1)).toMatchObject({ text: 'echo hello', headers: { 'cache-control': 'no-store' } })
  expect(peer.responses.get(6)?.text).toBe('one two')
})

test('a response of 30 MB waits for credit and does not delay short ones', async () => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  peer.send(1, '/long')
  await expect.poll(() => peer.responses.get(1)?.bytes).toBe(CREDIT_BYTES)
  peer.send(2, '/echo', 'short')
  await peer.ended(2)
  expect(peer.responses.get(1)?.bytes).toBe(CREDIT_BYTES)
  peer.socket.write(encodeCredit(1, 40_000_000))
  peer.send(3, '/echo', 'short')
  await peer.ended(1)
  expect(peer.completed).toEqual([2, 3, 1])
  expect(peer.responses.get(1)?.bytes).toBe(30_000_000)
})

test('a cancelled request is aborted, and its connection serves others', async () => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  const aborted = peer.ended
  peer.send(1, '/wait')
  peer.socket.write(encodeHeader(FRAME.CANCEL, 1, 0))
  peer.send(2, '/echo', 'next')
  await aborted(2)
  expect(peer.responses.has(1)).toBe(false)
})

test('a stream waiting for its next chunk is destroyed when its request is cancelled or its client disconnects', async () => {
  const streams: Readable[] = []
  const handle = () => {
    const body = new Readable({ read() {} })
    body.push('first ')
    streams.push(body)
    return { status: 200, body }
  }
  const { host } = await openHost({ routes: [...ROUTES, { method: 'POST', path: '/live', admit, handle }] })
  const peer = await openPeer(host.port)
  peer.send(1, '/live')
  peer.send(2, '/live')
  await expect.poll(() => [1, 2].map((request) => peer.responses.get(request)?.text)).toEqual(['first ', 'first '])
  peer.socket.write(encodeHeader(FRAME.CANCEL, 1, 0))
  await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true, false])
  peer.send(3, '/echo', 'next')
  await peer.ended(3)
  peer.socket.destroy()
  await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true, true])
})

test('a response that fails half-way is cancelled, and other responses continue', async () => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  peer.send(1, '/broken')
  await expect.poll(() => peer.responses.get(1)?.state).toBe('CANCELLED')
  peer.send(2, '/echo', 'next')
  await peer.ended(2)
})

test('disposing completes framed requests and refuses further upgrades', async () => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  peer.send(1, '/wait')
  peer.send(2, '/echo', 'x')
  await peer.ended(2)
  host.retire()
  await expect.poll(peer.isRetired).toBe(true)
  expect((await openPeer(host.port)).head).toContain('503 Service Unavailable')
  const disposed = host[Symbol.asyncDispose]()
  gate.resolve()
  await peer.ended(1)
  await disposed
  await peer.closed()
  expect(peer.responses.get(1)?.text).toBe('done')
})

test.for([
  ['a frame that is too long', () => encodeHeader(FRAME.REQUEST, 1, PAYLOAD_BYTES_MAX + 1)],
  ['an unknown type', () => encodeHeader(77, 1, 0)],
  ['a head beyond its frame', () => Buffer.concat([encodeHeader(FRAME.REQUEST, 1, 2), Buffer.from([1, 0])])],
  ['a header with a line feed', () => encodeWithHead(FRAME.REQUEST, 1, 'POST /echo\na:b\r\nc', '')],
  ['a repeated header', () => encodeWithHead(FRAME.REQUEST, 1, 'POST /echo\na:b\na:b', '')],
  ['a content-length', () => encodeWithHead(FRAME.REQUEST, 1, 'POST /echo\ncontent-length:5', '')],
  ['credit for a request that was not sent', () => encodeCredit(9, 1)],
  [
    'too much credit',
    () => Buffer.concat([encodeWithHead(FRAME.REQUEST, 1, 'POST /wait', ''), encodeCredit(1, 2 ** 32 - 1)]),
  ],
  [
    'the number of an earlier request',
    () => Buffer.concat([1, 1].map((request) => encodeWithHead(FRAME.REQUEST, request, 'POST /echo', ''))),
  ],
  [
    'the slot of a request under way',
    () =>
      Buffer.concat([1, 1 + REQUESTS_MAX].map((request) => encodeWithHead(FRAME.REQUEST, request, 'POST /wait', ''))),
  ],
  [
    'more requests than allowed, cancelled at once',
    () =>
      Buffer.concat(
        Array.from({ length: REQUESTS_MAX + 1 }, (_, index) =>
          Buffer.concat([
            encodeWithHead(FRAME.REQUEST, index + 1, 'POST /wait', ''),
            encodeHeader(FRAME.CANCEL, index + 1, 0),
          ]),
        ),
      ),
  ],
] as const)('a framed connection with %s is closed', async ([, bytes]) => {
  const { host } = await openHost()
  const peer = await openPeer(host.port)
  peer.socket.write(bytes())
  await peer.closed()
})

test('a framed connection that sends half a frame, reads no response or stays idle is closed', async () => {
  const { host } = await openHost({
    limits: { headersTimeoutMs: 100, requestTimeoutMs: 100, writeIdleMs: 300, keepAliveMs: 300 },
  })
  const half = await openPeer(host.port)
  half.socket.write(encodeHeader(FRAME.REQUEST, 1, 10))
  const idle = await openPeer(host.port)
  const starving = await openPeer(host.port)
  starving.send(1, '/long')
  await half.closed()
  await idle.closed()
  await starving.closed()
})

test('responses over HTTP/1.1 offer frames, unless they close their connection', async () => {
  const { host } = await openHost()
  const ask = async () => {
    const response = request(`${host.url}/echo`, { method: 'POST', agent, headers: { 'x-token': 'valid' } }).end('hi')
    const [{ headers }] = (await once(response, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    return { connection: headers.connection, upgrade: headers.upgrade }
  }
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  expect(await ask()).toEqual({ connection: 'keep-alive, upgrade', upgrade: UPGRADE_PROTOCOL })
  host.retire()
  expect(await ask()).toEqual({ connection: 'close', upgrade: undefined })
})

test('a host without frames offers none, and serves the upgrade as a plain request', async () => {
  const { host } = await openHost({ frames: false })
  const { head } = await openPeer(host.port)
  expect(head).toContain('404 Not Found')
  expect(head.toLowerCase()).not.toContain('upgrade')
})

test('a path without admission is not served over frames', async () => {
  const { host } = await openHost({ routes: [{ method: 'POST', path: '/open', handle: () => ({ status: 200 }) }] })
  const peer = await openPeer(host.port)
  peer.send(1, '/open')
  await peer.ended(1)
  expect(peer.responses.get(1)?.status).toBe(403)
  expect((await fetch(`http://127.0.0.1:${host.port}/open`, { method: 'POST' })).status).toBe(200)
})

/** A host that responds with 100 KB to `/text`, and the requests that it has handled. */
async function openTextHost(limits: HttpHostOptions['limits']) {
  const counts = { handled: 0 }
  const handle = () => {
    counts.handled += 1
    return { status: 200, body: Buffer.alloc(100_000, 'a') }
  }
  const routes: Route<object | undefined>[] = [
    { method: 'POST', path: '/text', admit, handle },
    { method: 'GET', path: '/readyz', handle: () => ({ status: 200, body: 'ready' }) },
  ]
  return { ...(await openHost({ routes, limits })), counts }
}

test('responses that clients leave unread do not block other requests, and are limited across all connections', async () => {
  const limits = { unsentBytesMax: 28_000_000, unsentBytesPerConnectionMax: 100_000_000, requestsInFlightMax: 251 }
  const { host, counts } = await openTextHost(limits)
  const reader = await openPeer(host.port)
  // Each client leaves 25 MB unread, part of which the network takes.
  const peers = [await openPeer(host.port), await openPeer(host.port)]
  for (const [index, peer] of peers.entries()) {
    peer.socket.pause()
    for (let request = 1; request <= 250; request += 1) peer.send(request, '/text')
    await expect.poll(() => counts.handled).toBe((index + 1) * 250)
  }
  expect((await fetch(`http://127.0.0.1:${host.port}/readyz`)).status).toBe(200)
  reader.send(1, '/text')
  await reader.ended(1)
  // Closing the client that had been stalled longest made room.
  for (const { socket } of peers) socket.resume()
  await expect
    .poll(() => peers.map(({ socket, completed }) => [socket.destroyed, completed.length]))
    .toEqual([
      [true, expect.any(Number)],
      [false, 250],
    ])
})

test('no further requests of a client are read while it leaves too much unread, and all are read once it reads', async () => {
  const { host, counts } = await openTextHost({ unsentBytesPerConnectionMax: 2_000_000 })
  const peer = await openPeer(host.port)
  peer.socket.pause()
  for (let request = 1; request <= 200; request += 1) peer.send(request, '/text')
  await expect.poll(() => counts.handled).toBe(200)
  for (let request = 201; request <= 210; request += 1) peer.send(request, '/text')
  const other = await openPeer(host.port)
  other.send(1, '/text')
  await other.ended(1)
  expect(counts.handled).toBe(201)
  peer.socket.resume()
  await expect.poll(() => peer.completed.length).toBe(210)
})

test('a client that reads slowly, to keep more unread than allowed, is closed although it never stops reading', async () => {
  // The few bytes that it reads occasionally count as activity on its socket, so it is never idle.
  const { host, counts } = await openTextHost({ unsentBytesPerConnectionMax: 2_000_000, writeIdleMs: 300 })
  const trickler = await openPeer(host.port)
  trickler.socket.pause()
  for (let request = 1; request <= 250; request += 1) trickler.send(request, '/text')
  await expect.poll(() => counts.handled).toBe(250)
  const trickle = setInterval(() => void trickler.socket.read(20_000), 10)
  onTestFinished(() => clearInterval(trickle))
  await trickler.closed()
  expect(trickler.completed.length).toBeLessThan(250)
  const other = await openPeer(host.port)
  other.send(1, '/text')
  await other.ended(1)
})
