/** What a way to a subgraph bears, and how long it waits. */
export interface UpstreamLimits {
  /** Subscriptions on one socket; when all sockets have so many, another is opened. */
  readonly subscriptionsPerSocketMax: number
  /** From the first packet until the subgraph has accepted the WebSocket. */
  readonly handshakeMs: number
  /** From `connection_init` to `connection_ack`. */
  readonly ackMs: number
  /** How long a socket without subscriptions is kept. */
  readonly idleMs: number
  /** Between two pings. */
  readonly pingMs: number
  /** How long the subgraph may be silent after a ping until it is given up; less than `pingMs`. */
  readonly pongMs: number
  /** How long the subgraph may take to answer that a socket is being closed, until it is cut. */
  readonly closeWaitMs: number
  /** Longest message taken from the subgraph. */
  readonly messageBytesMax: number
  /** How much may wait to be sent to one socket before it is cut. */
  readonly bufferedBytesMax: number
}

export const UPSTREAM_LIMITS: UpstreamLimits = {
  subscriptionsPerSocketMax: 1_000,
  handshakeMs: 5_000,
  ackMs: 5_000,
  idleMs: 5_000,
  pingMs: 10_000,
  pongMs: 5_000,
  closeWaitMs: 1_000,
  messageBytesMax: 32_000_000,
  bufferedBytesMax: 16_000_000,
}
