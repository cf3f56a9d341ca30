/** Largest value of a PostgreSQL `bigint`. */
const POSITION_MAX = 2n ** 63n - 1n

/** A place in the feed of one epoch: after an event, or `0n` before the first. */
export interface FeedPosition {
  readonly position: bigint
  /** Id of the epoch, a UUID. */
  readonly epoch: string
  /** Id of the event at the position, a UUID; `undefined` before the first. */
  readonly eventId: string | undefined
}

/**
 * The position as clients see it, like `4711-1f0c9a2e-5b3d01c4a2f0`: its number, and the beginnings
 * of the ids of its epoch and event, which a database that was restored from a backup does not
 * have.
 */
export function encodePosition({ position, epoch, eventId }: FeedPosition): string {
  return `${position}-${epoch.slice(0, 8)}-${eventId === undefined ? '0' : eventMark(eventId)}`
}

/**
 * The number of an encoded position, and whether it is of the given epoch and event. Digits alone,
 * which earlier versions wrote, are of the first epoch and any event. `undefined` for any other
 * string.
 */
export function decodePosition(encoded: string):
  | {
      readonly position: bigint
      matches(epoch: { readonly id: string; readonly isFirst: boolean }, eventId: string | undefined): boolean
    }
  | undefined {
  const [, digits, epochMark, mark] = ENCODED.exec(encoded) ?? []
  const position = parsePosition(digits)
  if (position === undefined) return undefined
  return {
    position,
    matches(epoch, eventId) {
      if (epochMark === undefined) return epoch.isFirst
      return epoch.id.startsWith(epochMark) && mark === (eventId === undefined ? '0' : eventMark(eventId))
    },
  }
}

/** A position in decimal digits, `undefined` for anything else. */
export function parsePosition(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) return undefined
  const position = BigInt(value)
  return position <= POSITION_MAX ? position : undefined
}

const ENCODED = /^(\d{1,19})(?:-([0-9a-f]{8})-([0-9a-f]{12}|0))?$/

/** 48 bits of a random UUID. */
function eventMark(eventId: string): string {
  return eventId.slice(0, 8) + eventId.slice(9, 13)
}
