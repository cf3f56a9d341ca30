import { END_FLAG, FRAME, FRAME_HEADER_BYTES, FrameError, PAYLOAD_BYTES_MAX } from './frame.ts'

export interface ReceivedFrame {
  /** Without `END_FLAG`. */
  readonly type: number
  readonly end: boolean
  readonly request: number
  /** Usually a part of the pushed bytes: copy what must outlive the call. */
  readonly payload: Buffer
}

/** Divides what a connection receives into frames. */
export interface FrameReader {
  /**
   * Throws `FrameError` for a payload that is too long, and what `receive` throws. The bytes may be
   * overwritten afterwards.
   */
  push(chunk: Buffer): void
  /** Whether a frame has arrived in part. */
  isPartial(): boolean
}

/**
 * A `DATA` frame that arrives in parts is received in parts, which saves copying its bytes: only
 * the last one has `end`.
 */
export function openFrameReader(receive: (frame: ReceivedFrame) => void): FrameReader {
  let kept: Buffer[] = []
  let keptBytes = 0
  let neededBytes = FRAME_HEADER_BYTES
  /** The rest of a `DATA` frame whose start has been received. */
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
          if (frame.type !== FRAME.DATA) {
            neededBytes = end - at
            break
          }
          const payload = bytes.subarray(payloadAt)
          rest = { ...frame, missing: payloadBytes - payload.length }
          if (payload.length > 0) receive({ ...frame, end: false, payload })
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
