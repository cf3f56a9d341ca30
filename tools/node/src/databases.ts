import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { OperatorError } from '@travel-rule/service/operator-error'
import { isSet } from './config.ts'
import { type KeepRunningOptions, keepRunning, type StartedProcess } from './keep-running.ts'

const NAMES = ['trpd', 'aopd', 'autod'] as const

/** URLs of the databases, and of the role that owns autod's; empty when the operator's own databases are used. */
export type DatabaseUrls = Readonly<Record<(typeof NAMES)[number] | 'autodOwner', string>>

export interface Databases extends AsyncDisposable {
  readonly urls: DatabaseUrls
  readonly isEmbedded: boolean
  /** Process id of the embedded server; `undefined` while it is down, or when it is not used. */
  readonly pid: number | undefined
}

export interface DatabasesOptions {
  /** Folder of the embedded cluster. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly onChange: KeepRunningOptions['onChange']
}

/**
 * The operator's databases if the environment sets all three, otherwise those of an embedded server, which is restarted
 * when it exits unexpectedly.
 *
 * Throws `OperatorError` when the embedded server does not start.
 */
export async function openDatabases({ folder, env, onChange }: DatabasesOptions): Promise<Databases> {
  if (NAMES.every((name) => isSet(env, `${name.toUpperCase()}_DATABASE_URL`))) {
    const urls = { trpd: '', aopd: '', autod: '', autodOwner: '' }
    return { urls, isEmbedded: false, pid: undefined, [Symbol.asyncDispose]: async () => {} }
  }
  await using stack = new AsyncDisposableStack()
  const { cluster, process } = await startCluster(folder).catch((cause: unknown) => {
    throw new OperatorError(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  stack.use(process)
  const autod = await cluster.ensureSharedDatabase('autod')
  const urls = {
    trpd: await cluster.ensureDatabase('trpd'),
    aopd: await cluster.ensureDatabase('aopd'),
    autod: autod.url,
    autodOwner: isSet(env, 'AUTOD_DATABASE_URL') ? '' : autod.ownerUrl,
  }
  stack.move()
  const server = keepRunning(process, { start: async () => (await startCluster(folder)).process, onChange })
  return {
    urls,
    isEmbedded: true,
    get pid() {
      return server.pid
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function startCluster(folder: string) {
  const cluster = await openEmbeddedCluster({ dataDir: folder })
  const process: StartedProcess = {
    pid: cluster.pid,
    ended: cluster.ended.then((reason) => (reason.startsWith('SIG') ? `by ${reason}` : `with ${reason}`)),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
  return { cluster, process }
}
