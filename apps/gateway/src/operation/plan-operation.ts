import { operationFromDocument } from '@apollo/federation-internals'
import type { QueryPlan } from '@apollo/query-planner'
import { satisfiesScopes } from '@travel-rule/auth/scopes'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import type { Graph } from '../graph/build-graph.ts'
import type { Requirement } from '../graph/read-requirements.ts'
import type { CheckedOperation } from './check-operation.ts'

/** Whether a caller may do what a policy demands. */
export type PolicyCheck = (policy: string) => boolean

/** A plan for callers who may see the same fields. */
export interface PlannedOperation {
  /** As the client sent it. */
  readonly clientDocument: DocumentNode
  /** What is executed: the operation without the refused fields. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  readonly plan: QueryPlan
  /** Fields of the client's document that are not executed; empty when all are. */
  readonly refused: ReadonlyMap<FieldNode, Requirement>
}

/** Different sets of refused fields for one operation; beyond that, plans are made anew. */
const plansPerOperationMax = 16

/** The plan of an operation for a caller with these scopes. Throws what the planner throws. */
export function planOperation(
  graph: Graph,
  operation: CheckedOperation,
  scopes: readonly string[],
  policies: PolicyCheck,
): PlannedOperation {
  const refused = operation.guarded.filter(({ requirement }) => !fulfils(requirement, scopes, policies))
  const key = refused.map((field) => operation.guarded.indexOf(field)).join(',')
  const known = operation.plans.get(key)
  if (known !== undefined) return known
  const planned = plan(graph, operation, new Map(refused.map(({ node, requirement }) => [node, requirement])))
  if (operation.plans.size < plansPerOperationMax) operation.plans.set(key, planned)
  return planned
}

function fulfils({ scopes, policies }: Requirement, granted: readonly string[], policy: PolicyCheck): boolean {
  return (
    scopes.every((choice) => satisfiesScopes(granted, choice)) &&
    policies.every((choice) => choice.some((every) => every.every(policy)))
  )
}

function plan(graph: Graph, operation: CheckedOperation, refused: PlannedOperation['refused']): PlannedOperation {
  const document = refused.size === 0 ? operation.document : withoutFields(operation.document, refused)
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (definition === undefined) throw new Error('a document lost its operation')
  // A subscription without its field is no operation any more: nothing of it will be executed.
  const rootRefused = operation.guarded.some(
    ({ node, parentType }) => refused.has(node) && parentType === graph.schema.getSubscriptionType()?.name,
  )
  const planned = rootRefused
    ? { kind: 'QueryPlan' as const }
    : graph.planner.buildQueryPlan(operationFromDocument(graph.apiSchema, document, { validate: false }))
  return { clientDocument: operation.document, document, definition, plan: planned, refused }
}

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
