import { connect, type Socket } from 'node:net'

/** A TCP connection for tests that send requests that HTTP clients would refuse to send. */
export interface RawConnection extends Disposable {
  readonly socket: Socket
  /** Resolves with all received data when the other side has closed. */
  readonly received: Promise<string>
}

export function openRaw(port: number, sent: string): RawConnection {
  const { promise, resolve } = Promise.withResolvers<string>()
  const chunks: string[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(sent))
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => void chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(chunks.join('')))
  return { socket, received: promise, [Symbol.dispose]: () => socket.destroy() }
}
