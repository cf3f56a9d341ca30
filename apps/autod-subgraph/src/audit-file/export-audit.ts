import type { Kysely } from 'kysely'
import { encodeCheckpointLine } from '../checkpoints/checkpoint-file.ts'
import { encodeEnd, encodeEntry, encodeHeader } from '../domain/export-line.ts'
import { fromRow } from '../store/audit-log.ts'
import { listCheckpoints } from '../store/checkpoints.ts'
import type { Tables } from '../store/tables.ts'

const PAGE_ENTRIES = 500
/** Greater than any entry's sequence. */
const SEQUENCE_MAX = 2n ** 63n - 1n
const SEQUENCE_MIN = -(2n ** 63n)

export interface ExportCounts {
  readonly entries: number
  readonly checkpoints: number
}

/**
 * Writes the audit log as JSON Lines: a header, all rows of the table, each followed by its checkpoints, and
 * the end of the chain. All reads use one snapshot. `write` resolves when it can accept more.
 */
export async function exportAudit(
  db: Kysely<Tables>,
  { exportedAt, write }: { readonly exportedAt: Date; write(lines: string): Promise<void> },
): Promise<ExportCounts> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const end = await tx.selectFrom('auditChain').select(['sequence', 'hash']).executeTakeFirstOrThrow()
      await write(`${encodeHeader(exportedAt)}\n`)
      let entries = 0
      let checkpoints = 0
      const writeCheckpoints = async (from: bigint, to: bigint) => {
        const documents = await listCheckpoints(tx, from, to)
        checkpoints += documents.length
        await write(documents.map(({ jws }) => `${encodeCheckpointLine(jws)}\n`).join(''))
      }
      let after = SEQUENCE_MIN
      for (;;) {
        const query = tx.selectFrom('auditLog').selectAll().where('sequence', '>', after)
        const rows = await query.orderBy('sequence').limit(PAGE_ENTRIES).execute()
        const last = rows.at(-1)
        if (last === undefined) break
        await write(rows.map((row) => `${encodeEntry(fromRow(row))}\n`).join(''))
        await writeCheckpoints(after + 1n, last.sequence)
        entries += rows.length
        after = last.sequence
      }
      // Checkpoints of entries that no longer exist.
      await writeCheckpoints(after + 1n, SEQUENCE_MAX)
      await write(`${encodeEnd(end)}\n`)
      return { entries, checkpoints }
    })
}
