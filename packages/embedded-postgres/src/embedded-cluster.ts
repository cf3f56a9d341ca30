import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { createDataFolder, dataFolderExists } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { openPasswords } from './passwords.ts'
import { stopLeftOver } from './postmaster.ts'
import { chooseServerAccount } from './server-account.ts'
import { prepareServerBinaries } from './server-binaries.ts'
import { openServerProcess } from './server-process.ts'
import { openSocketFolder } from './socket-folder.ts'

/** SQLSTATEs of a role or database that another process has just created. */
const EXISTS = new Set(['42710', '42P04', '23505'])
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface EmbeddedClusterOptions {
  /** Folder of the cluster's files, created if missing. Any path, even with spaces or very long. */
  readonly dataDir: string
  readonly logger?: Logger
  /** Server settings beside the built-in ones, e.g. `{ work_mem: '16MB' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** False trades durability for speed, for temporary clusters. */
  readonly durable?: boolean
}

export interface EmbeddedCluster extends AsyncDisposable {
  /** Process id of the server. */
  readonly pid: number
  /** Resolves with the reason when the server has exited, expected or not. */
  readonly ended: Promise<string>
  /** The superuser's URL, for maintenance only. */
  readonly superuserUrl: string
  /**
   * The URL of database `name`, created with a role of the same name if missing. The role owns the
   * database, cannot connect to others, and is not a superuser. `name`: `[a-z][a-z0-9_]*`, at most
   * 63 characters.
   */
  ensureDatabase(name: string): Promise<string>
  /** The URL of a database that `ensureDatabase` has returned. Throws for any other name. */
  urlFor(name: string): string
}

/**
 * A PostgreSQL server for this process alone, on a unix socket, with its data in `dataDir`.
 *
 * A server left running by a killed process is stopped first, and a crashed one is recovered.
 * Throws when a running process uses `dataDir`, when it holds data of another major version, and
 * when the server fails to start.
 */
export async function openEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const { logger, durable = true } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
  const folder = await realpath(options.dataDir)
  const dataFolder = path.join(folder, 'data')
  await using stack = new AsyncDisposableStack()
  stack.use(await lockFolder(folder))
  const binaries = await prepareServerBinaries()
  const account = chooseServerAccount({ program: binaries.postgres, folder })

  const exists = await dataFolderExists(dataFolder)
  const passwords = await openPasswords(folder, exists)
  const password = await passwords.passwordOf('postgres')
  if (exists) await stopLeftOver(dataFolder, logger)
  else await createDataFolder({ dataFolder, initdb: binaries.initdb, account, password, durable })
  await account.own(dataFolder)

  const sockets = stack.use(await openSocketFolder(folder))
  await account.own(sockets.path)
  const settings = { ...(durable ? {} : NOT_DURABLE), ...options.settings }
  const server = stack.use(
    await openServerProcess({ postgres: binaries.postgres, account, dataFolder, socketFolder: sockets.path, settings }),
  )
  logger?.info({ pid: server.pid, account: account.kind, folder }, 'embedded PostgreSQL is ready')

  const urlOf = (role: string, secret: string) =>
    `postgres://${role}:${encodeURIComponent(secret)}@localhost/${role}?host=${encodeURIComponent(sockets.path)}`
  const superuserUrl = urlOf('postgres', password)
  const urls = new Map<string, string>()
  const owned = stack.move()
  return {
    pid: server.pid,
    ended: server.ended,
    superuserUrl,
    async ensureDatabase(name) {
      if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`Not a database name: ${JSON.stringify(name)}`)
      const secret = await passwords.passwordOf(name)
      await createDatabase(superuserUrl, name, secret)
      const url = urlOf(name, secret)
      urls.set(name, url)
      return url
    },
    urlFor(name) {
      const url = urls.get(name)
      if (url === undefined) throw new Error(`Database ${name} was not opened with ensureDatabase`)
      return url
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * Ensures that a role `name` with `password` exists and owns a database `name`.
 *
 * `adminUrl` is a superuser's. `name` must be a plain identifier; it is not checked here.
 */
async function createDatabase(adminUrl: string, name: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'create-database' })
  client.on('error', () => {})
  await client.connect()
  try {
    const secret = pg.escapeLiteral(password)
    await unlessExists(client.query(`create role "${name}" login`))
    await client.query(`alter role "${name}" with login nosuperuser nocreatedb nocreaterole password ${secret}`)
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length === 0) await unlessExists(client.query(`create database "${name}" owner "${name}"`))
    await client.query(`revoke all on database "${name}" from public`)
  } finally {
    await client.end()
  }
}

async function unlessExists(query: Promise<unknown>): Promise<void> {
  try {
    await query
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && EXISTS.has(error.code ?? ''))) throw error
  }
}
