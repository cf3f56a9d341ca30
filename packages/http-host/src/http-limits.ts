/** Limits of one listener. All have defaults; public listeners set their own. */
export interface HttpLimits {
  /** Maximum length of a request body, unless the route sets its own. */
  readonly bodyBytesMax: number
  readonly headerBytesMax: number
  readonly headersMax: number
  readonly urlBytesMax: number
  /** Timeout for receiving all headers of a request. */
  readonly headersTimeoutMs: number
  /** Timeout for receiving the complete request. */
  readonly requestTimeoutMs: number
  /** Timeout for a route's response; then `signal` is aborted and the client gets 503. */
  readonly responseTimeoutMs: number
  /** How long a client may leave a response unread. */
  readonly writeIdleMs: number
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number
  readonly requestsPerConnectionMax: number
  /** Idle and silent connections are closed once nine tenths of these are open. */
  readonly connectionsMax: number
  /**
   * Maximum number per address of the nearest hop, or per IPv6 network (/64); a quarter of all by default. Connections
   * of trusted proxies are not limited by their address.
   */
  readonly connectionsPerAddressMax: number
  /** Number of these that may not have sent a request yet; a quarter of them by default. */
  readonly silentPerAddressMax: number
  /**
   * Number of requests on one connection that may wait for the response to an earlier one. A client that pipelines more
   * is disconnected, and its address is served more slowly for some seconds.
   */
  readonly requestsPipelinedMax: number
  /** Maximum number of connections upgraded to frames. */
  readonly framedConnectionsMax: number
  /** Number of response bytes held for the client of a framed connection from which nothing more is read from it. */
  readonly unsentBytesPerConnectionMax: number
  /**
   * Maximum number of held response bytes of all framed connections. Beyond it, the connections that have stalled
   * longest are closed.
   */
  readonly unsentBytesMax: number
  /** Maximum number of requests being handled, excluding those whose body is still arriving. */
  readonly requestsInFlightMax: number
  /** Maximum number of requests whose body is still arriving; `requestsInFlightMax` by default. */
  readonly bodiesWaitingMax: number
  /** Maximum number of such requests from one address, unless that is a trusted proxy; a quarter of all by default. */
  readonly bodiesWaitingPerAddressMax: number
  /** How long requests in flight may take to finish when the host shuts down. */
  readonly drainMs: number
  /** For how long, and up to which size, an unwanted body is discarded so that the client can read the response. */
  readonly lingerMs: number
  readonly lingerBytesMax: number
}

/** `overrides` completed with the defaults. */
export function httpLimits(overrides: Partial<HttpLimits> = {}): HttpLimits {
  const connectionsMax = overrides.connectionsMax ?? DEFAULTS.connectionsMax
  const connectionsPerAddressMax = overrides.connectionsPerAddressMax ?? Math.ceil(connectionsMax / 4)
  const silentPerAddressMax = Math.ceil(connectionsPerAddressMax / 4)
  const requestsInFlightMax = overrides.requestsInFlightMax ?? DEFAULTS.requestsInFlightMax
  const bodiesWaitingMax = overrides.bodiesWaitingMax ?? requestsInFlightMax
  const bodiesWaitingPerAddressMax = Math.ceil(bodiesWaitingMax / 4)
  return {
    ...DEFAULTS,
    connectionsPerAddressMax,
    silentPerAddressMax,
    bodiesWaitingMax,
    bodiesWaitingPerAddressMax,
    ...overrides,
  }
}

type Derived = 'connectionsPerAddressMax' | 'silentPerAddressMax' | 'bodiesWaitingMax' | 'bodiesWaitingPerAddressMax'

const DEFAULTS: Omit<HttpLimits, Derived> = {
  bodyBytesMax: 1_000_000,
  headerBytesMax: 16_384,
  headersMax: 100,
  urlBytesMax: 8_192,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  responseTimeoutMs: 60_000,
  writeIdleMs: 30_000,
  // Longer than most load balancers keep an idle connection open.
  keepAliveMs: 75_000,
  requestsPerConnectionMax: 10_000,
  connectionsMax: 10_000,
  requestsPipelinedMax: 32,
  framedConnectionsMax: 256,
  unsentBytesPerConnectionMax: 40_000_000,
  unsentBytesMax: 134_217_728,
  requestsInFlightMax: 2_000,
  drainMs: 10_000,
  lingerMs: 1_000,
  lingerBytesMax: 256_000,
}
