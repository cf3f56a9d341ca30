/**
 * Frames carry many concurrent requests over one connection, which is opened by an HTTP/1.1 upgrade to
 * `request-frames/1`.
 *
 * A frame consists of the length of its payload (4 bytes, big-endian), its type (1 byte), the number of its request (4
 * bytes), and the payload. The client numbers requests in ascending order from 1, so that no two pending ones have the
 * same number modulo `REQUESTS_MAX`.
 */
export const UPGRADE_PROTOCOL = 'request-frames/1'

export const FRAME = {
  /** To the server: a head and the complete body. */
  REQUEST: 1,
  /** To the client: a head and the start of the body. */
  RESPONSE: 2,
  /** Further bytes of a response's body. */
  DATA: 3,
  /** To the server: the number of further bytes of a response's body that may be sent. */
  CREDIT: 4,
  /** The request was cancelled, or its response failed. Nothing follows. */
  CANCEL: 5,
  /** To the client, for request 0: the server accepts no further requests on this connection. */
  RETIRE: 6,
} as const

/** Set in the type of a `RESPONSE` or `DATA` frame that completes the response. */
export const END_FLAG = 0x80

export const FRAME_HEADER_BYTES = 9
/** Maximum length of a payload. */
export const PAYLOAD_BYTES_MAX = 65_536
/** Maximum length of a head: names and values of headers. */
export const HEAD_BYTES_MAX = 16_000
export const HEADERS_MAX = 100
/**
 * Maximum number of bytes of a body in one frame. Requests with a longer body are sent over HTTP/1.1; responses take
 * several frames, so that others get their turn.
 */
export const BODY_BYTES_MAX = 49_152
/** Maximum number of pending requests on one connection. */
export const REQUESTS_MAX = 256
/** Bytes of a response's body that the server may send without further credit. */
export const CREDIT_BYTES = 262_144

/** The peer violated the protocol: the connection must be closed. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** The first line, then headers by lower-case name. */
export interface FrameHead {
  /** `POST /graphql` for a request, `200` for a response. */
  readonly start: string
  readonly headers: Readonly<Record<string, string>>
}

/** A head as lines of text; `undefined` when it cannot be sent in a frame. */
export function encodeHead(start: string, headers: Readonly<Record<string, string>>): string | undefined {
  if (!START.test(start)) return undefined
  let lines = start
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (lastValid.get(name) !== value && !isValid(name, value)) return undefined
    lines += `\n${name}:${value}`
  }
  return lines.length > HEAD_BYTES_MAX ? undefined : lines
}

/** The last valid value of each header, since most equal those of the previous message. */
const lastValid = new Map<string, string>()

/** A value with a line feed or other characters could be read as a header. */
function isValid(name: string, value: string): boolean {
  if (!NAME.test(name) || !VALUE.test(value)) return false
  if (lastValid.has(name) || lastValid.size < HEADERS_MAX) lastValid.set(name, value)
  return true
}

const START = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/
const NAME = /^[a-z0-9-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** All of the headers above. */
const HEAD = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?(?:\n[a-z0-9-]+:[\t\x20-\x7e\x80-\xff]*)*$/

/** Throws `FrameError` for a head that `encodeHead` cannot have produced. */
export function decodeHead(lines: string): FrameHead {
  if (lines.length > HEAD_BYTES_MAX || !HEAD.test(lines)) throw new FrameError('a head is malformed')
  const [start = '', ...fields] = lines.split('\n')
  if (fields.length > HEADERS_MAX) throw new FrameError('a head has too many headers')
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon)
    if (Object.hasOwn(headers, name)) throw new FrameError('a header is repeated')
    headers[name] = field.slice(colon + 1)
  }
  return { start, headers }
}

/** The payload of `REQUEST` and `RESPONSE`: the length of the head (2 bytes), the head, the body. */
export function splitPayload(payload: Buffer): { readonly head: string; readonly body: Buffer } {
  const end = payload.length < 2 ? Number.POSITIVE_INFINITY : 2 + payload.readUInt16BE(0)
  if (end > payload.length) throw new FrameError('a head is incomplete')
  return { head: payload.toString('latin1', 2, end), body: payload.subarray(end) }
}

/** A frame with a head and a body. */
export function encodeWithHead(type: number, request: number, head: string, body: string): Buffer {
  const bodyAt = FRAME_HEADER_BYTES + 2 + head.length
  const bodyBytes = Buffer.byteLength(body)
  const frame = writeHead(Buffer.allocUnsafe(bodyAt + bodyBytes), type, request, head, bodyBytes)
  frame.write(body, bodyAt)
  return frame
}

/** The beginning of the frame, up to the body, which is written separately. */
export function encodeUpToBody(type: number, request: number, head: string, bodyBytes: number): Buffer {
  return writeHead(Buffer.allocUnsafe(FRAME_HEADER_BYTES + 2 + head.length), type, request, head, bodyBytes)
}

function writeHead(frame: Buffer, type: number, request: number, head: string, bodyBytes: number): Buffer {
  writeHeader(frame, type, request, 2 + head.length + bodyBytes)
  frame.writeUInt16BE(head.length, FRAME_HEADER_BYTES)
  frame.write(head, FRAME_HEADER_BYTES + 2, 'latin1')
  return frame
}

/** The header of a frame whose payload is written separately. */
export function encodeHeader(type: number, request: number, payloadBytes: number): Buffer {
  const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES)
  writeHeader(header, type, request, payloadBytes)
  return header
}

export function encodeCredit(request: number, bytes: number): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + 4)
  writeHeader(frame, FRAME.CREDIT, request, 4)
  frame.writeUInt32BE(bytes, FRAME_HEADER_BYTES)
  return frame
}

function writeHeader(frame: Buffer, type: number, request: number, payloadBytes: number): void {
  frame.writeUInt32BE(payloadBytes, 0)
  frame[4] = type
  frame.writeUInt32BE(request, 5)
}
