import { setImmediate as nextTurn } from 'node:timers/promises'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { expect, test } from 'vitest'
import { FanOut, type Receiver } from './fan-out.ts'
import type { LiveResult } from './live-result.ts'

interface Member extends Receiver {
  readonly name: number
  readonly got: string[]
}

const resultOf = (text: string): LiveResult => ({ bytes: Buffer.from(text) })

/** A group whose deliveries never finish within the turn in which they begin. */
function openGroup(
  size: number,
  onDelivery: (member: Member) => void = () => {},
  onAdvance?: (fanOut: FanOut<Member>) => void,
) {
  const turns = new LoopTurns(0)
  turns.hasTime()
  const members = new Set<Member>()
  const log: string[] = []
  const fanOut: FanOut<Member> = new FanOut<Member>(turns, members, {
    received: ({ name }) => log.push(`received ${name}`),
    advanced: () => onAdvance?.(fanOut),
    finished: () => log.push('finished'),
  })
  function join(name: number): Member {
    const got: string[] = []
    const member: Member = {
      name,
      got,
      received: 0,
      ended: false,
      sink: {
        next({ bytes }) {
          got.push(String(bytes))
          onDelivery(member)
        },
        complete() {},
        fail() {},
      },
    }
    members.add(member)
    fanOut.join(member)
    return member
  }
  const all = Array.from({ length: size }, (_, name) => join(name))
  return { fanOut, members, all, log, join, deliver: (...texts: string[]) => fanOut.deliver(texts.map(resultOf)) }
}

async function untilIdle({ isIdle }: { isIdle: () => boolean }): Promise<void> {
  while (!isIdle()) await nextTurn()
}

test('other callbacks of the event loop run while results are delivered to thousands of members', async () => {
  const group = openGroup(2_000)
  group.deliver('a')
  let deliveredBefore: number | undefined
  setImmediate(() => {
    deliveredBefore = group.all.filter(({ got }) => got.length > 0).length
  })
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(deliveredBefore).toBeLessThan(2_000)
  expect(group.all.every(({ got }) => got.join() === 'a')).toBe(true)
  expect(group.log.at(-1)).toBe('finished')
})

test('a member that joins during a delivery receives later results only', async () => {
  const group = openGroup(100)
  group.deliver('a')
  const late = group.join(100)
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  group.deliver('b')
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(late.got).toEqual(['b'])
  expect(group.all[99]?.got).toEqual(['a', 'b'])
})

test('a member that leaves during a delivery receives nothing more, and nothing twice when it joins again', async () => {
  const group = openGroup(100)
  const [first, last] = [group.all[0], group.all[99]] as [Member, Member]
  group.deliver('a')
  for (const member of [first, last]) {
    group.fanOut.catchUp(member)
    group.members.delete(member)
  }
  expect([first.got, last.got]).toEqual([['a'], ['a']])
  group.members.add(last)
  group.fanOut.join(last)
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  group.deliver('b')
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect([first.got, last.got]).toEqual([['a'], ['a', 'b']])
})

test('a member that moves from an earlier group receives the first results of its new group', async () => {
  const [before, group] = [openGroup(1), openGroup(0)]
  before.deliver('a')
  await untilIdle({ isIdle: () => before.fanOut.isIdle() })
  const [member] = before.all as [Member]
  group.members.add(member)
  group.fanOut.join(member)
  group.deliver('b')
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(member.got).toEqual(['a', 'b'])
})

test('members that are behind are known until they have received all results', async () => {
  const group = openGroup(100)
  const last = group.all[99] as Member
  expect(group.fanOut.isBehind(last)).toBe(false)
  group.deliver('a')
  expect(group.fanOut.isBehind(last)).toBe(true)
  group.fanOut.catchUp(last)
  expect(group.fanOut.isBehind(last)).toBe(false)
  group.fanOut.catchUp(last)
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(last.got).toEqual(['a'])
})

test('an end during a delivery delivers the outstanding results, then the last results, and then ends each member', async () => {
  const ended: string[] = []
  const group = openGroup(100)
  group.deliver('a')
  await nextTurn()
  await nextTurn()
  const left = group.all[98] as Member
  group.fanOut.end(group.all, [resultOf('b')], ({ name, got }) => ended.push(`${name} ${got}`))
  left.ended = true
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  const remaining = group.all.filter((member) => member !== left)
  expect(ended).toEqual(remaining.map(({ name }) => `${name} a,b`))
  expect(left.got).toEqual([])
  expect(group.log).not.toContain('finished')
})

test('several results are delivered to a member one after the other, and none after its end', async () => {
  const group = openGroup(3, (member) => {
    if (member.name === 1) member.ended = true
  })
  group.deliver('a', 'b')
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(group.all.map(({ got }) => got.join())).toEqual(['a,b', 'a', 'a,b'])
  expect(group.log).toEqual(['received 0', 'received 2', 'finished'])
})

test('a result that arrives during a pass is in the batch of the members whose turn is still to come', async () => {
  const batches: string[] = []
  const group = openGroup(100)
  for (const { name, sink } of group.all) {
    sink.nextAll = (results) => void batches.push(`${name} ${results.map(({ bytes }) => bytes).join()}`)
  }
  group.deliver('a')
  await nextTurn()
  await nextTurn()
  const first = group.all.filter(({ got }) => got.length > 0).length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(100)
  group.deliver('b')
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(batches).toEqual(group.all.slice(first).map(({ name }) => `${name} a,b`))
  expect(group.all.map(({ got }) => got.join())).toEqual([
    ...Array<string>(first).fill('a,b'),
    ...Array<string>(100 - first).fill(''),
  ])
  expect(group.log.filter((line) => line === 'finished')).toHaveLength(1)
})

test('the number of results in progress is bounded, and delivery to all members makes room', async () => {
  const rooms: number[] = []
  const group = openGroup(
    100,
    () => {},
    ({ room }) => rooms.push(room),
  )
  const full = group.fanOut.room
  group.deliver(...Array<string>(full).fill('a'))
  expect(group.fanOut.room).toBe(0)
  await untilIdle({ isIdle: () => group.fanOut.isIdle() })
  expect(rooms).toEqual([full])
  expect(group.all.every(({ got }) => got.length === full)).toBe(true)
})
