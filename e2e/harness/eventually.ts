import { setTimeout as delay } from 'node:timers/promises'

const TIMEOUT_MS = 180_000
/** Between the first polls; what takes long is polled less often, since each poll takes time from what it waits for. */
const POLL_MS = 50
const POLL_MS_MAX = 250
const POLL_GROWTH = 1.2

/**
 * Polls `read` until its value `matches`; an error counts as no match.
 *
 * Rejects with the last value or error after `timeoutMs`.
 */
export async function eventually<Value>(
  read: () => Value | Promise<Value>,
  matches: (value: Value) => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs
  for (let pollMs = POLL_MS; ; pollMs = Math.min(pollMs * POLL_GROWTH, POLL_MS_MAX)) {
    const attempt = await tryRead(read)
    if ('value' in attempt && matches(attempt.value)) return attempt.value
    if (performance.now() > deadline) {
      const last = 'value' in attempt ? JSON.stringify(attempt.value, undefined, 2) : String(attempt.error)
      throw new Error(`Not reached within ${timeoutMs} ms. Last: ${last}`)
    }
    await delay(pollMs)
  }
}

async function tryRead<Value>(read: () => Value | Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await read() }
  } catch (error) {
    return { error }
  }
}
