import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor, NewEvent } from '@travel-rule/database/outbox'
import { insertDataKey } from '@travel-rule/database/record-keys'
import type { RecordedTransaction } from '@travel-rule/database/recorded-transaction'
import type { Sealer } from '@travel-rule/database/seal'
import { sql, type Transaction } from 'kysely'
import type { ProofChange } from '../proofs/domain/proof.ts'
import { fingerprintsOf, NO_FINGERPRINTS } from './proof-fingerprints.ts'
import type { StoredForm } from './proof-row.ts'
import { hashToken, toRow } from './proof-row.ts'
import type { Tables } from './tables.ts'

/** `subject.type` of every event about a proof. */
export const PROOF_SUBJECT = 'proof'
/** `kind` of the data keys of proofs. */
export const PROOF_KIND = 'PROOF'

/**
 * Stores a change: the row and the version, and the audit event when the transaction commits.
 *
 * Throws if the stored proof is no longer at the version on which the change was decided.
 */
export async function saveProof(
  { tx, record, sealer }: RecordedTransaction<Tables> & { readonly sealer: Sealer },
  change: ProofChange,
  actor: Actor,
): Promise<void> {
  const { id, version, token } = change.proof
  const before = version === 1 ? undefined : await loadFacts(tx, id)
  const form = before === undefined ? await newForm(tx, sealer, id) : await storedForm(tx, sealer, before)
  const row = toRow(change.proof, form)
  const current = { ...row, ...(form.isSealed ? fingerprintsOf(change.proof, sealer) : NO_FINGERPRINTS) }
  if (version === 1) {
    await tx
      .insertInto('proof')
      .values({ ...current, tokenHash: hashToken(token) })
      .execute()
  } else {
    const { numUpdatedRows } = await tx
      .updateTable('proof')
      .set(current)
      .where('id', '=', row.id)
      .where('version', '=', row.version - 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Error(`proof ${row.id} is no longer at version ${row.version - 1}`)
  }
  await tx.insertInto('proofVersion').values(row).execute()
  record(eventOf(change, actor, before))
}

/** Creates the data key of a new proof, unless older programs are running. */
async function newForm(tx: Transaction<Tables>, sealer: Sealer, id: string): Promise<StoredForm> {
  const key = await sealer.records.create(PROOF_KIND, id)
  if (key.row === undefined) return { key, isSealed: false }
  await sql`with keyed as ${insertDataKey(key)} select`.execute(tx)
  return { key, isSealed: true }
}

/** A proof keeps its form. A proof that an older program may read is sealed only by the background job. */
async function storedForm(tx: Transaction<Tables>, sealer: Sealer, { id, isSealed }: StoredFacts): Promise<StoredForm> {
  return { key: await sealer.records.of(tx, id), isSealed }
}

type Facts = Pick<ProofChange['proof'], 'status' | 'attempts'>

type StoredFacts = Facts & { readonly id: string; readonly isSealed: boolean }

async function loadFacts(tx: Transaction<Tables>, id: string): Promise<StoredFacts> {
  return await tx
    .selectFrom('proof')
    .select(['id', 'status', 'attempts', sql<boolean>`details_sealed is not null`.as('isSealed')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function factsOf({ status, attempts }: Facts) {
  return { status, attempts }
}

function eventOf({ proof, event }: ProofChange, actor: Actor, before: Facts | undefined): NewEvent {
  const { submission } = proof
  const attempt = submission && {
    outcome: submission.verdict.outcome,
    verdictCode: submission.verdict.code,
    verifier: submission.verdict.verifier,
    channel: submission.channel,
  }
  return {
    type: event.type,
    subject: { type: PROOF_SUBJECT, id: proof.id },
    actor,
    at: proof.updatedAt,
    detail: {
      version: proof.version,
      ...detailOfChange(before && factsOf(before), factsOf(proof)),
      method: 'SIGNATURE',
      asset: proof.asset,
      transactionId: proof.transactionId ?? null,
      addressBookEntryId: proof.addressBookEntryId ?? null,
      ...attempt,
    },
  }
}
