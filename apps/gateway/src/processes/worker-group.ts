import type { Logout } from '@travel-rule/auth/logout-token'
import { type HealthCheck, runChecks } from '@travel-rule/http-host/health'
import { snapshotOf } from '@travel-rule/service/merge-metrics'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { SharedLogouts } from '../identity/ended-sessions.ts'
import type { TokenSource } from '../limits/lent-client-counts.ts'
import type { SharedConnections, SharedLimit } from '../limits/shared-counts.ts'
import type { SupergraphSource } from '../supergraph-source/supergraph-source.ts'
import { openChannel } from './channel.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

/** What a gateway process shares with the others through the primary process. */
export interface ProcessGroup extends SharedLogouts {
  /** Number of this process, from 1. */
  readonly number: number
  readonly count: number
  readonly tokens: TokenSource
  readonly connections: SharedConnections
  /** The source as read by the primary process on behalf of all processes. */
  shareSource(source: SupergraphSource): SupergraphSource
  /** What the primary process serves on the internal port on behalf of all processes. */
  serve(parts: { readonly metrics: Metrics; readonly checks: Readonly<Record<string, HealthCheck>> }): void
}

/** Environment variables with which the primary process starts the others. */
export const PROCESS_NUMBER = 'GATEWAY_PROCESS_NUMBER'
export const PROCESS_COUNT = 'GATEWAY_PROCESS_COUNT'

const READ_TIMEOUT_MS = 120_000
/** A logout waits for all processes. */
const LOGOUT_TIMEOUT_MS = 5_000

/**
 * Joins the group of processes that the primary process has started. This process is `number` of `count`. `stop` is
 * called when the primary process stops all processes.
 */
export function joinProcessGroup(
  { number, count }: { readonly number: number; readonly count: number },
  stop: () => void,
): ProcessGroup {
  const hints = new Set<() => void>()
  let served: Parameters<ProcessGroup['serve']>[0] | undefined
  let endSession: (logout: Logout) => Promise<void> = async () => {}
  const channel = openChannel<ToPrimary, ToWorker>(
    {
      send: (message, failed) => process.send?.(message, undefined, undefined, (error) => error && failed(error)),
      listen: (receive) => void process.on('message', receive),
    },
    {
      metrics: async () => (served === undefined ? [] : snapshotOf(served.metrics.registry)),
      health: () => runChecks(served?.checks ?? {}),
      endSession: async (logout) => {
        await endSession(logout)
        return undefined
      },
      supergraphHint() {
        for (const hint of hints) hint()
        return undefined
      },
      heartbeat: () => undefined,
      stop() {
        stop()
        return undefined
      },
    },
  )
  let entries = 0

  return {
    number,
    count,
    tokens: {
      lend: (client, left) => channel.ask('lend', { client, left }),
      charge: (client, tokens) => channel.tell('charge', { client, tokens }),
    },
    connections: {
      async enter(places) {
        entries += 1
        const id = entries
        const leave = (limits?: readonly SharedLimit[]) => channel.tell('leave', { id, ...(limits && { limits }) })
        try {
          const full = await channel.ask('enter', { id, places })
          return full ?? { leave: (...limits) => leave(limits), [Symbol.dispose]: () => leave() }
        } catch (error) {
          // The connection may already have been counted.
          leave()
          throw error
        }
      },
    },
    shareSource: sharedSource,
    async publishLogout(logout) {
      await channel.ask('endSession', logout, LOGOUT_TIMEOUT_MS)
    },
    async onLogout(end) {
      endSession = end
      for (const logout of await channel.ask('endedSessions', undefined)) await end(logout)
    },
    serve(parts) {
      served = parts
      addMemoryMetric(parts.metrics, String(number))
    },
  }

  function sharedSource(source: SupergraphSource): SupergraphSource {
    let last: { readonly hash: string; readonly sdl: string } | undefined
    let schemas: Readonly<Record<string, string>> = {}
    return {
      ...source,
      async read(signal) {
        const asked = channel.ask('readSupergraph', { known: last?.hash }, READ_TIMEOUT_MS)
        const read = await untilAborted(asked, signal)
        if (!read.ok) throw new OperatorError(read.problems)
        const sdl = read.sdl ?? last?.sdl
        if (sdl === undefined) throw new Error('the primary process sent no supergraph')
        last = { hash: read.hash, sdl }
        schemas = read.subgraphSchemas
        return { sdl, problem: read.problem }
      },
      invalidate: () => channel.tell('invalidateSupergraph', undefined),
      watch: (hint) => void hints.add(hint),
      subgraphSchemas: () => schemas,
    }
  }
}

/** Adds this process's memory metric, which stays separate when the metrics of all processes are added up. */
export function addMemoryMetric({ registry }: Metrics, name: string): void {
  new Gauge({
    name: 'gateway_process_resident_memory_bytes',
    help: 'Memory of each process of the gateway: its number, or primary',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process: name }, process.memoryUsage.rss())
    },
  })
}

async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
    // A result that arrives after the abort is not needed.
    promise.catch(() => undefined)
  }
}

/**
 * The settings of one of `count` processes. Limits that are divided are split equally, since connections are handed out
 * in turn. Shares are rounded up.
 */
export function shareOfProcess<Config extends DividedSettings>(config: Config, count: number): Config {
  const share = (whole: number) => Math.ceil(whole / count)
  return {
    ...config,
    subgraphConnectionsMax: share(config.subgraphConnectionsMax),
    subgraphFramedConnections: share(config.subgraphFramedConnections),
    persistedBytesMax: share(config.persistedBytesMax),
  }
}

interface DividedSettings {
  readonly subgraphConnectionsMax: number
  readonly subgraphFramedConnections: number
  readonly persistedBytesMax: number
}
