interface PlannerLimit {
  readonly reason: string
  /** The error thrown by the gateway or stock. */
  readonly thrown: RegExp
}

/** Operations that the planner cannot plan: the gateway refuses them with a code, and stock is not compared. */
export const PLANNER_LIMITS: readonly PlannerLimit[] = [
  {
    reason: 'each level of interface objects multiplies the plans to compare; without a limit memory runs out',
    thrown: /possible query paths|^Too many options generated/,
  },
]

/** True if the gateway refused the operation for a known limit of the planner. */
export function isPlannerLimit(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return PLANNER_LIMITS.some(({ thrown }) => thrown.test(message))
}
