import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ServerAccount } from './server-account.ts'

/** Major version of the server and of its data folders. */
const SERVER_MAJOR = '18'
const UNFINISHED = 'data.unfinished-'
/** Age from which an unfinished folder counts as left by a killed start, in milliseconds. */
const UNFINISHED_AGE_MS = 10 * 60_000

export interface DataFolderOptions {
  /** The final path of the data folder. */
  readonly dataFolder: string
  readonly initdb: string
  readonly account: ServerAccount
  /** Password of the superuser `postgres`. */
  readonly password: string
  /** False disables fsync, for temporary clusters. */
  readonly durable: boolean
}

/** True if `dataFolder` holds a cluster. Throws for another version or an unreadable folder. */
export async function dataFolderExists(dataFolder: string): Promise<boolean> {
  const version = await readFile(path.join(dataFolder, 'PG_VERSION'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new Error(`The data folder of the embedded PostgreSQL cannot be read: ${dataFolder}`, { cause })
  })
  if (version === undefined || version.trim() === SERVER_MAJOR) return version !== undefined
  throw new Error(`${dataFolder} was created by PostgreSQL ${version.trim()}, this is PostgreSQL ${SERVER_MAJOR}`)
}

/**
 * Creates a cluster, owned by the account, that requires SCRAM passwords for every connection.
 *
 * It is created beside its final path and renamed when complete, so that a killed start leaves nothing that looks like
 * a cluster. Throws with the output of `initdb`.
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
  const [code, output] = await Promise.all([ended, child.stderr === null ? '' : text(child.stderr)])
  if (code !== 0) throw new Error(`initdb failed to create a cluster in ${data}: ${output.trim()}`)
}

async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED)) continue
    const folder = path.join(parent, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > UNFINISHED_AGE_MS) await rm(folder, { recursive: true, force: true })
  }
}
