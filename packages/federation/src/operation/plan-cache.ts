import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql'
import type { Requirement } from '../supergraph/read-requirements.ts'
import type { Variables } from './collect-fields.ts'

/** A plan for callers who are authorized for the same fields. */
export interface PlannedOperation {
  readonly plan: QueryPlan
  /** The client's document, with the response names that `renamed` lists. */
  readonly clientDocument: DocumentNode
  /** The executed document: without refused fields, and without fields that `@skip` and `@include` exclude. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  /** Fields of `clientDocument` that are not executed: the caller is not authorized for them. */
  readonly refused: ReadonlyMap<FieldNode, Requirement>
  /** The client's response names, by those in the documents and the plan; empty for almost every operation. */
  readonly renamed: ReadonlyMap<string, string>
  /** The client's variables, by those in the plan; empty for almost every operation. */
  readonly renamedVariables: ReadonlyMap<string, string>
  /** The values of the variables that `@skip` and `@include` depend on. */
  readonly conditions: Variables
  /** Labels of `@override`, each with its activity; only those that can affect the plan. */
  readonly overrides: ReadonlyMap<string, boolean>
}

/** The variables of a request, under their names in the plan. */
export function planVariables(
  { renamedVariables }: Pick<PlannedOperation, 'renamedVariables'>,
  variables: Variables,
): Variables {
  if (renamedVariables.size === 0) return variables
  const renamed = [...renamedVariables].flatMap(([name, sent]) =>
    Object.hasOwn(variables, sent) ? [[name, variables[sent]] as const] : [],
  )
  return { ...variables, ...Object.fromEntries(renamed) }
}

/**
 * The variable in which entity fetches pass representations. Source: Apollo Federation,
 * `Query._entities`.
 */
export const REPRESENTATIONS = 'representations'

/** Plans of one operation for different refused fields and conditions. */
const plansMax = 16

/** The plans of one operation; the least recently used one is evicted. */
export class PlanCache {
  readonly #plans = new Map<string, PlannedOperation>()
  readonly #bytes = new Map<string, number>()
  #last: PlannedOperation | undefined
  #made = 0

  get size(): number {
    return this.#plans.size
  }

  /** Number of plans stored so far; not reduced by evictions. */
  get made(): number {
    return this.#made
  }

  /** Approximate memory of all plans. Computed on demand, since most operations are not stored. */
  get bytes(): number {
    let sum = 0
    for (const [key, { plan }] of this.#plans) {
      const bytes = this.#bytes.get(key) ?? planBytes(plan)
      this.#bytes.set(key, bytes)
      sum += bytes
    }
    return sum
  }

  keys(): Iterable<string> {
    return this.#plans.keys()
  }

  get(key: string): PlannedOperation | undefined {
    const plan = this.#plans.get(key)
    if (plan === undefined || plan === this.#last) return plan
    this.#plans.delete(key)
    this.#insert(key, plan)
    return plan
  }

  set(key: string, plan: PlannedOperation): void {
    const [oldest] = this.#plans.size < plansMax ? [] : this.#plans.keys()
    if (oldest !== undefined) this.#evict(oldest)
    this.#made += 1
    this.#bytes.delete(key)
    this.#insert(key, plan)
  }

  #insert(key: string, plan: PlannedOperation): void {
    this.#plans.set(key, plan)
    this.#last = plan
  }

  #evict(key: string): void {
    this.#bytes.delete(key)
    this.#plans.delete(key)
  }
}

// Measured with plans of 1 to 2,500 fetches; includes everything compiled from them.
const PLAN_BYTES = 8_000
const BYTES_PER_FETCH = 800
const BYTES_PER_FETCH_CHARACTER = 14
/** Memory of a compiled join per entity fetch; only plans that are executed repeatedly have one. */
const BYTES_PER_ENTITY_FETCH = 8_000

/**
 * Approximate memory of a plan, which may be far larger than its operation: every position of an
 * entity adds a fetch.
 */
function planBytes({ node }: QueryPlan): number {
  return PLAN_BYTES + nodeBytes(node)
}

function nodeBytes(node: PlanNode | QueryPlan['node']): number {
  switch (node?.kind) {
    case undefined:
    case 'Defer':
      return 0
    case 'Fetch': {
      const characters = node.operation.length + JSON.stringify(node.requires ?? []).length
      const joined = node.requires === undefined ? 0 : BYTES_PER_ENTITY_FETCH
      return BYTES_PER_FETCH + characters * BYTES_PER_FETCH_CHARACTER + joined
    }
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((sum, each) => sum + nodeBytes(each), 0)
    case 'Flatten':
      return nodeBytes(node.node)
    case 'Condition':
      return nodeBytes(node.ifClause) + nodeBytes(node.elseClause)
    case 'Subscription':
      return nodeBytes(node.primary) + nodeBytes(node.rest)
  }
}
