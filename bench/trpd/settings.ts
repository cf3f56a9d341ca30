export const TRPD_BENCH_USAGE = `npm run bench -- trpd measures inquiries from other VASPs and queries of a million transactions, and writes bench/results/trpd.json and bench/README.md.
It fails when a goal is missed. Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ONLY=inbound,list-status  cases whose names start with one of these
  BENCH_ROWS=1000000              transactions in the database
  BENCH_CASE_MS=2000              length of each measurement; four times as long for inquiries
  BENCH_PROFILE_DIR=dir           CPU profile of trpd (node --cpu-prof)
  PORT_BASE=18000                 ports of trpd`

/** What to measure, and for how long. The published numbers use the defaults. */
export interface TrpdBenchSettings {
  readonly only: readonly string[] | undefined
  readonly rows: number
  readonly caseMs: number
  readonly profileDir: string | undefined
  readonly portBase: number
}

const ROWS = 1_000_000

/** `portBase`: the default. */
export function readTrpdBenchSettings(
  env: Readonly<Record<string, string | undefined>>,
  portBase: number,
): TrpdBenchSettings {
  return {
    only: env.BENCH_ONLY?.split(',').filter((name) => name !== ''),
    rows: Number(env.BENCH_ROWS ?? ROWS),
    caseMs: Number(env.BENCH_CASE_MS ?? 2_000),
    profileDir: env.BENCH_PROFILE_DIR || undefined,
    portBase: Number(env.PORT_BASE ?? portBase),
  }
}

/** True for a complete run, whose numbers are published. */
export function isComplete({ only, rows, profileDir }: TrpdBenchSettings): boolean {
  return only === undefined && rows === ROWS && profileDir === undefined
}
