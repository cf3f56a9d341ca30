import { createServer, type IncomingMessage } from 'node:http'
import { connect as connectHttp2, constants, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Pool } from '@travel-rule/federation/subgraph-client/undici-pool'
import { WebSocket, WebSocketServer } from 'ws'

export type TransportName = 'http1' | 'http2' | 'websocket' | 'frames'

export const TRANSPORTS: readonly TransportName[] = ['http1', 'http2', 'websocket', 'frames']

type Headers = Readonly<Record<string, string>>
/** Sends one request; resolves with the length of the response's body. */
type Send = (headers: Headers, body: string) => Promise<number>
type Respond = (headers: Readonly<Record<string, unknown>>, body: Buffer) => Buffer

interface Transport {
  /** Listens on a free port of this machine, and returns it. */
  serve(respond: Respond): Promise<number>
  connect(port: number): Promise<Send>
}

const http1ConnectionsMax = 64
const http2WindowBytes = 16_000_000
const RESPONSE_HEADERS = {
  'content-type': 'application/graphql-response+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** The ways to carry requests between the gateway and a subgraph, without admission, limits and faults. */
export const OPEN: Readonly<Record<TransportName, Transport>> = {
  http1: {
    async serve(respond) {
      const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const body = respond(request.headers, single(chunks))
          response.writeHead(200, { ...RESPONSE_HEADERS, 'content-length': body.length })
          // Like the HTTP host, joins short bodies with the headers.
          if (body.length > 16_384) response.end(body)
          else response.end(body.toString('latin1'), 'latin1')
        })
      })
      return listen(server)
    },
    async connect(port) {
      const pool = new Pool(`http://127.0.0.1:${port}`, {
        connections: http1ConnectionsMax,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      return (headers, body) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        let bytes = 0
        pool.dispatch(
          { method: 'POST', path: '/graphql', headers, body },
          {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData(_controller, chunk) {
              bytes += chunk.byteLength
            },
            onResponseEnd: () => resolve(bytes),
            onResponseError: (_controller, error) => reject(error),
          },
        )
        return promise
      }
    },
  },
  http2: {
    async serve(respond) {
      const settings = { initialWindowSize: http2WindowBytes, maxConcurrentStreams: 1_000 }
      const server = createHttp2Server({ settings })
      server.on('session', (session) => session.setLocalWindowSize(http2WindowBytes))
      server.on('stream', (stream, headers) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          stream.respond({ ':status': 200, ...RESPONSE_HEADERS })
          stream.end(respond(headers, single(chunks)))
        })
      })
      return listen(server)
    },
    async connect(port) {
      const settings = { initialWindowSize: http2WindowBytes, enablePush: false }
      const session = connectHttp2(`http://127.0.0.1:${port}`, { settings })
      await new Promise((resolve) => session.once('connect', resolve))
      session.setLocalWindowSize(http2WindowBytes)
      return (headers, body) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        const stream = session.request({
          [constants.HTTP2_HEADER_METHOD]: 'POST',
          [constants.HTTP2_HEADER_PATH]: '/graphql',
          ...headers,
        })
        let bytes = 0
        stream.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
        })
        stream.on('end', () => resolve(bytes))
        stream.on('error', reject)
        stream.end(body)
        return promise
      }
    },
  },
  websocket: {
    async serve(respond) {
      const server = createServer()
      const sockets = new WebSocketServer({ server, perMessageDeflate: false })
      sockets.on('connection', (socket, request: IncomingMessage) => {
        const corked = corkedUntilTurnEnds(request.socket)
        socket.on('message', (message: Buffer) => {
          const { id, headers, body } = decodeRequest(message)
          corked()
          socket.send(encodeResponse(id, respond(headers, body)))
        })
      })
      return listen(server)
    },
    async connect(port) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
      let raw: Duplex | undefined
      socket.on('upgrade', (response) => {
        raw = response.socket
      })
      await new Promise((resolve) => socket.once('open', resolve))
      const corked = corkedUntilTurnEnds(raw as Duplex)
      const waiting = new Map<number, (bytes: number) => void>()
      socket.on('message', (message: Buffer) => settle(waiting, message))
      return numbered(waiting, (id, headers, body) => {
        corked()
        socket.send(encodeRequest(id, headers, body))
      })
    },
  },
  frames: {
    async serve(respond) {
      const server = createServer()
      server.on('upgrade', (_request, socket: Socket) => {
        socket.setNoDelay(true)
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: bench-frames\r\n\r\n')
        const write = joinedWrites(socket)
        readFrames(socket, (frame) => {
          const { id, headers, body } = decodeRequest(frame)
          write(encodeResponse(id, respond(headers, body)))
        })
      })
      return listen(server)
    },
    async connect(port) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.write('GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: bench-frames\r\n\r\n')
      await new Promise((resolve) => socket.once('data', resolve))
      const write = joinedWrites(socket)
      const waiting = new Map<number, (bytes: number) => void>()
      readFrames(socket, (frame) => settle(waiting, frame))
      return numbered(waiting, (id, headers, body) => write(encodeRequest(id, headers, body)))
    },
  },
}

