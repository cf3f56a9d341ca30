/**
 * True if a chunk is longer than half of its buffer. Of chunks that do not overlap, this holds for at most one per
 * buffer, and for none in Node's pool for short buffers, which cannot be freed.
 */
export function fillsBuffer({ byteLength, buffer }: Uint8Array): boolean {
  return 2 * byteLength > buffer.byteLength
}

/** Freeing shorter buffers is not worth the call. */
const freedBytesMin = 4_096

/** A copy of the bytes: in a separate buffer if that can be freed, otherwise in one shared with other copies. */
export function copyOf(bytes: Buffer): Buffer {
  if (bytes.length < freedBytesMin) return Buffer.from(bytes)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * Frees the buffers of long chunks that fill them. All other chunks are left to the garbage collector.
 *
 * V8 counts buffers that are not collected yet towards the limit of its old generation: 260 responses of 75 KB, until
 * the young generation is collected. Nothing may use the chunks afterwards, not even a pending write.
 */
export function freeBuffers(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) {
    const { buffer } = chunk
    if (buffer instanceof ArrayBuffer && chunk.byteLength >= freedBytesMin && fillsBuffer(chunk)) buffer.transfer(0)
  }
}
