interface PlannerLimit {
  readonly why: string
  /** The error that the gateway throws. */
  readonly thrown: RegExp
}

/** Operations that the planner cannot plan, however they are rewritten: the gateway refuses them with a code. Wrong plans are not listed. */
export const PLANNER_LIMITS: readonly PlannerLimit[] = [
  {
    why: 'the ways to plan grow with every level of interfaces that are interface objects elsewhere: limited, or the process would run out of memory',
    thrown: /ways to be planned/,
  },
]

/** Whether the gateway refused the operation for a known limit of the planner. */
export function isPlannerLimit(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return PLANNER_LIMITS.some(({ thrown }) => thrown.test(message))
}
