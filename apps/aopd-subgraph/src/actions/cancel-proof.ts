import type { Actor } from '@travel-rule/database/outbox'
import type { Proof } from '../domain/proof.ts'
import type { Parsed } from '../domain/refusal.ts'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

/** Withdraws a request; its link takes no signature any more. */
export function cancelProof(service: ProofService, id: string, actor: Actor): Promise<Parsed<Proof>> {
  return changeProof(service, { id }, actor, (_, at) => ({ type: 'cancel', by: actor.id, at }))
}
