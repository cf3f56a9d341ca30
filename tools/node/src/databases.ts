import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { OperatorError } from '@travel-rule/service/operator-error'
import { isGiven } from './part-environment.ts'
import type { PartChange } from './part-process.ts'

const NAMES = ['trpd', 'aopd', 'autod'] as const
const RESTART_DELAY_MIN_MS = 200
const RESTART_DELAY_MAX_MS = 5_000

/** One URL for each database; an empty one where the operator's own is used. */
export type DatabaseUrls = Readonly<Record<(typeof NAMES)[number], string>>

export interface Databases extends AsyncDisposable {
  readonly urls: DatabaseUrls
  readonly isEmbedded: boolean
  /** Process id of the embedded server; undefined while it is down or where there is none. */
  readonly pid: number | undefined
}

export interface DatabasesOptions {
  /** Folder of the embedded cluster. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  onChange(change: PartChange, detail: string): void
}

/**
 * The databases that the operator names, or those of an embedded server that is started again when it ends by itself.
 *
 * Throws `OperatorError` when the server does not start.
 */
export async function openDatabases({ folder, env, onChange }: DatabasesOptions): Promise<Databases> {
  if (NAMES.every((name) => isGiven(env, `${name.toUpperCase()}_DATABASE_URL`))) {
    const urls = { trpd: '', aopd: '', autod: '' }
    return { urls, isEmbedded: false, pid: undefined, [Symbol.asyncDispose]: async () => {} }
  }
  const stopping = new AbortController()
  let running: EmbeddedCluster | undefined
  await using stack = new AsyncDisposableStack()
  const first = stack.adopt(await openFirst(folder), (cluster) => cluster[Symbol.asyncDispose]())
  running = first
  const urls = {
    trpd: await first.ensureDatabase('trpd'),
    aopd: await first.ensureDatabase('aopd'),
    autod: await first.ensureDatabase('autod'),
  }
  stack.move()
  const kept = keepRunning(first)

  async function keepRunning(cluster: EmbeddedCluster): Promise<void> {
    for (let current = cluster; ; ) {
      const reason = await current.ended
      if (stopping.signal.aborted) return
      running = undefined
      await current[Symbol.asyncDispose]()
      onChange('ended', reason.startsWith('SIG') ? `by ${reason}` : `with ${reason}`)
      const next = await openAgain(folder, stopping.signal, onChange)
      if (next === undefined) return
      current = next
      running = next
      if (stopping.signal.aborted) return await next[Symbol.asyncDispose]()
      onChange('again', `process ${next.pid}`)
    }
  }

  return {
    urls,
    isEmbedded: true,
    get pid() {
      return running?.pid
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running?.[Symbol.asyncDispose]()
      await kept
    },
  }
}

async function openFirst(folder: string): Promise<EmbeddedCluster> {
  try {
    return await openEmbeddedCluster({ dataDir: folder })
  } catch (cause) {
    throw new OperatorError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

async function openAgain(
  folder: string,
  signal: AbortSignal,
  onChange: DatabasesOptions['onChange'],
): Promise<EmbeddedCluster | undefined> {
  for (let waitMs = RESTART_DELAY_MIN_MS; !signal.aborted; waitMs = Math.min(RESTART_DELAY_MAX_MS, waitMs * 2)) {
    try {
      return await openEmbeddedCluster({ dataDir: folder })
    } catch (error) {
      onChange('failed', error instanceof Error ? error.message : String(error))
      await delay(waitMs, undefined, { signal }).catch(() => {})
    }
  }
  return undefined
}
