import { randomUUID } from 'node:crypto'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { defineSettings, readSettings } from '@travel-rule/service/settings'
import { acceptGap } from '../checkpoints/actions/accept-gap.ts'
import { readCheckpointTail } from '../checkpoints/checkpoint-file.ts'
import { openCheckpointKeys } from '../checkpoints/checkpoint-keys.ts'
import { settings } from '../config.ts'
import { openAuditDatabase } from './open-audit-database.ts'

const { databaseUrl, checkpointKeys, checkpointFile } = settings.settings
const acceptSettings = defineSettings({ databaseUrl, checkpointKeys, checkpointFile })
const REASON_MAX = 500

const USAGE = `npm run accept-audit -- "<reason>"   accepts that the end of the audit log was lost, so that autod signs again

  <reason>  why it was lost, at most ${REASON_MAX} characters
`

export interface AcceptCommandOptions {
  /** Contains the settings of autod. */
  readonly env: NodeJS.ProcessEnv
  readonly acceptedBy: string
  readonly now: Date
}

/** Runs `npm run accept-audit <reason>` and returns the message for the operator. */
export async function runAcceptCommand(
  args: readonly string[],
  { env, acceptedBy, now }: AcceptCommandOptions,
): Promise<string> {
  if (asksForHelp(args)) return USAGE
  const [reason = '', ...rest] = args
  const isReason = reason !== '' && reason.length <= REASON_MAX && !reason.startsWith('-')
  if (!isReason || rest.length > 0) throw new OperatorError(USAGE)
  const config = readSettings(acceptSettings, env)
  if (config.checkpointKeys === undefined)
    throw new OperatorError('AUTOD_CHECKPOINT_KEYS: needed to sign what is accepted')
  const signer = await openCheckpointKeys(config.checkpointKeys)
  const documents = config.checkpointFile === undefined ? [] : await readCheckpointTail(config.checkpointFile)
  const known = (await Promise.all(documents.map(signer.verify))).filter((each) => each !== undefined)
  const url = config.databaseUrl
  await using database = await openAuditDatabase(url, 'accept-audit')
  const newEpoch = randomUUID()
  const accepting = await acceptGap({
    db: database.db,
    signer,
    known,
    now,
    newEpoch,
    reason,
    acceptedBy,
    eventId: randomUUID(),
  })
  switch (accepting.outcome) {
    case 'nothing-lost':
      throw new OperatorError('The audit log continues its last checkpoint: there is nothing to accept.')
    case 'refused':
      throw new OperatorError([
        'The audit log is damaged, not only shorter: restore it from a backup.',
        ...accepting.problems.map(({ message }) => `  ${message}`),
      ])
    case 'accepted': {
      const { keptTo, lostTo } = accepting
      return `Accepted: the log before was kept to entry ${keptTo}, and lost from there to entry ${lostTo}. autod signs again.\n`
    }
  }
}
