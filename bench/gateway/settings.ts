/** What to measure, and for how long. The published numbers use the defaults. */
export interface BenchSettings {
  /** Names of cases, including `memory` and `latency`. All cases when absent, and only then is the report written. */
  readonly only: ReadonlySet<string> | undefined
  readonly rounds: number
  readonly roundMs: number
  readonly warmUpMs: number
  /**
   * Folder for a CPU profile of our gateway. No report is written, since profiling slows it down.
   */
  readonly profileDir: string | undefined
  /** Additional Node arguments for our gateway. */
  readonly nodeArguments: readonly string[]
  /** Another checkout with installed dependencies, whose gateway is measured beside ours. */
  readonly baselineDir: string | undefined
}

export const GATEWAY_BENCH_USAGE = `npm run bench -- gateway measures every case and writes bench/results/gateway.json and bench/README.md.
Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ONLY=small,join   cases: small large large-texts join join-wide mutation mixed cold invalid-token memory latency flood
  BENCH_ROUNDS=3          rounds of each contender, in turns; the median counts
  BENCH_ROUND_MS=4000     length of a round
  BENCH_WARM_UP_MS=3000   load before the first round
  BENCH_PROFILE_DIR=dir   CPU profile of our gateway (node --cpu-prof)
  BENCH_NODE_ARGS="--x"    further arguments of Node for our gateway, to try them
  BENCH_BASELINE=dir       another checkout with its dependencies installed: its gateway is measured beside ours`

export function readBenchSettings(env: Readonly<Record<string, string | undefined>>): BenchSettings {
  const only = env.BENCH_ONLY?.split(',').filter((name) => name !== '')
  return {
    only: only === undefined || only.length === 0 ? undefined : new Set(only),
    rounds: positive(env.BENCH_ROUNDS, 3),
    roundMs: positive(env.BENCH_ROUND_MS, 4_000),
    warmUpMs: positive(env.BENCH_WARM_UP_MS, 3_000),
    profileDir: env.BENCH_PROFILE_DIR || undefined,
    nodeArguments: env.BENCH_NODE_ARGS?.split(' ').filter((argument) => argument !== '') ?? [],
    baselineDir: env.BENCH_BASELINE || undefined,
  }
}

/** True for a complete run with the defaults, whose numbers are published. */
export function isPublished({ only, profileDir, nodeArguments, baselineDir }: BenchSettings): boolean {
  return only === undefined && profileDir === undefined && nodeArguments.length === 0 && baselineDir === undefined
}

function positive(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}
