import { Readable } from 'node:stream'
import { type Exchange, overloaded } from './exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import type { HttpResponse } from './route.ts'
import { lengthOf } from './send-response.ts'

/** What a response takes besides its body. */
const overheadBytes = 4_096

/** The bytes of responses that clients have not taken yet. */
export interface UnsentResponses {
  /**
   * Counts a buffered response until `sent`; streams wait for their client. Beyond the limit of all, the
   * connections whose responses wait longest are closed.
   *
   * Throws `HttpRefusal` 503 beyond the limit of the connection, unless `isRefusal`.
   */
  add(exchange: Exchange, response: HttpResponse, isRefusal: boolean): void
  sent(exchange: Exchange): void
}

export function openUnsentResponses({
  unsentBytesMax,
  unsentBytesPerConnectionMax,
}: Pick<HttpLimits, 'unsentBytesMax' | 'unsentBytesPerConnectionMax'>): UnsentResponses {
  /** In the order in which they began to wait. */
  const waiting = new Map<Exchange, number>()
  let total = 0

  function sent(exchange: Exchange): void {
    const bytes = waiting.get(exchange)
    if (bytes === undefined) return
    waiting.delete(exchange)
    total -= bytes
    exchange.connection.unsentBytes -= bytes
  }

  return {
    sent,
    add(exchange, { body }, isRefusal) {
      const { connection, outgoing } = exchange
      if (outgoing.destroyed || body instanceof Readable) return
      const bytes = overheadBytes + (lengthOf(body) ?? 0)
      const { unsentBytes } = connection
      const isFull = unsentBytes > 0 && unsentBytes + bytes > unsentBytesPerConnectionMax
      if (isFull && !isRefusal) throw overloaded()
      waiting.set(exchange, bytes)
      connection.unsentBytes += bytes
      total += bytes
      for (const oldest of waiting.keys()) {
        if (total <= unsentBytesMax || oldest === exchange) break
        sent(oldest)
        oldest.incoming.socket.destroy()
      }
    },
  }
}
