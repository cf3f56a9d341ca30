import { isUtf8 } from 'node:buffer'

/**
 * A text as it came: a long one in the pieces that the network made of it, because joining them costs more than all the rest of passing them on; else
 * in one piece. Never empty, and each of several pieces has room for a whole character.
 */
export type Pieces = readonly [Buffer, ...Buffer[]]

/** Shorter texts cost less to join than to send in pieces. */
const joinedBytesMax = 16_384
const pieceBytesMin = 64

export function piecesOf(chunks: readonly Buffer[], bytes: number): Pieces {
  const [first, ...others] = chunks
  if (first === undefined) return [Buffer.alloc(0)]
  const asTheyAre = others.length === 0 || (bytes > joinedBytesMax && chunks.every(isLong))
  return asTheyAre ? [first, ...others] : [Buffer.concat(chunks, bytes)]
}

function isLong({ length }: Buffer): boolean {
  return length >= pieceBytesMin
}

/** All of it in one buffer. */
export function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
}

/** Whether all of it is UTF-8; a character may lie across two pieces. */
export function areUtf8(pieces: Pieces): boolean {
  return pieces.every((piece, index) => {
    const next = pieces[index + 1]
    const start = index === 0 ? 0 : continuationBytes(piece)
    const end = next === undefined ? piece.length : piece.length - lastCharacterBytes(piece)
    if (!isUtf8(piece.subarray(start, end))) return false
    return next === undefined || isUtf8(Buffer.concat([piece.subarray(end), next.subarray(0, continuationBytes(next))]))
  })
}

// UTF-8 (RFC 3629): a character of several bytes begins with one from LEAD on; at most three from CONTINUATION on follow.
const CONTINUATION = 0x80
const LEAD = 0xc0
const followersMax = 3

/** How many bytes at the beginning belong to a character that began before. */
function continuationBytes(piece: Buffer): number {
  let count = 0
  while (count < followersMax && isContinuation(piece[count])) count += 1
  return count
}

/** How many bytes at the end are a character of several bytes that may go on in the next piece. */
function lastCharacterBytes(piece: Buffer): number {
  for (let count = 1; count <= followersMax; count += 1) {
    const byte = piece[piece.length - count] ?? 0
    if (byte >= LEAD) return count
    if (byte < CONTINUATION) return 0
  }
  return 0
}

function isContinuation(byte = 0): boolean {
  return byte >= CONTINUATION && byte < LEAD
}
