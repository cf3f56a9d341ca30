/** What one listener bears. All have a default; a listener that is open to strangers sets its own. */
export interface HttpLimits {
  /** Longest request body when a route does not say otherwise. */
  readonly bodyBytesMax: number
  readonly headerBytesMax: number
  readonly headersMax: number
  readonly urlBytesMax: number
  /** Until all headers of a request have arrived. */
  readonly headersTimeoutMs: number
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number
  /** Until a route has answered; then `signal` is aborted and the client gets 503. */
  readonly answerTimeoutMs: number
  /** How long a client may take nothing of an answer. */
  readonly writeIdleMs: number
  /** How long a connection without a request stays open. */
  readonly keepAliveMs: number
  readonly requestsPerConnectionMax: number
  /** When nine tenths of them are taken, those without a request are closed. */
  readonly connectionsMax: number
  /** Requests that are being answered. Those whose body is still on its way are none of them. */
  readonly requestsInFlightMax: number
  /** Requests whose body is on its way; as many as may be in flight, unless it is said. */
  readonly bodiesWaitingMax: number
  /** The same from one address, that of the nearest hop; a quarter of all, unless it is said. */
  readonly bodiesWaitingPerAddressMax: number
  /** How long requests under way may take to finish once the host is being closed. */
  readonly drainMs: number
  /** How long, and how much, of a refused body is read and thrown away so that the client can see the answer. */
  readonly lingerMs: number
  readonly lingerBytesMax: number
}

/** `given`, and the default of what it does not name. */
export function httpLimits(given: Partial<HttpLimits> = {}): HttpLimits {
  const requestsInFlightMax = given.requestsInFlightMax ?? DEFAULTS.requestsInFlightMax
  const bodiesWaitingMax = given.bodiesWaitingMax ?? requestsInFlightMax
  const bodiesWaitingPerAddressMax = Math.ceil(bodiesWaitingMax / 4)
  return { ...DEFAULTS, bodiesWaitingMax, bodiesWaitingPerAddressMax, ...given }
}

const DEFAULTS: Omit<HttpLimits, 'bodiesWaitingMax' | 'bodiesWaitingPerAddressMax'> = {
  bodyBytesMax: 1_000_000,
  headerBytesMax: 16_384,
  headersMax: 100,
  urlBytesMax: 8_192,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  answerTimeoutMs: 60_000,
  writeIdleMs: 30_000,
  // Longer than most balancers keep a connection that they may use again.
  keepAliveMs: 75_000,
  requestsPerConnectionMax: 10_000,
  connectionsMax: 10_000,
  requestsInFlightMax: 2_000,
  drainMs: 10_000,
  lingerMs: 1_000,
  lingerBytesMax: 256_000,
}
