import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { COST_BENCH_USAGE } from './cost/usage.ts'
import { DASHBOARD_BENCH_USAGE } from './dashboard/settings.ts'
import { DESK_BENCH_USAGE } from './desk/usage.ts'
import { GATEWAY_BENCH_USAGE } from './gateway/settings.ts'
import { LIVE_DISTANCE_BENCH_USAGE } from './live-distance/usage.ts'
import { NAMES_BENCH_USAGE } from './names/usage.ts'
import { POOLS_BENCH_USAGE } from './pools/usage.ts'
import { PROCESSES_BENCH_USAGE } from './processes/usage.ts'
import { SOAK_BENCH_USAGE } from './soak/settings.ts'
import { SUBSCRIPTIONS_BENCH_USAGE } from './subscriptions/settings.ts'
import { TRPD_BENCH_USAGE } from './trpd/settings.ts'
import { UPSTREAM_BENCH_USAGE } from './upstream/usage.ts'

/**
 * `npm run bench -- <name>`: measures one part and writes `bench/results/<name>.json` and its table
 * in `bench/README.md`.
 */
const BENCHES: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  cost: () => import('./cost/run.ts'),
  dashboard: () => import('./dashboard/run.ts'),
  desk: () => import('./desk/run.ts'),
  gateway: () => import('./gateway/run.ts'),
  'live-distance': () => import('./live-distance/run.ts'),
  names: () => import('./names/run.ts'),
  pools: () => import('./pools/run.ts'),
  processes: () => import('./processes/run.ts'),
  soak: () => import('./soak/run.ts'),
  subscriptions: () => import('./subscriptions/run.ts'),
  trpd: () => import('./trpd/run.ts'),
  upstream: () => import('./upstream/run.ts'),
}

const [name = '', ...options] = process.argv.slice(2)
const load = BENCHES[name]
if (load === undefined || asksForHelp(options)) {
  const isHelp = asksForHelp([name, ...options])
  const print = isHelp ? console.log : console.error
  print(`${isHelp ? '' : 'A benchmark is required: '}npm run bench -- ${Object.keys(BENCHES).join(' | ')}`)
  print(
    `\n${COST_BENCH_USAGE}\n\n${DASHBOARD_BENCH_USAGE}\n\n${DESK_BENCH_USAGE}\n\n${GATEWAY_BENCH_USAGE}\n\n${LIVE_DISTANCE_BENCH_USAGE}\n\n${NAMES_BENCH_USAGE}\n\n${POOLS_BENCH_USAGE}\n\n${PROCESSES_BENCH_USAGE}\n\n${SOAK_BENCH_USAGE}\n\n${SUBSCRIPTIONS_BENCH_USAGE}\n\n${TRPD_BENCH_USAGE}\n\n${UPSTREAM_BENCH_USAGE}`,
  )
  process.exitCode = isHelp ? 0 : 1
} else {
  const { run } = await load()
  await run()
}
