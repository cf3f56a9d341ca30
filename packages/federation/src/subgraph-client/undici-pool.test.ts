import { Pool as PublicPool } from 'undici'
import { expect, test } from 'vitest'
import { Pool } from './undici-pool.ts'

test("the pool is undici's exported class", () => {
  const message = 'undici no longer has its Pool at lib/dispatcher/pool.js: change the path in undici-pool.ts'
  expect(Pool, message).toBe(PublicPool)
})

test("undici's pool has dispatch and destroy without the rest of undici", async () => {
  const message =
    'undici no longer has dispatch() and destroy() on Pool itself: import the public Pool in undici-pool.ts'
  const pool = new Pool('http://127.0.0.1:9', { connections: 1 })
  expect(pool.dispatch, message).toBeTypeOf('function')
  expect(pool.destroy, message).toBeTypeOf('function')
  await pool.destroy()
})
