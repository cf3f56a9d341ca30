import { setTimeout as delay } from 'node:timers/promises'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { operatorName } from '@travel-rule/service/operator-name'
import { databaseUrlSetting, defineSettings, readSettings } from '@travel-rule/service/settings'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import {
  acceptFeedGap,
  type FeedCursor,
  type FeedCursorTables,
  listFeedCursors,
  loadFeedCursor,
} from './feed-cursor.ts'
import { OutageDialect } from './outage-dialect.ts'
import type { OutboxTables } from './outbox.ts'
import { announceEpoch } from './outbox-epoch.ts'
import { openSilenceWatch } from './silence-watch.ts'

const CONNECTION_TIMEOUT_MS = 60_000
const STATEMENT_TIMEOUT_MS = 120_000
/** How long `accept` waits until the reader has recorded the gap, in milliseconds. */
const ACCEPT_TIMEOUT_MS = 15_000
const ACCEPT_POLL_MS = 200
/** SQLSTATE for a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** The default reader of `accept` and `list`: the audit log. */
const AUDIT_LOG = 'autod'
/** The arguments of `accept` for each reader of a source that has readers besides the audit log. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = { aopd: ['aopd', 'aopd trpd'] }

export const FEEDS_USAGE = `npm run feeds -- list [reader]              the feeds that the audit log follows, and why one is stopped
npm run feeds -- new-epoch <source>         announces a restore of <source> (trpd, aopd) that it cannot detect
npm run feeds -- accept <source> [reader]   accepts that events of <source> were lost: the audit log records it and goes on
With the reader trpd, list and accept are about the ownership proofs that trpd reads from aopd.
`

/**
 * Runs `npm run feeds` with these arguments and returns its output.
 *
 * Takes the `…_DATABASE_URL` of the reader (by default autod), or for `new-epoch` of the source, from `env`. Throws an
 * `OperatorError` for problems that the operator can fix.
 */
export async function runFeedsCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (asksForHelp(args)) return FEEDS_USAGE
  const [command, ...names] = args
  if (!names.every((name) => /^[a-z][a-z0-9-]{0,30}$/.test(name))) throw new OperatorError(FEEDS_USAGE)
  if (command === 'list' && names.length <= 1) {
    return await withDatabase<FeedCursorTables, string>(names[0] ?? AUDIT_LOG, env, async (db) => {
      const cursors = await listFeedCursors(db)
      return cursors.length === 0 ? 'No feed has been read yet.\n' : cursors.map(describe).join('')
    })
  }
  const [source, reader = AUDIT_LOG] = names
  if (source === undefined || names.length > (command === 'accept' ? 2 : 1)) throw new OperatorError(FEEDS_USAGE)
  switch (command) {
    case 'new-epoch':
      return await withDatabase<OutboxTables, string>(source, env, async (db) => {
        const id = await announceEpoch(db)
        const commands = (ACCEPTED[source] ?? [source]).map((names) => `npm run feeds -- accept ${names}`)
        return `${source} has the new epoch ${id}. Its readers stop until: ${commands.join(' and ')}\n`
      })
    case 'accept':
      return await withDatabase<FeedCursorTables, string>(reader, env, (db) => accept(db, source, reader))
    default:
      throw new OperatorError(FEEDS_USAGE)
  }
}

async function accept(db: Kysely<FeedCursorTables>, source: string, reader: string): Promise<string> {
  const records = reader === AUDIT_LOG ? 'the gap in the audit log' : 'the gap'
  const epoch = await acceptFeedGap(db, source, operatorName())
  if (epoch === undefined) throw new OperatorError(`Reading the feed of ${source} is not stopped.`)
  const deadline = performance.now() + ACCEPT_TIMEOUT_MS
  do {
    const { stop } = await loadFeedCursor(db, source)
    if (stop === undefined) return `Accepted. ${reader} recorded ${records} and reads ${source} again.\n`
    if (stop.epoch !== epoch) {
      throw new OperatorError(
        `The gap was not accepted: ${source} has begun another epoch, ${stop.epoch}, in the meantime. Accept it again.`,
      )
    }
    await delay(ACCEPT_POLL_MS)
  } while (performance.now() < deadline)
  return `Accepted. ${reader} records ${records} and reads ${source} again once it runs and reaches ${source}.\n`
}

async function withDatabase<Tables, Value>(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  run: (db: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const variable = `${name.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`
  const description = `PostgreSQL database of ${name}.`
  const settings = defineSettings({ url: { variable, schema: databaseUrlSetting, secret: true, description } })
  const { url } = readSettings(settings, env)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'feeds',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    max: 1,
    types: {
      getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(id, format)),
    },
  })
  // The failed statement reports it, too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  using silence = openSilenceWatch({ connection: { connectionString: url } })
  await using db = new Kysely<Tables>({ dialect: new OutageDialect(pool, silence) })
  try {
    await sql`select 1`.execute(db)
    return await run(db)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) {
      const message = `The database of ${name} is of an earlier version: start ${name} once, which begins its first epoch.`
      throw new OperatorError(message, { cause: error })
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`${variable}: ${reason}`, { cause: error })
  }
}

function describe({ source, position, epoch, stop, failingSince }: FeedCursor): string {
  const failing = failingSince === undefined ? '' : `, failing since ${failingSince.toISOString()}`
  const place = `${source}: position ${position}, epoch ${epoch ?? 'not known yet'}${failing}`
  if (stop === undefined) return `${place}\n`
  const since = `stopped since ${stop.at.toISOString()} (${stop.code}, epoch ${stop.epoch})`
  return `${place}, ${since}${stop.acceptedBy === undefined ? '' : `, accepted by ${stop.acceptedBy}`}\n`
}
