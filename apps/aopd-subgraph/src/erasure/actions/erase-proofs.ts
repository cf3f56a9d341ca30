import { checkHolds, checkTicket, type Grounded, namedRecords, recordErasures } from '@travel-rule/database/erasure'
import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction, type RecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import type { ProofService } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { parseProofFilter } from '../../proofs/domain/proof-filter.ts'
import { CUSTOMER_REFERENCE_CHARACTERS_MAX, isPlainText } from '../../proofs/domain/request-proof.ts'
import { type Erasable, eraseProofRows, hasPlainProofs, lockErasable, PROOFS } from '../../store/erase-proofs.ts'
import { isProofId, loadProofs } from '../../store/load-proof.ts'
import type { Tables } from '../../store/tables.ts'

/** Conditions on the proofs to erase; all given ones must match. */
interface Erased {
  readonly customerReference?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly address?: string | null | undefined
}

/** What was erased. */
export interface ErasedProofs extends Grounded {
  readonly ticket: string | null
  readonly at: Date
  readonly proofs: number
  /** True if more proofs match than one erasure can erase. */
  readonly hasMore: boolean
}

/** Maximum number of proofs per erasure. */
const ERASED_MAX = 1_000

/**
 * Erases the personal data of a proof that has ended. Returns the proof unchanged if it is already erased.
 *
 * Refused with `PROOF_NOT_FOUND`, and as by `checkErasable` and `checkTicket`.
 */
export async function eraseProof(
  service: ProofService,
  { id, ground, ticket }: Grounded & { readonly id: string },
  actor: Actor,
): Promise<ProofResult<Proof>> {
  const named = checkTicket(ticket)
  if (!named.ok) return named
  if (!isProofId(id)) return NOT_FOUND
  const { database, sealer, now } = service
  return inRecordedTransaction(database, async (work): Promise<ProofResult<Proof>> => {
    const { tx } = work
    const found = await lockErasable({ tx, sealer }, { ids: [id] }, 1)
    const allowed = checkErasable(found)
    if (!allowed.ok) return allowed
    await eraseLocked(work, found, { ground, ticket, actor, at: now() })
    const [proof] = await loadProofs({ db: tx, sealer }, [id])
    return proof === undefined ? NOT_FOUND : ok(proof)
  })
}

const NOT_FOUND = refuse('PROOF_NOT_FOUND', 'There is no such proof.')

/**
 * Erases the personal data of at most 1,000 proofs that match all given conditions, in one transaction. If
 * one of them may not be erased, none is.
 *
 * Refused with `INPUT_INVALID` and `ERASURE_NOT_READY`, and as by `checkErasable` and `checkTicket`.
 */
export async function eraseProofs(
  service: ProofService,
  { customerReference, transactionId, address, ground, ticket }: Grounded & Erased,
  actor: Actor,
): Promise<ProofResult<ErasedProofs>> {
  const named = checkTicket(ticket)
  if (!named.ok) return named
  if (customerReference == null && transactionId == null && address == null) {
    return refuse('INPUT_INVALID', 'Give at least one of customerReference, transactionId and address.')
  }
  if (customerReference != null && !isCustomerReference(customerReference)) return REFERENCE_INVALID
  const filter = parseProofFilter({ transactionId, address }, service.terms.assets)
  const { database, sealer, now } = service
  return inRecordedTransaction(database, async (work): Promise<ProofResult<ErasedProofs>> => {
    const { tx } = work
    if (await hasPlainProofs(tx)) return NOT_READY
    const query = { filter, customerReference: customerReference ?? undefined }
    const found = await lockErasable({ tx, sealer }, query, ERASED_MAX + 1)
    const proofs = found.slice(0, ERASED_MAX)
    const allowed = checkErasable(proofs)
    if (!allowed.ok) return allowed
    const at = now()
    await eraseLocked(work, proofs, { ground, ticket, actor, at })
    return ok({ at, ground, ticket: named.value, proofs: proofs.length, hasMore: found.length > proofs.length })
  })
}

/** True if `reference` has the form of a customer reference. */
export function isCustomerReference(reference: string): boolean {
  return reference.trim() !== '' && isPlainText(reference, CUSTOMER_REFERENCE_CHARACTERS_MAX)
}

export const REFERENCE_INVALID = refuse(
  'INPUT_INVALID',
  `customerReference: use 1 to ${CUSTOMER_REFERENCE_CHARACTERS_MAX} characters on one line.`,
)

const NOT_READY = refuse(
  'ERASURE_NOT_READY',
  'Proofs of an older version are not encrypted with keys of their own yet: try again in a minute, with DATA_KEYS on.',
  { retryable: true },
)

/** Erases locked proofs, and records each erasure. */
export async function eraseLocked(
  work: RecordedTransaction<Tables>,
  proofs: readonly Erasable[],
  erasure: Grounded & { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  await eraseProofRows(
    work.tx,
    proofs.map(({ id }) => id),
    erasure.at,
  )
  recordErasures(work, PROOFS, proofs, erasure)
}

/**
 * Refused with `LEGAL_HOLD_SET` if a proof is under a legal hold, with `PROOF_WRONG_STATUS` if its customer
 * may still sign, and with `ERASURE_NOT_READY` if it is not sealed yet.
 */
function checkErasable(proofs: readonly Erasable[]): ProofResult<true> {
  const holds = checkHolds(proofs)
  if (!holds.ok) return holds
  const open = proofs.filter(({ status }) => status === 'REQUESTED')
  if (open.length > 0) {
    return refuse('PROOF_WRONG_STATUS', 'A proof is REQUESTED: cancelProof first.', namedRecords(open))
  }
  return proofs.every(({ isSealed }) => isSealed) ? holds : NOT_READY
}
