import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import { type DocumentNode, visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import type { RewrittenDocument } from '../../operation/rewritten-document.ts'
import type { Supergraph } from '../../supergraph/build-supergraph.ts'
import { aliasesOfKeyFields } from './aliases-of-key-fields.ts'
import { argumentsOfInterfaceObjects } from './arguments-of-interface-objects.ts'
import { fragmentsOnInterfaceObjects } from './fragments-on-interface-objects.ts'
import { indirectRequires } from './indirect-requires.ts'
import { introspectionInFragments } from './introspection-in-fragments.ts'
import { orderOfMutations } from './order-of-mutations.ts'
import { representationsVariable } from './representations-variable.ts'
import { unmetRequires } from './unmet-requires.ts'
import { unselectedTypename } from './unselected-typename.ts'
import type { FetchWorkaround, Rewrite, RewriteFetch, Workaround } from './workaround.ts'

/**
 * Rename response names. Applied once, when an operation is checked; it is executed under the new
 * names.
 */
const BEFORE_EXECUTION: readonly Workaround[] = [aliasesOfKeyFields, argumentsOfInterfaceObjects]

/**
 * Applied in this order, for the planner alone: the response is built from the client's own
 * selections.
 */
const BEFORE_PLANNING: readonly Workaround[] = [
  representationsVariable,
  fragmentsOnInterfaceObjects,
  // Not a defect: @skip and @include may have removed every selection, which is not valid GraphQL.
  () => fillEmptySelections,
  introspectionInFragments,
  orderOfMutations,
  unselectedTypename,
  indirectRequires,
]

/** Applied to each fetch of a plan, except that of a subscription's events. */
const AFTER_PLANNING: readonly FetchWorkaround[] = [unmetRequires]

/** The workarounds for the defects of the planner, for one supergraph. */
export interface PlannerWorkarounds {
  /** The document with response names that the planner does not confuse. */
  readonly rename: Rewrite
  /**
   * An equivalent document that the planner plans correctly. Throws `OPERATION_LIMIT_EXCEEDED` when
   * it would be too large.
   */
  readonly rewrite: Rewrite
  /** The plan with correct fetches. */
  readonly correct: (plan: QueryPlan) => QueryPlan
}

export function openPlannerWorkarounds(supergraph: Pick<Supergraph, 'schema' | 'facts'>): PlannerWorkarounds {
  return {
    rename: inOrder(BEFORE_EXECUTION.map((workaround) => workaround(supergraph))),
    rewrite: inOrder(BEFORE_PLANNING.map((workaround) => workaround(supergraph))),
    correct: inPlan(AFTER_PLANNING.map((workaround) => workaround(supergraph))),
  }
}

function inOrder(rewrites: readonly Rewrite[]): Rewrite {
  return (document) => {
    let result: Required<RewrittenDocument> = { document, responseNames: NO_NAMES, variables: NO_NAMES }
    for (const rewrite of rewrites) {
      const { document, responseNames = NO_NAMES, variables = NO_NAMES } = rewrite(result.document)
      result = {
        document,
        responseNames: chain(result.responseNames, responseNames),
        variables: chain(result.variables, variables),
      }
    }
    return result
  }
}

function inPlan(rewrites: readonly RewriteFetch[]): (plan: QueryPlan) => QueryPlan {
  const inNode = (node: PlanNode): PlanNode => {
    switch (node.kind) {
      case 'Fetch':
        return rewrites.reduce((fetch, rewrite) => rewrite(fetch), node)
      case 'Sequence':
      case 'Parallel':
        return { ...node, nodes: node.nodes.map(inNode) }
      case 'Flatten':
        return { ...node, node: inNode(node.node) }
      case 'Condition':
        return {
          ...node,
          ...(node.ifClause && { ifClause: inNode(node.ifClause) }),
          ...(node.elseClause && { elseClause: inNode(node.elseClause) }),
        }
      case 'Defer':
        return node
    }
  }
  return (plan) => {
    if (plan.node === undefined) return plan
    if (plan.node.kind !== 'Subscription') return { ...plan, node: inNode(plan.node) }
    return plan.node.rest === undefined ? plan : { ...plan, node: { ...plan.node, rest: inNode(plan.node.rest) } }
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The client's names by the names after both rewrites. */
function chain(before: ReadonlyMap<string, string>, added: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (added.size === 0) return before
  return new Map([...before, ...[...added].map(([name, earlier]) => [name, before.get(earlier) ?? earlier] as const)])
}

function fillEmptySelections(document: DocumentNode): RewrittenDocument {
  return {
    document: visit(document, {
      SelectionSet: (node) => (node.selections.length === 0 ? { ...node, selections: [TYPENAME] } : undefined),
    }),
  }
}
