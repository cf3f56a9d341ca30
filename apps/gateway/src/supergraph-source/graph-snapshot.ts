import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import type { HeldSubgraphs, OpenSubgraph } from './subgraph-connections.ts'

/** A graph with the open ways to its subgraphs. What has begun on one ends on it, whatever is served meanwhile. */
export interface GraphSnapshot {
  readonly graph: Graph
  readonly subgraphs: ReadonlyMap<string, OpenSubgraph>
  /** Keeps the subgraphs open until the use is disposed. */
  use(): Disposable
}

/** The subgraphs of a snapshot without its graph, which is large: whoever waits to close them does not keep it. */
export interface SubgraphUses {
  use(): Disposable
  /** Closes the subgraphs once nobody uses them, but not before `graceMs`: an operation may be prepared and not begun. Resolves then. */
  retire(graceMs: number): Promise<void>
}

export function openSubgraphUses(held: HeldSubgraphs): SubgraphUses {
  const unused = Promise.withResolvers<void>()
  let users = 0
  let retired = false
  const settle = () => {
    if (retired && users === 0) unused.resolve()
  }
  return {
    use() {
      users += 1
      let over = false
      return {
        [Symbol.dispose]() {
          if (over) return
          over = true
          users -= 1
          settle()
        },
      }
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
