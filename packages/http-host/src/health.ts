import type { HttpAnswer } from './http-answer.ts'
import type { Route } from './http-router.ts'

/** Says what is wrong, or `undefined` when all is well. What it says is shown to whoever reaches the port. */
export type HealthCheck = () => Promise<string | HealthNote | undefined>

/** Something that somebody should repair, although the service can do its work meanwhile. */
export interface HealthNote {
  readonly note: string
}

/** How long one check may take before it counts as failed. */
export const CHECK_TIMEOUT_MS = 2_000

/**
 * `GET /livez`: the process answers. `GET /readyz`: every check is fine, else 503.
 *
 * Both answer JSON: `{"status":"ok"|"unavailable","checks":{"database":"ok"|"<what is wrong>"}}`. A note is shown and makes nothing unavailable.
 */
export function healthRoutes(
  checks: Readonly<Record<string, HealthCheck>>,
  { timeoutMs = CHECK_TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Route[] {
  return [
    { method: 'GET', path: '/livez', handle: () => answer({}) },
    {
      method: 'GET',
      path: '/readyz',
      handle: async () => {
        const entries = Object.entries(checks)
        const details = await Promise.all(entries.map(([, check]) => run(check, timeoutMs)))
        return answer(Object.fromEntries(entries.map(([name], index) => [name, details[index]])))
      },
    },
  ]
}

type Detail = Awaited<ReturnType<HealthCheck>>

function answer(details: Readonly<Record<string, Detail>>): HttpAnswer {
  const ready = Object.values(details).every((detail) => typeof detail !== 'string')
  const checks = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, shown(detail)]))
  return {
    status: ready ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks }),
  }
}

function shown(detail: Detail): string {
  return typeof detail === 'object' ? detail.note : (detail ?? 'ok')
}

async function run(check: HealthCheck, timeoutMs: number): Promise<Detail> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs)
  try {
    return await Promise.race([check(), late])
  } catch {
    return 'the check failed'
  } finally {
    clearTimeout(timer)
  }
}
