import { markdownTable } from '../markdown-table.ts'
import type { Quantiles } from '../quantiles.ts'

/** One measurement. `cpuMsEach` is the CPU time of trpd and PostgreSQL. */
export interface TrpdCase extends Quantiles {
  readonly name: string
  readonly perSecond: number
  readonly cpuMsEach: number
}

const INBOUND_PER_SECOND_MIN = 300
const INBOUND_P99_MS_MAX = 100
const LIST_P95_MS_MAX = 30
const TRAVEL_ADDRESS_MS_MAX = 0.05
/** Listed, since the names of lists and counts that filter by travel address have the same ending. */
const TRAVEL_ADDRESS_CASES: ReadonlySet<string> = new Set(['validate-travel-address', 'decode-travel-address'])

/** The missed goals, as lines. */
export function missedGoals(cases: readonly TrpdCase[]): string[] {
  return cases.flatMap(({ name, perSecond, p95Ms, p99Ms, cpuMsEach }) => {
    const isTooSlow =
      (name === 'inbound' && (perSecond < INBOUND_PER_SECOND_MIN || p99Ms > INBOUND_P99_MS_MAX)) ||
      (name.startsWith('list-') && p95Ms > LIST_P95_MS_MAX) ||
      (TRAVEL_ADDRESS_CASES.has(name) && cpuMsEach > TRAVEL_ADDRESS_MS_MAX)
    return isTooSlow ? [`missed: ${name}, ${perSecond.toFixed(0)} per second, p95 ${p95Ms.toFixed(1)} ms`] : []
  })
}

/** The section of bench/README.md. */
export function tableOf(cases: readonly TrpdCase[], rows: number): string {
  const ms = (value: number) => (value < 0.1 ? value.toFixed(4) : value.toFixed(1))
  const lines = cases.map(({ name, perSecond, p50Ms, p95Ms, p99Ms, cpuMsEach }) => [
    name,
    perSecond.toFixed(0),
    ...[p50Ms, p95Ms, p99Ms, cpuMsEach].map(ms),
  ])
  const rateOf = (wanted: string) => cases.find(({ name }) => name === wanted)?.perSecond ?? Number.NaN
  const ratio = rateOf('inbound') / rateOf('inbound-baseline')
  return `${markdownTable('case | per second | p50 ms | p95 ms | p99 ms | CPU ms each', lines)}\n
\`inbound\` runs at ${ratio.toFixed(2)} × the rate of \`inbound-baseline\`, a bare server that parses the same inquiry and stores it in one durable statement.
Each is a complete inquiry with two persons: validated, checked against similar transactions and names, sealed, stored with its history, checks and audit event,
and answered. \`inbound\` leaves the decision to an officer; \`inbound-approved\` is approved by a rule in the same transaction, and the resolution is delivered to the
callback by the same process. Goals: \`inbound\` at least ${INBOUND_PER_SECOND_MIN} per second with p99 below ${INBOUND_P99_MS_MAX} ms; lists p95 below
${LIST_P95_MS_MAX} ms; a travel address below ${TRAVEL_ADDRESS_MS_MAX * 1_000} µs.\n
The database has ${rows} transactions and syncs every commit. A list has 50 transactions; \`-page-1000\` is its thousandth page, or the last if there are fewer.
CPU time covers trpd and PostgreSQL. Load generator, trpd and PostgreSQL share the machine.`
}
