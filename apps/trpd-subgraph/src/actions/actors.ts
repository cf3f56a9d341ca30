import type { Actor } from '@travel-rule/database/outbox'
import type { Vasp } from '../domain/vasp.ts'

/** This service, acting by itself. */
export const systemActor: Actor = { type: 'SYSTEM', id: 'trpd' }

/** Another VASP, acting by a message. */
export function counterpartyActor({ id, name }: Pick<Vasp, 'id' | 'name'>): Actor {
  return { type: 'COUNTERPARTY', id, name }
}
