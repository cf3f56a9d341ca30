import { isUtf8 } from 'node:buffer'

/**
 * A body of one or more buffers: a long one keeps the network's chunks, since joining them costs
 * more than forwarding them. Each of several chunks holds at least one complete character.
 */
export type BodyChunks = readonly [Buffer, ...Buffer[]]

/** Shorter bodies cost less to join than to send in several chunks. */
const joinedBytesMax = 16_384
const chunkBytesMin = 64

/** `bytes` is the length of all chunks together. */
export function toChunks(received: readonly Buffer[], bytes: number): BodyChunks {
  const [first, ...others] = received
  if (first === undefined) return [Buffer.alloc(0)]
  const keepsChunks = others.length === 0 || (bytes > joinedBytesMax && received.every(isLong))
  return keepsChunks ? [first, ...others] : [Buffer.concat(received, bytes)]
}

function isLong({ length }: Buffer): boolean {
  return length >= chunkBytesMin
}

export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** Whether the joined chunks are UTF-8; a character may span two of them. */
export function areUtf8(chunks: BodyChunks): boolean {
  return chunks.every((chunk, index) => {
    const next = chunks[index + 1]
    const start = index === 0 ? 0 : continuationBytes(chunk)
    const end = next === undefined ? chunk.length : chunk.length - lastCharacterBytes(chunk)
    if (!isUtf8(chunk.subarray(start, end))) return false
    return next === undefined || isUtf8(Buffer.concat([chunk.subarray(end), next.subarray(0, continuationBytes(next))]))
  })
}

// Source: RFC 3629, section 3. LEAD and above start a character of up to four bytes.
const CONTINUATION = 0x80
const LEAD = 0xc0
const followersMax = 3

/** Leading bytes that belong to a character of the previous chunk. */
function continuationBytes(chunk: Buffer): number {
  let count = 0
  while (count < followersMax && isContinuation(chunk[count])) count += 1
  return count
}

/** Trailing bytes of a character that may continue in the next chunk. */
function lastCharacterBytes(chunk: Buffer): number {
  for (let count = 1; count <= followersMax; count += 1) {
    const byte = chunk[chunk.length - count] ?? 0
    if (byte >= LEAD) return count
    if (byte < CONTINUATION) return 0
  }
  return 0
}

function isContinuation(byte = 0): boolean {
  return byte >= CONTINUATION && byte < LEAD
}
