import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Frame } from '../delivery/result-queue.ts'
import type { WriterPort } from '../delivery/result-writer.ts'

/** Results up to this length are copied into one buffer, which costs less than a second piece; longer ones more. It is also what Node takes from its pool. */
const joinedBytesMax = 4_000

/**
 * The port of a WebSocket whose bytes go over `connection`.
 *
 * Results are framed here and written beside `client`: that takes a quarter less time than its `send`, which makes two buffers and three objects for
 * each message. The frames of `client` cannot be torn apart by that, because it writes each at once and whole: it must not compress, and must not
 * be given blobs. Source: RFC 6455, section 5.2.
 */
export class SocketPort implements WriterPort {
  readonly #client: WebSocket
  readonly #connection: Duplex

  constructor(client: WebSocket, connection: Duplex) {
    this.#client = client
    this.#connection = connection
  }

  /** Once this is true, `drain` follows as soon as everything is taken. */
  isFull(): boolean {
    return this.#connection.writableLength >= this.#connection.writableHighWaterMark
  }

  write({ head, tail }: Frame, bytes: Buffer): void {
    if (this.#client.readyState !== OPEN) return
    const length = head.byteLength + bytes.byteLength + tail.byteLength
    const lead = leadOf(length)
    const joined = length <= joinedBytesMax
    const begin = Buffer.allocUnsafe(lead + (joined ? length : head.byteLength))
    writeLead(begin, length)
    begin.set(head, lead)
    if (joined) {
      begin.set(bytes, lead + head.byteLength)
      begin.set(tail, lead + head.byteLength + bytes.byteLength)
      this.#connection.write(begin)
      return
    }
    this.#connection.cork()
    this.#connection.write(begin)
    this.#connection.write(bytes)
    this.#connection.write(tail)
    this.#connection.uncork()
  }

  writeFinal(text: string | Buffer): void {
    if (this.#client.readyState === OPEN) this.#client.send(text, TEXT)
  }

  batch(work: () => void): void {
    this.#connection.cork()
    work()
    this.#connection.uncork()
  }

  onDrain(resume: () => void): void {
    this.#connection.once('drain', resume)
  }

  progress(): number {
    return untakenBytes(this.#connection)
  }

  cut(): void {
    this.#client.terminate()
  }
}

/** `readyState` of a WebSocket that is neither closed nor being closed. */
const OPEN = 1
const TEXT = { binary: false }

/**
 * Bytes that were written and that the operating system has not taken; they get fewer also while a long message is on its way.
 *
 * `writeQueueSize` is what Node's own time-outs of connections look at.
 */
export function untakenBytes(connection: Duplex): number {
  const { _handle: handle } = connection as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? connection.writableLength
}

/** Bytes before the payload of a frame that is not masked. */
function leadOf(length: number): 2 | 4 | 10 {
  if (length < 126) return 2
  return length < 65_536 ? 4 : 10
}

const wholeText = 0x81

function writeLead(target: Buffer, length: number): void {
  target[0] = wholeText
  if (length < 126) {
    target[1] = length
  } else if (length < 65_536) {
    target[1] = 126
    target.writeUInt16BE(length, 2)
  } else {
    target[1] = 127
    target.writeUIntBE(0, 2, 2)
    target.writeUIntBE(length, 4, 6)
  }
}
