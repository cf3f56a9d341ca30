import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SLICE_ITEMS } from './slice-lists.ts'
import { stringifyResult } from './stringify-result.ts'

const noPause = async () => {}

test('the JSON of a result equals that of JSON.stringify, regardless of its form', async () => {
  const list = fc.array(fc.jsonValue(), { maxLength: 3 * SLICE_ITEMS })
  const fields = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), list, fc.constant(undefined)))
  const data = fc.dictionary(fc.string(), fc.oneof(fields, list))
  await fc.assert(
    fc.asyncProperty(fc.record({ data, errors: list }, { requiredKeys: [] }), async (result) => {
      expect(await stringifyResult(result, noPause)).toBe(JSON.stringify(result))
    }),
  )
})

test('values with their own JSON form keep it', async () => {
  const result = { data: { at: new Date(0), text: Object('boxed'), nested: Object.create(null) } }
  expect(await stringifyResult(result, noPause)).toBe(JSON.stringify(result))
})

test('a long list of a connection is written in slices, with pauses between them', async () => {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const edges = Array.from({ length: 4 * SLICE_ITEMS }, (_, id) => ({ cursor: String(id), node: { id } }))
  const result = { data: { trpd: { transactions: { edges, pageInfo: { hasNextPage: false } } } } }
  expect(await stringifyResult(result, pause)).toBe(JSON.stringify(result))
  expect(pauses).toBe(3)
})

test('writing ends when the request is over', async () => {
  const over = async () => {
    throw new Error('over')
  }
  const result = { data: { items: Array.from({ length: 2 * SLICE_ITEMS }, () => null) } }
  await expect(stringifyResult(result, over)).rejects.toThrow('over')
})
