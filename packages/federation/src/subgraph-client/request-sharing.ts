import { type AbortNotice, cancellation } from './fetch-attempt.ts'
import type { RawSubgraphRequest, SubgraphClient } from './subgraph-client.ts'
import type { SubgraphBytes, SubgraphFault } from './subgraph-response.ts'

type Fetched = SubgraphBytes | SubgraphFault

/**
 * Sends equal requests of the same caller to a subgraph only once while the first is in flight.
 *
 * A response may be older than the request that shares it. No request shares one that was sent
 * before `forget`, so a caller sees the effects of what it knows to have happened.
 */
export interface RequestSharing {
  /**
   * `caller` is equal for callers that may see the same, and has the subgraph in it. Only an
   * idempotent request is shared.
   */
  fetch(client: SubgraphClient, request: RawSubgraphRequest, caller: string): Promise<Fetched>
  /** Something may have changed: requests from now on share nothing that was sent before. */
  forget(): void
}

export function openRequestSharing(): RequestSharing {
  const inFlight = new Map<string, SharedRequest>()
  return {
    fetch(client, request, caller) {
      if (request.idempotent !== true) return client.fetchBytes(request)
      const key = `${caller}\n${request.body}`
      const known = inFlight.get(key)
      if (known?.client === client && !known.aborted) return known.join(request)
      const shared = new SharedRequest(client, request)
      inFlight.set(key, shared)
      void shared.response.finally(() => {
        if (inFlight.get(key) === shared) inFlight.delete(key)
      })
      return shared.join(request)
    },
    forget: () => inFlight.clear(),
  }
}

/**
 * A request in flight. It has no deadline of its own, but is cancelled when every caller that waits
 * for it has left or is past its deadline.
 */
class SharedRequest implements AbortNotice {
  /** Another one once the address of the subgraph has changed. */
  readonly client: SubgraphClient
  readonly response: Promise<Fetched>
  aborted = false
  reason: unknown
  readonly #listeners = new Set<{ handleEvent(): void }>()
  #waiting = 0

  constructor(client: SubgraphClient, request: RawSubgraphRequest) {
    this.client = client
    this.response = client.fetchBytes({ ...request, signal: this, deadlineAtMs: undefined })
  }

  addEventListener(_type: 'abort', listener: { handleEvent(): void }): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: { handleEvent(): void }): void {
    this.#listeners.delete(listener)
  }

  /** The response, or the fault of a caller that cancels or is past its deadline. */
  join({ signal, deadlineAtMs }: Pick<RawSubgraphRequest, 'signal' | 'deadlineAtMs'>): Promise<Fetched> {
    const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
    this.#waiting += 1
    let timer: NodeJS.Timeout | undefined
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', listener)
    }
    const leave = (reason: unknown) => {
      done()
      resolve(cancellation({ reason }))
      this.#leave(reason)
    }
    const listener = { handleEvent: () => leave(signal.reason) }
    if (signal.aborted) {
      listener.handleEvent()
      return promise
    }
    signal.addEventListener('abort', listener)
    if (deadlineAtMs !== undefined) {
      timer = setTimeout(() => leave(pastDeadline()), Math.max(0, deadlineAtMs - performance.now()))
    }
    this.response.finally(done).then(resolve, reject)
    return promise
  }

  #leave(reason: unknown): void {
    this.#waiting -= 1
    if (this.#waiting > 0) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners) listener.handleEvent()
  }
}

function pastDeadline(): DOMException {
  return new DOMException('the deadline of the operation has passed', 'TimeoutError')
}
