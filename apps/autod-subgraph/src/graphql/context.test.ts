import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { expect, it } from 'vitest'
import { appendAll, auditRecord, openTestStore } from '../testing/open-test-store.ts'
import { openLoaders } from './context.ts'

it('any number of trails and users takes one statement of each kind', async () => {
  await using store = await openTestStore()
  const ids = Array.from({ length: 40 }, (_, index) => `t-${index}`)
  await appendAll(
    store,
    ids.slice(0, 5).flatMap((id) => [1, 2, 3].map(() => auditRecord({ subject: { type: 'transfer', id } }))),
  )
  const statements = countStatements()
  const loaders = openLoaders(store.db.withPlugin(statements), ['trpd:read'])
  const trails = await Promise.all(
    ids.map((id, index) => loaders.transactionTrail.load({ id, first: index === 0 ? 1 : 2 })),
  )
  expect(statements.count).toBe(1)
  expect(trails.slice(0, 6).map((trail) => trail.length)).toEqual([1, 2, 2, 2, 2, 0])
  await Promise.all(ids.map((id) => loaders.user.load(id)))
  expect(statements.count).toBe(2)
})
