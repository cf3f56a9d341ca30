import type { Actor } from '@travel-rule/database/outbox'
import { judgeSubmission } from '../domain/judge-submission.ts'
import type { Proof, SubmissionChannel } from '../domain/proof.ts'
import type { Parsed } from '../domain/refusal.ts'
import { parseSubmission } from '../domain/submission.ts'
import type { ProofKey } from '../store/load-proof.ts'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

/**
 * Checks a signature and records the verdict; the proof says what came of it.
 *
 * The check is made under the lock, so attempts at the same time are counted one by one.
 */
export async function submitSignature(
  service: ProofService,
  key: ProofKey,
  input: { readonly address: unknown; readonly signature: unknown },
  from: { readonly actor: Actor; readonly channel: SubmissionChannel },
): Promise<Parsed<Proof>> {
  const submission = parseSubmission(input)
  if (!submission.ok) return submission
  return changeProof(service, key, from.actor, (proof, at) => {
    const { verdict, address } = judgeSubmission(proof, submission.value)
    return { type: 'submit', submission: { ...submission.value, channel: from.channel, verdict }, address, at }
  })
}
