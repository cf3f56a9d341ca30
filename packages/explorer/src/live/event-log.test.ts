import { expect, test } from 'vitest'
import { openEventLog } from './event-log.ts'

const at = new Date('2026-01-01T10:00:00Z')

test('a subscription is starting, live and then ended, and its events are counted', () => {
  const log = openEventLog(() => at)
  const phases: string[] = []
  log.subscribe(() => phases.push(`${log.current().phase} ${log.current().count}`))
  log.end()
  log.begin('Follow')
  log.live()
  log.interrupted()
  log.live()
  log.add({ data: 1 }, false)
  log.add({ errors: [] }, true)
  log.end()
  log.interrupted()
  expect(phases).toEqual(['STARTING 0', 'LIVE 0', 'STARTING 0', 'LIVE 0', 'LIVE 1', 'LIVE 2', 'ENDED 2'])
  expect(log.current().events).toEqual([
    { number: 2, at, operation: 'Follow', result: { errors: [] }, hasErrors: true },
    { number: 1, at, operation: 'Follow', result: { data: 1 }, hasErrors: false },
  ])
})

test('the log stores the latest hundred events of all subscriptions', () => {
  const log = openEventLog(() => at)
  for (const name of ['One', 'Two']) {
    log.begin(name)
    for (let event = 0; event < 75; event += 1) log.add(event, false)
  }
  const { events, count } = log.current()
  expect(events).toHaveLength(100)
  expect(events[0]).toMatchObject({ number: 150, operation: 'Two' })
  expect(count).toBe(75)
  log.clear()
  expect(log.current().events).toEqual([])
})
