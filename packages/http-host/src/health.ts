import { jsonResponse } from './json-response.ts'
import type { HttpResponse, Route } from './route.ts'

/** The problem; `undefined` when healthy. It is shown to any client of the port. */
export type CheckResult = string | HealthNote | undefined

export type HealthCheck = () => Promise<CheckResult>

/** A problem that needs attention but does not make the service unready. */
export interface HealthNote {
  readonly note: string
}

/** Time after which a check counts as failed. */
export const CHECK_TIMEOUT_MS = 2_000

/**
 * `GET /livez`: 200 while the process responds. `GET /readyz`: 200 when every check passes, else
 * 503.
 *
 * Both respond with `{"status":"ok"|"unavailable","checks":{"database":"ok"|"<problem>"}}`.
 */
export function healthRoutes(
  checks: Readonly<Record<string, HealthCheck>>,
  { timeoutMs = CHECK_TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Route[] {
  return [
    { method: 'GET', path: '/livez', handle: () => respond({}) },
    {
      method: 'GET',
      path: '/readyz',
      handle: async () => respond(await runChecks(checks, timeoutMs)),
    },
  ]
}

/** The results of all checks, by name. Never rejects. */
export async function runChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  timeoutMs: number = CHECK_TIMEOUT_MS,
): Promise<Readonly<Record<string, CheckResult>>> {
  const results = Object.entries(checks).map(async ([name, check]) => [name, await run(check, timeoutMs)] as const)
  return Object.fromEntries(await Promise.all(results))
}

function respond(results: Readonly<Record<string, CheckResult>>): HttpResponse {
  const ready = Object.values(results).every((result) => typeof result !== 'string')
  const checks = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, shown(result)]))
  return jsonResponse(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks })
}

function shown(result: CheckResult): string {
  return typeof result === 'object' ? result.note : (result ?? 'ok')
}

async function run(check: HealthCheck, timeoutMs: number): Promise<CheckResult> {
  const { promise: timedOut, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`no response within ${timeoutMs} ms`), timeoutMs)
  try {
    return await Promise.race([check(), timedOut])
  } catch {
    return 'the check failed'
  } finally {
    clearTimeout(timer)
  }
}
