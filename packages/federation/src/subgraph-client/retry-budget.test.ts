import { expect, test } from 'vitest'
import { openRetryBudget } from './retry-budget.ts'

test('retries are at most what is saved up and the share of the requests', () => {
  const budget = openRetryBudget({ ratio: 0.125, savedMax: 2 })
  expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false])
  for (let request = 0; request < 8; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})

test('no more is saved up than the limit', () => {
  const budget = openRetryBudget({ ratio: 1, savedMax: 1 })
  for (let request = 0; request < 100; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})
