import type { UsedOperation } from '@travel-rule/federation/operation/operation-usage'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import { firstGraph } from './first-graph.ts'
import { followSource } from './follow-source.ts'
import { openGoodCopyKeeper } from './keep-good-copy.ts'
import type { GoodCopy } from './last-good-copy.ts'
import { type LiveGraph, openLiveGraph } from './live-graph.ts'
import type { SourceStatus } from './source-status.ts'
import { type OpenSubgraph, openSubgraphConnections } from './subgraph-connections.ts'
import type { SupergraphSource } from './supergraph-source.ts'
import { warmGraph } from './warm-graph.ts'

export interface GraphOptions {
  readonly source: SupergraphSource
  /** Where what was served last is kept; without it nothing is. */
  readonly copyPath: string | undefined
  readonly copy: GoodCopy | undefined
  /** Opens the ways to a subgraph. Throws when the URL is none. */
  readonly openSubgraph: (name: string, url: string) => OpenSubgraph
  /** The URL that a subgraph answers at, by its name and the URL that the supergraph says. */
  readonly urlOf: (name: string, composedUrl: string) => string
  /** Parses, validates and plans an operation for a graph that will be served next. */
  readonly prepare: (graph: Graph, operation: UsedOperation) => void
  readonly status: SourceStatus
  readonly metrics: Metrics
  readonly logger: Logger
}

/** An operation may be prepared on a graph for so long before it begins, although another graph is served already. */
const graceMs = 30_000
const warmLimits = { operationsMax: 200, durationMaxMs: 2_000 }

/** The graph of a source, and of everything that the source says from now on, until it is disposed. Throws what `firstGraph` throws. */
export async function openGraph(options: GraphOptions, signal: AbortSignal): Promise<LiveGraph & AsyncDisposable> {
  const { source, status, logger } = options
  await using stack = new AsyncDisposableStack()
  stack.use(source)
  const first = await firstGraph(source, options, signal)
  const connections = stack.use(openSubgraphConnections(options.openSubgraph))
  const live = openLiveGraph(first.graph, { connections, urlOf: options.urlOf, graceMs, logger })
  countSnapshots(live, options.metrics)
  status.replaced({ hash: first.graph.hash, warmed: 0 }, first.problem)
  const keeper = stack.use(openGoodCopyKeeper(options.copyPath, source.parts, logger))
  if (first.problem === undefined) keeper.keep(first.sdl)
  const warm = (next: Graph, previous: Graph) => warmGraph(next, previous.usage, options.prepare, warmLimits)
  stack.use(followSource({ source, live, status, warm, served: keeper.keep, logger }))
  const opened = stack.move()
  return { ...live, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function countSnapshots(live: LiveGraph, { registry }: Metrics): void {
  new Gauge({
    name: 'gateway_graph_snapshots',
    help: 'Graphs that something still runs on, the one that is served included',
    registers: [registry],
    collect() {
      this.set(live.count())
    },
  })
}
