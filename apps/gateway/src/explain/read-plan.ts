import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import type { Explanation } from './explanation.ts'

type AnyNode = PlanNode | NonNullable<QueryPlan['node']>
type Variables = Readonly<Record<string, unknown>>

/** The subgraphs that a plan asks, each once, in its order. */
export function subgraphsOf({ node }: QueryPlan): string[] {
  return [...new Set(askedBy(node))]
}

function askedBy(node: AnyNode | undefined): string[] {
  if (node === undefined) return []
  return node.kind === 'Fetch' ? [node.serviceName] : childrenOf(node).flatMap(askedBy)
}

/** How many requests a plan makes with these variables; with the branch that makes more where a condition's variable is not given. */
export function countFetches({ node }: QueryPlan, variables: Variables): Explanation['fetches'] {
  let atMost = false
  function count(node: AnyNode | undefined): number {
    if (node === undefined) return 0
    if (node.kind === 'Fetch') return 1
    if (node.kind !== 'Condition') return childrenOf(node).reduce((sum, child) => sum + count(child), 0)
    const value = variables[node.condition]
    if (typeof value === 'boolean') return count(value ? node.ifClause : node.elseClause)
    atMost = true
    return Math.max(count(node.ifClause), count(node.elseClause))
  }
  const total = count(node)
  return { count: total, atMost }
}

function childrenOf(node: AnyNode): readonly (AnyNode | undefined)[] {
  switch (node.kind) {
    case 'Fetch':
      return []
    case 'Flatten':
      return [node.node]
    case 'Sequence':
    case 'Parallel':
      return node.nodes
    case 'Subscription':
      return [node.primary, node.rest]
    case 'Condition':
      return [node.ifClause, node.elseClause]
    case 'Defer':
      return [node.primary.node, ...node.deferred.map((part) => part.node)]
  }
}
