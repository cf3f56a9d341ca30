import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import type { Proof } from '../domain/proof.ts'
import { type Parsed, parsed } from '../domain/refusal.ts'
import { type ProofRequest, requestProof } from '../domain/request-proof.ts'
import { saveProof } from '../store/save-proof.ts'
import { EXPIRY_QUEUE, type ProofService } from './proof-service.ts'

const TOKEN_BYTES = 32
const NONCE_BYTES = 16

/** Asks for a proof: stored, and its end planned, in one transaction. */
export async function requestSignatureProof(
  service: ProofService,
  request: ProofRequest,
  actor: Actor,
): Promise<Parsed<Proof>> {
  const requested = requestProof(request, service.terms, {
    id: randomUUID(),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
    now: service.now(),
  })
  if (!requested.ok) return requested
  const { proof } = requested.value
  await service.database.db.transaction().execute(async (tx) => {
    await service.jobs.enqueue(tx, EXPIRY_QUEUE, { proofId: proof.id }, { startAfter: proof.expiresAt })
    await saveProof({ tx, sealer: service.sealer }, requested.value, actor)
  })
  return parsed(proof)
}
