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
  /** Folder of the cluster's files, created if missing. The path may be long and may contain spaces. */
  readonly dataDir: string
  readonly logger?: Logger
  /** Server settings besides the built-in ones, e.g. `{ work_mem: '16MB' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** False trades durability for speed, for temporary clusters. */
  readonly durable?: boolean
}

export interface EmbeddedCluster extends AsyncDisposable {
  /** Process id of the server. */
  readonly pid: number
  /** Resolves with the reason when the server has exited, whether expected or not. */
  readonly ended: Promise<string>
  /** The superuser's URL, only for maintenance. */
  readonly superuserUrl: string
  /**
   * Returns the URL of database `name`; creates the database, and a role of the same name, if missing. The role owns
   * the database, cannot connect to others, and is not a superuser. `name`: `[a-z][a-z0-9_]*`, at most 63 characters.
   */
  ensureDatabase(name: string): Promise<string>
  /**
   * Like `ensureDatabase`, but a role `<name>_owner` owns the database and everything in it. The role `name` may
   * connect, and has the rights that the owner grants. If it owned the database before, it hands it over.
   */
  ensureSharedDatabase(name: string): Promise<{ readonly url: string; readonly ownerUrl: string }>
  /** The URL of a database that `ensureDatabase` has returned. Throws for any other name. */
  urlFor(name: string): string
}

/**
 * A PostgreSQL server for this process alone, on a unix socket, with its data in `dataDir`.
 *
 * Stops a server that a killed process left running, and recovers a crashed one. Throws when a running process uses
 * `dataDir`, when it holds data of another major version, and when the server fails to start.
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

  const urlOf = (role: string, secret: string, database = role) =>
    `postgres://${role}:${encodeURIComponent(secret)}@localhost/${database}?host=${encodeURIComponent(sockets.path)}`
  const superuserUrl = urlOf('postgres', password)
  const urls = new Map<string, string>()
  const owned = stack.move()
  return {
    pid: server.pid,
    ended: server.ended,
    superuserUrl,
    async ensureDatabase(name) {
      checkName(name)
      const secret = await passwords.passwordOf(name)
      await createDatabase(superuserUrl, { name, owner: name, roles: { [name]: secret } })
      const url = urlOf(name, secret)
      urls.set(name, url)
      return url
    },
    async ensureSharedDatabase(name) {
      const owner = `${name}_owner`
      checkName(owner)
      const roles = { [name]: await passwords.passwordOf(name), [owner]: await passwords.passwordOf(owner) }
      await createDatabase(superuserUrl, { name, owner, roles })
      await handOver(urlOf('postgres', password, name), { name, from: name, to: owner })
      const url = urlOf(name, roles[name] ?? '')
      urls.set(name, url)
      return { url, ownerUrl: urlOf(owner, roles[owner] ?? '', name) }
    },
    urlFor(name) {
      const url = urls.get(name)
      if (url === undefined) throw new Error(`Database ${name} was not opened with ensureDatabase`)
      return url
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function checkName(name: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`Not a database name: ${JSON.stringify(name)}`)
}

interface NewDatabase {
  /** A plain identifier, like the roles. Not checked here. */
  readonly name: string
  readonly owner: string
  /** Passwords of the roles that may connect. */
  readonly roles: Readonly<Record<string, string>>
}

/** Ensures that the roles and the database exist. `adminUrl` is the URL of a superuser. */
async function createDatabase(adminUrl: string, { name, owner, roles }: NewDatabase): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    for (const [role, password] of Object.entries(roles)) {
      const secret = pg.escapeLiteral(password)
      await unlessExists(client.query(`create role "${role}" login`))
      await client.query(`alter role "${role}" with login nosuperuser nocreatedb nocreaterole password ${secret}`)
    }
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length === 0) await unlessExists(client.query(`create database "${name}" owner "${owner}"`))
    await client.query(`revoke all on database "${name}" from public`)
    for (const role of Object.keys(roles)) await client.query(`grant connect on database "${name}" to "${role}"`)
  })
}

interface HandOver {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Makes `to` the owner of the database and of everything in it that `from` owns. */
async function handOver(adminUrl: string, { name, from, to }: HandOver): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query(
      'select 1 from pg_database where datname = current_database() and datdba = $1::regrole',
      [from],
    )
    if (rows.length === 0) return
    await client.query(`reassign owned by "${from}" to "${to}"`)
    // The rights that it had as the owner were transferred to the new owner.
    await client.query(`grant connect on database "${name}" to "${from}"`)
  })
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'create-database' })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
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
