import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction, type RecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { ok } from '@travel-rule/service/result'
import { type ProofResult, refuse } from '../../foundation/domain/refusal.ts'
import type { ProofService } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { parseProofFilter } from '../../proofs/domain/proof-filter.ts'
import { CUSTOMER_REFERENCE_CHARACTERS_MAX, isPlainText } from '../../proofs/domain/request-proof.ts'
import { type Erasable, eraseProofRows, hasPlainProofs, lockErasable } from '../../store/erase-proofs.ts'
import { isProofId, loadProofs } from '../../store/load-proof.ts'
import { PROOF_SUBJECT } from '../../store/save-proof.ts'
import type { Tables } from '../../store/tables.ts'

/** Why personal data is erased. */
export type ErasureGround = 'DATA_SUBJECT_REQUEST' | 'RETENTION_ENDED' | 'AUTHORITY_ORDER' | 'RECORDED_IN_ERROR'

interface Grounded {
  readonly ground: ErasureGround
  /** Reference to the operator's record of the request or order; no personal data. */
  readonly ticket?: string | null | undefined
}

/** Conditions on the proofs to erase; all given ones must match. */
interface Erased {
  readonly customerReference?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly address?: string | null | undefined
}

/** What was erased. */
export interface ErasedProofs extends Grounded {
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
  const refused = checkTicket(ticket)
  if (refused !== undefined) return refused
  if (!isProofId(id)) return NOT_FOUND
  const { database, sealer } = service
  return inRecordedTransaction(database, async (work): Promise<ProofResult<Proof>> => {
    const { tx } = work
    const found = await lockErasable({ tx, sealer }, { ids: [id] }, 1)
    const problem = checkErasable(found)
    if (problem !== undefined) return problem
    await eraseLocked(service, work, found, { ground, ticket, actor })
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
  const refused = checkTicket(ticket)
  if (refused !== undefined) return refused
  if (customerReference == null && transactionId == null && address == null) {
    return refuse('INPUT_INVALID', 'Give at least one of customerReference, transactionId and address.')
  }
  if (customerReference != null && !isCustomerReference(customerReference)) return REFERENCE_INVALID
  const filter = parseProofFilter({ transactionId, address }, service.terms.assets)
  const { database, sealer } = service
  return inRecordedTransaction(database, async (work): Promise<ProofResult<ErasedProofs>> => {
    const { tx } = work
    if (await hasPlainProofs(tx)) return NOT_READY
    const query = { filter, customerReference: customerReference ?? undefined }
    const found = await lockErasable({ tx, sealer }, query, ERASED_MAX + 1)
    const proofs = found.slice(0, ERASED_MAX)
    const problem = checkErasable(proofs)
    if (problem !== undefined) return problem
    const at = await eraseLocked(service, work, proofs, { ground, ticket, actor })
    return ok({ at, ground, ticket, proofs: proofs.length, hasMore: found.length > proofs.length })
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

/** Erases locked proofs, each with a certificate in the audit log. Returns the time of the erasure. */
export async function eraseLocked(
  { now }: ProofService,
  { tx, record }: RecordedTransaction<Tables>,
  proofs: readonly Erasable[],
  { ground, ticket, actor }: Grounded & { readonly actor: Actor },
): Promise<Date> {
  const at = now()
  await eraseProofRows(
    tx,
    proofs.map(({ id }) => id),
    at,
  )
  for (const { id, version } of proofs) {
    const detail = { version, ground, ticket: ticket ?? null }
    record({ type: 'proof.erased', subject: { type: PROOF_SUBJECT, id }, actor, at, detail })
  }
  return at
}

/**
 * Refused with `LEGAL_HOLD_SET` if a proof is under a legal hold, with `PROOF_WRONG_STATUS` if its customer
 * may still sign, and with `ERASURE_NOT_READY` if it is not sealed yet.
 */
function checkErasable(proofs: readonly Erasable[]) {
  const held = proofs.filter(({ isHeld }) => isHeld)
  if (held.length > 0) {
    return refuse('LEGAL_HOLD_SET', 'A proof is under a legal hold: endLegalHold first.', listed(held))
  }
  const open = proofs.filter(({ status }) => status === 'REQUESTED')
  if (open.length > 0) {
    return refuse('PROOF_WRONG_STATUS', 'A proof is REQUESTED: cancelProof first.', listed(open))
  }
  return proofs.every(({ isSealed }) => isSealed) ? undefined : NOT_READY
}

/** Maximum number of ids that a refusal names. */
const IDS_MAX = 20

function listed(proofs: readonly Erasable[]) {
  return { count: proofs.length, ids: proofs.slice(0, IDS_MAX).map(({ id }) => id) }
}

const TICKET = /^[A-Za-z0-9#._/:-]{1,64}$/

/** Refused with `ERASURE_TICKET_INVALID`. */
function checkTicket(ticket: string | null | undefined) {
  if (ticket == null || TICKET.test(ticket)) return undefined
  return refuse(
    'ERASURE_TICKET_INVALID',
    'ticket must have 1 to 64 ASCII letters, digits and the characters # . _ / : -',
  )
}
