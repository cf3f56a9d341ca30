import { stat } from 'node:fs/promises'
import { openDatabase } from '@travel-rule/database/database'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { databaseUrlSetting, defineSettings, readSettings } from '@travel-rule/service/settings'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { type ListUpdate, updateScreeningLists } from '../screening/actions/update-screening-lists.ts'
import { LIST_NAMES, type ListName } from '../screening/domain/list-entry.ts'

export const SCREENING_USAGE = `npm run screening:update -- <folder>                   loads the sanctions lists in <folder>
npm run screening:update -- <folder> --confirm <list>  and accepts that <list> (${LIST_NAMES.join(', ')}) has shrunk
`

const commandSettings = defineSettings({
  databaseUrl: {
    variable: 'TRPD_DATABASE_URL',
    schema: databaseUrlSetting,
    description: 'PostgreSQL database of trpd.',
    secret: true,
  },
})

/** The output of the command, and whether every list was loaded. */
export interface ScreeningCommandResult {
  readonly output: string
  readonly isComplete: boolean
}

/**
 * Runs `npm run screening:update` with these arguments.
 *
 * Reads `TRPD_DATABASE_URL` from `env`. Throws an `OperatorError` for problems that the operator can fix.
 */
export async function runScreeningCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ScreeningCommandResult> {
  if (asksForHelp(args)) return { output: SCREENING_USAGE, isComplete: true }
  const { folder, confirmed } = parseArguments(args)
  const { databaseUrl } = readSettings(commandSettings, env)
  if (!(await isFolder(folder))) throw new OperatorError(`${folder} is not a folder.`)
  await using database = await openDatabase<Tables>({
    url: databaseUrl,
    migrations,
    applicationName: 'screening-update',
    poolMax: 2,
  })
  const { updates, refused, ignored } = await updateScreeningLists(database.db, folder, { confirmed, at: new Date() })
  const lines = [
    ...updates.map(describe),
    ...refused.map(({ file, code, reason }) => `${file}: refused (${code}): ${reason}.`),
    ...ignored.map((file) => `${file}: not a list that is known, or a second file of one; ignored`),
  ]
  const output = lines.length === 0 ? `No sanctions list found in ${folder}.` : lines.join('\n')
  return {
    output: `${output}\n`,
    isComplete: updates.length > 0 && refused.length === 0 && updates.every(({ outcome }) => outcome !== 'REFUSED'),
  }
}

function parseArguments([folder, ...rest]: readonly string[]): { folder: string; confirmed: ReadonlySet<ListName> } {
  const confirmed = new Set<ListName>()
  if (folder === undefined || folder.startsWith('-')) throw new OperatorError(SCREENING_USAGE)
  for (let at = 0; at < rest.length; at += 2) {
    const name = LIST_NAMES.find((known) => known === rest[at + 1])
    if (rest[at] !== '--confirm' || name === undefined) throw new OperatorError(SCREENING_USAGE)
    confirmed.add(name)
  }
  return { folder, confirmed }
}

function describe({ list, file, outcome, entries, malformed, refused }: ListUpdate): string {
  if (refused) {
    const confirm = refused.code === 'LIST_SHRANK' ? `; to accept it: --confirm ${list}` : ''
    return `${list}: refused (${refused.code}): ${file} ${refused.reason}. The loaded list stays${confirm}.`
  }
  const skipped = malformed === 0 ? '' : `, ${malformed} malformed rows left out`
  return `${list}: ${outcome === 'LOADED' ? 'loaded' : 'unchanged'}, ${entries} entries${skipped} (${file})`
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
