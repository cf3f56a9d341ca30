import type { PassThroughMode } from '@travel-rule/federation/execution/pass-through/compile-pass-through'
import type { Logger } from '@travel-rule/service/logger'
import type { ServedGraph } from './operation-usage.ts'
import type { HeldSubgraphs, OpenSubgraph, SubgraphConnections } from './subgraph-connections.ts'

/**
 * A graph with its open subgraphs. An operation uses one snapshot until it completes, even when
 * another graph is served meanwhile.
 */
export interface GraphSnapshot {
  readonly graph: ServedGraph
  readonly subgraphs: ReadonlyMap<string, OpenSubgraph>
  /** Current trust in a subgraph's responses. */
  passThrough(subgraph: string): PassThroughMode
  /** True if clients see the message of a subgraph's error that has no code. */
  readonly showsUncoded: (subgraph: string) => boolean
  /** Keeps the subgraphs open until the use is disposed. */
  use(): Disposable
}

/**
 * The snapshot for new operations, and replaced snapshots until their operations have completed.
 */
export interface LiveGraph {
  current(): GraphSnapshot
  /**
   * Serves another graph from now on. Throws, and changes nothing, when its subgraphs cannot be
   * opened.
   */
  replace(graph: ServedGraph): void
  /** Calls `listener` whenever another graph is served. */
  watch(listener: () => void): void
  /** Number of open snapshots, including the current one. */
  count(): number
}

export interface LiveGraphOptions {
  readonly connections: SubgraphConnections
  /** The URL of a subgraph, by its name and its URL in the supergraph. */
  readonly urlOf: (name: string, composedUrl: string) => string
  /** Trust in a subgraph's responses to operations on a graph. */
  readonly passThrough: (graph: ServedGraph, subgraph: string) => PassThroughMode
  /** Default: never. */
  readonly showsUncoded?: (subgraph: string) => boolean
  /** How long an unused replaced snapshot stays open. */
  readonly graceMs: number
  readonly logger: Logger
}

export function openLiveGraph(first: ServedGraph, options: LiveGraphOptions): LiveGraph {
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

function open(
  graph: ServedGraph,
  { connections, urlOf, passThrough, showsUncoded = () => false }: LiveGraphOptions,
): { snapshot: GraphSnapshot; uses: SubgraphUses } {
  const held = connections.hold(new Map([...graph.subgraphs].map(([name, url]) => [name, urlOf(name, url)])))
  const uses = openSubgraphUses(held)
  const { subgraphs } = held
  const modeOf = (subgraph: string) => passThrough(graph, subgraph)
  return { snapshot: { graph, subgraphs, passThrough: modeOf, showsUncoded, use: uses.use }, uses }
}

/**
 * Counts the uses of a snapshot's subgraphs. Holds no reference to the large graph, so that a retiring snapshot does
 * not keep it in memory.
 */
interface SubgraphUses {
  use(): Disposable
  /**
   * Releases the subgraphs once they are unused, but not before `graceMs`, since a prepared
   * operation may not have started.
   */
  retire(graceMs: number): Promise<void>
}

function openSubgraphUses(held: HeldSubgraphs): SubgraphUses {
  const unused = Promise.withResolvers<void>()
  let users = 0
  let retired = false
  const settle = () => {
    if (retired && users === 0) unused.resolve()
  }
  const release = () => {
    users -= 1
    settle()
  }
  return {
    use() {
      users += 1
      return new SubgraphUse(release)
    },
    async retire(graceMs) {
      await new Promise<void>((resolve) => void setTimeout(resolve, graceMs).unref())
      retired = true
      settle()
      await unused.promise
      await held.release()
    },
  }
}

/** A class, since an object with a method of its own costs more. */
class SubgraphUse implements Disposable {
  readonly release: () => void
  released = false

  constructor(release: () => void) {
    this.release = release
  }

  [Symbol.dispose](): void {
    if (this.released) return
    this.released = true
    this.release()
  }
}
