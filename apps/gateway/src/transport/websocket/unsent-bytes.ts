import type { Duplex } from 'node:stream'

/**
 * Bytes that were written to a connection and that the operating system has not accepted.
 *
 * `writableLength` alone does not change while a long chunk is sent. The libuv handle counts its
 * progress, as Node's own connection timeouts do, but Node does not document it:
 * `unsent-bytes.test.ts` is the contract.
 */
export function unsentBytes(connection: Duplex): number {
  const { _handle: handle } = connection as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? connection.writableLength
}
