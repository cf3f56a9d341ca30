import { jsonResponse } from './json-response.ts'
import type { HttpResponse, Route } from './route.ts'

/**
 * Returns the problem, or `undefined` when healthy. The text is shown to any client of the port.
 */
export type HealthCheck = () => Promise<string | HealthNote | undefined>

/** A problem that needs attention but does not make the service unready. */
export interface HealthNote {
  readonly note: string
}

/** A check that takes longer counts as failed. */
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
      handle: async () => {
        const entries = Object.entries(checks)
        const details = await Promise.all(entries.map(([, check]) => run(check, timeoutMs)))
        return respond(Object.fromEntries(entries.map(([name], index) => [name, details[index]])))
      },
    },
  ]
}

type Detail = Awaited<ReturnType<HealthCheck>>

function respond(details: Readonly<Record<string, Detail>>): HttpResponse {
  const ready = Object.values(details).every((detail) => typeof detail !== 'string')
  const checks = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, shown(detail)]))
  return jsonResponse(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks })
}

function shown(detail: Detail): string {
  return typeof detail === 'object' ? detail.note : (detail ?? 'ok')
}

async function run(check: HealthCheck, timeoutMs: number): Promise<Detail> {
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
