import { expect, test } from 'vitest'
import { nextReviewAt, reviewDay } from './next-review.ts'

const known = new Date(2027, 0, 5, 14, 30).toISOString()

test('the form of due diligence has the day of the next review that is known', () => {
  expect(reviewDay(known)).toBe('2027-01-05')
  expect(reviewDay(null)).toBe('')
})

test('recording due diligence keeps the time of the next review unless its day was changed', () => {
  expect(nextReviewAt(reviewDay(known), known)).toBe(known)
  expect(nextReviewAt('2027-02-01', known)).toBe(new Date(2027, 1, 1).toISOString())
  expect(nextReviewAt('2027-02-01', undefined)).toBe(new Date(2027, 1, 1).toISOString())
})

test('recording due diligence without a day ends the next review', () => {
  expect(nextReviewAt('', known)).toBeNull()
})
