import { type AbortNotice, cancellation } from './fetch-attempt.ts'
import type { RawSubgraphRequest, SubgraphClient } from './subgraph-client.ts'
import type { SubgraphBytes, SubgraphFault } from './subgraph-response.ts'

type Fetched = SubgraphBytes | SubgraphFault

/**
 * Sends equal requests of the same caller to a subgraph only once while the first is in flight.
 *
 * A response may be older than the request that shares it. No request shares one that was sent before `forget`, so a
 * caller sees the effects of everything that it knows to have happened.
 */
export interface RequestSharing {
  /**
   * `caller` is equal for callers that may see the same data, and includes the subgraph. Only idempotent requests are
   * shared.
   */
  fetch(client: SubgraphClient, request: RawSubgraphRequest, caller: string): Promise<Fetched>
  /** Call when data may have changed: later requests share nothing that was sent before. */
  forget(): void
}

export function openRequestSharing(): RequestSharing {
  /** By caller (the same string for many requests, so it is hashed once), then by body. */
  let inFlight = new Map<string, Map<string, SharedRequest>>()

  function shareOf(client: SubgraphClient, request: RawSubgraphRequest, caller: string): SharedRequest {
    const { body } = request
    let ofCaller = inFlight.get(caller)
    const known = ofCaller?.get(body)
    if (known?.client === client && !known.aborted) return known
    if (ofCaller === undefined) {
      ofCaller = new Map()
      inFlight.set(caller, ofCaller)
    }
    const bodies = ofCaller
    const shared = new SharedRequest(client, () => {
      if (bodies.get(body) !== shared) return
      bodies.delete(body)
      if (bodies.size === 0 && inFlight.get(caller) === bodies) inFlight.delete(caller)
    })
    bodies.set(body, shared)
    shared.send(request)
    return shared
  }

  return {
    fetch(client, request, caller) {
      if (request.idempotent !== true) return client.fetchBytes(request)
      return shareOf(client, request, caller).join(request)
    },
    forget() {
      // Not `clear`, which allocates a table that the previous one keeps alive once that is tenured.
      if (inFlight.size > 0) inFlight = new Map()
    },
  }
}

/**
 * A request in flight. It has no deadline itself, but is cancelled when every waiting caller has left or passed its
 * deadline.
 */
class SharedRequest implements AbortNotice {
  /** Replaced once the address of the subgraph has changed. */
  readonly client: SubgraphClient
  aborted = false
  reason: unknown
  readonly #settled: () => void
  readonly #endsAtMs: number
  readonly #waiting: Waiter[] = []
  readonly #listeners: { handleEvent(): void }[] = []

  /** `settled` is called before the waiting callers get the response. */
  constructor(client: SubgraphClient, settled: () => void) {
    this.client = client
    this.#settled = settled
    this.#endsAtMs = performance.now() + client.fetchMsMax
  }

  send(request: RawSubgraphRequest): void {
    const settle = (response: Fetched | Promise<never>) => {
      this.#settled()
      for (const waiter of this.#waiting) waiter.settle(response)
    }
    const response = this.client.fetchBytes({ ...request, signal: this, deadlineAtMs: undefined })
    response.then(
      (fetched) => settle(this.#waiting.length > 1 && 'body' in fetched ? { ...fetched, shared: true } : fetched),
      (error: unknown) => settle(Promise.reject(error)),
    )
  }

  addEventListener(_type: 'abort', listener: { handleEvent(): void }): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: { handleEvent(): void }): void {
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners.splice(index, 1)
  }

  /** The response; or a fault if the caller cancels or passes its deadline. */
  join({ signal, deadlineAtMs }: Pick<RawSubgraphRequest, 'signal' | 'deadlineAtMs'>): Promise<Fetched> {
    const waiter = new Waiter(signal, (reason) => this.#leave(waiter, reason))
    this.#waiting.push(waiter)
    if (signal.aborted) waiter.handleEvent()
    else waiter.start(deadlineAtMs !== undefined && deadlineAtMs < this.#endsAtMs ? deadlineAtMs : undefined)
    return waiter.fetched
  }

  #leave(waiter: Waiter, reason: unknown): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    if (this.#waiting.length > 0) return
    this.aborted = true
    this.reason = reason
    for (const listener of [...this.#listeners]) listener.handleEvent()
  }
}

/** A caller that waits for a shared request. */
class Waiter {
  readonly fetched: Promise<Fetched>
  readonly #resolve: (response: Fetched | Promise<never>) => void
  readonly #signal: AbortNotice
  readonly #leave: (reason: unknown) => void
  #timer: NodeJS.Timeout | undefined

  constructor(signal: AbortNotice, leave: (reason: unknown) => void) {
    const { promise, resolve } = Promise.withResolvers<Fetched>()
    this.fetched = promise
    this.#resolve = resolve
    this.#signal = signal
    this.#leave = leave
  }

  /** `deadlineAtMs` is absent when the request is certain to end earlier. */
  start(deadlineAtMs: number | undefined): void {
    this.#signal.addEventListener('abort', this)
    if (deadlineAtMs === undefined) return
    const waitMs = Math.max(0, deadlineAtMs - performance.now())
    this.#timer = setTimeout(() => this.#giveUp(pastDeadline()), waitMs)
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.#giveUp(this.#signal.reason)
  }

  settle(response: Fetched | Promise<never>): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this)
    this.#resolve(response)
  }

  #giveUp(reason: unknown): void {
    this.settle(cancellation({ reason }))
    this.#leave(reason)
  }
}

function pastDeadline(): DOMException {
  return new DOMException('the deadline of the operation has passed', 'TimeoutError')
}
