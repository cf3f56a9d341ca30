import { operationFromDocument } from '@apollo/federation-internals'
import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { DocumentNode } from 'graphql'
import { limitExceeded } from '../operation/operation-limits.ts'
import type { Graph } from '../supergraph/build-graph.ts'
import { countFetches } from './count-fetches.ts'
import { PLAN_FETCHES_MAX, PLAN_PATHS_MAX } from './planner-config.ts'
import { askRequired } from './workarounds/ask-required.ts'
import { concreteFragments } from './workarounds/concrete-fragments.ts'
import { interfaceObjects } from './workarounds/interface-objects.ts'
import { freeRepresentations } from './workarounds/own-representations.ts'
import { plannableDocument } from './workarounds/plannable-document.ts'

export interface MadePlan {
  readonly plan: QueryPlan
  /** The name under which the plan knows the client's variable `$representations`; `undefined` when there is none. */
  readonly ownRepresentations: string | undefined
}

/**
 * The plan of a document that is valid for the graph.
 *
 * Throws a `GraphQLError` with the code `OPERATION_LIMIT_EXCEEDED` when it may need too many fetches or there are too many ways to plan it, and `OPERATION_NOT_SUPPORTED` when
 * it asks for what this gateway cannot do; else what the planner throws.
 */
export function makePlan({ schema, apiSchema, supergraphSchema, planner }: Graph, document: DocumentNode): MadePlan {
  const { document: freed, ownName } = freeRepresentations(document)
  const concrete = concreteFragments(schema, freed, interfaceObjects(supergraphSchema))
  const plannable = askRequired(schema, supergraphSchema, plannableDocument(schema, concrete))
  const fetches = countFetches(schema, supergraphSchema, plannable)
  if (fetches > PLAN_FETCHES_MAX) throw tooManyFetches(fetches)
  const operation = operationFromDocument(apiSchema, plannable, { validate: false })
  try {
    const plan = planner.buildQueryPlan(operation)
    if (plan.node !== undefined && passesContext(plan.node)) throw contextUnsupported()
    return { plan, ownRepresentations: ownName }
  } catch (error) {
    throw isPathsLimit(error) ? tooManyPaths() : error
  }
}

function tooManyFetches(value: number) {
  const unit = 'fetches that its entities may need'
  return limitExceeded({ limit: 'planFetches', max: PLAN_FETCHES_MAX, value, unit })
}

/** The planner says so in words only. */
function isPathsLimit(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Too many options generated')
}

function tooManyPaths() {
  return limitExceeded({
    limit: 'planPaths',
    max: PLAN_PATHS_MAX,
    value: PLAN_PATHS_MAX + 1,
    unit: 'or more ways to be planned',
  })
}

function contextUnsupported() {
  const message =
    'The operation asks for a field whose arguments come from a context (@fromContext): that is not supported.'
  return refusalError({ code: 'OPERATION_NOT_SUPPORTED', message })
}

type AnyNode = PlanNode | NonNullable<QueryPlan['node']>

function passesContext(node: AnyNode): boolean {
  switch (node.kind) {
    case 'Fetch':
      return (node.contextRewrites ?? []).length > 0
    case 'Sequence':
    case 'Parallel':
      return node.nodes.some(passesContext)
    case 'Flatten':
      return passesContext(node.node)
    case 'Condition':
      return [node.ifClause, node.elseClause].some((each) => each !== undefined && passesContext(each))
    case 'Subscription':
      return [node.primary, node.rest].some((each) => each !== undefined && passesContext(each))
    case 'Defer':
      return false
  }
}
