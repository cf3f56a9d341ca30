/**
 * Whether a chunk is longer than half of its buffer. Of chunks that do not overlap, at most one of
 * each buffer is, and none of Node's pool for short buffers, which cannot be freed.
 */
export function fillsBuffer({ byteLength, buffer }: Uint8Array): boolean {
  return 2 * byteLength > buffer.byteLength
}

/** Shorter buffers are not worth the call. */
const freedBytesMin = 4_096

/** The bytes in a buffer of their own if it can be freed, or in one that they share with other copies. */
export function copyOf(bytes: Buffer): Buffer {
  if (bytes.length < freedBytesMin) return Buffer.from(bytes)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * Frees the buffers of long chunks that fill them; all other chunks are left to the garbage collector.
 *
 * V8 counts the buffers that it has not collected yet towards the limit of its old generation: 260
 * responses of 75 KB, until the young generation is collected. Nothing may use the chunks any more,
 * also no write that is under way.
 */
export function freeBuffers(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) {
    const { buffer } = chunk
    if (buffer instanceof ArrayBuffer && chunk.byteLength >= freedBytesMin && fillsBuffer(chunk)) buffer.transfer(0)
  }
}
