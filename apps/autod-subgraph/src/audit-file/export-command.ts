import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { defineSettings, readSettings } from '@travel-rule/service/settings'
import { settings } from '../config.ts'
import { exportAudit } from './export-audit.ts'
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
