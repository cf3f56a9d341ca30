/** Maximum value of a PostgreSQL `bigint`. */
const POSITION_MAX = 2n ** 63n - 1n

/** A place in the feed of one epoch: after an event, or `0n` for the beginning. */
export interface FeedPosition {
  readonly position: bigint
  /** Id of the epoch, a UUID. */
  readonly epoch: string
  /** Id of the event at the position, a UUID; `undefined` at the beginning. */
  readonly eventId: string | undefined
}

/**
 * The position as clients see it, such as `4711-1f0c9a2e-5b3d01c4a2f0`: its number, and prefixes of its epoch and event
 * ids; a database restored from a backup has different ones.
 */
export function encodePosition({ position, epoch, eventId }: FeedPosition): string {
  return `${position}-${epoch.slice(0, 8)}-${eventId === undefined ? '0' : eventMark(eventId)}`
}

/**
 * The number of an encoded position, and if it belongs to the given epoch and event. Digits alone, as written by
 * earlier versions, match the first epoch and any event. `undefined` for any other string.
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

/** Parses a position in decimal digits; `undefined` for anything else. */
export function parsePosition(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) return undefined
  const position = BigInt(value)
  return position <= POSITION_MAX ? position : undefined
}

const ENCODED = /^(\d{1,19})(?:-([0-9a-f]{8})-([0-9a-f]{12}|0))?$/

/** The first 48 bits of a random UUID. */
function eventMark(eventId: string): string {
  return eventId.slice(0, 8) + eventId.slice(9, 13)
}
