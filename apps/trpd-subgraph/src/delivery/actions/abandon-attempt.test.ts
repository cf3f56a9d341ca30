import type { Attempt } from '@travel-rule/database/job-runner'
import { expect, it } from 'vitest'
import type { AttemptJob } from '../../messages/actions/queue-message.ts'
import { openWorld } from '../../testing/model-world.ts'
import { attemptDelivery } from '../trp/deliver.ts'

it('delivery fails after ten job runs when this node can never process the message, and the reason names the job', async () => {
  await using world = await openWorld()
  const { service } = world
  await world.reset()
  await world.take({ type: 'INQUIRE' })
  const { pool } = service.database
  const { rows } = await pool.query<{ data: AttemptJob }>(`select data from jobs.job where name = 'deliver'`)
  const job = rows[0]?.data
  if (job === undefined) throw new Error('the inquiry is not queued')
  await pool.query(`update deliveries set message_sealed = '\\x00'`)
  const run = (attempt: number): Promise<void> => {
    const current: Attempt = { jobId: 'job-1', attempt, lastAttempt: false, signal: new AbortController().signal }
    return attemptDelivery(service, { attempted() {} }, job, current)
  }
  await expect(run(9)).rejects.toThrow()
  expect((await world.chronicles())[0]?.transfer.state.status).toBe('PENDING')
  await run(10)
  const [chronicle] = await world.chronicles()
  expect(chronicle?.transfer.state).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('job-1') })
  expect(chronicle?.transfer.delivery.state).toBe('FAILED')
})
