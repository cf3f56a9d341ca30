import { isExactNumber } from './exact-json.ts'

export interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  /** One of `list`, which is not empty. */
  pick<T>(list: readonly T[]): T
  /** At most `count` different entries of `list`. */
  some<T>(list: readonly T[], count: number): T[]
}

/** Random choices that are equal for equal `parts`. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  let state = hashOf(parts.join('\u0000'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  const pick = <T>(list: readonly T[]): T => {
    const index = int(list.length)
    if (index >= list.length) throw new Error('the list is empty')
    return list[index] as T
  }
  return {
    int,
    pick,
    chance: (probability) => next() < probability,
    some(list, count) {
      const remaining = [...list]
      const chosen = []
      while (remaining.length > 0 && chosen.length < count) chosen.push(...remaining.splice(int(remaining.length), 1))
      return chosen
    },
  }
}

/** A hash of a string from 0 to 2^32 - 1 (FNV-1a, mixed once more). */
export function hashOf(value: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < value.length; index++) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !isExactNumber(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
