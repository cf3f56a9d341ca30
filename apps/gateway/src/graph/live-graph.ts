import type { Logger } from '@travel-rule/service/logger'
import type { Graph } from './build-graph.ts'
import { type GraphSnapshot, openSnapshot, type RetirableSnapshot } from './graph-snapshot.ts'
import type { SubgraphConnections } from './subgraph-connections.ts'

/** The graph that new operations work with, and those that older ones still work with. */
export interface LiveGraph {
  current(): GraphSnapshot
  /** Serves another graph from now on. Throws, and changes nothing, when its subgraphs cannot be opened. */
  replace(graph: Graph): void
  /** Calls `listener` whenever another graph is served. */
  watch(listener: () => void): void
  /** Snapshots that are not closed yet, the current one included. */
  count(): number
}

export interface LiveGraphOptions {
  readonly connections: SubgraphConnections
  /** The URL that a subgraph answers at, by its name and the URL that the supergraph says. */
  readonly urlOf: (name: string, composedUrl: string) => string
  /** How long a replaced snapshot stays open even when it seems unused. */
  readonly graceMs: number
  readonly logger: Logger
}

export function openLiveGraph(first: Graph, options: LiveGraphOptions): LiveGraph {
  const retired = new Set<RetirableSnapshot>()
  const listeners = new Set<() => void>()
  let current = snapshotOf(first, options)

  function retire(snapshot: RetirableSnapshot): void {
    retired.add(snapshot)
    void snapshot
      .retire(options.graceMs)
      .catch((error: unknown) => options.logger.warn({ err: error }, 'a subgraph was not closed cleanly'))
      .finally(() => retired.delete(snapshot))
  }

  return {
    current: () => current,
    replace(graph) {
      const next = snapshotOf(graph, options)
      const previous = current
      current = next
      retire(previous)
      for (const listener of listeners) listener()
    },
    watch: (listener) => void listeners.add(listener),
    count: () => retired.size + 1,
  }
}

function snapshotOf(graph: Graph, { connections, urlOf }: LiveGraphOptions): RetirableSnapshot {
  const urls = new Map([...graph.subgraphs].map(([name, url]) => [name, urlOf(name, url)]))
  return openSnapshot(graph, connections.hold(urls))
}
