import type { JWK } from 'jose'
import { type AuditEntry, entityLinks } from '../audit-log/domain/audit-entry.ts'
import { openCheckpointVerifier } from '../checkpoints/checkpoint-keys.ts'
import type { Checkpoint } from '../checkpoints/domain/checkpoint.ts'
import { verifyEvidenceSignature } from '../checkpoints/evidence-keys.ts'
import { evidenceHash } from '../evidence/actions/make-evidence.ts'
import { decodeBundle, type Evidence, type EvidenceEntry } from '../evidence/domain/evidence.ts'
import { hashEntry } from '../store/audit-log.ts'
import { rootByPath } from '../store/merkle-tree.ts'

export interface EvidenceReport {
  readonly evidence: Evidence
  readonly keyId: string
  readonly sha256: string
  /** Number of entries that were in the log, as proven by a signed checkpoint. */
  readonly proven: number
  /** Number of the transaction's changes in the bundle whose audit entry is also in it. */
  readonly confirmedChanges: number
  readonly changes: number
  readonly newest: Checkpoint | undefined
  /** Empty if everything is correct. */
  readonly problems: readonly string[]
}

/**
 * Verifies a bundle with public keys only. Returns a string if it cannot be verified at all: it is not as it
 * was signed, or not signed by any of these keys.
 */
export async function verifyEvidence(file: string, keys: readonly JWK[]): Promise<EvidenceReport | string> {
  const bundle = decodeBundle(file)
  if ('problem' in bundle) return bundle.problem
  const sha256 = evidenceHash(bundle.evidence)
  const signed = await verifyEvidenceSignature(bundle.signature, keys)
  if (signed === undefined) return 'The signature is not one of these keys, or was changed.'
  if (signed.hash !== sha256) return 'The evidence was changed after it was signed.'
  const { content } = bundle
  const verifyCheckpoint = await openCheckpointVerifier(keys)
  const checkpoints = await Promise.all(content.checkpoints.map(verifyCheckpoint))
  const problems: string[] = []
  checkpoints.forEach((checkpoint, index) => {
    if (checkpoint === undefined) problems.push(`Checkpoint ${index + 1} has no valid signature of these keys.`)
  })
  let proven = 0
  let before = 0n
  for (const each of content.entries) {
    const { entry } = each
    const place = `Entry ${entry.sequence} of the audit log`
    if (entry.sequence <= before) problems.push(`${place} is not in its order.`)
    before = entry.sequence
    if (!isAbout(entry, content.transactionId)) problems.push(`${place} is about another transaction.`)
    const hash = hashEntry(entry.previousHash, entry.sequence, entry, entry.version)
    if (!hash.equals(entry.hash)) problems.push(`${place} does not match its hash.`)
    else if (each.proof !== undefined) {
      if (isIncluded(each, checkpoints)) proven += 1
      else problems.push(`${place} is not in the log that its checkpoint signed.`)
    }
  }
  const history = changesOf(content)
  const confirmed = history.filter((change) => content.entries.some(({ entry }) => isEntryOf(entry, content, change)))
  const newest = checkpoints.findLast((each) => each !== undefined)
  return {
    evidence: content,
    keyId: signed.keyId,
    sha256,
    proven,
    confirmedChanges: confirmed.length,
    changes: history.length,
    newest,
    problems,
  }
}

function isAbout(entry: AuditEntry, transactionId: string): boolean {
  const { records } = entry.detail
  const isRead = typeof records === 'string' && records.split(' ').includes(`transfer:${transactionId}`)
  return isRead || entityLinks(entry).transactionId === transactionId
}

function isIncluded({ entry, proof }: EvidenceEntry, checkpoints: readonly (Checkpoint | undefined)[]): boolean {
  const checkpoint = proof && checkpoints[proof.checkpoint]
  if (proof === undefined || checkpoint?.tree === undefined) return false
  const { from, root } = checkpoint.tree
  const place = {
    index: Number(entry.sequence - from),
    size: Number(checkpoint.sequence - from) + 1,
    path: proof.path.map((each) => Buffer.from(each, 'hex')),
  }
  return rootByPath(entry.hash, place)?.toString('hex') === root
}

interface Change {
  readonly version: unknown
  readonly status: unknown
}

/** The versions of the transaction, as provided by trpd. */
function changesOf({ exchange }: Evidence): readonly Change[] {
  const history = Array.isArray(exchange.history) ? exchange.history : []
  return history.map((change: { version?: unknown; state?: { status?: unknown } }) => ({
    version: change.version,
    status: change.state?.status,
  }))
}

function isEntryOf({ subject, type, detail }: AuditEntry, { transactionId }: Evidence, change: Change): boolean {
  const isChange = subject.type === 'transfer' && subject.id === transactionId && type.startsWith('transfer.')
  return isChange && detail.version === change.version && detail.status === change.status
}
