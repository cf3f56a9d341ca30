import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 50
const REQUEST_TIMEOUT_MS = 3_000

export interface AwaitReadinessOptions {
  readonly signal: AbortSignal
  /** How long what is missing may take to come. */
  readonly maxMs: number
}

/**
 * Waits until a part says at its `/readyz` that it has whatever it needs of other parts. Returns what it lacks when that takes too long,
 * e.g. `identityProvider: its keys are not at hand`; throws the reason of `signal` when that is aborted.
 */
export async function awaitReadiness(
  readinessUrl: string,
  { signal, maxMs }: AwaitReadinessOptions,
): Promise<string | undefined> {
  for (const until = performance.now() + maxMs; ; ) {
    const missing = await missingNow(readinessUrl)
    signal.throwIfAborted()
    if (missing === undefined || performance.now() >= until) return missing
    await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

async function missingNow(readinessUrl: string): Promise<string | undefined> {
  try {
    const answer = await fetch(readinessUrl, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const { checks } = (await answer.json()) as { readonly checks: Readonly<Record<string, string>> }
    if (answer.ok) return undefined
    const unmet = Object.entries(checks).filter(([, detail]) => detail !== 'ok')
    return unmet.map(([name, detail]) => `${name}: ${detail}`).join(', ')
  } catch {
    return 'it does not answer'
  }
}
