import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { compareNames } from '../compare-names.ts'
import type { NameKind } from '../prepare-name.ts'

/** `TUNED` pairs were used to choose thresholds; `HELD_OUT` pairs were only counted. */
export type Half = 'TUNED' | 'HELD_OUT'

export interface MeasuredPair {
  readonly left: string
  readonly right: string
  readonly kind: NameKind
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
  return measureFile('nomenklatura-cases.csv')
}

/** Every pair of `vectors/ofac-aliases.csv`, scored. They were not used to choose thresholds. */
export function measureListedAliases(): MeasuredPair[] {
  return measureFile('ofac-aliases.csv')
}

function measureFile(name: string): MeasuredPair[] {
  return readVectors(name).map(({ schema = '', name1: left = '', name2: right = '', is_match }) => {
    const kind = schema === 'Person' ? 'PERSON' : 'ORGANISATION'
    const half = halfOf(`${schema}|${left}|${right}`)
    return { left, right, kind, isMatch: is_match === 'true', half, score: compareNames(left, right, kind).score }
  })
}

/** A name in another script and in Latin, by a published standard or in its conventional spelling. */
export interface Transliteration {
  readonly script: string
  readonly native: string
  readonly latin: string
  readonly score: number
}

/** Every name of `vectors/transliterations.csv`, compared with its Latin form. */
export function measureTransliterations(): Transliteration[] {
  return readVectors('transliterations.csv').map(({ script = '', native = '', latin = '' }) => ({
    script,
    native,
    latin,
    score: compareNames(native, latin, 'PERSON').score,
  }))
}

function readVectors(name: string): Record<string, string>[] {
  return parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'), { columns: true })
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
