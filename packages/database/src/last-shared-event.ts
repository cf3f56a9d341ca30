/** An event of a feed: its position and its id. */
export interface EventPlace {
  readonly position: bigint
  readonly eventId: string
}

/**
 * The last of the reader's events that the source still has after a restore; `undefined` when it has none of them.
 *
 * `applied` returns the reader's last event at or before a position. A restored source has all events up to some
 * position and none of the later ones, so a binary search finds it.
 */
export async function lastSharedEvent(
  end: bigint,
  {
    applied,
    sourceHas,
  }: {
    applied(position: bigint): Promise<EventPlace | undefined>
    sourceHas(event: EventPlace): Promise<boolean>
  },
): Promise<EventPlace | undefined> {
  let shared: EventPlace | undefined
  // Events up to `low` are shared; events after `high` are lost.
  let low = 0n
  let high = end
  // Often nothing is lost, so compare the end first.
  let probe = end
  while (low < high) {
    const event = await applied(probe)
    if (event === undefined || event.position <= low) {
      low = probe
    } else if (await sourceHas(event)) {
      shared = event
      low = probe
    } else {
      high = event.position - 1n
    }
    probe = (low + high + 1n) / 2n
  }
  return shared
}
