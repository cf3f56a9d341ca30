import {
  BODY_BYTES_MAX,
  CREDIT_BYTES,
  END_FLAG,
  encodeHead,
  encodeHeader,
  encodeUpToBody,
  FRAME,
  FrameError,
} from '@travel-rule/frames/frame'
import type { FrameWriter } from '@travel-rule/frames/frame-writer'
import { FramedResponse, type ResponseSink } from './framed-exchange.ts'

const creditBytesMax = 2 ** 31
/** Memory of a waiting response besides its body. */
const overheadBytes = 2_048

/** `STARVED`: the client must give credit for the rest. `EMPTY`: nothing to send for now. */
export type SendState = 'MORE' | 'STARVED' | 'EMPTY'

/** Schedules the turns of waiting streams. */
export interface SendTurns {
  /** Calls `sendChunk` in the stream's turns, until it returns something other than `MORE`. */
  add(stream: ResponseStream): void
  delete(stream: ResponseStream): void
  /** Counts bytes that a response holds until they are sent; negative once they are sent. */
  held(bytes: number): void
  /** True if no stream is waiting, and the network takes more bytes. */
  isFree(): boolean
}

/** The response to one framed request, sent in chunks for each of which the client gives credit. */
export class ResponseStream implements ResponseSink {
  readonly response = new FramedResponse(this)
  readonly #request: number
  readonly #writer: FrameWriter
  readonly #turns: SendTurns
  readonly #closed: () => void
  #head: string | undefined
  #chunks: Uint8Array[] = []
  #bytes = 0
  #held = 0
  #complete = false
  #over = false
  #credit = CREDIT_BYTES
  #onSent: (() => void) | undefined

  /** `closed` is called when the network has taken the response, or nothing more will be sent. */
  constructor(request: number, writer: FrameWriter, turns: SendTurns, closed: () => void) {
    this.#request = request
    this.#writer = writer
    this.#turns = turns
    this.#closed = closed
  }

  start(status: number, headers: Readonly<Record<string, string>>, body: readonly Uint8Array[] | undefined): void {
    const head = encodeHead(String(status), headers)
    if (head === undefined) throw new RangeError('a header of the response is invalid')
    if (this.#over) return
    this.#head = head
    this.#complete = body !== undefined
    for (const chunk of body ?? []) this.#add(chunk)
    // A response that fits into one frame does not have to wait for its turn.
    if (this.#complete && this.#bytes <= BODY_BYTES_MAX && this.#turns.isFree()) this.sendChunk()
    else this.#wait()
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#over) return
    this.#add(chunk)
    this.#wait()
    if (this.#bytes < BODY_BYTES_MAX) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onSent = resolve
    await promise
  }

  end(): void {
    if (this.#over) return
    this.#complete = true
    this.#wait()
  }

  cancel(): void {
    if (this.#over) return
    this.#writer.write([encodeHeader(FRAME.CANCEL, this.#request, 0)])
    this.#finish()
    this.#closed()
  }

  /** Called when the client cancelled the request, or its connection is lost. */
  cancelled(): void {
    if (!this.#over) this.#finish()
    this.response.cancelled()
    this.#closed()
  }

  /** Throws `FrameError` for more than 2 GB. */
  addCredit(bytes: number): void {
    this.#credit += bytes
    if (this.#credit > creditBytesMax) throw new FrameError('a credit is too large')
    if (this.#bytes > 0) this.#turns.add(this)
  }

  /** Sends one frame. */
  sendChunk(): SendState {
    if (this.#over) return 'EMPTY'
    const isFirst = this.#head !== undefined
    if (!isFirst && this.#bytes === 0 && !this.#complete) return 'EMPTY'
    const bytes = Math.min(this.#bytes, this.#credit, BODY_BYTES_MAX)
    if (!isFirst && bytes === 0 && this.#bytes > 0) return 'STARVED'
    const isLast = this.#complete && bytes === this.#bytes
    const body = this.#take(bytes)
    const flag = isLast ? END_FLAG : 0
    const written = isLast ? () => this.#written() : undefined
    const start =
      this.#head === undefined
        ? encodeHeader(FRAME.DATA | flag, this.#request, bytes)
        : encodeUpToBody(FRAME.RESPONSE | flag, this.#request, this.#head, bytes)
    this.#head = undefined
    this.#credit -= bytes
    this.#writer.write([start, ...body], written)
    if (isLast) this.#finish()
    else {
      this.#count(this.#bytes === 0 ? 0 : overheadBytes + this.#bytes)
      if (this.#bytes < BODY_BYTES_MAX) this.#resume()
    }
    if (isLast || (this.#bytes === 0 && !this.#complete)) return 'EMPTY'
    return this.#credit === 0 ? 'STARVED' : 'MORE'
  }

  #wait(): void {
    this.#turns.add(this)
    // Unless it was sent immediately.
    if (!this.#over && (this.#bytes > 0 || this.#head !== undefined)) this.#count(overheadBytes + this.#bytes)
  }

  #count(bytes: number): void {
    const added = bytes - this.#held
    if (added === 0) return
    this.#held = bytes
    this.#turns.held(added)
  }

  #add(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
  }

  /** Removes the next `bytes` bytes. */
  #take(bytes: number): Uint8Array[] {
    const taken: Uint8Array[] = []
    let missing = bytes
    while (missing > 0) {
      const [first] = this.#chunks
      if (first === undefined) break
      if (first.byteLength <= missing) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(missing)
      taken.push(first.subarray(0, missing))
      missing -= Math.min(missing, first.byteLength)
    }
    this.#bytes -= bytes
    return taken
  }

  #resume(): void {
    const resume = this.#onSent
    this.#onSent = undefined
    resume?.()
  }

  #finish(): void {
    this.#over = true
    this.#chunks = []
    this.#bytes = 0
    this.#turns.delete(this)
    this.#count(0)
    this.#resume()
  }

  #written(): void {
    this.response.finished()
    this.#closed()
  }
}
