import { createHash } from 'node:crypto'

/** Numbers that are the same in every run with the same seed. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  /** The same values in another order. */
  shuffled<Value>(values: readonly Value[]): Value[]
}

/** `purpose`: who draws at their own pace gets numbers of their own, so that nobody's depend on the order of events. */
export function seededRandom(seed: number, purpose: string): Random {
  let drawn = 0
  const next = () => {
    drawn += 1
    const digest = createHash('sha256').update(`${seed} ${purpose} ${drawn}`).digest()
    return digest.readUInt32BE(0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    shuffled(values) {
      const all = values.map((value) => ({ value, rank: next() }))
      return all.sort((a, b) => a.rank - b.rank).map(({ value }) => value)
    },
  }
}
