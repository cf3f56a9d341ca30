import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LoopTurns, type SteppedWork } from './loop-turns.ts'

/** Work of `steps` steps, each recorded in `done`. */
function workOf(owner: string, steps: number, done: string[], onStep: () => void = () => {}): SteppedWork {
  let remaining = steps
  return {
    owner,
    step() {
      remaining -= 1
      done.push(owner)
      onStep()
      return remaining > 0
    },
  }
}

/** Waits for `length` steps. Returns the number of finished steps at the end of each turn that had steps. */
async function turnsUntil(done: readonly string[], length: number): Promise<number[]> {
  const ends: number[] = []
  while (done.length < length) {
    await nextTurn()
    if (done.length > (ends.at(-1) ?? 0)) ends.push(done.length)
  }
  return ends
}

/** Keeps the event loop busy for longer than a turn. */
function overrun(turnMs: number): void {
  const endMs = performance.now() + 2 * turnMs
  while (performance.now() < endMs);
}

test('owners alternate step by step, regardless of their amount of work', async () => {
  const turns = new LoopTurns(1_000)
  const done: string[] = []
  turns.add(workOf('busy', 3, done))
  turns.add(workOf('busy', 3, done))
  turns.add(workOf('quiet', 2, done))
  await turnsUntil(done, 8)
  expect(done).toEqual(['busy', 'quiet', 'busy', 'quiet', 'busy', 'busy', 'busy', 'busy'])
})

test('the event loop continues with other callbacks once the steps of a turn have used its time', async () => {
  const turns = new LoopTurns(1)
  const done: string[] = []
  turns.add(workOf('slow', 3, done, () => overrun(1)))
  expect(await turnsUntil(done, 3)).toEqual([1, 2, 3])
})

test('a turn has at most 64 steps, however short they are', async () => {
  const turns = new LoopTurns(10_000)
  const done: string[] = []
  turns.add(workOf('many', 150, done))
  expect(await turnsUntil(done, 150)).toEqual([64, 128, 150])
})

test('the time that a step spends in microtasks counts', async () => {
  const turns = new LoopTurns(1)
  const done: string[] = []
  turns.add(workOf('asynchronous', 3, done, () => queueMicrotask(() => overrun(1))))
  expect(await turnsUntil(done, 3)).toEqual([1, 2, 3])
})

test('every turn has at least one step, however long other callbacks take', async () => {
  const turns = new LoopTurns(1)
  const done: string[] = []
  turns.add(workOf('patient', 3, done))
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn()
    overrun(1)
  }
  await turnsUntil(done, 3)
})

test('work may be done immediately until the turn has used up its time, and again in the next turn', async () => {
  const turns = new LoopTurns(5)
  expect(turns.hasTime()).toBe(true)
  overrun(5)
  expect(turns.hasTime()).toBe(false)
  await nextTurn()
  expect(turns.hasTime()).toBe(true)
})

test("with a rest ratio, other callbacks have that share of a turn's time to themselves", async () => {
  const turns = new LoopTurns(10, { restRatio: 2 })
  const done: string[] = []
  turns.add(workOf('long', 3, done, () => overrun(10)))
  const ends = await turnsBetween(done, 3)
  // Without a rest, each turn of the event loop has a step.
  expect(Math.min(...ends)).toBeGreaterThan(1)
})

/** The number of turns of the event loop between the steps. */
async function turnsBetween(done: readonly string[], length: number): Promise<number[]> {
  const between: number[] = []
  let since = 0
  let seen = 0
  while (done.length < length) {
    await nextTurn()
    since += 1
    if (done.length === seen) continue
    if (seen > 0) between.push(since)
    seen = done.length
    since = 0
  }
  return between
}

test('steps with a least share continue while other callbacks take long', async () => {
  const turns = new LoopTurns(1, { leastShare: 0.5 })
  const done: string[] = []
  turns.add(workOf('steady', 200, done, () => overrun(0.5)))
  const stepsOfTurns: number[] = []
  while (done.length < 200) {
    const before = done.length
    overrun(10)
    await nextTurn()
    if (done.length > before) stepsOfTurns.push(done.length - before)
  }
  // A step takes 1 ms, and everything else 20.
  expect(Math.max(...stepsOfTurns)).toBeGreaterThan(4)
})
