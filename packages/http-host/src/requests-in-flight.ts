import type { Exchange } from './exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'

/**
 * The requests in flight on one host, and the limits on their number: requests that are being
 * handled and requests whose body is still arriving are limited separately.
 */
export interface RequestsInFlight {
  add(exchange: Exchange): void
  /** Must be called exactly once for each added exchange. */
  delete(exchange: Exchange): void
  size(): number
  all(): readonly Exchange[]
  /** Counts the request as being handled. Throws `HttpRefusal` 503 `OVERLOADED`. */
  startHandling(exchange: Exchange): void
  /**
   * Counts it as waiting for its body instead; `false`, without effect, when too many already are.
   */
  awaitBody(exchange: Exchange): boolean
  /** Stops counting it towards the limits. */
  releaseSlot(exchange: Exchange): void
}

export function openRequestsInFlight(limits: HttpLimits): RequestsInFlight {
  const exchanges = openSwapSet<Exchange>()
  let handling = 0
  let bodiesPending = 0

  function releaseSlot(exchange: Exchange): void {
    if (exchange.slot === 'HANDLING') handling -= 1
    else if (exchange.slot === 'BODY') {
      bodiesPending -= 1
      exchange.connection.address.bodiesPending -= 1
    }
    exchange.slot = undefined
  }

  return {
    ...exchanges,
    releaseSlot,
    startHandling(exchange) {
      releaseSlot(exchange)
      if (handling >= limits.requestsInFlightMax) throw overloaded()
      handling += 1
      exchange.slot = 'HANDLING'
    },
    awaitBody(exchange) {
      const { address } = exchange.connection
      if (bodiesPending >= limits.bodiesWaitingMax) return false
      if (address.bodiesPending >= limits.bodiesWaitingPerAddressMax) return false
      releaseSlot(exchange)
      bodiesPending += 1
      address.bodiesPending += 1
      exchange.slot = 'BODY'
      return true
    },
  }
}

export function overloaded(): HttpRefusal {
  return new HttpRefusal(503, 'OVERLOADED', 'Too many concurrent requests', { 'retry-after': '1' })
}

/** An unordered set of items that know their own index. */
export interface SwapSet<Item extends { index: number }> {
  add(item: Item): void
  /** Must be called exactly once for each added item. */
  delete(item: Item): void
  size(): number
  all(): readonly Item[]
}

/**
 * For items that come and go with every request.
 *
 * A `Set` reallocates its table every few insertions, and once an old table is tenured it keeps all
 * its successors and their entries alive: at thousands of requests per second, a hundred megabytes
 * between two full garbage collections.
 */
export function openSwapSet<Item extends { index: number }>(): SwapSet<Item> {
  const items: Item[] = []
  return {
    add(item) {
      item.index = items.push(item) - 1
    },
    delete(item) {
      const last = items.pop()
      if (last === undefined || last === item) return
      last.index = item.index
      items[item.index] = last
    },
    size: () => items.length,
    all: () => [...items],
  }
}
