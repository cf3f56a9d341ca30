import type { Variables } from '../execution/plan-run.ts'

/** An operation as it was asked for, and on behalf of whom last. */
export interface UsedOperation {
  readonly query: string
  readonly operationName: string | undefined
  /** What the caller who asked first may do: the plan depends on it. */
  readonly scopes: readonly string[]
  /** The variables that decide `@skip` and `@include`: the plan depends on them, too. */
  readonly conditions: Variables
}

/** Counts which operations are asked for. Keeps a bounded number: those asked for rarely make room. */
export interface OperationUsage {
  /** Counts one use of a plan, which is the same object as long as it is cached. */
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

interface Counted extends UsedOperation {
  uses: number
}

export function openOperationUsage(): OperationUsage {
  const counted = new Map<object, Counted>()
  return {
    note(plan, query, operationName, scopes) {
      const known = counted.get(plan)
      if (known !== undefined) {
        known.uses += 1
        return
      }
      if (counted.size >= operationsMax) age(counted)
      if (counted.size < operationsMax) {
        counted.set(plan, { query, operationName, scopes, conditions: plan.conditions, uses: 1 })
      }
    },
    most: (count) => [...counted.values()].sort((one, other) => other.uses - one.uses).slice(0, count),
  }
}

/** Halves every count and forgets what falls below one, so that a flood of distinct operations does not push out those in steady use. */
function age(counted: Map<object, Counted>): void {
  for (const [key, entry] of counted) {
    entry.uses = Math.floor(entry.uses / 2)
    if (entry.uses === 0) counted.delete(key)
  }
}
