import { hash } from 'node:crypto'
import type { Variables } from '@travel-rule/federation/operation/collect-fields'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { Requirement } from '@travel-rule/federation/supergraph/read-requirements'

/** A served graph that counts the use of its operations, to warm the next graph with. */
export interface ServedGraph extends Graph {
  readonly usage: OperationUsage
}

/** Names the roles that grant what a field requires. */
export type RolesFor = (requirement: Requirement) => readonly string[]

export function serveGraph(graph: Graph, rolesFor: RolesFor = noRoles): ServedGraph {
  const requirements = new Map(
    [...graph.requirements].map(([field, requirement]) => [field, { ...requirement, roles: rolesFor(requirement) }]),
  )
  return Object.freeze({ ...graph, requirements, usage: openOperationUsage() })
}

const noRoles: RolesFor = () => []

/** An operation that was requested, with the scopes of its first caller. */
export interface UsedOperation {
  readonly query: string
  readonly operationName: string | undefined
  /** Scopes of the first caller, on which the plan depends. */
  readonly scopes: readonly string[]
  /** Values of the variables that `@skip` and `@include`, and so the plan, depend on. */
  readonly conditions: Variables
}

/**
 * Counts requests by operation. The number and length of stored documents are limited; rarely used
 * ones are evicted.
 */
export interface OperationUsage {
  /** Counts one use of a plan. Holds the plan weakly; callers must pass the same object while it is cached. */
  note(
    plan: Pick<UsedOperation, 'conditions'>,
    query: string,
    operationName: string | undefined,
    scopes: readonly string[],
  ): void
  /** At most `count` operations, most used first. */
  most(count: number): readonly UsedOperation[]
}

const operationsMax = 500
/** Maximum total length of all stored documents. */
const charactersMax = 4_000_000
/** Longer documents are not stored, since a few of them would displace all others. */
const documentCharactersMax = 40_000

interface Counted extends UsedOperation {
  readonly key: string
  /** 0 for an operation that was evicted or never stored. */
  uses: number
}

export function openOperationUsage(): OperationUsage {
  const counted = new Map<string, Counted>()
  /** Computes each key once per plan, not per use. */
  const ofPlan = new WeakMap<object, Counted>()
  let characters = 0

  function store(operation: Counted): void {
    const { length } = operation.query
    if (length > documentCharactersMax) return
    if (!hasSpace(length)) age()
    if (!hasSpace(length)) return
    operation.uses = 1
    counted.set(operation.key, operation)
    characters += length
  }

  function hasSpace(length: number): boolean {
    return counted.size < operationsMax && characters + length <= charactersMax
  }

  /**
   * Halves every count and evicts zeros, so that many distinct operations do not displace those in
   * steady use.
   */
  function age(): void {
    for (const operation of counted.values()) {
      operation.uses = Math.floor(operation.uses / 2)
      if (operation.uses > 0) continue
      counted.delete(operation.key)
      characters -= operation.query.length
    }
  }

  return {
    note(plan, query, operationName, scopes) {
      const known = ofPlan.get(plan)
      if (known !== undefined && known.uses > 0) {
        known.uses += 1
        return
      }
      const key = known?.key ?? keyOf(query, operationName, scopes, plan.conditions)
      // The same operation may have been planned again.
      const other = counted.get(key)
      const operation = other ?? known ?? { query, operationName, scopes, conditions: plan.conditions, key, uses: 0 }
      ofPlan.set(plan, operation)
      if (other === undefined) store(operation)
      else other.uses += 1
    },
    most: (count) => [...counted.values()].sort((one, other) => other.uses - one.uses).slice(0, count),
  }
}

/** The key of everything that a plan depends on. */
function keyOf(
  query: string,
  operationName: string | undefined,
  scopes: readonly string[],
  conditions: Variables,
): string {
  return hash('sha256', JSON.stringify([query, operationName, scopes.toSorted(), conditions]), 'base64')
}
