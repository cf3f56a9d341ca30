import { createHash } from 'node:crypto'

/** Random choices that are the same in every run with the same seed. */
export interface Random {
  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number
  /** The values in random order. */
  shuffled<Value>(values: readonly Value[]): Value[]
}

/** Concurrent consumers need separate `purpose`s: otherwise their numbers would depend on timing. */
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
      const ranked = values.map((value) => ({ value, rank: next() }))
      return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value)
    },
  }
}
