import { setTimeout } from 'node:timers/promises'
import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import { buildGraph, buildGraphGently } from '@travel-rule/federation/planning/build-graph'
import { hashSupergraph } from '@travel-rule/federation/supergraph/build-supergraph'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type GoodCopy, openGoodCopyWriter, readGoodCopy, warnOfUnusableCopy } from './last-good-copy.ts'
import { type LiveGraph, openLiveGraph } from './live-graph.ts'
import { openSource, type SourceSettings, systemAssertions } from './open-source.ts'
import { type RolesFor, type ServedGraph, serveGraph, type UsedOperation } from './operation-usage.ts'
import type { SourceStatus } from './source-status.ts'
import { type OpenSubgraph, openSubgraphConnections } from './subgraph-connections.ts'
import { ruleFor, type SubgraphRules } from './subgraph-rules.ts'
import { openSubgraphTrust, type PassThroughSettings } from './subgraph-trust.ts'
import type { SupergraphRead, SupergraphSource } from './supergraph-source.ts'
import { warmGraph } from './warm-graph.ts'

export interface SupergraphSettings extends SourceSettings, PassThroughSettings {
  /** Path of the last good copy. If missing, no copy is stored. */
  readonly supergraphCache?: string | undefined
  readonly subgraphRules: SubgraphRules
}

export interface SupergraphParts {
  readonly signer: AssertionSigner
  readonly status: SourceStatus
  readonly rolesFor: RolesFor
  /** The headers of every request to a subgraph. */
  readonly fixedHeaders: (subgraph: string) => Readonly<Record<string, string>>
  /** Throws for an invalid URL. */
  readonly openSubgraph: (name: string, url: string) => OpenSubgraph
  /** Validates, plans and compiles an operation for a graph that will be served next. */
  readonly warmOperation: (graph: ServedGraph, operation: UsedOperation) => void
  /** Replaces the configured source by one that several processes share. */
  readonly shareSource?: ((source: SupergraphSource) => SupergraphSource) | undefined
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Maximum time between preparing an operation on a graph and starting it, even if another graph is served by then. */
const graceMs = 30_000
const WARM_LIMITS = { operationsMax: 200, durationMaxMs: 2_000 }

/**
 * The graph of the configured source, replaced whenever the source changes, until disposed.
 *
 * Throws `OperatorError` when there is no graph within `supergraphStartSeconds`.
 */
export async function openSupergraph(
  settings: SupergraphSettings,
  parts: SupergraphParts,
  signal: AbortSignal,
): Promise<LiveGraph & AsyncDisposable> {
  const { supergraphCache: copyPath, subgraphUrls } = settings
  const { status, rolesFor, logger } = parts
  await using stack = new AsyncDisposableStack()
  const assertionFor = systemAssertions(parts.signer)
  const copy = copyPath === undefined ? undefined : await readGoodCopy(copyPath, logger)
  const own = openSource(settings, copy, { assertionFor, fixedHeaders: parts.fixedHeaders, logger })
  const source = stack.use(parts.shareSource?.(own) ?? own)
  const first = await loadFirstGraph(source, { copy, copyPath, status, rolesFor, logger }, signal)
  const connections = stack.use(openSubgraphConnections(parts.openSubgraph))
  const urlOf = (name: string, composedUrl: string) => subgraphUrls[name] ?? composedUrl
  const pollMs = settings.supergraphPollSeconds * 1_000
  const trust = openSubgraphTrust({ settings, assertionFor, pollMs, metrics: parts.metrics, logger })
  const showsUncoded = (subgraph: string) => ruleFor(settings.subgraphRules, subgraph, 'errors') === 'shown'
  const passThrough = trust.modeOf
  const live = openLiveGraph(first.graph, {
    connections,
    urlOf,
    passThrough,
    showsUncoded,
    graceMs,
    logger,
  })
  stack.use(trust.follow(live))
  countSnapshots(live, parts.metrics)
  status.replaced({ hash: first.graph.hash, warmed: 0 }, first.problem)
  const copyWriter = stack.use(openGoodCopyWriter(copyPath, source.subgraphSchemas, logger))
  if (first.problem === undefined) copyWriter.store(first.sdl)
  const warm = (next: ServedGraph, previous: ServedGraph) =>
    warmGraph(next, previous.usage, parts.warmOperation, WARM_LIMITS)
  stack.use(followSource({ source, live, status, rolesFor, warm, served: copyWriter.store, logger }))
  const opened = stack.move()
  return { ...live, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function countSnapshots(live: LiveGraph, { registry }: Metrics): void {
  new Gauge({
    name: 'gateway_graph_snapshots',
    help: 'Graphs that operations still use, including the served one',
    registers: [registry],
    collect() {
      this.set(live.count())
    },
  })
}

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
