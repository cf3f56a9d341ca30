import type { Actor } from '@travel-rule/database/outbox'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/model-world.ts'
import { loadUnreleased } from '../store/unreleased-transfers.ts'
import { listVasps } from '../store/vasps.ts'
import { continueRelease, type ReleaseJob } from './release-transfers.ts'
import { trustVasp } from './vasp-actions.ts'

const actor: Actor = { type: 'USER', id: 'officer-1' }

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  await world.take({ type: 'BLOCK' })
})

async function peer() {
  const [vasp] = await listVasps(world.service.database.db, {}, { limit: 1, offset: 0 })
  if (vasp === undefined) throw new Error('the VASP is missing')
  return vasp
}

/** The ids and statuses of the transfers, oldest first. */
async function statuses(): Promise<{ id: string; status: string }[]> {
  const query = world.service.database.db.selectFrom('transfers').select(['id', 'status']).orderBy('sequence')
  return await query.execute()
}

/** Breaks the seals of the `count` oldest transfers; returns their ids. */
async function breakSeals(count: number): Promise<string[]> {
  const ids = (await statuses()).slice(0, count).map(({ id }) => id)
  const { pool } = world.service.database
  await pool.query(String.raw`update transfers set private_sealed = '\x00' where id = any($1::uuid[])`, [ids])
  return ids
}

async function releaseJobs(): Promise<ReleaseJob[]> {
  const query = `select data from jobs.job where name = 'release' order by created_on, id`
  return (await world.service.database.pool.query<{ data: ReleaseJob }>(query)).rows.map(({ data }) => data)
}

it('a transfer that cannot be opened is counted, named and logged, and does not stop the release of others', async () => {
  for (let index = 0; index < 3; index += 1) await world.take({ type: 'RECEIVE' })
  const [broken = ''] = await breakSeals(1)
  const log = captureLog()
  const service = { ...world.service, logger: log.logger }
  const { id } = await peer()
  expect(await trustVasp(service, { id }, actor)).toMatchObject({ ok: true, value: { trust: 'TRUSTED' } })
  expect((await statuses()).map(({ status }) => status)).toEqual(['BLOCKED', 'PENDING', 'PENDING'])
  const unreleased = await loadUnreleased(world.service.database.db, [await peer()])
  expect(unreleased.get(id)).toEqual({ count: 1, ids: [broken] })
  expect(log.text()).toContain(broken)
  const { rows } = await world.service.database.pool.query(
    `select subject_id, type from outbox where subject_id = $1 and type <> 'transfer.received'`,
    [broken],
  )
  expect(rows).toEqual([])
})

it('transfers that cannot be opened do not block later ones, and are released once they can be opened', async () => {
  for (let index = 0; index < 102; index += 1) await world.take({ type: 'RECEIVE' })
  const { pool } = world.service.database
  const { rows: whole } = await pool.query('select id, private_sealed from transfers')
  await breakSeals(101)
  const { id } = await peer()
  expect(await trustVasp(world.service, { id }, actor)).toMatchObject({ ok: true })
  // A job queued for transfers that cannot be released would requeue itself forever.
  for (let ran = 0, jobs = await releaseJobs(); ran < jobs.length; ran += 1, jobs = await releaseJobs()) {
    if (ran > 5) throw new Error('the release does not end')
    await continueRelease(world.service, jobs[ran] as ReleaseJob)
  }
  expect((await statuses()).map(({ status }) => status)).toEqual([...Array(101).fill('BLOCKED'), 'PENDING'])
  const unreleased = (await loadUnreleased(world.service.database.db, [await peer()])).get(id)
  expect([unreleased?.count, unreleased?.ids.length]).toEqual([101, 20])
  await pool.query(
    `update transfers set private_sealed = whole.sealed
     from unnest($1::uuid[], $2::bytea[]) as whole (id, sealed) where transfers.id = whole.id`,
    [whole.map((row) => row.id), whole.map((row) => row.private_sealed)],
  )
  await trustVasp(world.service, { id }, actor)
  const [job] = (await releaseJobs()).slice(-1)
  if (job !== undefined) await continueRelease(world.service, job)
  expect(new Set((await statuses()).map(({ status }) => status))).toEqual(new Set(['PENDING']))
  expect((await loadUnreleased(world.service.database.db, [await peer()])).get(id)).toBeUndefined()
})
