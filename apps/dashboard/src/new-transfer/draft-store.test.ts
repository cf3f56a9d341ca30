import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDraft } from './draft.ts'
import { forgetDraft, storeDraft, storedDraft } from './draft-store.ts'

const draft = { ...emptyDraft(), customerReference: 'C-1' }
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a transfer draft is kept for the person who wrote it', () => {
  storeDraft(draft, 'ada')
  expect(storedDraft('ada')).toEqual(draft)
  forgetDraft()
  expect(storedDraft('ada').customerReference).toBe('')
})

test('another person in the same tab gets an empty draft, and the stored draft is removed', () => {
  storeDraft(draft, 'ada')
  expect(storedDraft('bob').customerReference).toBe('')
  expect(stored.size).toBe(0)
})

test('a stored draft without a person is removed', () => {
  storeDraft(draft, 'ada')
  for (const key of stored.keys()) stored.set(key, JSON.stringify(draft))
  expect(storedDraft('ada').customerReference).toBe('')
  expect(stored.size).toBe(0)
})
