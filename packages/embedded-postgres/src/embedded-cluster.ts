import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { createDatabase } from './create-database.ts'
import { createDataFolder, dataFolderExists } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { stopLeftOver } from './left-over.ts'
import { openPasswords } from './passwords.ts'
import { chooseServerAccount } from './server-account.ts'
import { prepareServerBinaries } from './server-binaries.ts'
import { openServerProcess } from './server-process.ts'
import { openSocketFolder } from './socket-folder.ts'

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface EmbeddedClusterOptions {
  /** Folder of everything the cluster keeps; made when absent. Any path, also with spaces or very long. */
  readonly dataDir: string
  readonly logger?: Logger
  /** Server settings beside the built-in ones, e.g. `{ work_mem: '16MB' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** False gives up safety against power loss for speed: for throw-away clusters. */
  readonly durable?: boolean
}

export interface EmbeddedCluster extends AsyncDisposable {
  /** Process id of the server. */
  readonly pid: number
  /** Resolves with the reason when the server has ended, expected or not. */
  readonly ended: Promise<string>
  /** The URL of the superuser, for upkeep only. */
  readonly superuserUrl: string
  /**
   * The URL of database `name`, after making sure that it and a role of the same name exist. The role owns the
   * database, may not enter others, and is no superuser. `name`: `[a-z][a-z0-9_]*`, at most 63 characters.
   */
  ensureDatabase(name: string): Promise<string>
  /** The URL of a database that `ensureDatabase` returned before. Throws for any other name. */
  urlFor(name: string): string
}

/**
 * A running PostgreSQL server of this process alone, on a unix socket, with its data in `dataDir`.
 *
 * A server which a killed process left running is stopped first; a crash is recovered. Throws when a living process uses
 * `dataDir`, when it holds data of another major version, or when the server does not start.
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
      if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`Not a name for a database: ${JSON.stringify(name)}`)
      const secret = await passwords.passwordOf(name)
      await createDatabase(superuserUrl, name, secret)
      const url = urlOf(name, secret)
      urls.set(name, url)
      return url
    },
    urlFor(name) {
      const url = urls.get(name)
      if (url === undefined) throw new Error(`Database ${name} was not asked for with ensureDatabase`)
      return url
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
