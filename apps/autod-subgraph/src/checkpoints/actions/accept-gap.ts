import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AuditProblem } from '../../audit-log/domain/audit-entry.ts'
import { appendOwnAudit } from '../../store/audit-log.ts'
import { loadNewestCheckpoint, saveCheckpoint, verifyStored } from '../../store/checkpoints.ts'
import type { Tables } from '../../store/tables.ts'
import { verifyAudit } from '../../store/verify-audit.ts'
import { type Checkpoint, newestCheckpoint } from '../domain/checkpoint.ts'
import type { Signer } from './sign-checkpoint.ts'

export interface AcceptGapOptions {
  readonly db: Kysely<Tables>
  readonly signer: Signer
  /** Checkpoints known from outside the database. */
  readonly known: readonly Checkpoint[]
  readonly now: Date
  /** Random ids. */
  readonly newEpoch: string
  readonly eventId: string
  readonly reason: string
  readonly acceptedBy: string
}

export type Accepting =
  | { readonly outcome: 'nothing-lost' }
  | { readonly outcome: 'accepted'; readonly keptTo: bigint; readonly lostTo: bigint }
  | { readonly outcome: 'refused'; readonly problems: readonly AuditProblem[] }

/**
 * Starts a new epoch of a log that was restored from a backup: checkpoints after the last remaining entry no
 * longer apply.
 *
 * Appends what was accepted to the log and signs it. Refuses a log that is itself damaged.
 */
export async function acceptGap(options: AcceptGapOptions): Promise<Accepting> {
  const { db, signer, known, now, newEpoch, eventId, reason, acceptedBy } = options
  const row = await loadNewestCheckpoint(db)
  const stored = row === undefined ? undefined : await verifyStored(row, signer.verify)
  const candidates = stored === undefined ? known : [...known, stored]
  const last = newestCheckpoint(candidates)
  if (last === undefined) return { outcome: 'nothing-lost' }
  const kept = await lastKept(db, candidates)
  if (kept === last) return { outcome: 'nothing-lost' }
  const keptTo = kept?.sequence ?? 0n
  const problems = await verifyAfter(db, keptTo)
  if (problems.length > 0) return { outcome: 'refused', problems }
  return await db.transaction().execute(async (tx): Promise<Accepting> => {
    const at = new Date(Math.max(now.getTime(), last.at.getTime() + 1))
    const accepts = { epoch: last.epoch, keptTo, reason }
    const { sequence, hash } = await appendOwnAudit(tx, {
      eventId,
      type: 'audit.gap-accepted',
      subject: { type: 'audit-log', id: newEpoch },
      actor: { type: 'SYSTEM', id: 'accept-audit', name: acceptedBy },
      at: now,
      detail: { reason, previousEpoch: last.epoch, keptTo: String(keptTo), lostTo: String(last.sequence) },
    })
    const claims = { epoch: newEpoch, sequence, hash: Buffer.from(hash).toString('hex'), count: sequence, at, accepts }
    const { jws } = await signer.sign(claims)
    await saveCheckpoint(tx, claims, jws)
    return { outcome: 'accepted', keptTo, lostTo: last.sequence }
  })
}

/** The latest of the checkpoints whose entry is still in the log. */
async function lastKept(db: Kysely<Tables>, checkpoints: readonly Checkpoint[]): Promise<Checkpoint | undefined> {
  const sequences = checkpoints.map(({ sequence }) => String(sequence))
  const rows = await db
    .selectFrom('auditLog')
    .select(['sequence', 'hash'])
    .where(sql<SqlBool>`sequence = any(${sql.val(sequences)}::bigint[])`)
    .execute()
  const hashes = new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]))
  return newestCheckpoint(checkpoints.filter(({ sequence, hash }) => hashes.get(sequence) === hash))
}

async function verifyAfter(db: Kysely<Tables>, sequence: bigint): Promise<readonly AuditProblem[]> {
  for (let from = sequence + 1n; ; ) {
    const { to, isComplete, problems } = await verifyAudit(db, { from, to: undefined })
    if (isComplete || problems.length > 0) return problems
    from = to + 1n
  }
}
