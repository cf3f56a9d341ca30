import type { Actor } from '@travel-rule/database/outbox'
import type { Proof } from '../domain/proof.ts'
import { type Parsed, refused } from '../domain/refusal.ts'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

export const REVOCATION_REASON_CHARACTERS_MAX = 500

/** Takes back a verified proof, for a reason that is kept. */
export async function revokeProof(
  service: ProofService,
  { id, reason }: { readonly id: string; readonly reason: string },
  actor: Actor,
): Promise<Parsed<Proof>> {
  const text = reason.trim()
  if (text === '' || text.length > REVOCATION_REASON_CHARACTERS_MAX || !text.isWellFormed())
    return refused('INPUT_INVALID', `reason: say why, in 1 to ${REVOCATION_REASON_CHARACTERS_MAX} characters.`)
  return changeProof(service, { id }, actor, (_, at) => ({ type: 'revoke', by: actor.id, reason: text, at }))
}
