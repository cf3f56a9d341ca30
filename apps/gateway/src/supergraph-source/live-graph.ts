import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import type { Logger } from '@travel-rule/service/logger'
import { type GraphSnapshot, openSubgraphUses, type SubgraphUses } from './graph-snapshot.ts'
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
  const listeners = new Set<() => void>()
  let retiring = 0
  let current = open(first, options)

  function retire(uses: SubgraphUses): void {
    retiring += 1
    void uses
      .retire(options.graceMs)
      .catch((error: unknown) => options.logger.warn({ err: error }, 'a subgraph was not closed cleanly'))
      .finally(() => {
        retiring -= 1
      })
  }

  return {
    current: () => current.snapshot,
    replace(graph) {
      const next = open(graph, options)
      const { uses } = current
      current = next
      retire(uses)
      for (const listener of listeners) listener()
    },
    watch: (listener) => void listeners.add(listener),
    count: () => retiring + 1,
  }
}

function open(graph: Graph, { connections, urlOf }: LiveGraphOptions): { snapshot: GraphSnapshot; uses: SubgraphUses } {
  const held = connections.hold(new Map([...graph.subgraphs].map(([name, url]) => [name, urlOf(name, url)])))
  const uses = openSubgraphUses(held)
  return { snapshot: { graph, subgraphs: held.subgraphs, use: uses.use }, uses }
}
