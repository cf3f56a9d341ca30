import { expect, test } from 'vitest'
import { openLiveCallers } from './live-callers.ts'

test('other work runs while thousands of callers are revoked', async () => {
  const live = openLiveCallers(() => false)
  const revoked: string[] = []
  const revoke = (name: string) => () => {
    const end = performance.now() + 2
    while (performance.now() < end);
    revoked.push(name)
  }
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) live.add({ caller: {}, revoke: revoke(name) })
  setImmediate(() => revoked.push('other work'))
  await live.revoke(() => true)
  expect(revoked.indexOf('other work')).toBeLessThan(revoked.indexOf('h'))
  expect(revoked.filter((name) => name !== 'other work')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
})

test('a caller that leaves while others are revoked is not revoked', async () => {
  const live = openLiveCallers(() => false)
  const late = { caller: {}, revoke: () => expect.unreachable() }
  live.add({ caller: {}, revoke: () => live.delete(late) })
  live.add(late)
  await live.revoke(() => true)
})
