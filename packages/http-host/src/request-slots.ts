import type { Exchange } from './http-exchange-state.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'

/** Bounds how many requests of one host are under way, those that wait for their client apart from those that it waits for. */
export interface RequestSlots {
  /** Counts a request as being answered. Throws `HttpRefusal` 503 `OVERLOADED`. */
  answer(exchange: Exchange): void
  /** Counts it as waiting for its body instead; `false`, and all stays as it was, when too many do already. */
  awaitBody(exchange: Exchange): boolean
  /** Counts it no more: something else bounds what is left of it. */
  leave(exchange: Exchange): void
}

export function openRequestSlots(limits: HttpLimits): RequestSlots {
  let answering = 0
  let bodies = 0

  function leave(exchange: Exchange): void {
    if (exchange.slot === 'ANSWERING') answering -= 1
    else if (exchange.slot === 'BODY') {
      bodies -= 1
      exchange.connection.address.bodiesWaiting -= 1
    }
    exchange.slot = undefined
  }

  return {
    leave,
    answer(exchange) {
      leave(exchange)
      if (answering >= limits.requestsInFlightMax) throw overloaded()
      answering += 1
      exchange.slot = 'ANSWERING'
    },
    awaitBody(exchange) {
      const { address } = exchange.connection
      if (bodies >= limits.bodiesWaitingMax || address.bodiesWaiting >= limits.bodiesWaitingPerAddressMax) return false
      leave(exchange)
      bodies += 1
      address.bodiesWaiting += 1
      exchange.slot = 'BODY'
      return true
    },
  }
}

export function overloaded(): HttpRefusal {
  return new HttpRefusal(503, 'OVERLOADED', 'Too many requests at the same time', { 'retry-after': '1' })
}
