import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { type RecordedEvent, type RecordFollowOptions, recordFollower } from '@travel-rule/database/feed-records'
import type { Jobs } from '@travel-rule/database/jobs'
import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import type { Sealer } from '@travel-rule/database/seal'
import { ok, refuse } from '@travel-rule/service/result'
import type { RetentionPeriod } from '../../erasure/domain/retention-period.ts'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { loadProofVersions, lockProof, type ProofKey, type ProofReader } from '../../store/load-proof.ts'
import { PROOF_SUBJECT, saveProof } from '../../store/save-proof.ts'
import type { Tables } from '../../store/tables.ts'
import { type Command, decide } from '../domain/decide.ts'
import type { Proof, Submission, SubmissionChannel } from '../domain/proof.ts'
import { matchesFilter, type ProofFilter } from '../domain/proof-filter.ts'
import { isPlainText, type ProofRequest, type RequestTerms, requestProof } from '../domain/request-proof.ts'
import { judgeSubmission, parseSubmission } from '../domain/submission.ts'

/** The queue of the jobs that expire proofs; `data` is `{ proofId }`. */
export const EXPIRY_QUEUE = 'proof-expiry'

export const EXPIRY_QUEUES = {
  [EXPIRY_QUEUE]: {
    concurrency: 2,
    retryLimit: 100,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 3600,
    expireInSeconds: 60,
  },
} as const

/** The dependencies of the actions. */
export interface ProofService {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly jobs: Pick<Jobs<typeof EXPIRY_QUEUE>, 'enqueue'>
  readonly terms: RequestTerms
  readonly retention: {
    /** The retention period of this node's jurisdiction; `undefined` without a jurisdiction. */
    readonly period: RetentionPeriod | undefined
    /** True to erase proofs automatically when the period has ended. */
    readonly erases: boolean
  }
  readonly now: () => Date
  /** Called after each submission has been stored. */
  readonly onSubmission?: (submission: Submission) => void
}

const TOKEN_BYTES = 32
const NONCE_BYTES = 16

export const REASON_CHARACTERS_MAX = 500

/** Allowed in a reason, which may have several lines. */
const LINE_BREAKS = /[\t\r\n]/g

/** The requested proof, stored with the job for its expiry in one transaction. */
export async function requestSignatureProof(
  service: ProofService,
  request: ProofRequest,
  actor: Actor,
): Promise<ProofResult<Proof>> {
  const requested = requestProof(request, service.terms, {
    id: randomUUID(),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
    now: service.now(),
  })
  if (!requested.ok) return requested
  const { proof } = requested.value
  return inRecordedTransaction(service.database, async (work) => {
    await service.jobs.enqueue(work.tx, EXPIRY_QUEUE, { proofId: proof.id }, { startAfter: proof.expiresAt })
    await saveProof({ ...work, sealer: service.sealer }, requested.value, actor)
    return ok(proof)
  })
}

/**
 * The proof after a submission, with the verdict on its signature.
 *
 * Verification holds the row lock, so that concurrent attempts are counted one by one.
 */
export async function submitSignature(
  service: ProofService,
  key: ProofKey,
  input: { readonly address: unknown; readonly signature: unknown },
  from: { readonly actor: Actor; readonly channel: SubmissionChannel },
): Promise<ProofResult<Proof>> {
  const submission = parseSubmission(input)
  if (!submission.ok) return submission
  const result = await changeProof(service, key, from.actor, (proof, at) => {
    const { verdict, address } = judgeSubmission(proof, submission.value, service.terms.assets)
    return { type: 'submit', submission: { ...submission.value, channel: from.channel, verdict }, address, at }
  })
  if (result.ok && result.value.submission) service.onSubmission?.(result.value.submission)
  return result
}

/** The canceled proof; its link accepts no more signatures. */
export function cancelProof(service: ProofService, id: string, actor: Actor): Promise<ProofResult<Proof>> {
  return changeProof(service, { id }, actor, (_, at) => ({ type: 'cancel', by: actor.id, at }))
}

