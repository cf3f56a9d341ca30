import type { FetchNode, QueryPlan } from '@apollo/query-planner'
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isUnionType,
  Kind,
  parseType,
  type SelectionSetNode,
  type TypeNode,
} from 'graphql'
import { fragmentsOf, type Selecting } from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import { dependsOnType } from '../../operation/type-conditions.ts'
import type { Graph } from '../../planning/build-graph.ts'
import type { SubgraphFacts } from '../../supergraph/subgraph-facts.ts'

/**
 * The reason why the bytes of one subgraph cannot be the response to the client's operation; `undefined` when they can.
 *
 * Pass-through is safe when any schema-conforming response equals what the general executor would return. Parts that
 * `@skip` and `@include` remove are not checked.
 */
export function findObstacle(
  graph: Graph,
  { plan, refused, renamed, document, definition }: PlannedOperation,
): string | undefined {
  const planObstacle = findPlanObstacle(plan)
  if (planObstacle !== undefined) return planObstacle
  if (refused.size > 0) return 'the caller is not authorized for all fields'
  if (renamed.size > 0) return 'a response name is also that of a key or of a required field'
  const root = graph.schema.getRootType(definition.operation)
  const fetch = soleFetch(plan)
  if (fetch === undefined || root === undefined || root === null) return 'the operation does not exist'
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

/** The only fetch of a plan; for a subscription, the fetch that delivers its events. */
export function soleFetch({ node }: QueryPlan): FetchNode | undefined {
  if (node?.kind === 'Subscription') return node.rest === undefined ? node.primary : undefined
  return node?.kind === 'Fetch' ? node : undefined
}

function findPlanObstacle(plan: QueryPlan): string | undefined {
  if (plan.node === undefined) return 'the plan has no fetch'
  const fetch = soleFetch(plan)
  if (fetch === undefined) return 'the plan has several fetches'
  if (fetch.requires !== undefined) return 'the plan fetches entities'
  const rewrites = [fetch.inputRewrites, fetch.outputRewrites, fetch.contextRewrites]
  return rewrites.some((each) => (each ?? []).length > 0) ? 'the plan rewrites data' : undefined
}

interface Check {
  readonly graph: Graph
  readonly selecting: Selecting
  readonly view: SubgraphFacts
  /** Checked fragments, with the possible types where they were spread. */
  readonly checked: Set<string>
}

function obstacleInSelection(
  check: Check,
  parent: GraphQLCompositeType,
  { selections }: SelectionSetNode,
  possible: ReadonlySet<string> = check.view.members(parent.name),
): string | undefined {
  if (selections.length === 0) return 'conditions remove all selections of a field'
  for (const selection of selections) {
    const [foreign] = selection.directives ?? []
    const obstacle =
      foreign !== undefined
        ? `the operation has the directive @${foreign.name.value}`
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
    if (isRootType(graph, parent.name)) return `the operation selects ${label}`
    return view.isInterfaceObject(parent.name) ? `the subgraph does not know ${label}` : undefined
  }
  if (isUnionType(parent) || name.startsWith('__')) return `the operation selects ${label}`
  const field: GraphQLField<unknown, unknown> | undefined = parent.getFields()[name]
  const subgraphType = view.fieldType(parent.name, name)
  if (field === undefined || subgraphType === undefined) return `${label} is not resolved by the subgraph alone`
  if (!isAsStrict(field.type, subgraphType)) return `${label} has another type in the subgraph`
  const type = getNamedType(field.type)
  if (isEnumType(type)) {
    const hidden = [...view.enumValues(type.name)].some((value) => type.getValue(value) === undefined)
    return hidden ? `${type.name} has hidden values` : undefined
  }
  if (!isCompositeType(type) || node.selectionSet === undefined) return undefined
  if (
    isAbstractType(type) &&
    dependsOnType(selecting, type, node.selectionSet) &&
    !selectsTypename(node.selectionSet)
  ) {
    return `${label} does not select __typename`
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
  if (fragment === undefined) return 'a fragment is not defined'
  if (node.kind === Kind.FRAGMENT_SPREAD) {
    const key = `${parent.name} ${[...possible].join()} ${node.name.value}`
    if (checked.has(key)) return undefined
    checked.add(key)
  }
  const condition = fragment.typeCondition?.name.value ?? parent.name
  const type = graph.schema.getType(condition)
  if (!isCompositeType(type)) return `the type ${condition} does not exist`
  let remaining = possible
  if (condition !== parent.name) {
    if (view.isInterfaceObject(condition) || view.isInterfaceObject(parent.name))
      return `${condition} is an object in the subgraph`
    // The plan omits a fragment that applies to no object: a subgraph may reject its fields.
    remaining = possible.intersection(view.members(condition))
    if (remaining.size === 0) return `no ${parent.name} is a ${condition} in the subgraph`
  }
  const typeObstacle = isRootType(graph, condition) ? undefined : findTypeObstacle(graph, view, type)
  return typeObstacle ?? obstacleInSelection(check, type, fragment.selectionSet, remaining)
}

/** True if `__typename` is selected directly and without an alias, as the general executor needs it. */
function selectsTypename({ selections }: SelectionSetNode): boolean {
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

/** The reason why objects of a type may have a different type in the subgraph; `undefined` when they cannot. */
function findTypeObstacle(
  { schema, facts }: Pick<Graph, 'schema' | 'facts'>,
  view: SubgraphFacts,
  type: GraphQLCompositeType,
): string | undefined {
  if (view.isInterfaceObject(type.name)) return undefined
  if (!view.hasType(type.name)) return `the subgraph does not have ${type.name}`
  if (!isAbstractType(type)) return undefined
  const members = view.members(type.name)
  // The subgraph may use a different name in type conditions and in __typename.
  if (!members.isDisjointFrom(facts.rootTypes)) return `${type.name} may be a root type`
  const visible = new Set(schema.getPossibleTypes(type).map(({ name }) => name))
  if ([...members].some((name) => !visible.has(name))) return `${type.name} has hidden members`
  const lacking = [...visible].find((name) => view.hasType(name) && !members.has(name))
  return lacking === undefined ? undefined : `${lacking} is not a ${type.name} in the subgraph`
}

/** True if the subgraph's type of a field equals the public one, or is stricter about nulls. */
function isAsStrict(type: GraphQLOutputType, subgraphType: string): boolean {
  return String(type) === subgraphType || isAsStrictAs(type, parseType(subgraphType))
}

function isAsStrictAs(type: GraphQLOutputType, subgraphType: TypeNode): boolean {
  if (isNonNullType(type))
    return subgraphType.kind === Kind.NON_NULL_TYPE && isAsStrictAs(type.ofType, subgraphType.type)
  const nullable = subgraphType.kind === Kind.NON_NULL_TYPE ? subgraphType.type : subgraphType
  if (isListType(type)) return nullable.kind === Kind.LIST_TYPE && isAsStrictAs(type.ofType, nullable.type)
  return nullable.kind === Kind.NAMED_TYPE && nullable.name.value === type.name
}
