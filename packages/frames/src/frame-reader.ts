import { END_FLAG, FRAME, FRAME_HEADER_BYTES, FrameError, PAYLOAD_BYTES_MAX } from './frame.ts'

export interface ReceivedFrame {
  /** The frame's type, without `END_FLAG`. */
  readonly type: number
  readonly end: boolean
  readonly request: number
  /** Usually a part of the pushed bytes: copy what is needed after the call. */
  readonly payload: Buffer
}

/** Splits the bytes that a connection receives into frames. */
export interface FrameReader {
  /**
   * Throws `FrameError` for a payload that is too long, and the errors of `receive`. Afterwards, the bytes may be
   * overwritten.
   */
  push(chunk: Buffer): void
  /** True if part of a frame has arrived. */
  isPartial(): boolean
}

/**
 * If a `RESPONSE` frame whose head is complete, or a `DATA` frame, arrives in parts, the parts are received separately,
 * which saves copying their bytes: all but the first as `DATA`, and only the last with `end`.
 */
export function openFrameReader(receive: (frame: ReceivedFrame) => void): FrameReader {
  let kept: Buffer[] = []
  let keptBytes = 0
  let neededBytes = FRAME_HEADER_BYTES
  /** The rest of a frame whose start has been received. */
  let rest: { readonly end: boolean; readonly request: number; missing: number } | undefined

  function readRest(chunk: Buffer): Buffer {
    if (rest === undefined) return chunk
    const payload = chunk.subarray(0, rest.missing)
    rest.missing -= payload.length
    const { end, request, missing } = rest
    if (missing === 0) rest = undefined
    receive({ type: FRAME.DATA, end: end && missing === 0, request, payload })
    return chunk.subarray(payload.length)
  }

  return {
    isPartial: () => keptBytes > 0 || rest !== undefined,
    push(chunk) {
      let bytes = readRest(chunk)
      if (bytes.length === 0) return
      if (keptBytes > 0) {
        keptBytes += bytes.length
        if (keptBytes < neededBytes) {
          kept.push(Buffer.from(bytes))
          return
        }
        bytes = Buffer.concat([...kept, bytes], keptBytes)
        kept = []
        keptBytes = 0
      }
      neededBytes = FRAME_HEADER_BYTES
      let at = 0
      while (bytes.length - at >= FRAME_HEADER_BYTES) {
        const payloadBytes = bytes.readUInt32BE(at)
        if (payloadBytes > PAYLOAD_BYTES_MAX) throw new FrameError('a frame is too long')
        const flagged = bytes[at + 4] ?? 0
        const request = bytes.readUInt32BE(at + 5)
        const frame = { type: flagged & ~END_FLAG, end: (flagged & END_FLAG) !== 0, request }
        const payloadAt = at + FRAME_HEADER_BYTES
        const end = payloadAt + payloadBytes
        if (end > bytes.length) {
          const payload = bytes.subarray(payloadAt)
          const headBytes = headBytesOf(frame.type, payload)
          if (payload.length < headBytes) {
            neededBytes = Math.min(end, payloadAt + headBytes) - at
            break
          }
          rest = { ...frame, missing: payloadBytes - payload.length }
          if (payload.length > 0 || frame.type !== FRAME.DATA) receive({ ...frame, end: false, payload })
          return
        }
        at = end
        receive({ ...frame, payload: bytes.subarray(payloadAt, end) })
      }
      if (at === bytes.length) return
      kept = [Buffer.from(bytes.subarray(at))]
      keptBytes = bytes.length - at
    },
  }
}

/** Minimum size of a partial payload that is received before the rest has arrived. */
function headBytesOf(type: number, payload: Buffer): number {
  if (type === FRAME.DATA) return 0
  if (type !== FRAME.RESPONSE) return Number.POSITIVE_INFINITY
  return payload.length < 2 ? 2 : 2 + payload.readUInt16BE(0)
}
