import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { compareNames } from '../compare-names.ts'

/** Pairs were looked at while thresholds were chosen (`TUNED`), or only counted (`HELD_OUT`). */
export type Half = 'TUNED' | 'HELD_OUT'

export interface MeasuredPair {
  readonly left: string
  readonly right: string
  readonly isMatch: boolean
  readonly half: Half
  readonly score: number
}

export interface MatcherQuality {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Every pair of `vectors/nomenklatura-cases.csv`, scored. */
export function measurePairs(): MeasuredPair[] {
  const file = new URL('../vectors/nomenklatura-cases.csv', import.meta.url)
  const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true })
  return rows.map(({ schema = '', name1: left = '', name2: right = '', is_match }) => ({
    left,
    right,
    isMatch: is_match === 'true',
    half: halfOf(`${schema}|${left}|${right}`),
    score: compareNames(left, right, schema === 'Person' ? 'PERSON' : 'ORGANISATION').score,
  }))
}

/** Precision, recall and F1 of the pairs that score at least `threshold`. */
export function qualityAt(pairs: readonly MeasuredPair[], threshold: number): MatcherQuality {
  const found = pairs.filter((pair) => pair.score >= threshold)
  const right = found.filter((pair) => pair.isMatch).length
  const precision = right / found.length
  const recall = right / pairs.filter((pair) => pair.isMatch).length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

function halfOf(key: string): Half {
  return (createHash('sha256').update(key).digest()[0] ?? 0) % 2 === 0 ? 'TUNED' : 'HELD_OUT'
}
