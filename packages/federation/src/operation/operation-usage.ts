import { hash } from 'node:crypto'
import type { Variables } from '../execution/plan-run.ts'

/** An operation as it was asked for, and on behalf of whom first. */
export interface UsedOperation {
  readonly query: string
  readonly operationName: string | undefined
  /** What the caller who asked first may do: the plan depends on it. */
  readonly scopes: readonly string[]
  /** The variables that decide `@skip` and `@include`: the plan depends on them, too. */
  readonly conditions: Variables
}

/** Counts which operations are asked for. Keeps a bounded number and length of texts: those asked for rarely make room. */
export interface OperationUsage {
  /** Counts one use of a plan, which is the same object as long as it is cached; it is not kept from being forgotten. */
  note(
    plan: Pick<UsedOperation, 'conditions'>,
    query: string,
    operationName: string | undefined,
    scopes: readonly string[],
  ): void
  /** At most `count` operations, the most used first. */
  most(count: number): readonly UsedOperation[]
}

const operationsMax = 500
/** Of all texts together. */
const charactersMax = 4_000_000
/** Longer ones are planned when they are asked for again: a few of them would leave no room for others. */
const textCharactersMax = 40_000

interface Counted extends UsedOperation {
  readonly key: string
  /** 0 when it was forgotten, or never kept. */
  uses: number
}

export function openOperationUsage(): OperationUsage {
  const counted = new Map<string, Counted>()
  /** So that a key is made once for each plan, and not for each use. */
  const ofPlan = new WeakMap<object, Counted>()
  let characters = 0

  function keep(operation: Counted): void {
    const { length } = operation.query
    if (length > textCharactersMax) return
    if (!hasRoom(length)) age()
    if (!hasRoom(length)) return
    operation.uses = 1
    counted.set(operation.key, operation)
    characters += length
  }

  function hasRoom(length: number): boolean {
    return counted.size < operationsMax && characters + length <= charactersMax
  }

  /** Halves every count and forgets what falls below one, so that a flood of distinct operations does not push out those in steady use. */
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
      // The same operation, planned anew since.
      const other = counted.get(key)
      const operation = other ?? known ?? { query, operationName, scopes, conditions: plan.conditions, key, uses: 0 }
      ofPlan.set(plan, operation)
      if (other === undefined) keep(operation)
      else other.uses += 1
    },
    most: (count) => [...counted.values()].sort((one, other) => other.uses - one.uses).slice(0, count),
  }
}

/** Of what a plan depends on. */
function keyOf(
  query: string,
  operationName: string | undefined,
  scopes: readonly string[],
  conditions: Variables,
): string {
  return hash('sha256', JSON.stringify([query, operationName, scopes.toSorted(), conditions]), 'base64')
}
