interface PlannerLimit {
  readonly why: string
  /** What the gateway then throws. */
  readonly thrown: RegExp
}

/** What the planner cannot plan, whatever the document is rewritten to: the gateway refuses it with a code. Wrong plans are none of these. */
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
