import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 50
const REQUEST_TIMEOUT_MS = 15_000

/**
 * Waits until the part at `readinessUrl` reports that it has everything it needs from other parts.
 *
 * Calls `onLong` once with what is missing after `noticeMs`, e.g. `supergraph: not loaded`, and returns what is still
 * missing after `maxMs`. Throws the reason of `signal` when that is aborted.
 */
export async function awaitReadiness(
  readinessUrl: string,
  { signal, noticeMs, maxMs, onLong }: ReadinessOptions,
): Promise<string | undefined> {
  let isReported = false
  for (const startedAt = performance.now(); ; ) {
    const missing = await readMissing(readinessUrl)
    signal.throwIfAborted()
    const elapsedMs = performance.now() - startedAt
    if (missing === undefined || elapsedMs >= maxMs) return missing
    if (elapsedMs >= noticeMs && !isReported) onLong(missing)
    isReported ||= elapsedMs >= noticeMs
    await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

export interface ReadinessOptions {
  readonly signal: AbortSignal
  readonly noticeMs: number
  readonly maxMs: number
  readonly onLong: (missing: string) => void
}

async function readMissing(readinessUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(readinessUrl, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const { checks } = (await response.json()) as { readonly checks: Readonly<Record<string, string>> }
    if (response.ok) return undefined
    const unmet = Object.entries(checks).filter(([, detail]) => detail !== 'ok')
    return unmet.map(([name, detail]) => `${name}: ${detail}`).join(', ')
  } catch {
    return 'it does not respond'
  }
}
