/** When requests to a subgraph are no longer made, and when they are tried again. */
export interface CircuitLimits {
  /** The time that is looked back on. */
  readonly windowMs: number
  /** Fewer requests in that time say nothing. */
  readonly requestsMin: number
  /** The share of failures that opens the circuit. */
  readonly failureRatio: number
  /** How long nothing is sent after the first failure; doubled with each failed probe up to the longest. */
  readonly openMs: number
  readonly openMsMax: number
}

/** `CLOSED`: requests flow. `OPEN`: none does. `HALF_OPEN`: one at a time is let through to see how the subgraph is. */
export type CircuitState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

/** What became of a request. `NEUTRAL` says nothing about the subgraph: the client left, or asked for too much. */
export type Outcome = 'SUCCESS' | 'FAILURE' | 'NEUTRAL'

/** Permission for one request, to be given back with its outcome. */
export interface Admission {
  readonly probe: boolean
}

export interface CircuitBreaker {
  /** `undefined`: nothing may be sent now. */
  admit(): Admission | undefined
  settle(admission: Admission, outcome: Outcome): void
}

export interface CircuitBreakerOptions {
  readonly limits: CircuitLimits
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number
  /** From 0 up to 1: half of it is taken off the time that the circuit stays open. */
  readonly random: () => number
  readonly onChange: (state: CircuitState) => void
}

const PROBE: Admission = { probe: true }
const bucketsMax = 10

/** Opens on the share of failures, and recovers by itself with the first probe that succeeds. */
export function openCircuitBreaker({ limits, now, random, onChange }: CircuitBreakerOptions): CircuitBreaker {
  const window = openWindow(limits.windowMs)
  let state: CircuitState = 'CLOSED'
  let openings = 0
  let openUntilMs = 0
  let probing = false
  /** For all requests until the circuit opens the next time. */
  let request: Admission = { probe: false }

  function enter(next: CircuitState): void {
    if (state === next) return
    state = next
    onChange(next)
  }

  function open(): void {
    const wholeMs = Math.min(limits.openMsMax, limits.openMs * 2 ** openings)
    openUntilMs = now() + wholeMs * (1 - random() / 2)
    openings += 1
    request = { probe: false }
    enter('OPEN')
  }

  function close(): void {
    openings = 0
    window.clear()
    enter('CLOSED')
  }

  function settleProbe(outcome: Outcome): void {
    probing = false
    if (outcome === 'SUCCESS') close()
    if (outcome === 'FAILURE') open()
  }

  return {
    admit() {
      if (state === 'CLOSED') return request
      if (state === 'OPEN' && now() >= openUntilMs) enter('HALF_OPEN')
      if (state === 'OPEN' || probing) return undefined
      probing = true
      return PROBE
    },
    settle(admission, outcome) {
      if (admission.probe) return settleProbe(outcome)
      // What was sent before the circuit opened says nothing new, also after it has closed again.
      if (admission !== request || outcome === 'NEUTRAL') return
      const { requests, failures } = window.add(now(), outcome === 'FAILURE')
      if (requests >= limits.requestsMin && failures >= requests * limits.failureRatio) open()
    },
  }
}

/** Counts over the last `windowMs`, in tenths of it. */
function openWindow(windowMs: number) {
  const bucketMs = windowMs / bucketsMax
  const requests = new Array<number>(bucketsMax).fill(0)
  const failures = new Array<number>(bucketsMax).fill(0)
  let newest = 0
  let totals = { requests: 0, failures: 0 }

  function forget(bucket: number): void {
    const index = bucket % bucketsMax
    totals.requests -= requests[index] ?? 0
    totals.failures -= failures[index] ?? 0
    requests[index] = 0
    failures[index] = 0
  }

  return {
    clear() {
      requests.fill(0)
      failures.fill(0)
      totals = { requests: 0, failures: 0 }
    },
    add(atMs: number, failed: boolean): { readonly requests: number; readonly failures: number } {
      const bucket = Math.floor(atMs / bucketMs)
      for (let next = Math.max(newest + 1, bucket - bucketsMax + 1); next <= bucket; next += 1) forget(next)
      newest = Math.max(newest, bucket)
      const index = newest % bucketsMax
      requests[index] = (requests[index] ?? 0) + 1
      totals.requests += 1
      if (failed) {
        failures[index] = (failures[index] ?? 0) + 1
        totals.failures += 1
      }
      return totals
    },
  }
}
