import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ATTACKER_ADDRESS } from '../harness/innocent-client.ts'
import { type NodeAccess, portOf } from '../harness/shared-node.ts'

/** An attacker's WebSocket, which writes frames as fast as the connection accepts them. */
export interface RawSocket extends Disposable {
  /** Resolves once the bytes are passed to the network, or the connection has closed. */
  write(bytes: Buffer): Promise<void>
  isClosed(): boolean
  /** At least the last 1,000,000 bytes received after the response to the upgrade. */
  received(): Buffer
}

const KEPT_BYTES = 1_000_000

/** Opens a WebSocket without a library, from the attackers' address. */
export async function openRawSocket(node: NodeAccess, protocol = 'graphql-transport-ws'): Promise<RawSocket> {
  const port = portOf(node, 'gateway', 'GATEWAY_PORT')
  const connection = connect({ port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS })
  connection.setNoDelay(true)
  const closed = new Promise<void>((resolve) => {
    connection.on('close', () => resolve())
  })
  // A connection that the gateway ends is an expected outcome of an attack.
  connection.on('error', () => {})
  const kept: Buffer[] = []
  let keptBytes = 0
  connection.write(
    [
      'GET /graphql-ws HTTP/1.1',
      'host: gateway',
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      `sec-websocket-protocol: ${protocol}`,
      '\r\n',
    ].join('\r\n'),
  )
  await Promise.race([new Promise((resolve) => connection.once('data', resolve)), closed])
  connection.on('data', (bytes: Buffer) => {
    kept.push(bytes)
    keptBytes += bytes.length
    while (keptBytes - (kept[0]?.length ?? 0) > KEPT_BYTES) keptBytes -= kept.shift()?.length ?? 0
  })
  return {
    async write(bytes) {
      if (connection.destroyed || connection.write(bytes)) return
      await Promise.race([new Promise((resolve) => connection.once('drain', resolve)), closed])
    },
    isClosed: () => connection.destroyed,
    received: () => Buffer.concat(kept),
    [Symbol.dispose]: () => connection.destroy(),
  }
}

/**
 * Writes `bytes` on each socket, up to `times` times and for at most `seconds`. A paused connection ends the loop, and
 * so does a closed one.
 */
export async function flood(
  sockets: readonly RawSocket[],
  bytes: Buffer,
  { times, seconds }: { readonly times: number; readonly seconds: number },
): Promise<void> {
  const over = delay(seconds * 1_000, undefined, { ref: false })
  const endMs = performance.now() + seconds * 1_000
  await Promise.race([over, Promise.all(sockets.map((socket) => repeatWrite(socket, bytes, times, endMs)))])
}

async function repeatWrite(socket: RawSocket, bytes: Buffer, times: number, endMs: number): Promise<void> {
  for (let time = 0; time < times && !socket.isClosed() && performance.now() < endMs; time += 1) {
    await socket.write(bytes)
    // Lets the attacker's other sockets write.
    await delay(0)
  }
}

/** A client frame, masked with zeros: 6 bytes and the payload. Source: RFC 6455, section 5.2. */
export function clientFrame(opcode: number, payload: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(payload)
  const extended = bytes.length < 126 ? 0 : 2
  const head = Buffer.alloc(6 + extended)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (extended === 0 ? bytes.length : 126)
  if (extended > 0) head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

export const TEXT = 1
export const PING = 9
export const PONG = 10

/** A text frame with a message as JSON. */
export function messageFrame(message: object): Buffer {
  return clientFrame(TEXT, JSON.stringify(message))
}

/** As many frames as fit into one chunk of about `bytesMax`. */
export function chunkOf(frame: Buffer, bytesMax = 64_000): Buffer {
  return Buffer.concat(Array.from({ length: Math.floor(bytesMax / frame.length) }, () => frame))
}