/** The revoked proof, with the reason stored. */
export async function revokeProof(
  service: ProofService,
  { id, reason }: { readonly id: string; readonly reason: string },
  actor: Actor,
): Promise<ProofResult<Proof>> {
  const stated = checkReason(reason)
  if (!stated.ok) return stated
  return changeProof(service, { id }, actor, (_, at) => ({ type: 'revoke', by: actor.id, reason: stated.value, at }))
}

/** The proof after a person's decision about a signature that could not be verified, with the reason stored. */
export async function decideProof(
  service: ProofService,
  { id, decision, reason }: { readonly id: string; readonly decision: 'ACCEPT' | 'REJECT'; readonly reason: string },
  actor: Actor,
): Promise<ProofResult<Proof>> {
  const stated = checkReason(reason)
  if (!stated.ok) return stated
  return changeProof(service, { id }, actor, (proof, at) => {
    const { submission } = proof
    const chosen = submission && judgeSubmission(proof, submission, service.terms.assets).address
    const type = decision === 'ACCEPT' ? 'accept' : 'reject'
    return { type, by: actor.id, reason: stated.value, address: chosen, at }
  })
}

/** The reason without surrounding white space. Refused with `INPUT_INVALID`. */
export function checkReason(reason: string): ProofResult<string> {
  const trimmed = reason.trim()
  if (trimmed === '' || !isPlainText(trimmed.replace(LINE_BREAKS, ' '), REASON_CHARACTERS_MAX))
    return refuse('INPUT_INVALID', `reason: state a reason of 1 to ${REASON_CHARACTERS_MAX} characters.`)
  return ok(trimmed)
}

/** The actor of changes that aopd makes automatically. */
export const SYSTEM: Actor = { type: 'SYSTEM', id: 'aopd' }

/** Starts expiring proofs in this process. */
export function workOnExpiry(service: ProofService, jobs: Pick<Jobs<typeof EXPIRY_QUEUE>, 'work'>): Promise<void> {
  return jobs.work<{ readonly proofId: string }>(EXPIRY_QUEUE, async ({ proofId }) => {
    const expired = await changeProof(service, { id: proofId }, SYSTEM, (_, at) => ({ type: 'expire', at }))
    // The queue uses the database's clock, and the proof this process's clock.
    if (expired.ok && expired.value.status === 'REQUESTED')
      throw new Error(`proof ${proofId} has not expired by the clock of this process yet`)
  })
}

/**
 * The proof after a command: locked, decided and saved in one transaction.
 *
 * Refused with `PROOF_NOT_FOUND` for an unknown key.
 */
function changeProof(
  { database, sealer, now }: ProofService,
  key: ProofKey,
  actor: Actor,
  commandFor: (proof: Proof, at: Date) => Command,
): Promise<ProofResult<Proof>> {
  return inRecordedTransaction(database, async (work): Promise<ProofResult<Proof>> => {
    const proof = await lockProof({ tx: work.tx, sealer }, key)
    if (!proof) return refuse('PROOF_NOT_FOUND', 'There is no such proof.')
    const decision = decide(proof, commandFor(proof, now()))
    switch (decision.kind) {
      case 'refused':
        return { ok: false, refusal: decision.refusal }
      case 'unchanged':
        return ok(decision.proof)
      case 'changed':
        await saveProof({ ...work, sealer }, decision, actor)
        return ok(decision.proof)
    }
  })
}

/**
 * The changes of matching proofs after a position, in pages and in commit order, each with the proof right
 * after the change.
 *
 * Ends with `signal`; throws when it cannot continue.
 */
export async function* watchProofs(
  options: RecordFollowOptions<ProofReader> & { readonly filter: ProofFilter },
): AsyncGenerator<readonly RecordedEvent<Proof>[], void> {
  for await (const page of followProofs(options)) {
    const matching = page.filter(({ record }) => matchesFilter(record, options.filter))
    if (matching.length > 0) yield matching
  }
}

const followProofs = recordFollower({
  keyOf: ({ subject, detail: { version } }) =>
    subject.type === PROOF_SUBJECT && typeof version === 'number' ? { id: subject.id, version } : undefined,
  load: (reader: ProofReader, versions) => loadProofVersions(reader, versions),
})
