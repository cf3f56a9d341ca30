import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '@travel-rule/service/operator-error'
import { awaitReadiness } from './await-readiness.ts'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabases } from './databases.ts'
import { readDemoAccess } from './demo-access.ts'
import { type NodeFile, openPublishedNode } from './node-file.ts'
import { isGiven, partEnvironment } from './part-environment.ts'
import { portsInUse } from './part-ports.ts'
import { openPartProcess, type PartChange, type PartProcess } from './part-process.ts'
import { baseUrlOf, type Part, partsOf, REALM } from './parts.ts'
import { portProblems } from './port-problems.ts'
import { openProcessRecord } from './process-record.ts'
import { openSecrets } from './secrets.ts'

/** A killed node may hold its ports for a moment after its processes have ended. */
const KILLED_PORTS_MS = 3_000
/** How long parts may need to find each other. */
const READINESS_MAX_MS = 10_000

const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

export interface StartOptions {
  readonly config: Config
  /** The operator's environment: passed to every part, where it wins over the node's own choices. */
  readonly env: NodeJS.ProcessEnv
  /** Whether to run the demo counterparty. */
  readonly demo: boolean
  /** Gives up the start: what has been started is stopped again. */
  readonly signal: AbortSignal
  /** Called once for each part that is ready and for whatever happens to it afterwards. */
  onProgress(title: string, detail: string, change: PartChange | 'ready'): void
}

export interface RunningNode extends AsyncDisposable {
  readonly node: NodeFile
  readonly dataDir: string
}

/**
 * The whole service on one machine: embedded PostgreSQL, the identity provider, the subgraphs, the gateway and the demo
 * counterparty. Disposing stops everything in order.
 *
 * Throws `OperatorError` for what the operator can repair: a taken port, a data folder in use, a setting that a part refuses;
 * the reason of `signal` when that is aborted.
 */
export async function startNode(options: StartOptions): Promise<RunningNode> {
  const { config, env, demo, signal, onProgress } = options
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await openDataFolder(resolve(ROOT, config.dataDir)))
  const onWait = () => onProgress('earlier processes', 'they are stopping', 'lacking')
  const record = stack.use(await openProcessRecord(dataDir, { signal, onWait }))
  const externalIssuer = isGiven(env, 'GATEWAY_OIDC_ISSUER')
  const problems = await portProblems(portsInUse(config, { demo, externalIssuer }), {
    patienceMs: record.followsKill ? KILLED_PORTS_MS : 0,
  })
  if (problems.length > 0) throw new OperatorError(problems)
  signal.throwIfAborted()

  const published = openPublishedNode(dataDir)
  const onChange = (title: string) => (change: PartChange, detail: string) => {
    onProgress(title, detail, change)
    // A disk that does not take it now may take it at the next change.
    published.publish().catch(() => {})
  }
  const startedAt = performance.now()
  const databases = stack.use(
    await openDatabases({ folder: `${dataDir}/postgres`, env, onChange: onChange('PostgreSQL') }),
  )
  onProgress('PostgreSQL', databases.isEmbedded ? `embedded, in ${seconds(startedAt)}` : 'yours', 'ready')
  const secrets = await openSecrets(dataDir)
  const parts = partsOf({ config, dataDir, secrets, databaseUrls: databases.urls, demo, externalIssuer })
  const running: PartProcess[] = []
  stack.defer(() => stopAll(running))
  stack.use(published)

  const startPart = async (part: Part) => {
    const startedAt = performance.now()
    const entry = `${ROOT}/${part.entry}`
    const process = await openPartProcess({
      part,
      entry,
      root: ROOT,
      logFile: `${dataDir}/logs/${part.name}.log`,
      env: partEnvironment(part, env, dataDir),
      signal,
      onProcess: (pid) => record.set(part.name, pid === undefined ? undefined : { pid, entry }),
      onChange: onChange(part.title),
    })
    running.push(process)
    onProgress(part.title, `port ${Object.values(part.ports).join(', ')} in ${seconds(startedAt)}`, 'ready')
  }
  throwFailures(await Promise.allSettled(parts.map(startPart)), signal)
  for (const { title, readinessUrl } of parts) {
    if (readinessUrl === undefined) continue
    const missing = await awaitReadiness(readinessUrl, { signal, maxMs: READINESS_MAX_MS })
    // Ready all the same: it may be a part of the operator's, outside this node.
    if (missing !== undefined) onProgress(title, missing, 'lacking')
  }

  const access = await readDemoAccess({ config, dataDir, externalIssuer, demo })
  const read = (): NodeFile => ({
    baseUrl: baseUrlOf(config),
    realm: REALM,
    ...access,
    pid: process.pid,
    parts: {
      ...(databases.isEmbedded ? { postgres: { pid: databases.pid, ports: {} } } : {}),
      ...Object.fromEntries(running.map(({ part, pid }) => [part.name, { pid, ports: part.ports }])),
    },
  })
  await published.publish(read)
  signal.throwIfAborted()
  const owned = stack.move()
  return { node: read(), dataDir, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function throwFailures(starts: readonly PromiseSettledResult<void>[], signal: AbortSignal): void {
  signal.throwIfAborted()
  const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new OperatorError(failures.map((failure) => String(failure.message ?? failure)))
}

async function stopAll(running: readonly PartProcess[]): Promise<void> {
  for (const order of [1, 2]) {
    await Promise.all(
      running.filter(({ part }) => part.stopOrder === order).map((process) => process[Symbol.asyncDispose]()),
    )
  }
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
