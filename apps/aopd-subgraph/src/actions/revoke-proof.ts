import type { Actor } from '@travel-rule/database/outbox'
import { isPlainText } from '../domain/plain-text.ts'
import type { Proof } from '../domain/proof.ts'
import { type Parsed, refused } from '../domain/refusal.ts'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

export const REVOCATION_REASON_CHARACTERS_MAX = 500

/** What a person may type in a field of several lines. */
const LINE_BREAKS = /[\t\r\n]/g

/** Takes back a verified proof, for a reason that is kept. */
export async function revokeProof(
  service: ProofService,
  { id, reason }: { readonly id: string; readonly reason: string },
  actor: Actor,
): Promise<Parsed<Proof>> {
  const text = reason.trim()
  if (text === '' || !isPlainText(text.replace(LINE_BREAKS, ' '), REVOCATION_REASON_CHARACTERS_MAX))
    return refused('INPUT_INVALID', `reason: say why, in 1 to ${REVOCATION_REASON_CHARACTERS_MAX} characters.`)
  return changeProof(service, { id }, actor, (_, at) => ({ type: 'revoke', by: actor.id, reason: text, at }))
}
