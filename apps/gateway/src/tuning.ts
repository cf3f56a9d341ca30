/**
 * Limits and times that are the same for every gateway: they do not depend on the machine, the load
 * or the operator's policy. A test starts a gateway with others.
 */
export const FIXED_LIMITS = {
  /** Interval between two polls of the supergraph's source, and of the schemas of trusted subgraphs. */
  supergraphPollSeconds: 10,
  /** How long the start waits for a supergraph from a URL or from the running subgraphs. */
  supergraphStartSeconds: 300,
  /** How long a client may take to send a request, so that slow clients hold no connection. */
  requestTimeoutSeconds: 30,
  /** Connections to each subgraph for requests over HTTP/1.1. */
  subgraphConnectionsMax: 64,
  /** Interval between two keep-alive comments on an idle event stream, so that no proxy cuts it. */
  eventKeepAliveSeconds: 12,
  /** How long a client may take to send `connection_init` on a WebSocket. */
  socketInitTimeoutSeconds: 5,
  /** Concurrent operations on one WebSocket. */
  operationsPerSocketMax: 100,
  /**
   * Messages per second, pings included, that are read from one WebSocket on average; every 4,096
   * bytes count as one more. A faster client is read later, and closed with 4429 after a minute on
   * end.
   */
  socketMessagesPerSecond: 200,
  /** Messages that are read from one WebSocket in a burst. */
  socketMessagesBurst: 400,
  /**
   * As many results may be queued for one client as `GATEWAY_WAITING_BYTES_MAX` has of this, since a
   * short one takes more memory than its bytes.
   */
  waitingBytesPerEvent: 4_000,
}

export type FixedLimits = Readonly<typeof FIXED_LIMITS>
