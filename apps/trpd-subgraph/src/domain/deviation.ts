/**
 * A point in which a counterparty's message departs from the protocol, and which was tolerated.
 * Contains no personal data.
 */
export interface Deviation {
  /** The rule: the message and field of TRP, or `IVMS101` and a constraint. */
  readonly clause: string
  /** The field in the message, such as `asset`; empty for the message as a whole. */
  readonly path: string
  readonly message: string
}

/** Maximum number of deviations that a transfer keeps; later ones are dropped. */
export const DEVIATIONS_MAX = 100
