import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type AuditEntry, type AuditReport, entityLinks } from '../audit-log/domain/audit-entry.ts'
import { type ChainWalk, openChainWalk, PROBLEMS_MAX, reportTruncatedEnd } from '../audit-log/domain/chain-walk.ts'
import {
  applicable,
  type Checkpoint,
  newestCheckpoint,
  type VerifyCheckpoint,
} from '../checkpoints/domain/checkpoint.ts'
import { fromRow, hashEntry } from './audit-log.ts'
import {
  listCheckpoints,
  listCheckpointsBeyond,
  listFirstCheckpoints,
  loadNewestCheckpoint,
  loadSequenceBefore,
  type StoredCheckpoint,
  verifyStored,
} from './checkpoints.ts'
import type { AuditLogTable, Tables } from './tables.ts'

/** Maximum number of entries verified in one call of a client. */
export const VERIFY_ENTRIES_MAX = 40_000
/** Number of entries verified in one call without `entriesMax`. */
const VERIFY_ENTRIES = 50_000
/** Maximum number of checkpoints of entries beyond the end of the log that are examined. */
const CHECKPOINTS_BEYOND_MAX = 1_000
const PAGE_ENTRIES = 250
/** About two milliseconds of work. */
const SLICE_ENTRIES = 50

/** How to verify the checkpoints in the database, and checkpoints known from elsewhere. */
export interface KnownCheckpoints {
  readonly verify: VerifyCheckpoint
  /** Verified checkpoints from outside the database. */
  readonly outside: readonly Checkpoint[]
  /** Number of lines outside the database that no trusted key signed. */
  readonly invalidOutside: number
}

/**
 * Recomputes the chain from entry `from` to entry `to` (or to its end, or for `entriesMax` entries), compares
 * it with the checkpoints, and reports the differences. All reads use one snapshot. The first entry is
 * compared with its predecessor, which is not itself verified. Awaits `pause` after every 50 entries.
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  range: { readonly from: bigint; readonly to: bigint | undefined; readonly entriesMax?: number },
  known?: KnownCheckpoints,
  pause: () => Promise<void> = async () => {},
): Promise<AuditReport> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const end = await tx.selectFrom('auditChain').select(['sequence', 'hash']).executeTakeFirstOrThrow()
      const from = range.from < 1n ? 1n : range.from
      const requestedEnd = range.to === undefined || range.to > end.sequence ? end.sequence : range.to
      const last = from + BigInt(range.entriesMax ?? VERIFY_ENTRIES) - 1n
      const to = requestedEnd < last ? requestedEnd : last
      const unhashed = new Map<bigint, string>()
      const unpreceded = new Set<bigint>()
      const walk = openChainWalk({
        from,
        hashOf: (entry) => hashEntry(entry.previousHash, entry.sequence, entry, entry.version),
        unhashedProblem: ({ sequence }) => unhashed.get(sequence),
        isPreviousAudited: ({ sequence }) => !unpreceded.has(sequence),
      })
      const signed = known === undefined ? undefined : await openSigned(tx, walk, known)
      const before = await loadRows(tx, from - 1n, from - 1n)
      walk.startAfter(from === 1n ? Buffer.alloc(32) : before[0]?.hash)
      while (walk.next <= to) {
        const stop = walk.next + BigInt(PAGE_ENTRIES) - 1n < to ? walk.next + BigInt(PAGE_ENTRIES) - 1n : to
        const rows = await loadRows(tx, walk.next, stop)
        await signed?.expect(walk.next, stop)
        for (const [index, row] of rows.entries()) {
          if (index % SLICE_ENTRIES === 0) await pause()
          const entry = fromRow(row)
          const problem = unhashedProblem(row, entry)
          if (problem !== undefined) unhashed.set(row.sequence, problem)
          if (row.isPreviousMissing) unpreceded.add(row.sequence)
          walk.take(entry)
        }
        walk.skipTo(stop)
      }
      const isComplete = to === requestedEnd
      const hash = to >= from ? walk.hash : undefined
      if (requestedEnd === end.sequence && isComplete) {
        if (hash !== undefined && !Buffer.from(hash).equals(end.hash)) {
          walk.report('END_DIFFERS', to, `Entry ${to} is not the last one that was appended`)
        }
        await reportInserted(tx, walk, end.sequence)
        await signed?.expectNone(end.sequence)
        reportTruncatedEnd(walk, end.sequence, signed?.newest)
      }
      const { checked, problems } = walk
      const newest = signed?.newest
      return { from, to: to >= from ? to : from - 1n, checked, isComplete, hash, newestCheckpoint: newest, problems }
    })
}

interface Row extends Selectable<AuditLogTable> {
  /** True if `at` is finer than a `Date` can be. */
  readonly isTimeFiner: boolean
  /** True if the preceding event of the entry's event has no earlier entry. */
  readonly isPreviousMissing: boolean
}

