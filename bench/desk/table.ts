import { markdownTable } from '../markdown-table.ts'
import type { Quantiles } from '../quantiles.ts'
import { ENTRIES } from './measure-checks.ts'
import { ERASED } from './measure-erasure.ts'

/** One measurement. */
export interface DeskCase extends Quantiles {
  readonly name: string
  /** Maximum time for which the event loop was blocked; measured if the case runs in the benchmark's process. */
  readonly holdMs?: number
}

const CHECKS_P99_MS_MAX = 50
const HOLD_MS_MAX = 20
const SUMMARY_P95_MS_MAX = 20
const LIST_P95_MS_MAX = 30
const DRY_RUN_MS_MAX = 10_000
const ERASURE_MS_MAX = 2_000

/** The missed goals, as lines. */
export function missedGoals(cases: readonly DeskCase[]): string[] {
  return cases.flatMap(({ name, p95Ms, p99Ms, holdMs = 0 }) => {
    const isTooSlow =
      (name.startsWith('checks-') && (p99Ms > CHECKS_P99_MS_MAX || holdMs > HOLD_MS_MAX)) ||
      (name === 'desk-summary' && p95Ms > SUMMARY_P95_MS_MAX) ||
      (name.startsWith('list-') && p95Ms > LIST_P95_MS_MAX) ||
      (name.startsWith('rule-dry-run') && p99Ms > DRY_RUN_MS_MAX) ||
      (name.startsWith('erase-customer') && p99Ms > ERASURE_MS_MAX)
    if (!isTooSlow) return []
    return [`missed: ${name}, p95 ${p95Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, hold ${holdMs.toFixed(1)} ms`]
  })
}

/** The section of bench/README.md. */
export function tableOf(cases: readonly DeskCase[], rows: number): string {
  const lines = cases.map(({ name, p50Ms, p95Ms, p99Ms, holdMs }) => [
    name,
    ...[p50Ms, p95Ms, p99Ms, holdMs].map((ms) => ms?.toFixed(1) ?? ''),
  ])
  return `${markdownTable('case | p50 ms | p95 ms | p99 ms | longest hold ms', lines)}\n
\`checks-screening-50k\` is every check of one inquiry with two persons: both and the VASP are screened against ${ENTRIES} entries, and similar transactions are
looked up among ${rows}. \`desk-summary\` is everything that the home page of an officer shows, in one request, one after the other. A list has 50 transactions, and two
connections ask for lists. \`rule-dry-run-100000\` is
a dry run of 20 rules over the 100,000 newest transactions, alone and five times; \`erase-customer-1000\` is the erasure of a customer with ${ERASED} finished
transactions, alone and three times. Load generator, trpd and PostgreSQL share the machine. Goals: checks p99 below ${CHECKS_P99_MS_MAX} ms, without a hold of the event loop over ${HOLD_MS_MAX} ms;
the summary p95 below ${SUMMARY_P95_MS_MAX} ms; lists p95 below ${LIST_P95_MS_MAX} ms; the dry run below
${DRY_RUN_MS_MAX / 1_000} s; the erasure below ${ERASURE_MS_MAX / 1_000} s.`
}
