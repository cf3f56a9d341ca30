import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import { followSource, loadFirstGraph } from './follow-source.ts'
import { openGoodCopyWriter, readGoodCopy } from './last-good-copy.ts'
import { type LiveGraph, openLiveGraph } from './live-graph.ts'
import { openSource, type SourceSettings, systemAssertions } from './open-source.ts'
import type { RolesFor, ServedGraph, UsedOperation } from './operation-usage.ts'
import type { SourceStatus } from './source-status.ts'
import { type OpenSubgraph, openSubgraphConnections } from './subgraph-connections.ts'
import { ruleFor, type SubgraphRules } from './subgraph-rules.ts'
import { openSubgraphTrust, type PassThroughSettings } from './subgraph-trust.ts'
import type { SupergraphSource } from './supergraph-source.ts'
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
