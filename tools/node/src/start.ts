import { mkdir, realpath } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/database/embedded-cluster'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Config } from './config.ts'
import { readDemoAccess } from './demo-access.ts'
import { awaitLeftOver, type NodeFile, removeNodeFile, writeNodeFile } from './node-file.ts'
import { openPartProcess, type PartProcess } from './part-process.ts'
import { baseUrlOf, partsOf, REALM } from './parts.ts'
import { openSecrets } from './secrets.ts'
import { takenPorts } from './taken-ports.ts'

const DATABASES = ['trpd', 'aopd', 'autod'] as const

export interface StartOptions {
  readonly config: Config
  /** The operator's environment: passed to every part, where it wins over the node's own choices. */
  readonly env: NodeJS.ProcessEnv
  /** Whether to run the demo counterparty. */
  readonly demo: boolean
  /** Called once for each part that is ready and for whatever happens to it afterwards. */
  onProgress(title: string, detail: string, change: 'ready' | 'ended' | 'again'): void
}

export interface RunningNode extends AsyncDisposable {
  readonly node: NodeFile
  readonly dataDir: string
}

/**
 * The whole service on one machine: embedded PostgreSQL, the identity provider, the subgraphs, the gateway and the demo
 * counterparty. Disposing stops everything in order.
 *
 * Throws `OperatorError` for what the operator can repair: a taken port, a data folder in use, a setting that a part refuses.
 */
export async function startNode(options: StartOptions): Promise<RunningNode> {
  const { config, env, onProgress } = options
  const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
  await mkdir(`${config.dataDir}/logs`, { recursive: true })
  const dataDir = await realpath(config.dataDir)
  await awaitLeftOver(dataDir)

  await using stack = new AsyncDisposableStack()
  const databaseUrls = await openDatabases({ stack, dataDir, env, onProgress })
  const externalIssuer = (env.GATEWAY_OIDC_ISSUER ?? '') !== ''
  const secrets = await openSecrets(dataDir)
  const parts = partsOf({ config, dataDir, secrets, databaseUrls, demo: options.demo, externalIssuer })
  await refuseTakenPorts(Object.assign({}, ...parts.map((part) => part.ports)))

  const running: PartProcess[] = []
  let write = Promise.resolve()
  const publish = () => {
    write = write.then(async () => {
      if (node !== undefined) await writeNodeFile(dataDir, { ...node, parts: describeParts(running) })
    })
    return write
  }
  let node: NodeFile | undefined
  stack.defer(async () => {
    node = undefined
    await write
    await removeNodeFile(dataDir)
  })
  stack.defer(() => stopAll(running))

  const starts = await Promise.allSettled(
    parts.map(async (part) => {
      const startedAt = performance.now()
      const logFile = `${dataDir}/logs/${part.name}.log`
      const process = await openPartProcess({
        part,
        root,
        logFile,
        env: environmentOf(env, dataDir),
        onChange: (change, detail) => {
          onProgress(part.title, detail, change === 'ready' ? 'again' : 'ended')
          void publish()
        },
      })
      running.push(process)
      onProgress(part.title, `${listPorts(part.ports)} in ${seconds(startedAt)}`, 'ready')
    }),
  )
  const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new OperatorError(failures.map((failure) => String(failure.message ?? failure)))

  node = {
    baseUrl: baseUrlOf(config),
    realm: REALM,
    ...(await readDemoAccess({ config, dataDir, externalIssuer, demo: options.demo })),
    pid: process.pid,
    parts: describeParts(running),
  }
  await publish()
  const owned = stack.move()
  return { node, dataDir, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

interface OpenDatabasesOptions extends Pick<StartOptions, 'env' | 'onProgress'> {
  readonly stack: AsyncDisposableStack
  readonly dataDir: string
}

/** The databases that the operator named, or those of an embedded cluster that is started again when it ends. */
async function openDatabases({ stack, dataDir, env, onProgress }: OpenDatabasesOptions) {
  const given = DATABASES.map((name) => env[`${name.toUpperCase()}_DATABASE_URL`] || undefined)
  if (given.every((url) => url !== undefined)) {
    onProgress('PostgreSQL', 'yours', 'ready')
    return { trpd: given[0] ?? '', aopd: given[1] ?? '', autod: given[2] ?? '' }
  }
  const startedAt = performance.now()
  let stopping = false
  let cluster = await openEmbeddedCluster({ dataDir: `${dataDir}/postgres` })
  const watch = (running: EmbeddedCluster): Promise<void> =>
    running.ended.then(async (reason) => {
      if (stopping) return
      onProgress('PostgreSQL', reason, 'ended')
      await running[Symbol.asyncDispose]()
      cluster = await openEmbeddedCluster({ dataDir: `${dataDir}/postgres` })
      onProgress('PostgreSQL', `process ${cluster.pid}`, 'again')
      void watch(cluster)
    })
  void watch(cluster)
  stack.defer(async () => {
    stopping = true
    await cluster[Symbol.asyncDispose]()
  })
  const [trpd, aopd, autod] = [
    await cluster.ensureDatabase('trpd'),
    await cluster.ensureDatabase('aopd'),
    await cluster.ensureDatabase('autod'),
  ]
  onProgress('PostgreSQL', `embedded, in ${seconds(startedAt)}`, 'ready')
  return { trpd, aopd, autod }
}

async function refuseTakenPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const taken = await takenPorts(ports)
  if (taken.length === 0) return
  throw new OperatorError(taken.map((name) => `Port ${ports[name]} is in use: set ${name} to a free port.`))
}

async function stopAll(running: readonly PartProcess[]): Promise<void> {
  for (const order of [1, 2]) {
    await Promise.all(
      running.filter(({ part }) => part.stopOrder === order).map((process) => process[Symbol.asyncDispose]()),
    )
  }
}

/** What a part gets beside its own settings: the operator's environment without what npm adds to it. */
function environmentOf(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name, value]) => value !== '' && !name.startsWith('npm_'))
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: `${dataDir}/compile-cache`,
    APOLLO_TELEMETRY_DISABLED: 'true',
    ...Object.fromEntries(own),
  }
}

function describeParts(running: readonly PartProcess[]): NodeFile['parts'] {
  return Object.fromEntries(running.map(({ part, pid }) => [part.name, { pid, ports: part.ports }]))
}

function listPorts(ports: Readonly<Record<string, number>>): string {
  return `port ${Object.values(ports).join(', ')}`
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
