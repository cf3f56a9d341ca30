/** One event of a subscription. */
export interface UpstreamEvent {
  /** The payload of a `next` message. It has no other members: a payload that has is refused as a bad one. */
  readonly payload: { readonly data?: unknown; readonly errors?: unknown; readonly extensions?: unknown }
  /**
   * The payload's JSON exactly as the subgraph wrote it, when it could be cut out of the message without writing it again: white space and
   * line ends between its tokens included, and a member that was written twice is in it twice (`payload` has the last).
   */
  readonly text: string | undefined
}

/**
 * What a subgraph's subscription sends, and how it ends.
 *
 * Exactly one of `refused`, `lost` and `completed` is called, once, and last. Nothing is called after the subscription was ended, and nothing
 * before `subscribe` has returned.
 */
export interface UpstreamSink {
  next(event: UpstreamEvent): void
  /** The subgraph refused the subscription: the entries of its `error` message, at least one. */
  refused(errors: readonly unknown[]): void
  /**
   * The connection was lost, was closed by either side or never came about, or the subgraph sent what is no result. `reason` is for the log.
   * `suspect` when a message was too long for the connection: it may have been one of this subscription.
   */
  lost(reason: string, suspect: boolean): void
  /** The subgraph said that there is nothing more to come. */
  completed(): void
}
