import type { Identity } from '@travel-rule/auth/identity'
import type { Actor } from '@travel-rule/database/outbox'

/** The caller as the actor of events, for the audit log. */
export function actorOf({ subject, name }: Identity): Actor {
  return { type: 'USER', id: subject, ...(name === '' ? {} : { name }) }
}
