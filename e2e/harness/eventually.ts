import { setTimeout as delay } from 'node:timers/promises'

const WITHIN_MS = 60_000
const POLL_MS = 50

/**
 * What `read` returns as soon as it `matches`. A throw of `read` counts as no match.
 *
 * Throws with the last value or error after `withinMs`, which only bounds how long a failure takes.
 */
export async function eventually<Value>(
  read: () => Value | Promise<Value>,
  matches: (value: Value) => boolean,
  withinMs = WITHIN_MS,
): Promise<Value> {
  const until = performance.now() + withinMs
  for (;;) {
    const attempt = await tryRead(read)
    if ('value' in attempt && matches(attempt.value)) return attempt.value
    if (performance.now() > until) {
      const last = 'value' in attempt ? JSON.stringify(attempt.value, undefined, 2) : String(attempt.error)
      throw new Error(`It did not come to that within ${withinMs} ms. Last: ${last}`)
    }
    await delay(POLL_MS)
  }
}

async function tryRead<Value>(read: () => Value | Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await read() }
  } catch (error) {
    return { error }
  }
}
