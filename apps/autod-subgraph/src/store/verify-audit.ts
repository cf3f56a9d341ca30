import type { Kysely, Selectable } from 'kysely'
import type { AuditEntry, AuditProblem, AuditReport } from '../domain/audit-entry.ts'
import { entityLinks } from '../domain/audit-entry.ts'
import { fromRow, hashEntry } from './audit-log.ts'
import type { AuditLogTable, Tables } from './tables.ts'

/** Most entries verified by one call. */
export const VERIFY_ENTRIES_MAX = 50_000
const PROBLEMS_MAX = 100
const PAGE_ENTRIES = 1_000

/**
 * Recomputes the chain from entry `from` to entry `to` (or its end, or for 50,000 entries) and
 * reports the differences. All reads use one snapshot. The first entry is compared with its
 * predecessor, which is not verified itself.
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  range: { readonly from: bigint; readonly to: bigint | undefined },
): Promise<AuditReport> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const end = await tx.selectFrom('audit_chain').select(['sequence', 'hash']).executeTakeFirstOrThrow()
      const from = range.from < 1n ? 1n : range.from
      const requestedEnd = range.to === undefined || range.to > end.sequence ? end.sequence : range.to
      const last = from + BigInt(VERIFY_ENTRIES_MAX) - 1n
      const to = requestedEnd < last ? requestedEnd : last
      const walk = openWalk(from)
      const before = await loadRows(tx, from - 1n, from - 1n)
      walk.startAfter(from === 1n ? Buffer.alloc(32) : before[0]?.hash)
      while (walk.next() <= to) {
        const stop = walk.next() + BigInt(PAGE_ENTRIES) - 1n
        walk.take(await loadRows(tx, walk.next(), stop < to ? stop : to), stop < to ? stop : to)
      }
      if (to === end.sequence && to >= from) walk.expectEnd(end.hash)
      const reached = to >= from ? to : from - 1n
      return { from, to: reached, isComplete: to === requestedEnd, ...walk.result() }
    })
}

type Row = Selectable<AuditLogTable>

function loadRows(db: Kysely<Tables>, from: bigint, to: bigint): Promise<Row[]> {
  const query = db.selectFrom('audit_log').selectAll().where('sequence', '>=', from).where('sequence', '<=', to)
  return query.orderBy('sequence').execute()
}

/** Walks the chain and collects its problems. */
function openWalk(from: bigint) {
  const problems: AuditProblem[] = []
  let checked = 0
  let next = from
  let previousHash: Uint8Array | undefined
  const report = (kind: AuditProblem['kind'], sequence: bigint, message: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ kind, sequence, message })
  }
  const skipTo = (sequence: bigint) => {
    if (sequence <= next) return
    report('ENTRY_MISSING', next, `Entries ${next} to ${sequence - 1n} are missing`)
    next = sequence
    previousHash = undefined
  }
  return {
    next: () => next,
    startAfter(hash: Uint8Array | undefined) {
      previousHash = hash
    },
    /** Verifies the entries up to entry `stop`. */
    take(rows: readonly Row[], stop: bigint) {
      for (const row of rows) {
        const entry = fromRow(row)
        skipTo(entry.sequence)
        if (previousHash !== undefined && !isSame(entry.previousHash, previousHash)) {
          report('LINK_BROKEN', entry.sequence, `Entry ${entry.sequence} does not hold the hash of the one before it`)
        }
        if (!isSame(hashEntry(entry.previousHash, entry.sequence, entry, entry.version), entry.hash)) {
          report('CONTENT_CHANGED', entry.sequence, `Entry ${entry.sequence} does not match its hash`)
        } else if (!isInItsTrails(row, entry)) {
          report(
            'CONTENT_CHANGED',
            entry.sequence,
            `Entry ${entry.sequence} is in the trail of another transaction or VASP`,
          )
        }
        previousHash = entry.hash
        next = entry.sequence + 1n
        checked += 1
      }
      skipTo(stop + 1n)
    },
    expectEnd(hash: Uint8Array) {
      if (previousHash !== undefined && !isSame(previousHash, hash)) {
        report('END_DIFFERS', next - 1n, `Entry ${next - 1n} is not the last one that was appended`)
      }
    },
    result: () => ({ checked, problems }),
  }
}

/** The columns of trails are not hashed, because they are derived from hashed ones. */
function isInItsTrails(row: Row, entry: AuditEntry): boolean {
  const { transactionId = null, vaspId = null } = entityLinks(entry)
  return row.transaction_id === transactionId && row.vasp_id === vaspId
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}
