import type { RuleAction } from './rule.ts'

/** What became of a transfer. Only inquiries that we received are decided by us. */
export type PastDecision = 'APPROVED' | 'DECLINED' | 'UNDECIDED'

/** What rules would have done about a past transfer, beside what happened. */
export interface DryRunResult {
  /** Absent if no rule matches. */
  readonly rule?: string
  /** Absent if it is left to an officer without a rule. */
  readonly action?: RuleAction
  readonly decision: PastDecision
  /** Whether no person decided. */
  readonly isAutomatic: boolean
}

/** How many transfers have the same result. */
export interface DryRunCount extends Omit<DryRunResult, 'rule'> {
  readonly count: number
}

/**
 * Whether rules would have decided otherwise: the opposite of what was decided, or not what was decided
 * automatically.
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
  /** Those that occurred, the most frequent first. */
  counts(): DryRunCount[]
  /** How many transfers each rule would have been applied to. */
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
