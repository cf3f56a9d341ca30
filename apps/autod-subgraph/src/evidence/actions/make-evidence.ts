import { createHash } from 'node:crypto'
import type { Identity } from '@travel-rule/auth/identity'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import type { AuditEntry, AuditProblem } from '../../audit-log/domain/audit-entry.ts'
import type { Signing } from '../../checkpoints/actions/sign-checkpoint.ts'
import type { CheckpointTree, VerifyCheckpoint } from '../../checkpoints/domain/checkpoint.ts'
import { appendOwnAudit, listAbout, listHashesOf, type SequenceRange } from '../../store/audit-log.ts'
import { listCovering } from '../../store/checkpoints.ts'
import { merklePaths } from '../../store/merkle-tree.ts'
import type { Tables } from '../../store/tables.ts'
import { type Evidence, type EvidenceEntry, encodeBundle, encodeEvidence } from '../domain/evidence.ts'

/** Maximum number of audit log entries in one bundle: the newest ones. */
const ENTRIES_MAX = 5_000
/** Maximum number of checkpoints whose entries are in memory at once. */
const SECTIONS_MAX = 50

export interface EvidenceParts {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly verify: VerifyCheckpoint
  readonly sign: (hash: string) => Promise<{ readonly signature: string; readonly keyId: string }>
  /** Signs a checkpoint for new entries in the log. */
  readonly signCheckpoint: () => Promise<Signing>
}

export interface EvidenceRequest {
  readonly transactionId: string
  /** The JSON provided by trpd and aopd. */
  readonly exchange: string
  readonly proofs: string
  readonly caller: Identity
}

/** A signed bundle. */
export interface Bundle {
  /** The content of the file. */
  readonly json: string
  readonly sha256: string
  readonly keyId: string
  readonly evidence: Evidence
}

/**
 * Collects everything about a transaction in one signed bundle, and records its creation and hash in the
 * audit log. Refused with `TRANSACTION_NOT_FOUND`, and with `AUDIT_LOG_CHANGED` if the log is not the one
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
    appendOwnAudit(tx, {
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

/** A checkpoint, and the entries of a transaction that it is the first to cover. */
interface Section {
  readonly jws: string
  /** The last covered entry. */
  readonly to: bigint
  /** `undefined` if no trusted key signed it, or if it cannot prove single entries. */
  readonly tree: CheckpointTree | undefined
  readonly entries: readonly AuditEntry[]
}

/** Each entry with its audit path in the first checkpoint that covers it. */
async function proveEntries(
  parts: Pick<EvidenceParts, 'db' | 'verify'>,
  entries: readonly AuditEntry[],
): Promise<Pick<Evidence, 'entries' | 'checkpoints'>> {
  const sections = await listSections(parts, entries)
  const checkpoints: string[] = []
  const proven: EvidenceEntry[] = []
  for (let from = 0; from < sections.length; from += SECTIONS_MAX) {
    const batch = sections.slice(from, from + SECTIONS_MAX)
    const hashes = await listHashesOf(parts.db, batch.map(rangeOf))
    for (const [place, { jws, tree, entries: own }] of batch.entries()) {
      const pathOf = tree && merklePaths(hashes[place] ?? [])
      if (tree && own.some(({ sequence }) => sequence >= tree.from)) checkpoints.push(jws)
      for (const entry of own) {
        const index = tree === undefined ? -1 : Number(entry.sequence - tree.from)
        const path = index < 0 ? undefined : pathOf?.(index).map((each) => each.toString('hex'))
        proven.push({ entry, proof: path && { checkpoint: checkpoints.length - 1, path } })
      }
    }
  }
  // The last entries are not covered by a checkpoint yet.
  const rest = entries.slice(proven.length).map((entry) => ({ entry, proof: undefined }))
  return { entries: [...proven, ...rest], checkpoints }
}

async function listSections(
  { db, verify }: Pick<EvidenceParts, 'db' | 'verify'>,
  entries: readonly AuditEntry[],
): Promise<Section[]> {
  const covering = await listCovering(
    db,
    entries.map(({ sequence }) => sequence),
  )
  const sections: Section[] = []
  let end = 0n
  for (const { jws, sequence: to } of covering) {
    const checkpoint = await verify(jws)
    const own = entries.filter(({ sequence }) => sequence > end && sequence <= to)
    sections.push({ jws, to, tree: checkpoint?.sequence === to ? checkpoint.tree : undefined, entries: own })
    end = to
  }
  return sections
}

/** The entries of the tree; an empty range for a checkpoint without a tree. */
function rangeOf({ tree, to }: Section): SequenceRange {
  return tree === undefined ? { from: 1n, to: 0n } : { from: tree.from, to }
}
