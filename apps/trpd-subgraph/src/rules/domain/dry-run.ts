import type { RuleAction } from './rule.ts'

/** The outcome for a past transfer. We decide only about received inquiries. */
export type PastDecision = 'APPROVED' | 'DECLINED' | 'UNDECIDED'

/** What the rules would have done with a past transfer, and what happened. */
export interface DryRunResult {
  /** Absent if no rule matches. */
  readonly rule?: string
  /** Absent if no rule matches and it is left to an officer. */
  readonly action?: RuleAction
  readonly decision: PastDecision
  /** True if no person decided. */
  readonly isAutomatic: boolean
}

/** Number of transfers with the same result. */
export interface DryRunCount extends Omit<DryRunResult, 'rule'> {
  readonly count: number
}

/**
 * True if the rules would have decided differently: the opposite of the decision, or something other than
 * what was decided automatically.
 */
export function isOtherwise({ action, decision, isAutomatic }: DryRunResult): boolean {
  switch (decision) {
    case 'APPROVED':
      return action === 'DECLINE' || (isAutomatic && action !== 'APPROVE')
    case 'DECLINED':
      return action === 'APPROVE' || (isAutomatic && action !== 'DECLINE')
    case 'UNDECIDED':
      return false
  }
}

/** Counts of results. */
export interface DryRunTally {
  add(result: DryRunResult): void
  /** The results that occurred, most frequent first. */
  counts(): DryRunCount[]
  /** Number of transfers to which a rule would have been applied. */
  countOf(rule: string): number
  otherwise(): number
}

export function createDryRunTally(): DryRunTally {
  const counts = new Map<string, DryRunCount>()
  const byRule = new Map<string, number>()
  let otherwise = 0
  return {
    add(result) {
      const { rule, ...same } = result
      const key = `${same.action} ${same.decision} ${same.isAutomatic}`
      counts.set(key, { ...same, count: (counts.get(key)?.count ?? 0) + 1 })
      if (rule !== undefined) byRule.set(rule, (byRule.get(rule) ?? 0) + 1)
      if (isOtherwise(result)) otherwise += 1
    },
    counts: () => [...counts.values()].toSorted((a, b) => b.count - a.count),
    countOf: (rule) => byRule.get(rule) ?? 0,
    otherwise: () => otherwise,
  }
}
