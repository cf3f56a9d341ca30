import type { Identity } from '@travel-rule/auth/identity'
import type { Actor } from '@travel-rule/database/outbox'

/** The caller as the audit trail names them. */
export function actorOf({ subject, name }: Identity): Actor {
  return { type: 'USER', id: subject, ...(name === '' ? {} : { name }) }
}
