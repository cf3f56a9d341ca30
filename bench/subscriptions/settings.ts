import { readFileSync } from 'node:fs'
import { type BenchSettings, readBenchSettings } from '../gateway/settings.ts'

export const SUBSCRIPTIONS_BENCH_USAGE = `npm run bench -- subscriptions measures every case and writes bench/results/subscriptions.json and bench/README.md.
Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ONLY=shared-1000  cases: shared-1000 shared-5000 shared-10000 distinct-1000 distinct-5000 distinct-10000
                          federated-1 federated-shared federated-distinct latency-100 latency-1000
  BENCH_ROUNDS=3, BENCH_ROUND_MS=1000, BENCH_WARM_UP_MS=1000, BENCH_PROFILE_DIR, BENCH_NODE_ARGS: as above
It needs a limit of open files (ulimit -n) above the number of clients.`

/** The settings of the gateway benchmark, but with shorter rounds, since there are more of them. */
export function readSubscriptionSettings(env: Readonly<Record<string, string | undefined>>): BenchSettings {
  return readBenchSettings({ BENCH_ROUND_MS: '1000', BENCH_WARM_UP_MS: '1000', ...env })
}

/** File descriptors other than client sockets: pipes, files and connections to subgraphs. */
const otherFiles = 200

/**
 * Throws when a process cannot open enough sockets. Node raises the soft limit to the hard limit.
 * Linux only.
 */
export function requireOpenFiles(clients: number): void {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  const needed = clients + otherFiles
  if (hard === undefined || hard === 'unlimited' || Number(hard) >= needed) return
  throw new Error(
    `a process may open ${hard} files, and ${clients} clients need ${needed}: ulimit -Hn ${needed}, as root`,
  )
}
