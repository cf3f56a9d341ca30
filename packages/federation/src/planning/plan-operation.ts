import { satisfiesScopes } from '@travel-rule/auth/scopes'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import type { Variables } from '../execution/plan-run.ts'
import type { CheckedOperation } from '../operation/check-operation.ts'
import type { Guard } from '../operation/guarded-fields.ts'
import type { Graph } from '../supergraph/build-graph.ts'
import type { Requirement } from '../supergraph/read-requirements.ts'
import { type MadePlan, makePlan } from './make-plan.ts'
import { conditionsKey, conditionsOf, resolveConditions } from './resolve-conditions.ts'

/** Whether a caller may do what a policy demands. */
export type PolicyCheck = (policy: string) => boolean

/** A plan for callers who may see the same fields. */
export interface PlannedOperation extends MadePlan {
  /** As the client sent it, but for what `renamed` says. */
  readonly clientDocument: DocumentNode
  /** What is executed: the operation without the refused fields, and without those that its conditions leave out. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  /** Fields of the client's document that are not executed; empty when all are. */
  readonly refused: ReadonlyMap<FieldNode, Requirement>
  /** The client's response names by those that stand for them in the documents and in the plan; empty for nearly every operation. */
  readonly renamed: ReadonlyMap<string, string>
  /** The variables that decided `@skip` and `@include`. */
  readonly conditions: Variables
}

/** The plan of an operation for a caller with these scopes, of whom the policies are decided. Throws what `makePlan` throws. */
export function planOperation(
  graph: Graph,
  operation: CheckedOperation,
  scopes: readonly string[],
  policies: PolicyCheck,
  variables?: Variables,
): PlannedOperation {
  return planWithout(graph, operation, refusedGuards(operation, scopes, policies), variables)
}

/** The guards of an operation that a caller does not pass; in the order of the operation. */
export function refusedGuards(
  { guards }: Pick<CheckedOperation, 'guards'>,
  scopes: readonly string[],
  policies: PolicyCheck,
): readonly Guard[] {
  return guards.filter(({ requirement }) => !fulfils(requirement, scopes, policies))
}

/**
 * The plan of an operation without the fields behind these guards, and without those that `@skip` and `@include` leave out.
 *
 * Without `variables` the plan says itself what depends on them.
 */
export function planWithout(
  graph: Graph,
  operation: CheckedOperation,
  guards: readonly Guard[],
  variables?: Variables,
): PlannedOperation {
  const left = guards.length === 0 ? '' : guards.map((guard) => operation.guards.indexOf(guard)).join()
  const conditions = conditionsKey(operation.document, variables)
  const key = conditions === '' ? left : `${left}|${conditions}`
  const known = operation.plans.get(key)
  if (known !== undefined) return known
  const refused = guards.flatMap(({ fields }) => fields.map(({ node, requirement }) => [node, requirement] as const))
  const planned = plan(graph, operation, new Map(refused), variables)
  operation.plans.keep(key, planned)
  return planned
}

/** Every caller is authenticated: by a token, or because the gateway was told to ask for none. */
function fulfils({ scopes, policies }: Requirement, granted: readonly string[], policy: PolicyCheck): boolean {
  return (
    scopes.every((choice) => satisfiesScopes(granted, choice)) &&
    policies.every((choice) => choice.some((every) => every.every(policy)))
  )
}

function plan(
  graph: Graph,
  operation: CheckedOperation,
  refused: PlannedOperation['refused'],
  variables: Variables | undefined,
): PlannedOperation {
  const allowed = refused.size === 0 ? operation.document : withoutFields(operation.document, refused)
  const document = variables === undefined ? allowed : resolveConditions(allowed, variables)
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (definition === undefined) throw new Error('a document lost its operation')
  // A subscription without its field is no operation any more: nothing of it will be executed.
  const rootRefused = operation.guarded.some(
    ({ node, parentType }) => refused.has(node) && parentType === graph.schema.getSubscriptionType()?.name,
  )
  const nothing = rootRefused || definition.selectionSet.selections.length === 0
  const made = nothing ? NO_PLAN : makePlan(graph, document)
  const conditions = conditionsOf(operation.document, variables)
  const { document: clientDocument, renamed } = operation
  return { ...made, clientDocument, document, definition, refused, renamed, conditions }
}

const NO_PLAN: MadePlan = { plan: { kind: 'QueryPlan' }, ownRepresentations: undefined }

const TYPENAME: SelectionNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/** What is left of a field's selection also gets `__typename`, so that it is not empty and the answer can be completed afterwards. */
function withoutFields(document: DocumentNode, refused: PlannedOperation['refused']): DocumentNode {
  return visit(document, {
    Field: (node) => (refused.has(node) ? null : undefined),
    SelectionSet: {
      leave: (node, _key, parent) => {
        const ofField = parent !== undefined && 'kind' in parent && parent.kind === Kind.FIELD
        if (!ofField && node.selections.length > 0) return undefined
        return { ...node, selections: [TYPENAME, ...node.selections] }
      },
    },
  })
}
