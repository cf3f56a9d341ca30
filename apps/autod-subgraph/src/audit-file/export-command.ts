import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { defineSettings, readSettings } from '@travel-rule/service/settings'
import type { Kysely } from 'kysely'
import { encodeEnd, encodeEntry, encodeHeader } from '../audit-log/domain/export-line.ts'
import { encodeCheckpointLine } from '../checkpoints/checkpoint-file.ts'
import { settings } from '../config.ts'
import { fromRow } from '../store/audit-log.ts'
import { listCheckpoints } from '../store/checkpoints.ts'
import type { Tables } from '../store/tables.ts'
import { openAuditDatabase } from './open-audit-database.ts'

const exportSettings = defineSettings({ databaseUrl: settings.settings.databaseUrl })

const USAGE = `npm run export-audit -- [<file>]   writes the audit log with its checkpoints to a new file, or to the standard output
`

export interface ExportCommandOptions {
  /** Contains `AUTOD_DATABASE_URL`. */
  readonly env: NodeJS.ProcessEnv
  /** Receives the export if the arguments name no file. */
  readonly stdout: Writable
  readonly now: Date
}

/** Runs `npm run export-audit [<file>]` and returns the message for the operator. */
export async function runExportCommand(
  args: readonly string[],
  { env, stdout, now }: ExportCommandOptions,
): Promise<string> {
  if (asksForHelp(args)) return USAGE
  const [file, ...rest] = args
  if (rest.length > 0 || file?.startsWith('-')) throw new OperatorError(USAGE)
  const { databaseUrl: url } = readSettings(exportSettings, env)
  await using database = await openAuditDatabase(url, 'export-audit')
  // The file is private, because an export contains facts about people.
  const output = file === undefined ? stdout : createWriteStream(file, { mode: 0o600 })
  const failed = once(output, 'error').then(([cause]) => {
    throw new OperatorError(`${file ?? 'the output'} cannot be written: ${cause.message}`, { cause })
  })
  failed.catch(() => {})
  const write = async (lines: string) => {
    if (!output.write(lines)) await Promise.race([once(output, 'drain'), failed])
  }
  const { entries, checkpoints } = await exportAudit(database.db, { exportedAt: now, write })
  if (file !== undefined) await Promise.race([finished(output.end()), failed])
  return `Exported ${entries} entries and ${checkpoints} checkpoints${file === undefined ? '' : ` to ${file}`}.\n`
}

const PAGE_ENTRIES = 500
/** Greater than any entry's sequence. */
const SEQUENCE_MAX = 2n ** 63n - 1n
const SEQUENCE_MIN = -(2n ** 63n)

interface ExportCounts {
  readonly entries: number
  readonly checkpoints: number
}

/**
 * Writes the audit log as JSON Lines: a header, all rows of the table, each followed by its checkpoints, and
 * the end of the chain. All reads use one snapshot. `write` resolves when it can accept more.
 */
async function exportAudit(
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
