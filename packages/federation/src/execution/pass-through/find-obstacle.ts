import type { FetchNode, QueryPlan } from '@apollo/query-planner'
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, type Selecting } from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import { dependsOnType } from '../../operation/type-conditions.ts'
import type { Graph } from '../../planning/build-graph.ts'
import type { SubgraphFacts } from '../../supergraph/subgraph-facts.ts'
import { findTypeObstacle, isAsStrict } from './type-obstacle.ts'

/**
 * Why the client's own operation cannot go to one subgraph and the subgraph's bytes come back; `undefined` when they can.
 *
 * What conditions leave out is not looked at. They can when every subgraph that keeps to its schema must answer with exactly what the general way would make of its answer.
 */
export function findObstacle(
  graph: Graph,
  { plan, refused, renamed, document, definition }: PlannedOperation,
): string | undefined {
  const planObstacle = findPlanObstacle(plan)
  if (planObstacle !== undefined) return planObstacle
  if (refused.size > 0) return 'fields are refused'
  if (renamed.size > 0) return 'a response name is that of a key, or of a required field'
  const root = graph.schema.getRootType(definition.operation)
  const fetch = soleFetch(plan)
  if (fetch === undefined || root === undefined || root === null) return 'there is no such operation'
  if ((definition.directives ?? []).length > 0) return 'the operation has directives'
  const selecting = { schema: graph.schema, fragments: fragmentsOf(document), conditions: {} }
  const check = {
    graph,
    selecting,
    view: graph.facts.subgraph(fetch.serviceName),
    checked: new Set<string>(),
  }
  return obstacleInSelection(check, root, definition.selectionSet, new Set([root.name]))
}

/** The only fetch of a plan; for a subscription, the one that brings its events. */
export function soleFetch({ node }: QueryPlan): FetchNode | undefined {
  if (node?.kind === 'Subscription') return node.rest === undefined ? node.primary : undefined
  return node?.kind === 'Fetch' ? node : undefined
}

function findPlanObstacle(plan: QueryPlan): string | undefined {
  if (plan.node === undefined) return 'no subgraph is asked'
  const fetch = soleFetch(plan)
  if (fetch === undefined) return 'the plan is not one fetch'
  if (fetch.requires !== undefined) return 'the fetch is for entities'
  const rewrites = [fetch.inputRewrites, fetch.outputRewrites, fetch.contextRewrites]
  return rewrites.some((each) => (each ?? []).length > 0) ? 'the fetch is rewritten' : undefined
}

interface Check {
  readonly graph: Graph
  readonly selecting: Selecting
  readonly view: SubgraphFacts
  /** Fragments that were looked into, with the types that the object could have where they were spread. */
  readonly checked: Set<string>
}

function obstacleInSelection(
  check: Check,
  parent: GraphQLCompositeType,
  { selections }: SelectionSetNode,
  possible: ReadonlySet<string> = check.view.members(parent.name),
): string | undefined {
  if (selections.length === 0) return 'conditions leave nothing of a field'
  for (const selection of selections) {
    const [foreign] = selection.directives ?? []
    const obstacle =
      foreign !== undefined
        ? `it has the directive @${foreign.name.value}`
        : selection.kind === Kind.FIELD
          ? obstacleInField(check, parent, selection)
          : obstacleInFragment(check, parent, selection, possible)
    if (obstacle !== undefined) return obstacle
  }
  return undefined
}

function obstacleInField(check: Check, parent: GraphQLCompositeType, node: FieldNode): string | undefined {
  const { graph, view, selecting } = check
  const name = node.name.value
  const label = `${parent.name}.${name}`
  if (node.alias?.value.startsWith('__')) return `${label} has a reserved alias`
  if (name === '__typename') {
    if (isRootType(graph, parent.name)) return `it asks for ${label}`
    return view.isInterfaceObject(parent.name) ? `${label} is not known to the subgraph` : undefined
  }
  if (isUnionType(parent) || name.startsWith('__')) return `it asks for ${label}`
  const field: GraphQLField<unknown, unknown> | undefined = parent.getFields()[name]
  const typeThere = view.fieldType(parent.name, name)
  if (field === undefined || typeThere === undefined) return `${label} is not the subgraph's own`
  if (!isAsStrict(field.type, typeThere)) return `${label} has another type in the subgraph`
  const type = getNamedType(field.type)
  if (isEnumType(type)) {
    const hidden = [...view.enumValues(type.name)].some((value) => type.getValue(value) === undefined)
    return hidden ? `${type.name} has hidden values` : undefined
  }
  if (!isCompositeType(type) || node.selectionSet === undefined) return undefined
  if (isAbstractType(type) && dependsOnType(selecting, type, node.selectionSet) && !asksTypename(node.selectionSet)) {
    return `${label} does not tell its type`
  }
  return findTypeObstacle(graph, view, type) ?? obstacleInSelection(check, type, node.selectionSet)
}

function obstacleInFragment(
  check: Check,
  parent: GraphQLCompositeType,
  node: Exclude<SelectionSetNode['selections'][number], FieldNode>,
  possible: ReadonlySet<string>,
): string | undefined {
  const { graph, view, selecting, checked } = check
  const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : selecting.fragments.get(node.name.value)
  if (fragment === undefined) return 'a fragment is missing'
  if (node.kind === Kind.FRAGMENT_SPREAD) {
    const key = `${parent.name} ${[...possible].join()} ${node.name.value}`
    if (checked.has(key)) return undefined
    checked.add(key)
  }
  const condition = fragment.typeCondition?.name.value ?? parent.name
  const type = graph.schema.getType(condition)
  if (!isCompositeType(type)) return `there is no type ${condition}`
  let left = possible
  if (condition !== parent.name) {
    if (view.isInterfaceObject(condition) || view.isInterfaceObject(parent.name))
      return `${condition} is an object in the subgraph`
    // The plan leaves out what no object can be. Within it the subgraph may have fields of different types under one name, which it would refuse.
    left = possible.intersection(view.members(condition))
    if (left.size === 0) return `no ${parent.name} is a ${condition} in the subgraph`
  }
  const typeObstacle = isRootType(graph, condition) ? undefined : findTypeObstacle(graph, view, type)
  return typeObstacle ?? obstacleInSelection(check, type, fragment.selectionSet, left)
}

/** Asked for at once and under its own name, so that the answer can also be taken apart. */
function asksTypename({ selections }: SelectionSetNode): boolean {
  return selections.some(
    (node) =>
      node.kind === Kind.FIELD &&
      node.name.value === '__typename' &&
      node.alias === undefined &&
      (node.directives ?? []).length === 0,
  )
}

function isRootType({ facts }: Graph, name: string): boolean {
  return facts.rootTypes.has(name)
}
