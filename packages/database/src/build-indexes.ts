import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** Advisory-lock key held while building indexes ("indx" in ASCII). */
const BUILD_LOCK = 0x69_6e_64_78
/** Interval at which a waiting process checks if another one has built the indexes, in milliseconds. */
const RETRY_MS = 250
/** Prefix of the definition of a unique index. */
const UNIQUE = 'unique '

export interface BuildIndexesOptions {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig
  /** Definitions by name, built in this order; null drops the index. */
  readonly indexes: Readonly<Record<string, string | null>>
  /** True if the tables are new and empty, when it is faster to block writers. */
  readonly isNew: boolean
  readonly logger: Logger | undefined
}

/**
 * Builds the missing indexes and drops those without a definition, without blocking writers.
 *
 * One process builds, and others wait until it has finished or ended. An index that a killed process left unfinished is
 * built again. An existing index is not compared with its definition: to change one, give it a new name.
 */
export async function buildIndexes({ connection, indexes, isNew, logger }: BuildIndexesOptions): Promise<void> {
  if (Object.keys(indexes).length === 0) return
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  let isWaiting = false
  try {
    while ((await outdatedIndexes(client, indexes)).length > 0) {
      // Waiting in a statement would hold a snapshot, for which the building process would wait.
      if (await tryLock(client)) await buildAll(client, { indexes, isNew, logger })
      else {
        if (!isWaiting) logger?.info('waiting for another process that builds indexes')
        isWaiting = true
        await delay(RETRY_MS)
      }
    }
  } finally {
    await client.end()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [BUILD_LOCK])
  return rows[0]?.held === true
}

async function buildAll(
  client: pg.Client,
  { indexes, isNew, logger }: Omit<BuildIndexesOptions, 'connection'>,
): Promise<void> {
  const mode = isNew ? '' : 'concurrently'
  if (isNew) await client.query('begin')
  for (const { name, exists } of await outdatedIndexes(client, indexes)) {
    const definition = indexes[name]
    const began = performance.now()
    // A transaction that never ends blocks the build, and with it the start of this process.
    logger?.info({ index: name }, `changing an index${isNew ? '' : ', which waits for transactions that began before'}`)
    if (exists) await client.query(`drop index ${mode} if exists ${pg.escapeIdentifier(name)}`)
    if (definition != null) {
      const [unique, place] = definition.startsWith(UNIQUE)
        ? [UNIQUE, definition.slice(UNIQUE.length)]
        : ['', definition]
      await client.query(`create ${unique}index ${mode} ${pg.escapeIdentifier(name)} ${place}`)
    }
    const durationMs = Math.round(performance.now() - began)
    logger?.info({ index: name, durationMs }, definition == null ? 'index dropped' : 'index built')
  }
  if (isNew) await client.query('commit')
}

/** Names of indexes that are missing, unfinished, or no longer needed. */
async function outdatedIndexes(
  client: pg.Client,
  indexes: BuildIndexesOptions['indexes'],
): Promise<readonly { readonly name: string; readonly exists: boolean }[]> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid
     from pg_class join pg_index on indexrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relname = any($1)`,
    [Object.keys(indexes)],
  )
  const found = new Map(rows.map(({ name, valid }) => [name, valid]))
  return Object.entries(indexes)
    .filter(([name, definition]) => (definition === null ? found.has(name) : found.get(name) !== true))
    .map(([name]) => ({ name, exists: found.has(name) }))
}
