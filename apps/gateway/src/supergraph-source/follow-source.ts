import { setTimeout } from 'node:timers/promises'
import { buildGraph, buildGraphGently } from '@travel-rule/federation/planning/build-graph'
import { hashSupergraph } from '@travel-rule/federation/supergraph/build-supergraph'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type GoodCopy, warnOfUnusableCopy } from './last-good-copy.ts'
import type { LiveGraph } from './live-graph.ts'
import { type RolesFor, type ServedGraph, serveGraph } from './operation-usage.ts'
import type { SourceStatus } from './source-status.ts'
import type { SupergraphRead, SupergraphSource } from './supergraph-source.ts'

export interface FirstGraphOptions {
  readonly copy: GoodCopy | undefined
  readonly copyPath: string | undefined
  readonly status: Pick<SourceStatus, 'failed'>
  readonly rolesFor?: RolesFor
  readonly logger: Logger
}

export interface FirstGraph {
  readonly graph: ServedGraph
  readonly sdl: string
  readonly problem: string | undefined
}

const FIRST_READ_RETRY = { firstDelayMs: 250, delayMaxMs: 5_000 }

/**
 * The graph to start with: from the source, or from the last good copy while the source is failing. Without a copy,
 * retries the source for up to its `startWaitMs`. Throws `OperatorError` with all problems of the last attempt.
 */
export async function loadFirstGraph(
  source: SupergraphSource,
  options: FirstGraphOptions,
  signal: AbortSignal,
): Promise<FirstGraph> {
  const { copyPath, status, rolesFor, logger } = options
  let { copy } = options
  const untilMs = performance.now() + source.startWaitMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { sdl, problem } = await source.read(signal)
      return { graph: serveGraph(buildGraph(sdl, source.name), rolesFor), sdl, problem }
    } catch (error) {
      signal.throwIfAborted()
      source.invalidate()
      const problems = problemsOf(error)
      status.failed(problems)
      if (copy !== undefined) {
        try {
          const sdl = copy.supergraph
          return { graph: serveGraph(buildGraph(sdl), rolesFor), sdl, problem: problems.join('; ') }
        } catch (unservable) {
          // The copy was stored by another version of the gateway.
          warnOfUnusableCopy(logger, copyPath, unservable)
          copy = undefined
        }
      }
      if (performance.now() >= untilMs) {
        throw new OperatorError(
          problems.map((problem) => `GATEWAY_SUPERGRAPH: ${problem}`),
          { cause: error },
        )
      }
    }
    await setTimeout(backoffDelayMs(attempt, FIRST_READ_RETRY), undefined, { signal })
  }
}

export interface FollowOptions {
  readonly source: SupergraphSource
  readonly live: LiveGraph
  readonly status: SourceStatus
  readonly rolesFor?: RolesFor
  /** Warms a graph before it is served; returns the number of prepared operations. */
  readonly warm: (next: ServedGraph, previous: ServedGraph) => Promise<number>
  /** Called with each supergraph that is served after it was read. */
  readonly served: (sdl: string) => void
  readonly logger: Logger
}

/** Each poll interval varies by this share, so that replicas do not poll simultaneously. */
const jitterShare = 0.2
const failureDelayMaxMs = 60_000
/** Minimum time between two reads, however many hints arrive. */
const hintPauseMs = 50

/** Serves the source's supergraph until disposed. While the source is failing, keeps serving the current graph. */
export function followSource(options: FollowOptions): AsyncDisposable {
  const stop = new AbortController()
  const following = follow(options, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) options.logger.error({ err: error }, 'the supergraph is no longer followed')
  })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the gateway is stopping'))
      await following
    },
  }
}

async function follow(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const { source, live, status, rolesFor } = options
  const hints = openHints()
  source.watch(hints.hint)
  /** The last supergraph that could not be served; it is not built again. */
  let rejected: { readonly hash: string; readonly error: unknown } | undefined
  let failures = 0

  async function serve({ sdl, problem }: SupergraphRead): Promise<void> {
    const hash = hashSupergraph(sdl)
    const previous = live.current().graph
    if (hash === previous.hash) {
      status.unchanged(problem)
      return options.served(sdl)
    }
    try {
      if (hash === rejected?.hash) throw rejected.error
      const graph = serveGraph(await buildGraphGently(sdl, source.name), rolesFor)
      const warmed = await options.warm(graph, previous)
      live.replace(graph)
      status.replaced({ hash, warmed }, problem)
    } catch (error) {
      rejected = { hash, error }
      source.invalidate()
      throw error
    }
    options.served(sdl)
  }

  for (;;) {
    await hints.pause(pollDelayMs(source.pollMs, failures), signal)
    try {
      const read = await source.read(signal)
      failures = 0
      await serve(read)
    } catch (error) {
      signal.throwIfAborted()
      failures += 1
      status.failed(problemsOf(error))
    }
  }
}

function pollDelayMs(pollMs: number, failures: number): number {
  const spread = pollMs * (1 + jitterShare * (2 * Math.random() - 1))
  if (failures === 0) return spread
  return Math.max(spread, backoffDelayMs(failures, { firstDelayMs: pollMs * 2, delayMaxMs: failureDelayMaxMs }))
}

function openHints() {
  let wake: (() => void) | undefined
  let hinted = false
  return {
    hint: () => {
      hinted = true
      wake?.()
    },
    /** Resolves after `ms`, or with the first hint. */
    async pause(ms: number, signal: AbortSignal): Promise<void> {
      const woken = new AbortController()
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      if (hinted) resolve()
      const elapsed = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]), ref: false })
      await Promise.race([promise, elapsed])
      woken.abort()
      await elapsed.catch(() => signal.throwIfAborted())
      wake = undefined
      await setTimeout(hintPauseMs, undefined, { signal, ref: false })
      hinted = false
    },
  }
}

/** One line per problem, for operators. */
function problemsOf(error: unknown): readonly string[] {
  if (error instanceof OperatorError) return error.problems
  return [error instanceof Error ? error.message : String(error)]
}
