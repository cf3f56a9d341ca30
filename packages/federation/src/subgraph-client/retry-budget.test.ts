import { expect, test } from 'vitest'
import { openRetryBudget } from './retry-budget.ts'

test('retries are limited to the saved balance and the share that requests earn', () => {
  const budget = openRetryBudget({ ratio: 0.125, savedMax: 2 })
  expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false])
  for (let request = 0; request < 8; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})

test('the saved balance of retries is limited', () => {
  const budget = openRetryBudget({ ratio: 1, savedMax: 1 })
  for (let request = 0; request < 100; request += 1) budget.deposit()
  expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false])
})
