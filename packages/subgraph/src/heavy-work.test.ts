import type { Identity } from '@travel-rule/auth/identity'
import { expect, test } from 'vitest'
import { openHeavyWork } from './heavy-work.ts'

const NEVER = new AbortController().signal
const caller = (subject: string): Identity => ({
  subject,
  clientId: 'app',
  actsFor: 'PERSON',
  name: subject,
  roles: [],
  scopes: [],
})

test('heavy work of one caller runs one piece at a time, alternating with that of other callers', async () => {
  const heavyWork = openHeavyWork()
  const steps: string[] = []
  const run = (subject: string, name: string) =>
    heavyWork.runHeavyOf(
      caller(subject),
      NEVER,
    )(async (pause) => {
      for (let step = 1; step <= 3; step += 1) {
        steps.push(`${name}.${step}`)
        await pause()
      }
      return name
    })
  expect(await Promise.all([run('a', 'a1'), run('a', 'a2'), run('b', 'b1')])).toEqual(['a1', 'a2', 'b1'])
  expect(steps).toEqual(['a1.1', 'b1.1', 'a1.2', 'b1.2', 'a1.3', 'b1.3', 'a2.1', 'a2.2', 'a2.3'])
})

test('other work of the process runs between pieces of heavy work that take longer than a turn', async () => {
  const runHeavy = openHeavyWork().runHeavyOf(caller('a'), NEVER)
  let others = 0
  const other = () => {
    others += 1
    timer = setImmediate(other)
  }
  let timer = setImmediate(other)
  await Promise.all(Array.from({ length: 10 }, () => runHeavy(() => overrun(5))))
  clearImmediate(timer)
  expect(others).toBeGreaterThanOrEqual(10)
})

test('heavy work stops at its next pause when its request is over, and queued heavy work does not start', async () => {
  const over = new AbortController()
  const runHeavy = openHeavyWork().runHeavyOf(caller('a'), over.signal)
  let pauses = 0
  const stopped = runHeavy(async (pause) => {
    for (; ; pauses += 1) {
      if (pauses === 3) over.abort(new Error('over'))
      await pause()
    }
  })
  const never = runHeavy(() => expect.unreachable())
  const error = expect.objectContaining({ extensions: { code: 'SUBGRAPH_TIMEOUT' } })
  const rejected = { status: 'rejected', reason: error }
  expect(await Promise.allSettled([stopped, never])).toEqual([rejected, rejected])
  expect(pauses).toBe(3)
})

/** Keeps the event loop busy. */
function overrun(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}
