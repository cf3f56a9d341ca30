import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ServerAccount } from './server-account.ts'

/** Major version of the server whose data folders are understood. */
const SERVER_MAJOR = '18'
const UNFINISHED = 'data.unfinished-'
/** Age after which an unfinished folder is taken for a killed start's, in milliseconds. */
const UNFINISHED_AGE_MS = 10 * 60_000

export interface DataFolderOptions {
  /** Where the finished data folder has to be. */
  readonly dataFolder: string
  readonly initdb: string
  readonly account: ServerAccount
  /** Password of the superuser `postgres`. */
  readonly password: string
  /** False leaves out flushing to disk: for throw-away clusters. */
  readonly durable: boolean
}

/** True when `dataFolder` holds a cluster. Throws when it is one of another major version or cannot be read. */
export async function dataFolderExists(dataFolder: string): Promise<boolean> {
  const version = await readFile(path.join(dataFolder, 'PG_VERSION'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new Error(`The data folder of the embedded PostgreSQL cannot be read: ${dataFolder}`, { cause })
  })
  if (version === undefined || version.trim() === SERVER_MAJOR) return version !== undefined
  throw new Error(`${dataFolder} was made by PostgreSQL ${version.trim()}, this is PostgreSQL ${SERVER_MAJOR}`)
}

/**
 * Makes a new cluster, owned by the account, with scram passwords for every connection.
 *
 * It is made beside its place and renamed when it is whole, so a start that is killed in the middle leaves nothing that
 * looks like a cluster. Throws with what `initdb` said.
 */
export async function createDataFolder(options: DataFolderOptions): Promise<void> {
  const { dataFolder, account } = options
  const parent = path.dirname(dataFolder)
  await removeUnfinished(parent)
  const fresh = await mkdtemp(path.join(parent, UNFINISHED))
  try {
    const passwordFile = path.join(fresh, 'password')
    const data = path.join(fresh, 'data')
    await writeFile(passwordFile, options.password, { mode: 0o600 })
    await account.own(fresh)
    await runInitdb(options, data, passwordFile)
    await rename(data, dataFolder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function runInitdb(options: DataFolderOptions, data: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ]
  const child = options.account.spawn(options.initdb, args, {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, said] = await Promise.all([ended, child.stderr === null ? '' : text(child.stderr)])
  if (code !== 0) throw new Error(`initdb could not make a cluster in ${data}: ${said.trim()}`)
}

async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED)) continue
    const folder = path.join(parent, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > UNFINISHED_AGE_MS) await rm(folder, { recursive: true, force: true })
  }
}
