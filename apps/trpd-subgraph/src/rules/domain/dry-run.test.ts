import { expect, it } from 'vitest'
import { createDryRunTally, isOtherwise, type PastDecision } from './dry-run.ts'
import type { RuleAction } from './rule.ts'

it.each<[RuleAction | undefined, PastDecision, boolean, boolean]>([
  ['APPROVE', 'APPROVED', true, false],
  ['APPROVE', 'APPROVED', false, false],
  ['APPROVE', 'DECLINED', false, true],
  ['APPROVE', 'UNDECIDED', true, false],
  ['DECLINE', 'APPROVED', false, true],
  ['DECLINE', 'DECLINED', true, false],
  ['HOLD', 'APPROVED', true, true],
  ['HOLD', 'APPROVED', false, false],
  ['ASSIGN', 'DECLINED', true, true],
  [undefined, 'APPROVED', true, true],
  [undefined, 'APPROVED', false, false],
  [undefined, 'UNDECIDED', true, false],
])('%s differs from %s (automatic: %s): %s', (action, decision, isAutomatic, expected) => {
  expect(isOtherwise({ ...(action && { action }), decision, isAutomatic })).toBe(expected)
})

it('a dry run counts combinations, rules and differences', () => {
  const tally = createDryRunTally()
  const past = { decision: 'APPROVED', isAutomatic: true } as const
  tally.add({ rule: 'a', action: 'APPROVE', ...past })
  tally.add({ rule: 'b', action: 'HOLD', ...past })
  tally.add({ rule: 'c', action: 'HOLD', ...past })
  tally.add(past)
  expect(tally.counts()).toEqual([
    { action: 'HOLD', ...past, count: 2 },
    { action: 'APPROVE', ...past, count: 1 },
    { ...past, count: 1 },
  ])
  expect([tally.countOf('a'), tally.countOf('d'), tally.otherwise()]).toEqual([1, 0, 3])
})
