import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/model-world.ts'
import { startMortalProcess } from '../../testing/mortal-process.ts'
import { originator } from '../../testing/operations.ts'
import { listDataRequests } from '../store/data-requests.ts'
import { receiveData } from './receive-data.ts'
import { requestData } from './request-data.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Maximum number of database round trips for one response. */
const STEPS_MAX = 100

it('data is stored once when the process is killed at any step and its sender repeats the data', async () => {
  const { database, sealer } = world.service
  await world.take({ type: 'REGISTER', direction: 'RECEIVED', hash: false, which: 0 })
  const [chronicle] = await world.chronicles()
  const id = chronicle?.transfer.id ?? ''
  const issued = await requestData(world.service, { id, fields: ['NAME'] }, { type: 'USER', id: 'officer-1' })
  if (!issued.ok) throw new Error(issued.refusal.code)
  const token = issued.value.link?.split('/').at(-1) ?? ''
  const sent = { token, form: 'FORM', json: { originator } } as const

  // The sender has seen no response and repeats the data; each attempt gets further than the one before.
  let kills = 0
  while (kills < STEPS_MAX) {
    const mortal = startMortalProcess(database, kills + 1)
    if (!(await mortal.run(receiveData(mortal.runIn(world.service), sent)))) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(5)
  expect(kills).toBeLessThan(STEPS_MAX)
  expect(await receiveData(world.service, sent)).toEqual({ ok: true, value: { outcome: 'RECEIVED' } })
  const [request] = (await listDataRequests(database.db, sealer, [id])).get(id) ?? []
  expect(request).toMatchObject({ state: 'RECEIVED', mistakes: 0, response: { isApplied: true } })
  const { rows } = await database.pool.query(
    `select (select count(*)::int from outbox where subject_id = $1::text and type = 'transfer.data_received') as events,
        (select count(*)::int from case_changes where transfer_id = $1::text::uuid and event = 'case.data_received') as changes`,
    [id],
  )
  expect(rows).toEqual([{ events: 1, changes: 1 }])
})
