import { type DocumentNode, type SelectionNode, visit } from 'graphql'
import type { CheckedOperation } from '../operation/check-operation.ts'
import { isIncluded, operationsOf, TYPENAME, type Variables } from '../operation/collect-fields.ts'
import type { Guard } from '../operation/guarded-fields.ts'
import { NO_OVERRIDES, type Overrides } from '../operation/override-labels.ts'
import type { PlannedOperation } from '../operation/plan-cache.ts'
import { badInput } from '../operation/refusal-error.ts'
import type { Requirement } from '../supergraph/read-requirements.ts'
import type { Graph } from './build-graph.ts'
import { makePlan } from './make-plan.ts'

/** Decides if the caller of an operation meets a requirement. */
export type Allows = (requirement: Requirement) => boolean

/**
 * The plan of an operation, without the fields that its caller is not authorized to use. Throws the errors of
 * `planWithout`.
 */
export function planOperation(
  graph: Graph,
  operation: CheckedOperation,
  allows: Allows,
  variables?: Variables,
  overrides?: Overrides,
): PlannedOperation {
  return planWithout(graph, operation, refusedGuards(operation, allows), variables, overrides)
}

/** The guards of an operation whose requirements its caller does not meet, in document order. */
export function refusedGuards({ guards }: Pick<CheckedOperation, 'guards'>, allows: Allows): readonly Guard[] {
  return guards.filter(({ requirement }) => !allows(requirement))
}

/**
 * The plan of an operation without the fields of some guards, and without those that `@skip` and
 * `@include` exclude. `overrides` decides which subgraphs resolve fields that are being moved.
 *
 * Without `variables`, conditions are part of the plan. Throws what `makePlan` throws, and
 * `BAD_USER_INPUT` for a condition that is null.
 */
export function planWithout(
  graph: Graph,
  operation: CheckedOperation,
  guards: readonly Guard[],
  variables?: Variables,
  overrides: Overrides = NO_OVERRIDES,
): PlannedOperation {
  const active = new Map(operation.overrideLabels.map((label) => [label, overrides(label)]))
  const refusedKey = guards.length === 0 ? '' : guards.map((guard) => operation.guards.indexOf(guard)).join()
  const conditions = conditionsKey(operation.conditionVariables, variables)
  const parts = active.size === 0 ? [conditions] : [conditions, [...active.values()].map(Number).join('')]
  const key = parts.join('') === '' ? refusedKey : [refusedKey, ...parts].join('|')
  const cached = operation.plans.get(key)
  if (cached !== undefined) return cached
  const refused = guards.flatMap(({ fields }) => fields.map(({ node, requirement }) => [node, requirement] as const))
  const planned = plan(graph, operation, new Map(refused), variables, active)
  operation.plans.set(key, planned)
  return planned
}

function plan(
  graph: Graph,
  operation: CheckedOperation,
  refused: PlannedOperation['refused'],
  variables: Variables | undefined,
  overrides: PlannedOperation['overrides'],
): PlannedOperation {
  const allowed = refused.size === 0 ? operation.document : withoutFields(operation.document, refused)
  const hasDirectives = operation.query.includes('@')
  const document = variables === undefined || !hasDirectives ? allowed : resolveConditions(allowed, variables)
  const [definition] = operationsOf(document)
  if (definition === undefined) throw new Error('the document has no operation')
  // A subscription without its root field is not valid GraphQL, so nothing is executed.
  const rootRefused = operation.guarded.some(
    ({ node, parentType }) => refused.has(node) && parentType === graph.schema.getSubscriptionType()?.name,
  )
  const isEmpty = rootRefused || definition.selectionSet.selections.length === 0
  const { plan, renamedVariables } = isEmpty ? NO_PLAN : makePlan(graph, document, overrides)
  const conditions = Object.fromEntries(operation.conditionVariables.map((name) => [name, variables?.[name]]))
  const { document: clientDocument, renamed } = operation
  return { plan, renamedVariables, clientDocument, document, definition, refused, renamed, conditions, overrides }
}

const NO_PLAN: Pick<PlannedOperation, 'plan' | 'renamedVariables'> = {
  plan: { kind: 'QueryPlan' },
  renamedVariables: new Map(),
}

/** Also adds `__typename` to the reduced selections, which must not be empty and whose objects are identified by it. */
function withoutFields(document: DocumentNode, refused: PlannedOperation['refused']): DocumentNode {
  return visit(document, {
    Field: (node) => (refused.has(node) ? null : undefined),
    SelectionSet: {
      leave: (node, _key, parent) => {
        const ofField = parent !== undefined && 'kind' in parent && parent.kind === 'Field'
        if (!ofField && node.selections.length > 0) return undefined
        return { ...node, selections: [TYPENAME, ...node.selections] }
      },
    },
  })
}

const UNKNOWN = '?'

/**
 * A key for the values of the variables that `@skip` and `@include` depend on. With equal keys, a document selects the
 * same fields.
 *
 * Throws `BAD_USER_INPUT` when one of them is null: a variable with a default may be null, but an argument `if` may
 * not.
 */
export function conditionsKey(names: readonly string[], variables: Variables | undefined): string {
  if (names.length === 0) return ''
  if (variables === undefined) return UNKNOWN
  return names.map((name) => (isTrue(name, variables[name]) ? '1' : '0')).join('')
}

function isTrue(name: string, value: unknown): boolean {
  if (value !== null) return value === true
  throw badInput(`Variable "$${name}" must not be null: @skip and @include depend on it.`)
}

/**
 * A document without `@skip` and `@include`, and without the selections that they exclude.
 *
 * Selection sets may become empty. The planner never sees conditions, because they make it omit fields, repeat
 * mutations and fetch incomplete entities.
 */
export function resolveConditions(document: DocumentNode, variables: Variables): DocumentNode {
  const enter = <Node extends SelectionNode>(node: Node): Node | null | undefined => {
    const { directives = [] } = node
    if (directives.length === 0) return undefined
    if (!isIncluded(node, variables)) return null
    return { ...node, directives: directives.filter(({ name }) => name.value !== 'skip' && name.value !== 'include') }
  }
  return visit(document, { Field: { enter }, InlineFragment: { enter }, FragmentSpread: { enter } })
}
