import type { Actor } from '@travel-rule/database/outbox'
import { type Command, decide } from '../domain/decide.ts'
import type { Proof } from '../domain/proof.ts'
import { type Parsed, parsed, refused } from '../domain/refusal.ts'
import { lockProof, type ProofKey } from '../store/load-proof.ts'
import { saveProof } from '../store/save-proof.ts'
import type { ProofService } from './proof-service.ts'

/** The proof after a command: loaded under a lock, decided and saved in one transaction. Unknown keys: `PROOF_NOT_FOUND`. */
export function changeProof(
  { database, sealer, now }: ProofService,
  key: ProofKey,
  actor: Actor,
  commandFor: (proof: Proof, at: Date) => Command,
): Promise<Parsed<Proof>> {
  return database.db.transaction().execute(async (tx): Promise<Parsed<Proof>> => {
    const proof = await lockProof({ tx, sealer }, key)
    if (!proof) return refused('PROOF_NOT_FOUND', 'There is no such proof.')
    const decision = decide(proof, commandFor(proof, now()))
    switch (decision.kind) {
      case 'refused':
        return { ok: false, refusal: decision.refusal }
      case 'unchanged':
        return parsed(decision.proof)
      case 'changed':
        await saveProof({ tx, sealer }, decision, actor)
        return parsed(decision.proof)
    }
  })
}
