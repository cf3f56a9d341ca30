import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, it } from 'vitest'
import { DatabaseOutage } from './database-outage.ts'
import { respondToOutage } from './respond-to-outage.ts'

const failWith = (error: Error) => {
  const log = captureLog()
  const { logger } = log
  const handle = respondToOutage({ logger, handle: () => Promise.reject(error), unavailable: ({ id }) => `503 ${id}` })
  return { log, response: handle({ id: 'request-1' }) }
}

it('a request that fails because of the database gets the outage response, and is logged with its id', async () => {
  const { log, response } = failWith(new Error('wrapped', { cause: new DatabaseOutage('NOTHING_STORED', 'gone') }))
  expect(await response).toBe('503 request-1')
  expect(log.text()).toContain('"requestId":"request-1"')
})

it('a request that fails for another reason is left to the host', async () => {
  const { log, response } = failWith(new Error('a bug'))
  await expect(response).rejects.toThrow('a bug')
  expect(log.text()).toBe('')
})
