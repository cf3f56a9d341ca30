import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createAuthority } from '@travel-rule/certificates/certificate-authority'
import type { Outcome } from '@travel-rule/federation/subgraph-client/circuit-breaker'
import { openSubgraphClient, type RawSubgraphRequest } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { expect, onTestFinished, test } from 'vitest'
import {
  BODY_BYTES_MAX,
  CREDIT_BYTES,
  END_FLAG,
  encodeHeader,
  encodeWithHead,
  FRAME,
  splitPayload,
  UPGRADE_PROTOCOL,
} from './frame.ts'
import { openFrameReader, type ReceivedFrame } from './frame-reader.ts'
import { openFramedDispatcher } from './framed-dispatcher.ts'
import { freeBuffers } from './free-buffers.ts'

const HEAD = '200\ncontent-type:application/json'
const respond = (request: number, body: string) => encodeWithHead(FRAME.RESPONSE | END_FLAG, request, HEAD, body)

const OFFER = { 'content-type': 'application/json', connection: 'keep-alive, upgrade', upgrade: UPGRADE_PROTOCOL }

interface Peer {
  /** Frames of all connections, in the order of their arrival. */
  readonly frames: ReceivedFrame[]
  readonly sockets: Socket[]
  /** Bodies of the requests over HTTP/1.1. */
  readonly plain: string[]
  readonly url: string
}

