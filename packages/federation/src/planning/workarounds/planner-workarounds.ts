import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { type DocumentNode, Kind, visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import { forEachNode } from '../../operation/for-each-node.ts'
import type { RewrittenDocument } from '../../operation/rewritten-document.ts'
import { aliasesOfKeyFields } from './aliases-of-key-fields.ts'
import { argumentsInRequires } from './arguments-in-requires.ts'
import { argumentsOfInterfaceObjects } from './arguments-of-interface-objects.ts'
import { fragmentsOnInterfaceObjects } from './fragments-on-interface-objects.ts'
import { indirectRequires } from './indirect-requires.ts'
import { introspectionInFragments } from './introspection-in-fragments.ts'
import { numbersOfLiterals, stringsForNumbers } from './numbers-of-literals.ts'
import { orderOfMutations } from './order-of-mutations.ts'
import { representationsVariable } from './representations-variable.ts'
import { resolvableKeysFirst } from './resolvable-keys-first.ts'
import { unmetRequires } from './unmet-requires.ts'
import { unselectedTypename } from './unselected-typename.ts'
import type {
  FetchWorkaround,
  Rewrite,
  RewriteFetch,
  SupergraphWorkaround,
  Workaround,
  WorkaroundGraph,
} from './workaround.ts'

/** Applied once, to the supergraph that the planner reads. */
const BEFORE_BUILDING: readonly SupergraphWorkaround[] = [resolvableKeysFirst, argumentsInRequires]

/**
 * Workarounds that rename response names. Applied once, when an operation is checked; it is executed under the new
 * names.
 */
const BEFORE_EXECUTION: readonly Workaround[] = [aliasesOfKeyFields, argumentsOfInterfaceObjects]

/** Applied in this order, and only for the planner: the response is built from the client's own selections. */
const BEFORE_PLANNING: readonly Workaround[] = [
  representationsVariable,
  fragmentsOnInterfaceObjects,
  // Not a defect: @skip and @include may have removed every selection, which is not valid GraphQL.
  () => fillEmptySelections,
  introspectionInFragments,
  orderOfMutations,
  unselectedTypename,
  indirectRequires,
  stringsForNumbers,
]

/** Applied to each fetch of a plan. */
const AFTER_ALL_PLANNING: readonly FetchWorkaround[] = [numbersOfLiterals]

/** Applied to each fetch of a plan, except that of a subscription's events. */
const AFTER_PLANNING: readonly FetchWorkaround[] = [unmetRequires]

/** The workarounds for the defects of the planner, for one supergraph. */
export interface PlannerWorkarounds {
  /** The document with response names that the planner cannot confuse. */
  readonly rename: Rewrite
  /**
   * An equivalent document that the planner plans correctly. Throws `OPERATION_LIMIT_EXCEEDED` when
   * it would be too large.
   */
  readonly rewrite: Rewrite
  /** The plan with corrected fetches. */
  readonly correct: (plan: QueryPlan) => QueryPlan
}

/** A supergraph that the planner reads correctly. */
export interface PlannableSupergraph {
  readonly document: DocumentNode
  /** Names of fields that only the planner knows. */
  readonly addedFields: ReadonlySet<string>
  /** Applied to each fetch of a plan. */
  readonly corrections: readonly FetchWorkaround[]
}

/** Rewrites a supergraph for the planner. Throws for one that cannot be planned. */
export function plannableSupergraph(supergraph: DocumentNode): PlannableSupergraph {
  let document = supergraph
  const addedFields = new Set<string>()
  const corrections: FetchWorkaround[] = []
  for (const workaround of BEFORE_BUILDING) {
    const rewritten = workaround(document)
    document = rewritten.document
    for (const name of rewritten.addedFields ?? []) addedFields.add(name)
    if (rewritten.correct !== undefined) corrections.push(rewritten.correct)
  }
  return { document, addedFields, corrections }
}

export function openPlannerWorkarounds(
  supergraph: WorkaroundGraph,
  corrections: readonly FetchWorkaround[] = [],
): PlannerWorkarounds {
  const open = (workarounds: readonly FetchWorkaround[]) => workarounds.map((workaround) => workaround(supergraph))
  const [after, ofSupergraph] = [open(AFTER_PLANNING), open([...AFTER_ALL_PLANNING, ...corrections])]
  return {
    rename: inOrder(BEFORE_EXECUTION.map((workaround) => workaround(supergraph))),
    rewrite: inOrder(BEFORE_PLANNING.map((workaround) => workaround(supergraph))),
    correct: inPlan([...after, ...ofSupergraph], ofSupergraph),
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

function inPlan(rewrites: readonly RewriteFetch[], ofEvents: readonly RewriteFetch[]): (plan: QueryPlan) => QueryPlan {
  const rewriteFetch = (node: FetchNode, by: readonly RewriteFetch[]) =>
    by.reduce<readonly FetchNode[]>((fetches, rewrite) => fetches.flatMap(rewrite), [node])
  const inNode = (node: PlanNode): PlanNode => {
    switch (node.kind) {
      case 'Fetch': {
        const fetches = rewriteFetch(node, rewrites)
        const [only = node] = fetches
        return fetches.length > 1 ? { kind: 'Parallel', nodes: [...fetches] } : only
      }
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
    const { primary, rest } = plan.node
    const [event = primary] = rewriteFetch(primary, ofEvents)
    return { ...plan, node: { ...plan.node, primary: event, ...(rest && { rest: inNode(rest) }) } }
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The client's names by the names after both rewrites. */
function chain(before: ReadonlyMap<string, string>, added: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (added.size === 0) return before
  return new Map([...before, ...[...added].map(([name, earlier]) => [name, before.get(earlier) ?? earlier] as const)])
}

function fillEmptySelections(document: DocumentNode): RewrittenDocument {
  let hasEmpty = false
  forEachNode(document, (node) => {
    if (node.kind === Kind.SELECTION_SET && node.selections.length === 0) hasEmpty = true
  })
  if (!hasEmpty) return { document }
  const filled = visit(document, {
    SelectionSet: (node) => (node.selections.length === 0 ? { ...node, selections: [TYPENAME] } : undefined),
  })
  return { document: filled }
}
