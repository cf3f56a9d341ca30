/** Opcodes of the WebSocket frames that are used here. Source: RFC 6455, 5.2. */
export const TEXT = 1
export const CLOSE = 8
export const PING = 9
export const PONG = 10

/** A frame as sent by a client. A masking key of zero leaves the payload unchanged. */
export function clientFrame(opcode: number, payload: Buffer): Buffer {
  const size = payload.length
  const head = size < 126 ? [0x80 | opcode, 0x80 | size] : [0x80 | opcode, 0x80 | 126, (size >> 8) & 0xff, size & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}

/** Calls `take` with the bounds of each complete payload in `bytes`. Returns the total length of these frames. */
export function readFrames(bytes: Buffer, take: (opcode: number, start: number, end: number) => void): number {
  let at = 0
  while (at + 2 <= bytes.length) {
    const opcode = (bytes[at] ?? 0) & 0x0f
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    if (start > bytes.length) break
    const size =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = start + size
    if (end > bytes.length) break
    take(opcode, start, end)
    at = end
  }
  return at
}
