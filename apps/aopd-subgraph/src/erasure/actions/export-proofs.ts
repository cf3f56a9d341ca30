import { fingerprintId } from '@travel-rule/database/erasure'
import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import type { ProofService } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { hasPlainProofs } from '../../store/erase-proofs.ts'
import { listProofsOfCustomer } from '../../store/list-proofs.ts'
import { listSubmissions, type RecordedSubmission } from '../../store/list-submissions.ts'
import { isProofId } from '../../store/load-proof.ts'
import { customerFingerprints } from '../../store/proof-fingerprints.ts'
import { isCustomerReference, REFERENCE_INVALID } from './erase-proofs.ts'

/** Maximum number of proofs in one part of an export. */
const PROOFS_MAX = 200

/** A part of a customer's proofs. */
export interface ExportedProofs {
  readonly json: string
  readonly ids: readonly string[]
  /** Cursor of the next part; undefined in the last one. */
  readonly next: string | undefined
}

/**
 * The data held about a customer in proofs, to be given to that person, without anything internal. The audit
 * log records the export.
 *
 * Refused with `INPUT_INVALID` and `EXPORT_NOT_READY`.
 */
export async function exportProofs(
  { database, sealer, now }: ProofService,
  { customerReference, after }: { readonly customerReference: string; readonly after?: string | null | undefined },
  actor: Actor,
): Promise<ProofResult<ExportedProofs>> {
  if (!isCustomerReference(customerReference)) return REFERENCE_INVALID
  if (after != null && !isProofId(after)) {
    return refuse('INPUT_INVALID', 'after: give the next of an earlier part.')
  }
  return inRecordedTransaction(database, async ({ tx, record }): Promise<ProofResult<ExportedProofs>> => {
    if (await hasPlainProofs(tx)) return NOT_READY
    const reader = { db: tx, sealer }
    const page = { after: after ?? undefined, limit: PROOFS_MAX + 1 }
    const found = await listProofsOfCustomer(reader, customerReference, page)
    const proofs = found.slice(0, PROOFS_MAX)
    const ids = proofs.map(({ id }) => id)
    const submissions = ids.length === 0 ? [] : await listSubmissions(reader, ids)
    const at = now()
    const content = {
      customerReference: customerReference.trim(),
      exportedAt: at,
      proofs: proofs.map((proof, index) => contentOf(proof, submissions[index] ?? [])),
    }
    const subject = { type: 'customer', id: fingerprintId(customerFingerprints(sealer, customerReference)[0]) }
    const detail = { proofs: proofs.length, continued: after != null }
    record({ type: 'customer.exported', subject, actor, at, detail })
    return ok({ json: JSON.stringify(content), ids, next: found.length > PROOFS_MAX ? ids.at(-1) : undefined })
  })
}

const NOT_READY = refuse(
  'EXPORT_NOT_READY',
  'Proofs of an older version are not encrypted with keys of their own yet, and not found: try again in a minute, with DATA_KEYS on.',
  { retryable: true },
)

/** Omits the reason of a revocation, which is internal. */
function contentOf(proof: Proof, submissions: readonly RecordedSubmission[]) {
  const { id, status, asset, address, challenge, transactionId, createdAt, expiresAt, updatedAt } = proof
  return {
    ...{ id, status, asset, address, challenge, transactionId, createdAt, expiresAt, updatedAt },
    submissions: submissions.map(({ address, signature, channel, submittedAt, verdict: { outcome } }) => ({
      ...{ address, signature, channel, submittedAt, outcome },
    })),
  }
}
