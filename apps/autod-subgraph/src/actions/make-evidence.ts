import { createHash, randomUUID } from 'node:crypto'
import type { Identity } from '@travel-rule/auth/identity'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import type { AuditEntry, AuditProblem } from '../domain/audit-entry.ts'
import type { CheckpointTree, VerifyCheckpoint } from '../domain/checkpoint.ts'
import { type Evidence, type EvidenceEntry, encodeBundle, encodeEvidence } from '../domain/evidence.ts'
import { appendAudit, listAbout, listHashes } from '../store/audit-log.ts'
import { findCovering } from '../store/checkpoints.ts'
import { merklePaths } from '../store/merkle-tree.ts'
import type { Tables } from '../store/tables.ts'
import type { Signing } from './sign-checkpoint.ts'

/** Most entries of the audit log in one bundle: the newest. */
const ENTRIES_MAX = 5_000

export interface EvidenceParts {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly verify: VerifyCheckpoint
  readonly sign: (hash: string) => Promise<{ readonly signature: string; readonly keyId: string }>
  /** Signs a checkpoint of what is new in the log. */
  readonly signCheckpoint: () => Promise<Signing>
}

export interface EvidenceRequest {
  readonly transactionId: string
  /** JSON of trpd and aopd. */
  readonly exchange: string
  readonly proofs: string
  readonly caller: Identity
}

/** A signed bundle. */
export interface Bundle {
  /** The file. */
  readonly json: string
  readonly sha256: string
  readonly keyId: string
  readonly evidence: Evidence
}

/**
 * Everything about a transaction in one signed bundle, and an entry in the audit log that it was made,
 * with its hash. Refused with `TRANSACTION_NOT_FOUND`, and with `AUDIT_LOG_CHANGED` when the log is not the one
 * that was signed.
 */
export async function makeEvidence(parts: EvidenceParts, request: EvidenceRequest): Promise<Result<Bundle>> {
  const { transactionId, caller } = request
  const exchange = JSON.parse(request.exchange) as Evidence['exchange'] | null
  if (exchange === null) return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
  const signing = await parts.signCheckpoint()
  if (signing.outcome === 'refused') return refuse('AUDIT_LOG_CHANGED', changedMessage(signing.problems))
  const createdAt = parts.now()
  const evidence: Evidence = {
    transactionId,
    createdAt,
    createdBy: { id: caller.subject, name: caller.name, client: caller.clientId },
    exchange,
    proofs: JSON.parse(request.proofs) as Evidence['proofs'],
    ...(await proveEntries(parts, await listAbout(parts.db, transactionId, ENTRIES_MAX))),
  }
  const canonical = encodeEvidence(evidence)
  const sha256 = evidenceHash(canonical)
  const { signature, keyId } = await parts.sign(sha256)
  await parts.db.transaction().execute((tx) =>
    appendAudit(tx, {
      source: 'autod',
      sourceEpoch: undefined,
      sourcePosition: undefined,
      eventId: randomUUID(),
      previousEventId: undefined,
      type: 'evidence.created',
      subject: { type: 'transfer', id: transactionId },
      actor: { type: 'USER', id: caller.subject, ...(caller.name === '' ? {} : { name: caller.name }) },
      at: createdAt,
      detail: { sha256, keyId, client: caller.clientId, entries: evidence.entries.length },
    }),
  )
  return ok({ json: encodeBundle({ evidence: canonical, signature }), sha256, keyId, evidence })
}

/** SHA-256 of the canonical form, hexadecimal. */
export function evidenceHash(evidence: string): string {
  return createHash('sha256').update(evidence, 'utf8').digest('hex')
}

function changedMessage(problems: readonly AuditProblem[]): string {
  const found = problems[0] === undefined ? '' : `: ${problems[0].message}`
  return `The audit log is not the one that was signed, so no evidence is made of it${found}.`
}

/** Each entry with its path to the first checkpoint that covers it. */
async function proveEntries(
  { db, verify }: EvidenceParts,
  entries: readonly AuditEntry[],
): Promise<Pick<Evidence, 'entries' | 'checkpoints'>> {
  const checkpoints: string[] = []
  const proven: EvidenceEntry[] = []
  // Both hold up to the sequence of the checkpoint: entries share it, and so does a lack of a tree.
  let covering: { readonly tree: CheckpointTree; readonly pathOf: (index: number) => readonly Buffer[] } | undefined
  let end = 0n
  for (const entry of entries) {
    if (entry.sequence > end) {
      covering = undefined
      const jws = await findCovering(db, entry.sequence)
      // Without one, none covers a later entry either.
      if (jws === undefined) end = entries.at(-1)?.sequence ?? end
      const checkpoint = jws === undefined ? undefined : await verify(jws)
      if (jws !== undefined && checkpoint !== undefined) {
        const { tree, sequence } = checkpoint
        if (tree === undefined) end = sequence
        else if (tree.from <= entry.sequence) {
          end = sequence
          covering = { tree, pathOf: merklePaths(await listHashes(db, tree.from, sequence)) }
          checkpoints.push(jws)
        }
      }
    }
    if (covering === undefined) {
      proven.push({ entry, proof: undefined })
      continue
    }
    const path = covering.pathOf(Number(entry.sequence - covering.tree.from)).map((each) => each.toString('hex'))
    proven.push({ entry, proof: { checkpoint: checkpoints.length - 1, path } })
  }
  return { entries: proven, checkpoints }
}
