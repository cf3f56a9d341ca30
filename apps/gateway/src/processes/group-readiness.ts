import type { CheckResult, HealthCheck } from '@travel-rule/http-host/health'
import type { Process } from './supervisor.ts'

export interface GroupReadiness {
  /** The checks of each process. */
  readonly names: readonly string[]
  readonly count: number
  readonly serving: () => readonly Process[]
  readonly isStopping: () => boolean
}

/** Shorter than the timeout of a readiness check. */
const TIMEOUT_MS = 1_500

/**
 * Readiness of all processes together. A check that fails in only some processes is a note, since the others serve. The
 * check `processes` reports how many do.
 */
export function groupChecks({
  names,
  count,
  serving,
  isStopping,
}: GroupReadiness): Readonly<Record<string, HealthCheck>> {
  let asking: Promise<readonly Readonly<Record<string, CheckResult>>[]> | undefined

  async function askAll(): Promise<readonly Readonly<Record<string, CheckResult>>[]> {
    const asked = serving().map(({ channel }) => channel.ask('health', undefined, TIMEOUT_MS).catch(() => undefined))
    return (await Promise.all(asked)).filter((results) => results !== undefined)
  }

  const check = (name: string): HealthCheck => {
    return async () => {
      if (name === 'api' && isStopping()) return 'shutting down'
      asking ??= askAll().finally(() => {
        asking = undefined
      })
      return combine((await asking).map((results) => results[name]))
    }
  }

  return {
    ...Object.fromEntries(names.map((name) => [name, check(name)])),
    async processes() {
      const number = serving().length
      if (number === 0) return isStopping() ? 'shutting down' : 'no process serves'
      return number === count ? undefined : { note: `${number} of ${count} serve` }
    },
  }
}

function combine(results: readonly CheckResult[]): CheckResult {
  const problems = results.filter((result) => typeof result === 'string')
  const [problem] = problems
  if (results.length === 0) return 'no process responds'
  if (problem === undefined) return results.find((result) => result !== undefined)
  if (problems.length === results.length) return problem
  return { note: `${problems.length} of ${results.length} processes: ${problem}` }
}
