import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  CREDIT_BYTES,
  END_FLAG,
  encodeHeader,
  encodeWithHead,
  FRAME,
  splitPayload,
  UPGRADE_PROTOCOL,
} from '@travel-rule/frames/frame'
import { openFrameReader, type ReceivedFrame } from '@travel-rule/frames/frame-reader'
import { expect, onTestFinished, test } from 'vitest'
import type { Outcome } from './circuit-breaker.ts'
import { openSubgraphClient, type RawSubgraphRequest } from './subgraph-client.ts'

const HEAD = '200\ncontent-type:application/json'
const respond = (request: number, body: string) => encodeWithHead(FRAME.RESPONSE | END_FLAG, request, HEAD, body)

interface Peer {
  /** Of all connections, in the order of their arrival. */
  readonly frames: ReceivedFrame[]
  readonly sockets: Socket[]
  /** Bodies of requests over HTTP/1.1. */
  readonly plain: string[]
  readonly url: string
}

/** A subgraph that offers frames, and does what a test makes it do with each. */
async function openPeer(
  onFrame: (frame: ReceivedFrame, socket: Socket) => void,
  onUpgrade: (socket: Socket) => boolean = () => true,
): Promise<Peer> {
  const frames: ReceivedFrame[] = []
  const sockets: Socket[] = []
  const plain: string[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      plain.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('"http"')
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    server.closeAllConnections()
  })
  return { frames, sockets, plain, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` }
}

const NEVER = new AbortController().signal

async function openClient(url: string, options: Partial<Parameters<typeof openSubgraphClient>[0]> = {}) {
  const outcomes: Outcome[] = []
  const client = openSubgraphClient({
    url,
    connectionsMax: 8,
    fetchTimeoutMs: 5_000,
    connectTimeoutMs: 2_000,
    responseBytesMax: 40_000_000,
    frames: true,
    observer: { attempted: (outcome) => outcomes.push(outcome), retried() {}, circuitChanged() {} },
    ...options,
  })
  onTestFinished(() => client[Symbol.asyncDispose]())
  const fetch = async (body: string, request: Partial<RawSubgraphRequest> = {}) => {
    const result = await client.fetchBytes({ body, headers: { 'x-id': 'a' }, signal: NEVER, ...request })
    return 'fault' in result ? result : Buffer.concat(result.body).toString()
  }
  return { fetch, outcomes }
}

/** A client whose connection is open. */
async function openFramedClient(peer: Peer, options: Partial<Parameters<typeof openSubgraphClient>[0]> = {}) {
  const client = await openClient(peer.url, options)
  expect(await client.fetch('first')).toBe('"http"')
  // The connection is open once a request uses it.
  await expect.poll(async () => (await client.fetch('next')) === '"framed"').toBe(true)
  peer.frames.length = 0
  peer.plain.length = 0
  client.outcomes.length = 0
  return client
}

const bodyOf = ({ payload }: ReceivedFrame) => splitPayload(payload).body.toString()

/** Responds to all but requests with these bodies, for which it does something else. */
function behave(special: Readonly<Record<string, (request: number, socket: Socket) => void>> = {}) {
  return (frame: ReceivedFrame, socket: Socket) => {
    if (frame.type !== FRAME.REQUEST) return
    const action = special[bodyOf(frame)]
    if (action !== undefined) action(frame.request, socket)
    else socket.write(respond(frame.request, '"framed"'))
  }
}

test('requests go over HTTP/1.1 until a connection for frames is open, then over it', async () => {
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
] as const)('all requests go over HTTP/1.1 to a subgraph that %s', async ([, upgrade]) => {
  let upgrades = 0
  const peer = await openPeer(behave(), (socket) => {
    upgrades += 1
    upgrade(socket)
    onTestFinished(() => void socket.destroy())
    return false
  })
  const { fetch } = await openClient(peer.url)
  expect(await fetch('one')).toBe('"http"')
  await expect.poll(() => upgrades).toBe(1)
  expect(await fetch('two')).toBe('"http"')
})

test('too long requests go over HTTP/1.1', async () => {
  const peer = await openPeer(behave())
  const { fetch } = await openFramedClient(peer)
  expect(await fetch('a'.repeat(100_000))).toBe('"http"')
})

test('a lost connection fails mutations, repeats queries, and counts as one failure', async () => {
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
  // A late response to it is ignored.
  peer.sockets[0]?.write(respond(peer.frames[0]?.request ?? 0, '"late"'))
  expect(await fetch('other')).toBe('"framed"')
  expect(peer.sockets).toHaveLength(1)
})

test('a request past its deadline fails alone', async () => {
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

test('a connection that retires completes its requests, and another takes further ones', async () => {
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
