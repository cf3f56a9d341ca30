/**
 * Limits and times that are the same for every gateway: they do not depend on the machine, the load
 * or the operator's policy. A test starts a gateway with others.
 */
export const TUNING = {
  /** Interval between two polls of the supergraph's source, and of the schemas of trusted subgraphs. */
  supergraphPollSeconds: 10,
  /** Time limit at start for a supergraph from a URL or from the running subgraphs. */
  supergraphStartSeconds: 300,
  /** Time limit for a client to send its request, so that slow clients do not hold connections. */
  requestTimeoutSeconds: 30,
  /** Memory for automatic persisted queries: documents that clients send once and then identify by their sha256. */
  persistedBytesMax: 8_000_000,
  /** Maximum number of HTTP/1.1 connections to each subgraph. */
  subgraphConnectionsMax: 64,
  /** Interval between two keep-alive comments on an idle event stream, so that no proxy cuts it. */
  eventKeepAliveSeconds: 12,
  /** Time limit for a client to send `connection_init` on a WebSocket. */
  socketInitTimeoutSeconds: 5,
  /** Maximum number of concurrent operations on one WebSocket. */
  operationsPerSocketMax: 100,
  /**
   * Average number of messages per second, pings included, that are read from one WebSocket; every
   * 4,096 bytes count as one more. A faster client is read later, and is closed with 4429 if it stays
   * ahead for a minute.
   */
  socketMessagesPerSecond: 200,
  /** Number of messages that are read from one WebSocket in a burst. */
  socketMessagesBurst: 400,
  /**
   * One result may be queued for one client for every `waitingBytesPerEvent` of
   * `waiting` of `GATEWAY_BYTES_MAX`, since a short result takes more memory than its bytes.
   */
  waitingBytesPerEvent: 4_000,
}

export type Tuning = Readonly<typeof TUNING>
