import { setTimeout } from 'node:timers/promises'
import { buildGraphGently, type Graph, hashSupergraph } from '@travel-rule/federation/supergraph/build-graph'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { problemsOf } from './first-graph.ts'
import type { LiveGraph } from './live-graph.ts'
import type { SourceStatus } from './source-status.ts'
import type { SupergraphRead, SupergraphSource } from './supergraph-source.ts'

export interface FollowOptions {
  readonly source: SupergraphSource
  readonly live: LiveGraph
  readonly status: SourceStatus
  /** Prepares a graph for what will be asked of it; returns how many operations that were. */
  readonly warm: (next: Graph, previous: Graph) => Promise<number>
  /** Called with each text that the source says and that is served. */
  readonly served: (sdl: string) => void
  readonly logger: Logger
}

/** Polls are spread by this share of their interval, so that replicas do not ask all at once. */
const jitterShare = 0.2
const failureDelayMaxMs = 60_000
/** The least time between two reads, however many hints there are. */
const hintPauseMs = 50

/** Serves what the source says, from now until it is disposed. Trouble with the source is reported; what is served stays. */
export function followSource(options: FollowOptions): AsyncDisposable {
  const end = new AbortController()
  const following = follow(options, end.signal).catch((error: unknown) => {
    if (!end.signal.aborted) options.logger.error({ err: error }, 'the supergraph is no longer followed')
  })
  return {
    async [Symbol.asyncDispose]() {
      end.abort(new Error('the gateway is being stopped'))
      await following
    },
  }
}

async function follow(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const { source, live, status } = options
  const hints = openHints()
  source.watch(hints.hint)
  /** The last text that could not be served: it is not built again and again. */
  let rejected: { readonly hash: string; readonly error: unknown } | undefined
  let failures = 0

  async function take({ sdl, problem }: SupergraphRead): Promise<void> {
    const hash = hashSupergraph(sdl)
    const previous = live.current().graph
    if (hash === previous.hash) {
      status.same(problem)
      return options.served(sdl)
    }
    try {
      if (hash === rejected?.hash) throw rejected.error
      const graph = await buildGraphGently(sdl, source.name)
      const warmed = await options.warm(graph, previous)
      live.replace(graph)
      status.replaced({ hash, warmed }, problem)
    } catch (error) {
      rejected = { hash, error }
      source.forget()
      throw error
    }
    options.served(sdl)
  }

  for (;;) {
    await hints.pause(delayMs(source.pollMs, failures), signal)
    try {
      const read = await source.read(signal)
      failures = 0
      await take(read)
    } catch (error) {
      signal.throwIfAborted()
      failures += 1
      status.failed(problemsOf(error))
    }
  }
}

function delayMs(pollMs: number, failures: number): number {
  const spread = pollMs * (1 + jitterShare * (2 * Math.random() - 1))
  if (failures === 0) return spread
  const backoff = { firstDelayMs: pollMs * 2, delayMaxMs: failureDelayMaxMs }
  return Math.max(spread, backoffDelayMs(failures, backoff))
}

function openHints() {
  let wake: (() => void) | undefined
  let hinted = false
  return {
    hint: () => {
      hinted = true
      wake?.()
    },
    /** Waits so long, or until there is a hint. */
    async pause(ms: number, signal: AbortSignal): Promise<void> {
      const woken = new AbortController()
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      if (hinted) resolve()
      const over = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]), ref: false })
      await Promise.race([promise, over])
      woken.abort()
      await over.catch(() => signal.throwIfAborted())
      wake = undefined
      await setTimeout(hintPauseMs, undefined, { signal, ref: false })
      hinted = false
    },
  }
}
