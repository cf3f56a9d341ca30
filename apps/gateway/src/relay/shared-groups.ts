import type { LiveGroup } from './live-group.ts'

/** Under what a group is found by who begins later. */
export interface Placed {
  /** Groups with the same key are of the same subscription, for those who may see the same. */
  readonly key: string
  /** Where the group began, if not with what happens from now on. */
  readonly after: string | undefined
}

/** The groups that others may join. */
export interface SharedGroups {
  /** The group to join for who wants to begin there. */
  find(at: Placed): LiveGroup | undefined
  /** Where a group is listed; `undefined` when nobody should join it. */
  placeOf(group: LiveGroup): Placed | undefined
  add(group: LiveGroup, at: Placed): void
  remove(group: LiveGroup): void
  /** Those of its key that stand where this group stands: the one to go on with, and those to go on with it. */
  caughtUp(group: LiveGroup): { readonly chosen: LiveGroup; readonly others: readonly LiveGroup[] } | undefined
}

/** Groups of one key. */
interface Sharers {
  /** Who begins now may join it. */
  main: LiveGroup | undefined
  /** Those that began after a position of the past, or have come to be the same later, until they stand where another one does. */
  readonly late: Set<LiveGroup>
}

export function openSharedGroups(): SharedGroups {
  const sharersByKey = new Map<string, Sharers>()
  const placed = new Map<LiveGroup, Placed>()

  function sharersOf(key: string): Sharers {
    const known = sharersByKey.get(key)
    if (known !== undefined) return known
    const made: Sharers = { main: undefined, late: new Set() }
    sharersByKey.set(key, made)
    return made
  }

  return {
    find({ key, after }) {
      const sharers = sharersByKey.get(key)
      if (after === undefined || sharers?.main?.position() === after) return sharers?.main
      return sharers?.late.values().find((group) => group.position() === after)
    },
    placeOf: (group) => placed.get(group),
    add(group, at) {
      placed.set(group, at)
      const sharers = sharersOf(at.key)
      if (at.after === undefined && sharers.main === undefined) sharers.main = group
      else sharers.late.add(group)
    },
    remove(group) {
      const at = placed.get(group)
      const sharers = at && sharersByKey.get(at.key)
      placed.delete(group)
      if (at === undefined || sharers === undefined) return
      if (sharers.main === group) sharers.main = undefined
      sharers.late.delete(group)
      if (sharers.main === undefined && sharers.late.size === 0) sharersByKey.delete(at.key)
    },
    caughtUp(group) {
      const at = placed.get(group)
      const { main, late } = (at && sharersByKey.get(at.key)) ?? { main: undefined, late: NONE }
      const standing = late.size === 0 ? undefined : group.standing()
      if (standing === undefined) return undefined
      const chosen = main?.standing() === standing ? main : group
      return { chosen, others: [...late].filter((each) => each !== chosen && each.standing() === standing) }
    },
  }
}

const NONE: ReadonlySet<LiveGroup> = new Set()
