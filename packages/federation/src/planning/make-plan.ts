import {
  type CompositeType,
  isCompositeType,
  operationFromDocument,
  possibleRuntimeTypes,
} from '@apollo/federation-internals'
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, operationsOf } from '../operation/collect-fields.ts'
import { limitExceeded } from '../operation/operation-limits.ts'
import type { PlannedOperation } from '../operation/plan-cache.ts'
import type { SupergraphFacts } from '../supergraph/supergraph-facts.ts'
import type { Graph } from './build-graph.ts'

/**
 * Maximum number of entity fetches that a plan may need. Planning time grows with the square of their number: 2,850,
 * from a document of 14 KB, took over two seconds.
 */
const PLAN_FETCHES_MAX = 800

/**
 * The plan of a document that is valid for the graph.
 *
 * Throws a `GraphQLError` with the code `OPERATION_LIMIT_EXCEEDED` when planning could take too
 * long. Rethrows other errors of the planner, and throws when no subgraph resolves any field.
 */
export function makePlan(
  { schema, apiSchema, facts, planner, pathBudget, workarounds }: Graph,
  document: DocumentNode,
  overrides: PlannedOperation['overrides'],
): Pick<PlannedOperation, 'plan' | 'renamedVariables'> {
  const { document: plannable, variables: renamedVariables = NOT_RENAMED } = workarounds.rewrite(document)
  const fetches = countFetches(schema, facts, plannable)
  if (fetches > PLAN_FETCHES_MAX) throw tooManyFetches(fetches)
  const operation = operationFromDocument(apiSchema, plannable, { validate: false })
  pathBudget.start()
  try {
    const plan = planner.buildQueryPlan(operation, { overrideConditions: new Map(overrides) })
    if (plan.node === undefined && selectsData(document, operation.selectionSet.parentType)) {
      throw new Error(NOTHING_RESOLVED)
    }
    return { plan: workarounds.correct(plan), renamedVariables }
  } catch (error) {
    throw isPathsLimit(error) ? tooManyPaths(pathBudget.pathsMax) : error
  }
}

const NOTHING_RESOLVED = 'no subgraph resolves any field of the operation'

/** True if an operation certainly selects a root field that only a subgraph can resolve. */
function selectsData(document: DocumentNode, root: CompositeType): boolean {
  const fragments = fragmentsOf(document)
  const seen = new Set<string>()
  const isData = ({ name }: FieldNode) => !name.value.startsWith('__')
  const selects = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => {
      if ((node.directives ?? []).length > 0) return false
      if (node.kind === Kind.FIELD) return isData(node)
      if (node.kind === Kind.INLINE_FRAGMENT) {
        return isOfType(root, node.typeCondition) && selects(node.selectionSet)
      }
      if (seen.has(node.name.value)) return false
      seen.add(node.name.value)
      const fragment = fragments.get(node.name.value)
      return fragment !== undefined && isOfType(root, fragment.typeCondition) && selects(fragment.selectionSet)
    })
  return operationsOf(document).some(({ selectionSet }) => selects(selectionSet))
}

/** A fragment on a type that cannot be the root type selects nothing. */
function isOfType(root: CompositeType, condition: NamedTypeNode | undefined): boolean {
  if (condition === undefined) return true
  const type = root.schema().type(condition.name.value)
  return (
    type !== undefined && isCompositeType(type) && possibleRuntimeTypes(type).some(({ name }) => name === root.name)
  )
}

const NOT_RENAMED: ReadonlyMap<string, string> = new Map()

function tooManyFetches(value: number) {
  const unit = 'possible entity fetches'
  return limitExceeded({ limit: 'planFetches', max: PLAN_FETCHES_MAX, value, unit })
}

/** The planner throws a plain error that can only be identified by its message. */
function isPathsLimit(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Too many options generated')
}

function tooManyPaths(max: number) {
  return limitExceeded({ limit: 'planPaths', max, value: max + 1, unit: 'or more possible query paths' })
}

/**
 * An upper bound for the entity fetches of a plan: for each position of an entity, one for every
 * other subgraph that resolves its type. A fragment counts once per spread, in time linear in the
 * document.
 */
export function countFetches(schema: GraphQLSchema, facts: SupergraphFacts, document: DocumentNode): number {
  const fragments = fragmentsOf(document)
  const ofFragments = new Map<string, number>()

  const ofSet = ({ selections }: SelectionSetNode, parent: GraphQLNamedType | null | undefined): number => {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        sum += ofFragment(selection.name.value)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value
        sum += ofSet(selection.selectionSet, condition === undefined ? parent : schema.getType(condition))
      } else if (selection.selectionSet !== undefined) {
        const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {}
        const field = fields[selection.name.value]
        const type = field && getNamedType(field.type)
        const others = type === undefined ? 0 : facts.entitySubgraphs(type.name) - 1
        sum += ofSet(selection.selectionSet, type) + Math.max(0, others)
      }
    }
    return sum
  }
  const ofFragment = (name: string): number => {
    const known = ofFragments.get(name)
    const fragment = fragments.get(name)
    if (known !== undefined || fragment === undefined) return known ?? 0
    const count = ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
    ofFragments.set(name, count)
    return count
  }
  return document.definitions.reduce(
    (sum, node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? sum + ofSet(node.selectionSet, schema.getRootType(node.operation))
        : sum,
    0,
  )
}
