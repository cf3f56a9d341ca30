export const DASHBOARD_BENCH_USAGE = `npm run bench -- dashboard measures the inbox of the dashboard in Chromium, before a real node: bundle sizes, time to the first rows, interactions and frames.
Writes bench/results/dashboard.json and bench/README.md, and fails when a goal is missed. Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ROWS=10000           transactions in the inbox
  BENCH_LIVE_SECONDS=30      how long live changes arrive
  CHROMIUM_PATH=path         the browser, if it is not in /usr/bin
  PORT_BASE=18500            ports of the node`

/** What to measure, and for how long. The published numbers use the defaults. */
export interface DashboardBenchSettings {
  readonly rows: number
  readonly liveSeconds: number
  readonly chromium: string | undefined
  readonly portBase: string
}

const ROWS = 10_000
const LIVE_SECONDS = 30

export function readDashboardBenchSettings(env: Readonly<Record<string, string | undefined>>): DashboardBenchSettings {
  return {
    rows: Number(env.BENCH_ROWS ?? ROWS),
    liveSeconds: Number(env.BENCH_LIVE_SECONDS ?? LIVE_SECONDS),
    chromium: env.CHROMIUM_PATH || undefined,
    portBase: env.PORT_BASE ?? '18500',
  }
}

/** True for a complete run, whose numbers are published. */
export function isComplete({ rows, liveSeconds }: DashboardBenchSettings): boolean {
  return rows === ROWS && liveSeconds === LIVE_SECONDS
}
