import { ok, refuse } from '@travel-rule/service/result'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BATCH_MAX, runBatch } from './run-batch.ts'

const service = { logger: pino({ enabled: false }) }
const now = { elapsedMs: () => 0 }
const targets = (...ids: string[]) => ids.map((id) => ({ id }))

test('a batch changes the transactions that allow it, and reports in order why the others are unchanged', async () => {
  const change = async ({ id }: { readonly id: string }) => (id === 'b' ? refuse('CASE_TAKEN', 'It is taken.') : ok(id))
  const result = await runBatch(service, targets('a', 'b', 'c'), change, now)
  expect(result).toEqual({
    ok: true,
    value: [{ id: 'a' }, { id: 'b', refusal: { code: 'CASE_TAKEN', message: 'It is taken.' } }, { id: 'c' }],
  })
})

test('after a failure a batch changes nothing more, and reports the transaction whose outcome is unknown', async () => {
  const changed: string[] = []
  const change = async ({ id }: { readonly id: string }) => {
    if (id === 'b') throw new Error('the connection was lost')
    changed.push(id)
    return ok(id)
  }
  const result = await runBatch(service, targets('a', 'b', 'c'), change, now)
  expect(result.ok && result.value.map(({ id, refusal }) => [id, refusal?.code])).toEqual([
    ['a', undefined],
    ['b', 'INTERNAL_SERVER_ERROR'],
    ['c', 'BATCH_INTERRUPTED'],
  ])
  expect(changed).toEqual(['a'])
})

test('a batch starts no change whose result would reach its caller too late', async () => {
  let elapsed = 0
  const change = async () => {
    elapsed += 11_000
    return ok(true)
  }
  const result = await runBatch(service, targets('a', 'b', 'c'), change, { elapsedMs: () => elapsed })
  expect(result.ok && result.value.map(({ refusal }) => refusal?.code)).toEqual([
    undefined,
    undefined,
    'BATCH_INTERRUPTED',
  ])
})

test.each([
  ['without a transaction', []],
  ['with too many', targets(...Array.from({ length: BATCH_MAX + 1 }, (_, index) => `id-${index}`))],
  ['with the same transaction twice', targets('a', 'A')],
])('a batch %s is refused and changes nothing', async (_what, refused) => {
  const change = async () => expect.unreachable()
  expect(await runBatch(service, refused, change, now)).toMatchObject({ refusal: { code: 'BATCH_INVALID' } })
})