/** A subgraph that accepts frames; each test scripts its responses. */
async function openPeer(
  onFrame: (frame: ReceivedFrame, socket: Socket) => void,
  {
    server = createServer(),
    host = '127.0.0.1',
    headers = OFFER as OutgoingHttpHeaders,
    onUpgrade = (_socket: Socket): boolean => true,
  } = {},
): Promise<Peer> {
  const frames: ReceivedFrame[] = []
  const sockets: Socket[] = []
  const plain: string[] = []
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      plain.push(Buffer.concat(chunks).toString())
      response.writeHead(200, headers).end('"http"')
    })
  })
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined)
    if (!onUpgrade(socket)) return
    sockets.push(socket)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${UPGRADE_PROTOCOL}\r\n\r\n`)
    const reader = openFrameReader((frame) => {
      frames.push(frame)
      onFrame(frame, socket)
    })
    socket.on('data', (chunk: Buffer) => reader.push(chunk))
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    server.closeAllConnections()
  })
  const origin = `${server instanceof TlsServer ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}`
  return { frames, sockets, plain, url: `${origin}:${(server.address() as AddressInfo).port}/graphql` }
}

const NEVER = new AbortController().signal

interface ClientOptions extends Partial<Parameters<typeof openSubgraphClient>[0]> {
  readonly framedConnections?: number
}

async function openClient(url: string, { framedConnections: connectionsMax = 1, ...options }: ClientOptions = {}) {
  const outcomes: Outcome[] = []
  const connectTimeoutMs = 2_000
  const client = openSubgraphClient({
    url,
    connectionsMax: 8,
    fetchTimeoutMs: 5_000,
    connectTimeoutMs,
    responseBytesMax: 40_000_000,
    wrapDispatcher: (http) => openFramedDispatcher({ url, connectionsMax, connectTimeoutMs, http }),
    observer: { attempted: (outcome) => outcomes.push(outcome), retried() {}, circuitChanged() {} },
    ...options,
  })
  onTestFinished(() => client[Symbol.asyncDispose]())
  const fetch = async (body: string, request: Partial<RawSubgraphRequest> = {}) => {
    const result = await client.fetchBytes({ body, headers: { 'x-id': 'a' }, signal: NEVER, ...request })
    if ('fault' in result) return result
    const text = Buffer.concat(result.body).toString()
    // As in a gateway that has passed the response on while others arrive.
    freeBuffers(result.body)
    return text
  }
  return { fetch, outcomes }
}

/** A client with an open connection. */
async function openFramedClient(peer: Peer, options: ClientOptions = {}) {
  const client = await openClient(peer.url, options)
  expect(await client.fetch('first')).toBe('"http"')
  // The connection is open once a request uses it.
  await expect.poll(async () => (await client.fetch('next')) === '"framed"').toBe(true)
  peer.frames.length = 0
  peer.plain.length = 0
  client.outcomes.length = 0
  return client
}

/** Makes most pieces arrive in separate reads. */
async function writeInPieces(socket: Socket, bytes: Buffer, pieceBytes: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    socket.write(bytes.subarray(at, at + pieceBytes))
    await setImmediate()
  }
}

const bodyOf = ({ payload }: ReceivedFrame) => splitPayload(payload).body.toString()

/** Responds to requests with these bodies; the test handles other frames. */
function behave(special: Readonly<Record<string, (request: number, socket: Socket) => void>> = {}) {
  return (frame: ReceivedFrame, socket: Socket) => {
    if (frame.type !== FRAME.REQUEST) return
    const action = special[bodyOf(frame)]
    if (action !== undefined) action(frame.request, socket)
    else socket.write(respond(frame.request, '"framed"'))
  }
}

test('requests are sent over HTTP/1.1 until a connection for frames is open, and then over that connection', async () => {
  const peer = await openPeer(behave())
  const { fetch, outcomes } = await openFramedClient(peer)
  const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => fetch(`{"query":"q${index}"}`)))
  expect(new Set(responses)).toEqual(new Set(['"framed"']))
  expect(peer.plain).toEqual([])
  expect(peer.sockets).toHaveLength(1)
  expect(splitPayload(peer.frames[0]?.payload ?? Buffer.alloc(0)).head).toContain('POST /graphql\nx-id:a\n')
  expect(outcomes).toHaveLength(100)
})

test.for([
  ['refuses the upgrade', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')],
  ['closes the connection', (socket: Socket) => socket.destroy()],
  ['does not respond', () => undefined],
  [
    'upgrades to something else',
    (socket: Socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: other\r\n\r\n'),
  ],
] as const)('all requests are sent over HTTP/1.1 to a subgraph that %s', async ([, upgrade]) => {
  let upgrades = 0
  const onUpgrade = (socket: Socket) => {
    upgrades += 1
    upgrade(socket)
    onTestFinished(() => void socket.destroy())
    return false
  }
  const peer = await openPeer(behave(), { onUpgrade })
  const { fetch } = await openClient(peer.url)
  expect(await fetch('one')).toBe('"http"')
  await expect.poll(() => upgrades).toBe(1)
  expect(await fetch('two')).toBe('"http"')
})

test('a subgraph that does not offer frames receives no upgrade request', async () => {
  let upgrades = 0
  const onUpgrade = (socket: Socket) => {
    upgrades += 1
    return !socket.destroyed
  }
  const peer = await openPeer(behave(), { onUpgrade, headers: { 'content-type': 'application/json' } })
  const { fetch } = await openClient(peer.url)
  for (let count = 0; count < 20; count += 1) expect(await fetch('one')).toBe('"http"')
  expect(upgrades).toBe(0)
})

test('requests are spread over several connections, those of one turn share one, and a hanging connection gets none', async () => {
  const bySocket = new Map<Socket, string[]>()
  const peer = await openPeer((frame, socket) => {
    if (frame.type !== FRAME.REQUEST) return
    bySocket.set(socket, [...(bySocket.get(socket) ?? []), bodyOf(frame)])
    behave({ hang: () => undefined })(frame, socket)
  })
  const { fetch } = await openFramedClient(peer, { framedConnections: 3 })
  await expect.poll(async () => (await fetch('next')) === '"framed"' && peer.sockets.length).toBe(3)
  bySocket.clear()
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([fetch(`a${turn}`), fetch(`b${turn}`)])
  expect([...bySocket.values()].toSorted()).toEqual([
    ['a0', 'b0'],
    ['a1', 'b1'],
    ['a2', 'b2'],
  ])
  void fetch('hang')
  await expect.poll(() => [...bySocket.values()].flat()).toContain('hang')
  for (let turn = 0; turn < 4; turn += 1) await fetch('later')
  expect([...bySocket.values()].map((bodies) => bodies.filter((body) => body === 'later').length)).toContain(0)
  expect([...bySocket.values()].find((bodies) => bodies.includes('hang'))?.at(-1)).toBe('hang')
})

test.for(['127.0.0.1', '::1', 'localhost'])('frames are sent over TLS to %s', async (host) => {
  const authorities = getCACertificates('default')
  const authority = await createAuthority('Test authority')
  const { certificate, key } = await authority.issue({ name: 'subgraph', hosts: [host] })
  setDefaultCACertificates([...authorities, authority.certificate])
  onTestFinished(() => setDefaultCACertificates(authorities))
  const peer = await openPeer(behave(), { host, server: createTlsServer({ cert: certificate, key }) })
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('over TLS')).toBe('"framed"')
  expect(peer.plain).toEqual([])
})

test('a subgraph whose certificate is not valid gets no request', async () => {
  const authority = await createAuthority('Unknown authority')
  const { certificate, key } = await authority.issue({ name: 'subgraph', hosts: ['127.0.0.1'] })
  const peer = await openPeer(behave(), { server: createTlsServer({ cert: certificate, key }) })
  const { fetch } = await openClient(peer.url)
  expect(await fetch('one')).toMatchObject({ fault: 'UNAVAILABLE' })
  expect([...peer.plain, ...peer.frames]).toEqual([])
})

test('responses that arrive byte by byte are complete', async () => {
  const peer = await openPeer(
    behave({
      slow(request, socket) {
        for (const byte of respond(request, '"in pieces"')) socket.write(Buffer.of(byte))
      },
    }),
  )
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('slow')).toBe('"in pieces"')
  expect(await fetch('other')).toBe('"framed"')
})

test('responses of any length, split anywhere, keep their bytes while others arrive', async () => {
  const bodies = [40, 900, 16_000, 40_000, 49_000, 20_000, 45_000, 9].map((bytes, index) => `${index}`.repeat(bytes))
  let arrived: Buffer[] = []
  let pieceBytes = 0
  const peer = await openPeer((frame, socket) => {
    if (!bodyOf(frame).startsWith('long')) return behave()(frame, socket)
    arrived.push(respond(frame.request, bodies[Number(bodyOf(frame).at(-1))] ?? ''))
    if (arrived.length < bodies.length) return
    const all = Buffer.concat(arrived)
    arrived = []
    void writeInPieces(socket, all, pieceBytes)
  })
  const { fetch } = await openFramedClient(peer)
  for (pieceBytes of [5_003, 20_011, 33_013, 65_536, 100_003]) {
    expect(await Promise.all(bodies.map((_, index) => fetch(`long ${index}`)))).toEqual(bodies)
  }
})

test('requests that are too long for a frame are sent over HTTP/1.1', async () => {
  const peer = await openPeer(behave())
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('a'.repeat(BODY_BYTES_MAX))).toBe('"framed"')
  expect(await fetch('a'.repeat(BODY_BYTES_MAX + 1))).toBe('"http"')
  expect(await fetch('€'.repeat(BODY_BYTES_MAX / 3))).toBe('"framed"')
  expect(await fetch('€'.repeat(BODY_BYTES_MAX / 3 + 1))).toBe('"http"')
})

test('a lost connection fails mutations, repeats queries, and counts as a single failure', async () => {
  const lost = new Set<Socket>()
  const onlyOnce = (request: number, socket: Socket) => {
    if (lost.size === 0 || lost.has(socket)) lost.add(socket)
    else socket.write(respond(request, '"framed"'))
  }
  const peer = await openPeer(behave({ query: onlyOnce, mutation: onlyOnce, last: (_, socket) => socket.destroy() }))
  const { fetch, outcomes } = await openFramedClient(peer)
  const queries = Array.from({ length: 40 }, () => fetch('query', { idempotent: true }))
  const mutations = Array.from({ length: 5 }, () => fetch('mutation'))
  await expect.poll(() => peer.frames.length).toBe(45)
  const last = fetch('last')
  for (const response of await Promise.all(queries)) expect(response).toMatch(/^"(http|framed)"$/)
  for (const response of [...(await Promise.all(mutations)), await last]) {
    expect(response).toMatchObject({ fault: 'UNAVAILABLE' })
  }
  expect(outcomes.filter((outcome) => outcome === 'FAILURE')).toHaveLength(1)
  await expect.poll(() => fetch('again')).toBe('"framed"')
})

test('a cancelled request is cancelled at the subgraph, and others continue', async () => {
  const peer = await openPeer(behave({ wait: () => undefined }))
  const { fetch } = await openFramedClient(peer)
  const abort = new AbortController()
  const response = fetch('wait', { signal: abort.signal })
  await expect.poll(() => peer.frames.length).toBe(1)
  abort.abort()
  expect(await response).toMatchObject({ fault: 'UNAVAILABLE' })
  await expect.poll(() => peer.frames.at(-1)).toMatchObject({ type: FRAME.CANCEL, request: peer.frames[0]?.request })
  // A late response to the cancelled request is ignored.
  peer.sockets[0]?.write(respond(peer.frames[0]?.request ?? 0, '"late"'))
  expect(await fetch('other')).toBe('"framed"')
  expect(peer.sockets).toHaveLength(1)
})

test('a request past its deadline fails without affecting others', async () => {
  const peer = await openPeer(behave({ wait: () => undefined }))
  const { fetch } = await openFramedClient(peer)
  const late = fetch('wait', { deadlineAtMs: performance.now() + 50 })
  expect(await fetch('other')).toBe('"framed"')
  expect(await late).toMatchObject({ fault: 'TIMEOUT' })
  expect(await fetch('other')).toBe('"framed"')
})

test('a long response in chunks receives credit, and one over the limit is cancelled', async () => {
  const chunk = Buffer.alloc(32_768, '1')
  const long = (request: number, socket: Socket) => {
    socket.write(encodeWithHead(FRAME.RESPONSE, request, HEAD, ''))
    for (let sent = 0; sent < CREDIT_BYTES; sent += chunk.length) {
      socket.write(Buffer.concat([encodeHeader(FRAME.DATA, request, chunk.length), chunk]))
    }
  }
  const peer = await openPeer((frame, socket) => {
    if (frame.type === FRAME.CREDIT) socket.write(encodeHeader(FRAME.DATA | END_FLAG, frame.request, 0))
    else behave({ long })(frame, socket)
  })
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('long')).toHaveLength(CREDIT_BYTES)
  const limited = await openFramedClient(peer, { responseBytesMax: 100_000 })
  expect(await limited.fetch('long')).toMatchObject({ fault: 'UNAVAILABLE' })
  await expect.poll(() => peer.frames.some(({ type }) => type === FRAME.CANCEL)).toBe(true)
  expect(await limited.fetch('other')).toBe('"framed"')
})

test('a response that the subgraph gives up is retried for a query', async () => {
  let attempts = 0
  const peer = await openPeer(
    behave({
      fails(request, socket) {
        attempts += 1
        socket.write(attempts === 1 ? encodeHeader(FRAME.CANCEL, request, 0) : respond(request, '"second"'))
      },
    }),
  )
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('fails', { idempotent: true })).toBe('"second"')
})

test('a retiring connection completes its requests, and another one takes further requests', async () => {
  const peer = await openPeer(
    behave({
      retire: (_, socket) => socket.write(encodeHeader(FRAME.RETIRE, 0, 0)),
    }),
  )
  const { fetch } = await openFramedClient(peer)
  const last = fetch('retire')
  await expect.poll(() => peer.frames.length).toBe(1)
  await expect.poll(async () => (await fetch('other')) === '"framed"' && peer.sockets.length).toBe(2)
  peer.sockets[0]?.write(respond(peer.frames[0]?.request ?? 0, '"last"'))
  expect(await last).toBe('"last"')
  await expect.poll(() => peer.sockets[0]?.readableEnded || peer.sockets[0]?.destroyed).toBe(true)
})

test.for([
  ['a frame that is too long', () => encodeHeader(FRAME.RESPONSE, 1, 1_000_000)],
  ['an unknown type', (request: number) => encodeHeader(99, request, 0)],
  ['a response to no request', () => respond(9_999, '1')],
  ['data before the response', (request: number) => encodeHeader(FRAME.DATA, request, 0)],
  [
    'two responses',
    (request: number) => Buffer.concat([1, 2].map(() => encodeWithHead(FRAME.RESPONSE, request, HEAD, '1'))),
  ],
  ['a status that does not exist', (request: number) => encodeWithHead(FRAME.RESPONSE | END_FLAG, request, '99', '1')],
  ['a malformed head', (request: number) => encodeWithHead(FRAME.RESPONSE | END_FLAG, request, '200\nA B', '1')],
] as const)('%s from a subgraph ends the connection and its requests', async ([, bytes]) => {
  const peer = await openPeer(behave({ bad: (request, socket) => socket.write(bytes(request)) }))
  const { fetch } = await openFramedClient(peer)
  const response = await fetch('bad')
  expect(response).toMatchObject({ fault: 'UNAVAILABLE' })
  await expect.poll(() => fetch('other')).toBe('"framed"')
  expect(peer.sockets.length).toBe(2)
})
