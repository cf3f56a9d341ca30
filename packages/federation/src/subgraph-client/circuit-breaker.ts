/** When the circuit breaker opens, and for how long. */
export interface CircuitLimits {
  /** The sliding window over which requests are counted. */
  readonly windowMs: number
  /** Minimum number of requests in the window for the breaker to open. */
  readonly requestsMin: number
  /** The share of failures at which the breaker opens. */
  readonly failureRatio: number
  /** How long the breaker stays open at first; doubled after each failed probe, up to `openMsMax`. */
  readonly openMs: number
  readonly openMsMax: number
}

/** `CLOSED` admits all requests, `OPEN` none, `HALF_OPEN` one probe at a time. */
export type CircuitState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

/** `NEUTRAL` says nothing about the subgraph: the caller cancelled, or requested too much. */
export type Outcome = 'SUCCESS' | 'FAILURE' | 'NEUTRAL'

/** Permission for one request, passed to `settle` with its outcome. */
export interface Admission {
  readonly probe: boolean
}

export interface CircuitBreaker {
  /** `undefined` when no request may be sent now. */
  admit(): Admission | undefined
  settle(admission: Admission, outcome: Outcome): void
}

export interface CircuitBreakerOptions {
  readonly limits: CircuitLimits
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number
  /** A number in [0, 1): shortens the open time by up to half. */
  readonly random: () => number
  readonly onChange: (state: CircuitState) => void
}

const PROBE: Admission = { probe: true }
const bucketsMax = 10

/** Opens when the failure ratio is reached, and closes with the first successful probe. */
export function openCircuitBreaker({ limits, now, random, onChange }: CircuitBreakerOptions): CircuitBreaker {
  const window = openWindow(limits.windowMs)
  let state: CircuitState = 'CLOSED'
  let openings = 0
  let openUntilMs = 0
  let probing = false
  /** Shared by all requests until the breaker opens again. */
  let request: Admission = { probe: false }

  function enter(next: CircuitState): void {
    if (state === next) return
    state = next
    onChange(next)
  }

  function open(): void {
    const fullMs = Math.min(limits.openMsMax, limits.openMs * 2 ** openings)
    openUntilMs = now() + fullMs * (1 - random() / 2)
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
      // A request sent before the breaker opened says nothing new, even after it has closed again.
      if (admission !== request || outcome === 'NEUTRAL') return
      const { requests, failures } = window.add(now(), outcome === 'FAILURE')
      if (requests >= limits.requestsMin && failures >= requests * limits.failureRatio) open()
    },
  }
}

/** Counts over the last `windowMs`, in ten buckets. */
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