async function listen(server: {
  listen(port: number, host: string, done: () => void): unknown
  address(): unknown
}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function single(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** Frame layout: the stream's number, the length of the headers, the headers as lines, the body. */
function encodeRequest(id: number, headers: Headers, body: string): Buffer {
  let lines = ''
  for (const name in headers) lines += `${name}:${headers[name]}\n`
  const message = Buffer.allocUnsafe(6 + lines.length + Buffer.byteLength(body))
  message.writeUInt32BE(id, 0)
  message.writeUInt16BE(lines.length, 4)
  message.write(lines, 6, 'latin1')
  message.write(body, 6 + lines.length)
  return message
}

function decodeRequest(message: Buffer): { id: number; headers: Record<string, string>; body: Buffer } {
  const headersEnd = 6 + message.readUInt16BE(4)
  const headers: Record<string, string> = {}
  for (const line of message.toString('latin1', 6, headersEnd - 1).split('\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon)] = line.slice(colon + 1)
  }
  return { id: message.readUInt32BE(0), headers, body: message.subarray(headersEnd) }
}

const RESPONSE_HEAD = Buffer.from(
  `200\n${Object.entries(RESPONSE_HEADERS)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}`,
)

function encodeResponse(id: number, body: Buffer): Buffer {
  const message = Buffer.allocUnsafe(6 + RESPONSE_HEAD.length + body.length)
  message.writeUInt32BE(id, 0)
  message.writeUInt16BE(RESPONSE_HEAD.length, 4)
  message.set(RESPONSE_HEAD, 6)
  message.set(body, 6 + RESPONSE_HEAD.length)
  return message
}

function settle(waiting: Map<number, (bytes: number) => void>, message: Buffer): void {
  const id = message.readUInt32BE(0)
  const headersEnd = 6 + message.readUInt16BE(4)
  const lines = message.toString('latin1', 6, headersEnd).split('\n')
  if (lines[0] !== '200') throw new Error(`unexpected status ${lines[0]}`)
  waiting.get(id)?.(message.length - headersEnd)
  waiting.delete(id)
}

function numbered(
  waiting: Map<number, (bytes: number) => void>,
  send: (id: number, headers: Headers, body: string) => void,
): Send {
  let last = 0
  return (headers, body) => {
    last += 1
    const { promise, resolve } = Promise.withResolvers<number>()
    waiting.set(last, resolve)
    send(last, headers, body)
    return promise
  }
}

/** Messages of one turn of the event loop are sent with one system call. */
function corkedUntilTurnEnds(socket: Duplex): () => void {
  let corked = false
  return () => {
    if (corked) return
    corked = true
    socket.cork()
    setImmediate(() => {
      corked = false
      socket.uncork()
    })
  }
}

/** Messages prefixed with their length; those of one turn of the event loop are sent in one write. */
function joinedWrites(socket: Duplex): (message: Buffer) => void {
  let pending: Buffer[] = []
  const flush = () => {
    const written = pending
    pending = []
    socket.write(Buffer.concat(written))
  }
  return (message) => {
    if (pending.length === 0) setImmediate(flush)
    const length = Buffer.allocUnsafe(4)
    length.writeUInt32BE(message.length, 0)
    pending.push(length, message)
  }
}

function readFrames(socket: Duplex, received: (frame: Buffer) => void): void {
  let chunks: Buffer[] = []
  let bytes = 0
  let needed = 4
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < needed) return
    let buffer = single(chunks)
    needed = 4
    while (buffer.length >= 4) {
      const end = 4 + buffer.readUInt32BE(0)
      if (buffer.length < end) {
        needed = end
        break
      }
      received(buffer.subarray(4, end))
      buffer = buffer.subarray(end)
    }
    chunks = buffer.length === 0 ? [] : [buffer]
    bytes = buffer.length
  })
}
