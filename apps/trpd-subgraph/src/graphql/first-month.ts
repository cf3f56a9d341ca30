import { requireRange } from '@travel-rule/subgraph/page'

/**
 * The first day, in UTC, of the earliest of the latest `months` months, which include the current one;
 * defaults to `max` months. Throws the refusal `INPUT_INVALID` unless `months` is from 1 to `max`.
 */
export function firstMonth(now: Date, months: number | null | undefined, max: number): string {
  const count = requireRange('months', months ?? max, { min: 1, max })
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1)).toISOString().slice(0, 10)
}
