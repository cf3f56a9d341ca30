import { expect, test } from 'vitest'
import { nextReviewAt, reviewDay } from './next-review.ts'

const known = '2027-01-05T21:30:00.000Z'

test("the due diligence form shows the day of the next review in the organisation's time zone", () => {
  expect(reviewDay(known, 'Europe/Berlin')).toBe('2027-01-05')
  expect(reviewDay(known, 'Asia/Tokyo')).toBe('2027-01-06')
  expect(reviewDay(null, 'Asia/Tokyo')).toBe('')
})

test('recording due diligence keeps the time of the next review unless its day was changed', () => {
  expect(nextReviewAt('2027-01-06', known, 'Asia/Tokyo')).toBe(known)
  expect(nextReviewAt('2027-02-01', known, 'Asia/Tokyo')).toBe('2027-01-31T15:00:00.000Z')
  expect(nextReviewAt('2027-02-01', undefined, 'America/New_York')).toBe('2027-02-01T05:00:00.000Z')
})

test('recording due diligence without a day ends the next review', () => {
  expect(nextReviewAt('', known, 'Asia/Tokyo')).toBeNull()
})
