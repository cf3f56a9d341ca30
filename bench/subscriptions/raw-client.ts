import { connect } from 'node:net'
import { CLOSE, clientFrame, PING, PONG, readFrames, TEXT } from './raw-frames.ts'

export type ClientProtocol = 'graphql-transport-ws' | 'graphql-ws'

export interface RawClientOptions {
  readonly port: number
  readonly path: string
  readonly protocol: ClientProtocol
  readonly token: string
  readonly query: string
  readonly variables: object
  /** Called with a result message; its bytes are reused after the call. */
  readonly onResult: (message: Buffer) => void
  /** Called at most once when the client cannot continue, and not after `end`. */
  readonly onTrouble: (problem: string) => void
}

export interface RawClient {
  end(): void
}

/** Shorter messages are acknowledgements, keep-alives or errors. */
const resultBytesMin = 200
const EMPTY = Buffer.alloc(0)
/** One buffer serves all sockets, since bytes are processed as soon as a socket has read them. */
const READ_INTO = Buffer.alloc(262_144)

/**
 * A WebSocket client on a plain socket that only detects the end of each result. Resolves once it
 * has subscribed.
 */
export function openRawClient(options: RawClientOptions): Promise<RawClient> {
  const { port, path, protocol, token, query, variables, onResult } = options
  const { promise, resolve, reject } = Promise.withResolvers<RawClient>()
  let carry: Buffer = EMPTY
  let upgraded = false
  let subscribed = false
  let over = false

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: READ_INTO,
      callback(size) {
        receive(READ_INTO.subarray(0, size))
        return true
      },
    },
  })
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => fail('the server closed the connection'))
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      'host: localhost',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `sec-websocket-protocol: ${protocol}`,
      '\r\n',
    ].join('\r\n'),
  )
  return promise

  function fail(problem: string): void {
    if (over) return
    over = true
    socket.destroy()
    reject(new Error(problem))
    if (subscribed) options.onTrouble(problem)
  }

  function send(message: object): void {
    socket.write(clientFrame(TEXT, Buffer.from(JSON.stringify(message))))
  }

  function receive(chunk: Buffer): void {
    let bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk])
    if (!upgraded) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end >= 0 && bytes.toString('latin1', 9, 12) !== '101') fail(bytes.toString('latin1', 0, 80))
      else if (end >= 0) {
        upgraded = true
        bytes = bytes.subarray(end + 4)
        send({ type: 'connection_init', payload: { bearer_token: token } })
      }
    }
    const used = upgraded ? readFrames(bytes, (opcode, start, end) => take(bytes, opcode, start, end)) : 0
    carry = used === bytes.length ? EMPTY : Buffer.from(bytes.subarray(used))
  }

  function take(bytes: Buffer, opcode: number, start: number, end: number): void {
    const payload = bytes.subarray(start, end)
    if (opcode === TEXT && payload.length >= resultBytesMin) onResult(payload)
    else if (opcode === PING) socket.write(clientFrame(PONG, payload))
    else if (opcode === CLOSE) fail(`closed with ${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`)
    else if (opcode === TEXT) handle(JSON.parse(payload.toString()) as { type: string })
  }

  function handle(message: { readonly type: string }): void {
    if (message.type === 'connection_ack') {
      const type = protocol === 'graphql-ws' ? 'start' : 'subscribe'
      send({ id: '1', type, payload: { query, variables } })
      subscribed = true
      resolve({
        end() {
          over = true
          socket.destroy()
        },
      })
    } else if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type !== 'ka') fail(JSON.stringify(message))
  }
}
