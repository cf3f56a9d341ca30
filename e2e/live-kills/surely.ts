import { setTimeout as delay } from 'node:timers/promises'

const AGAIN_AFTER_MS = 30
/** A database that does not answer so often is no part of the story. */
const ATTEMPTS_MAX = 300

/** What `ask` resolves with, whatever becomes of the connections to the database: it is called until it does not reject. */
export async function surely<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
      await delay(AGAIN_AFTER_MS)
    }
  }
}
