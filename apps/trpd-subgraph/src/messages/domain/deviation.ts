/**
 * A point in which a counterparty's message deviates from the protocol and which was tolerated. Contains no
 * personal data.
 */
export interface Deviation {
  /** The violated rule: the message and field of TRP, or `IVMS101` and a constraint. */
  readonly clause: string
  /** The field in the message, such as `asset`; empty for the message as a whole. */
  readonly path: string
  readonly message: string
}

/** Maximum number of deviations stored per transfer; later ones are dropped. */
export const DEVIATIONS_MAX = 100
