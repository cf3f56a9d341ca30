import type { Duplex } from 'node:stream'

/**
 * Number of bytes that were written to a connection but not yet accepted by the operating system.
 *
 * `writableLength` alone does not change while a long chunk is sent. The libuv handle counts the progress, which Node's
 * own connection timeouts use, but Node does not document it: `unsent-bytes.test.ts` is the contract.
 */
export function unsentBytes(connection: Duplex): number {
  const { _handle: handle } = connection as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? connection.writableLength
}
