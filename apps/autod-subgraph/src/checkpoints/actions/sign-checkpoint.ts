import type { Kysely } from 'kysely'
import type { AuditProblem } from '../../audit-log/domain/audit-entry.ts'
import { listHashes } from '../../store/audit-log.ts'
import { loadNewestCheckpoint, saveCheckpoint, verifyStored } from '../../store/checkpoints.ts'
import { merkleRoot } from '../../store/merkle-tree.ts'
import type { Tables } from '../../store/tables.ts'
import { verifyAudit } from '../../store/verify-audit.ts'
import {
  type Checkpoint,
  type CheckpointClaims,
  type CheckpointTree,
  newestCheckpoint,
  type VerifyCheckpoint,
} from '../domain/checkpoint.ts'

export interface Signer {
  readonly verify: VerifyCheckpoint
  sign(claims: CheckpointClaims): Promise<{ readonly checkpoint: Checkpoint; readonly jws: string }>
}

export interface CheckpointRules {
  /** Number of entries after the last checkpoint that makes the next one due. */
  readonly entriesMax: number
  /** Time after the last checkpoint that makes the next one due, in milliseconds. */
  readonly intervalMs: number
}

export interface SignOptions {
  readonly db: Kysely<Tables>
  readonly signer: Signer
  /** Checkpoints known from outside the database. */
  readonly known: readonly Checkpoint[]
  readonly rules: CheckpointRules
  readonly now: Date
  /** A random id for the first checkpoint of a log. */
  readonly newEpoch: string
  /** True to sign new entries even if the rules do not require it yet. */
  readonly isFinal?: boolean
}

export type Signing =
  | { readonly outcome: 'nothing-due' }
  | { readonly outcome: 'signed'; readonly checkpoint: Checkpoint }
  | { readonly outcome: 'refused'; readonly problems: readonly AuditProblem[] }

/**
 * Signs the end of the audit log if a checkpoint is due, and stores it.
 *
 * Signs only what it can vouch for: the log must continue the last checkpoint, and everything after that is
 * verified first.
 */
export async function signCheckpoint(options: SignOptions): Promise<Signing> {
  const { db, known, rules, now, newEpoch, isFinal = false } = options
  const stored = await loadStored(options)
  if (stored === 'invalid') return refuse('CHECKPOINT_INVALID', 1n, 'The last checkpoint has no valid signature')
  const last = newestCheckpoint([...known, ...stored])
  const end = await db.selectFrom('auditChain').select(['sequence', 'hash']).executeTakeFirstOrThrow()
  const lastSequence = last?.sequence ?? 0n
  const problem = await brokenContinuation(db, last, end.sequence)
  if (problem !== undefined) return { outcome: 'refused', problems: [problem] }
  const added = end.sequence - lastSequence
  const isDue =
    isFinal || added >= BigInt(rules.entriesMax) || now.getTime() - (last?.at.getTime() ?? 0) >= rules.intervalMs
  if (added === 0n || !isDue) return { outcome: 'nothing-due' }

  const report = await verifyAudit(db, { from: lastSequence + 1n, to: end.sequence })
  if (report.problems.length > 0 || report.hash === undefined) return { outcome: 'refused', problems: report.problems }
  const count = (last?.count ?? 0n) + BigInt(report.checked)
  const place = { sequence: report.to, hash: Buffer.from(report.hash).toString('hex'), count }
  const tree = await treeOf(db, lastSequence + 1n, place)
  return await store(options, { ...place, tree, epoch: last?.epoch ?? newEpoch, at: after(last, now) })
}

/** The tree over the verified entries; `undefined` if they have changed since. */
async function treeOf(
  db: Kysely<Tables>,
  from: bigint,
  { sequence, hash }: Pick<CheckpointClaims, 'sequence' | 'hash'>,
): Promise<CheckpointTree | undefined> {
  const hashes = await listHashes(db, from, sequence)
  const isWhole = BigInt(hashes.length) === sequence - from + 1n && hashes.at(-1)?.toString('hex') === hash
  return isWhole ? { from, root: merkleRoot(hashes).toString('hex') } : undefined
}

async function loadStored({ db, signer }: SignOptions): Promise<readonly Checkpoint[] | 'invalid'> {
  const row = await loadNewestCheckpoint(db)
  if (row === undefined) return []
  const checkpoint = await verifyStored(row, signer.verify)
  return checkpoint === undefined ? 'invalid' : [checkpoint]
}

async function store({ db, signer }: SignOptions, claims: CheckpointClaims): Promise<Signing> {
  const { checkpoint, jws } = await signer.sign(claims)
  return (await saveCheckpoint(db, claims, jws)) ? { outcome: 'signed', checkpoint } : { outcome: 'nothing-due' }
}

/** Describes why the log does not continue the last checkpoint; `undefined` if it does. */
async function brokenContinuation(
  db: Kysely<Tables>,
  last: Checkpoint | undefined,
  end: bigint,
): Promise<AuditProblem | undefined> {
  if (last === undefined || last.sequence === 0n) return undefined
  const { sequence } = last
  if (end < sequence) {
    const message = `The log ends at entry ${end}, but entry ${sequence} was signed at ${last.at.toISOString()}`
    return { kind: 'END_TRUNCATED', sequence: end + 1n, message }
  }
  const row = await db.selectFrom('auditLog').select('hash').where('sequence', '=', sequence).executeTakeFirst()
  if (row?.hash.toString('hex') === last.hash) return undefined
  const message = `Entry ${sequence} is not the one that was signed at ${last.at.toISOString()}`
  return { kind: 'CHECKPOINT_DIFFERS', sequence, message }
}

/** Keeps the times of checkpoints increasing even if the clock does not. */
function after(last: Checkpoint | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime(), (last?.at.getTime() ?? 0) + 1))
}

function refuse(kind: AuditProblem['kind'], sequence: bigint, message: string): Signing {
  return { outcome: 'refused', problems: [{ kind, sequence, message }] }
}