function loadRows(db: Kysely<Tables>, from: bigint, to: bigint): Promise<Row[]> {
  const query = db.selectFrom('auditLog').selectAll().where('sequence', '>=', from).where('sequence', '<=', to)
  const isTimeFiner = sql<boolean>`at <> date_trunc('milliseconds', at)`.as('isTimeFiner')
  const isPreviousMissing = sql<boolean>`previous_event_id is not null and not exists (
    select from audit_log as earlier
    where earlier.source = audit_log.source and earlier.event_id = audit_log.previous_event_id
      and earlier.sequence < audit_log.sequence)`.as('isPreviousMissing')
  return query.select([isTimeFiner, isPreviousMissing]).orderBy('sequence').execute()
}

/** Reports rows that no append can have written: beyond the end of the chain, or before its start. */
async function reportInserted(tx: Transaction<Tables>, walk: ChainWalk, end: bigint): Promise<void> {
  const rows = await tx
    .selectFrom('auditLog')
    .select('sequence')
    .where((eb) => eb.or([eb('sequence', '>', end), eb('sequence', '<', 1n)]))
    .orderBy('sequence')
    .limit(PROBLEMS_MAX)
    .execute()
  for (const { sequence } of rows) {
    walk.report('ENTRY_INSERTED', sequence, `Entry ${sequence} was inserted outside of the chain, which ends at ${end}`)
  }
}

/** The checkpoints for the walk, from the database and from outside. */
async function openSigned(
  tx: Transaction<Tables>,
  walk: ChainWalk,
  { verify, outside, invalidOutside }: KnownCheckpoints,
) {
  const load = async (rows: readonly StoredCheckpoint[]): Promise<Checkpoint[]> => {
    const checkpoints = await Promise.all(rows.map((row) => verifyStored(row, verify)))
    const invalid = checkpoints.filter((each) => each === undefined).length
    if (invalid > 0) {
      walk.report('CHECKPOINT_INVALID', walk.next, `${invalid} checkpoints of the database have no valid signature`)
    }
    return checkpoints.filter((each) => each !== undefined)
  }
  if (invalidOutside > 0) {
    walk.report('CHECKPOINT_INVALID', walk.next, `${invalidOutside} checkpoints of the file have no valid signature`)
  }
  walk.trustTo(await loadSequenceBefore(tx, walk.next))
  const newestRow = await loadNewestCheckpoint(tx)
  const newestStored = newestRow === undefined ? undefined : await verifyStored(newestRow, verify)
  const firsts = (await Promise.all((await listFirstCheckpoints(tx)).map(verify))).filter((each) => each !== undefined)
  const stillApply = (checkpoints: readonly Checkpoint[]) => {
    const applied = new Set(applicable([...firsts, ...outside, ...checkpoints]))
    return checkpoints.filter((each) => applied.has(each))
  }
  const outsideApplied = stillApply(outside)
  let newest = newestCheckpoint(stillApply([...outside, ...(newestStored === undefined ? [] : [newestStored])]))
  return {
    get newest() {
      return newest
    },
    /** Looks for checkpoints of entries after `end`, which prove that the log once had them. */
    async expectNone(end: bigint) {
      const beyond = stillApply(await load(await listCheckpointsBeyond(tx, end, CHECKPOINTS_BEYOND_MAX)))
      newest = newestCheckpoint(newest === undefined ? beyond : [newest, ...beyond])
    },
    /** Makes the walk compare the checkpoints of entries `from` to `to`. */
    async expect(from: bigint, to: bigint) {
      const stored = await load(await listCheckpoints(tx, from, to))
      const kept = new Set(stored.map(keyOf))
      const here = outsideApplied.filter(({ sequence }) => sequence >= from && sequence <= to)
      const missing = here.filter((each) => !kept.has(keyOf(each)))
      for (const { sequence } of missing) {
        walk.report('CHECKPOINT_MISSING', sequence, `The checkpoint of entry ${sequence} is no longer in the database`)
      }
      walk.expect(stillApply([...stored, ...missing]))
    },
  }
}

function keyOf({ epoch, sequence }: Checkpoint): string {
  return `${epoch} ${sequence}`
}

/**
 * Describes a problem in the parts of a row that its hash does not cover: the trail columns, which are
 * derived from hashed ones, and a time finer than the hashed milliseconds.
 */
function unhashedProblem(row: Row, entry: AuditEntry): string | undefined {
  const { transactionId = null, vaspId = null } = entityLinks(entry)
  if (row.transactionId !== transactionId || row.vaspId !== vaspId) {
    return `Entry ${entry.sequence} is in the trail of another transaction or VASP`
  }
  return row.isTimeFiner ? `Entry ${entry.sequence} no longer has its original time` : undefined
}
