import { OperatorError } from '@travel-rule/service/operator-error'
import { awaitReadiness } from './await-readiness.ts'
import { boundLog } from './bound-log.ts'
import { type Config, isSet, ROOT } from './config.ts'
import { openDataFolder, openSecrets } from './data-folder.ts'
import { openDatabases } from './databases.ts'
import type { PartChange } from './keep-running.ts'
import { type NodeFile, openPublishedNode, readDemoAccess } from './node-file.ts'
import { openPartProcess, type PartProcess } from './part-process.ts'
import { baseUrlOf, type Part, partEnvironment, partsOf, REALM } from './parts.ts'
import { freePortBase, portProblems, portsInUse } from './ports.ts'
import { openProcessRecord, type ProcessRecord } from './process-record.ts'

/** How long the ports of a killed node may remain in use after its processes have exited. */
const KILLED_PORTS_MS = 60_000
/** Time after which missing dependencies of the parts are reported. */
const READINESS_NOTICE_MS = 10_000
/** How long parts may take to become ready for each other. */
const READINESS_MAX_MS = 60_000

export interface StartOptions {
  readonly config: Config
  /** The operator's environment. Every part receives it, and it overrides the defaults of the node. */
  readonly env: NodeJS.ProcessEnv
  /** If true, the demo counterparty runs. */
  readonly demo: boolean
  /** Cancels the start: parts that have already started are stopped. */
  readonly signal: AbortSignal
  /** Called once for each ready part, and for each later change. */
  onProgress(title: string, detail: string, change: PartChange | 'ready'): void
  /** Called when a step of the start begins. */
  onStep(step: string): void
}

export interface StartedNode extends AsyncDisposable {
  /** The content of `node.json`. */
  readonly file: NodeFile
  readonly dataDir: string
}

/**
 * The complete service on one machine: embedded PostgreSQL, the identity provider, the subgraphs, the gateway and the
 * demo counterparty. Disposing stops everything in order.
 *
 * Throws `OperatorError` for problems that the operator can fix (a port or data folder in use, a setting that a part
 * refuses), and the reason of `signal` when that is aborted.
 */
export async function startNode(options: StartOptions): Promise<StartedNode> {
  const { config, env, demo, signal, onProgress, onStep } = options
  await using stack = new AsyncDisposableStack()
  const externalIssuer = isSet(env, 'GATEWAY_OIDC_ISSUER')
  const use = { demo, externalIssuer }
  const secondNode = async () => {
    const variables = `PORT_BASE=${(await freePortBase(env, use)) ?? '<free ports>'}`
    return `${isSet(env, 'DATA_DIR') ? 'DATA_DIR=<another folder> ' : ''}${variables} npm start`
  }
  const { path: dataDir } = stack.use(await openDataFolder(config.dataDir, secondNode))
  const onWait = () => onProgress('earlier processes', 'until they have exited', 'waiting')
  const record = stack.use(await openProcessRecord(dataDir, { signal, onWait }))
  const problems = await portProblems(portsInUse(config, use), { patienceMs: record.followsKill ? KILLED_PORTS_MS : 0 })
  if (problems.length > 0) throw new OperatorError([...problems, await portBaseHint(env, use)])
  signal.throwIfAborted()

  const published = openPublishedNode(dataDir)
  const onChange = (title: string) => (change: PartChange, detail: string) => {
    onProgress(title, detail, change)
    // A write that fails now may succeed at the next change.
    published.publish().catch(() => {})
  }
  onStep('PostgreSQL, which is created at the first start')
  const startedAt = performance.now()
  const databases = stack.use(
    await openDatabases({ folder: `${dataDir}/postgres`, env, onChange: onChange('PostgreSQL') }),
  )
  if (databases.isEmbedded) stack.use(boundLog(`${dataDir}/postgres/postgres.log`))
  onProgress('PostgreSQL', databases.isEmbedded ? `embedded, in ${seconds(startedAt)}` : 'yours', 'ready')
  const secrets = await openSecrets(dataDir)
  const parts = partsOf({ config, dataDir, secrets, databaseUrls: databases.urls, demo, externalIssuer })
  const running: PartProcess[] = []
  stack.defer(() => stopAll(running))
  stack.use(published)
  onStep(parts.map(({ title }) => title).join(', '))
  await startParts({ ...options, dataDir, parts, running, record, onChange })
  await awaitParts(parts, { ...options, externalIssuer })

  const access = await readDemoAccess({ config, dataDir, externalIssuer, demo })
  const read = (): NodeFile => ({
    baseUrl: baseUrlOf(config),
    realm: REALM,
    ...access,
    ...(databases.isEmbedded && { databaseUrls: databases.urls }),
    pid: process.pid,
    parts: {
      ...(databases.isEmbedded ? { postgres: { pid: databases.pid, ports: {} } } : {}),
      ...Object.fromEntries(running.map(({ part, pid }) => [part.name, { pid, ports: part.ports }])),
    },
  })
  await published.publish(read)
  signal.throwIfAborted()
  const owned = stack.move()
  return { file: read(), dataDir, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function portBaseHint(...parameters: Parameters<typeof freePortBase>): Promise<string> {
  const hint = 'PORT_BASE moves every port of a node that does not have its own setting, and its default data folder'
  const base = await freePortBase(...parameters)
  return base === undefined ? `${hint}.` : `${hint}, for example: PORT_BASE=${base} npm start`
}

interface StartPartsOptions extends Pick<StartOptions, 'env' | 'signal' | 'onProgress'> {
  readonly dataDir: string
  readonly parts: readonly Part[]
  /** Receives each started part, even if another one fails. */
  readonly running: PartProcess[]
  readonly record: ProcessRecord
  onChange(title: string): (change: PartChange, detail: string) => void
}

/** Starts all parts concurrently. Throws one `OperatorError` with all failures. */
async function startParts(options: StartPartsOptions): Promise<void> {
  const { dataDir, parts, running, record, env, signal, onProgress, onChange } = options
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
      onLongStart: (detail) => onProgress(part.title, detail, 'waiting'),
    })
    running.push(process)
    onProgress(part.title, `port ${Object.values(part.ports).join(', ')} in ${seconds(startedAt)}`, 'ready')
  }
  throwFailures(await Promise.allSettled(parts.map(startPart)), signal)
}

/** Waits until every part is ready. After a while, reports what is still missing. */
async function awaitParts(
  parts: readonly Part[],
  { signal, onProgress, externalIssuer }: StartOptions & { readonly externalIssuer: boolean },
): Promise<void> {
  for (const { title, readinessUrl } of parts) {
    if (readinessUrl === undefined) continue
    const onLong = (missing: string) => onProgress(title, missing, 'waiting')
    // The missing dependency may be outside of this node: the operator's identity provider.
    const maxMs = externalIssuer ? READINESS_NOTICE_MS : READINESS_MAX_MS
    const missing = await awaitReadiness(readinessUrl, { signal, noticeMs: READINESS_NOTICE_MS, maxMs, onLong })
    if (missing !== undefined) onProgress(title, missing, 'waiting')
  }
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
