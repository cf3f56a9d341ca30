import { expect, test } from 'vitest'
import { deliveryProblems, FEDERATED } from './client-log.ts'
import { BUCKETS, itemOf, listStored, storeItems } from './item-store.ts'
import { killAtRandom, type Progress } from './kill-at-random.ts'
import { seededRandom } from './seeded-random.ts'
import { openSubscribers } from './subscribers.ts'
import { openTestBed } from './test-bed.ts'
import { writeItems } from './write-items.ts'

const seed = Number(process.env.LIVE_KILLS_SEED ?? Math.floor(Math.random() * 1_000_000))
const kills = Number(process.env.LIVE_KILLS ?? 50)
const items = Number(process.env.LIVE_KILLS_EVENTS ?? 10_000)

const OUTPUT_CHARACTERS_MAX = 6_000

const title = `every live client receives each event exactly once while subgraphs and connections are killed ${kills} times (LIVE_KILLS_SEED=${seed})`

/** Each of the kills costs a restart, and all of them take more than ten minutes on a busy machine. */
const TIMEOUT_MS = 1_800_000

test(title, { timeout: TIMEOUT_MS }, async ({ annotate }) => {
  const progress: Progress = { written: 0, nextKillAt: 0, killed: [] }
  const random = (purpose: string) => seededRandom(seed, purpose)
  await using stack = new AsyncDisposableStack()
  const testBed = stack.use(await openTestBed())
  const { database, targets } = testBed
  const subscribers = stack.use(await openSubscribers(testBed, random('cut client')))

  async function play(): Promise<void> {
    await subscribers.live()
    await Promise.all([
      killAtRandom(targets, { count: kills, items, random: random('kills'), progress }),
      writeItems(database, { count: items, random: random('writer'), progress }),
    ])
    subscribers.flaky.settle()
    await subscribers.join()
    await subscribers.caughtUp(await listStored(database))
    // Any duplicate would arrive before these.
    await storeItems(database, LAST, 0)
    await subscribers.caughtUp(await listStored(database))
  }

  const failure = await play().then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const stored = await listStored(database)
  const problems = [...failure, ...subscribers.logs.flatMap((log) => deliveryProblems(log, stored))]
  if (problems.length > 0) throw new Error(describe(problems, progress, testBed.output()))

  expect(stored.map(({ number }) => number).sort((a, b) => a - b)).toEqual(NUMBERS)
  expect(progress.killed).toHaveLength(kills)
  const noted = subscribers.logs.filter(({ subscription }) => subscription.query === FEDERATED)
  for (const log of noted) expect(log.notes().right).toBeGreaterThan(0)
  const excused = noted.map(
    (log) => `${log.name}: ${log.notes().excused} of ${log.received.length} results without a note`,
  )
  await annotate(`${excused.join('; ')}. One client was disconnected ${subscribers.flaky.disconnects()} times.`)
})

/** One item per bucket, so that every client receives one. */
const LAST = Array.from({ length: BUCKETS }, (_, index) => itemOf(items + 1 + index))
const NUMBERS = Array.from({ length: items + LAST.length }, (_, index) => index + 1)

function describe(problems: readonly string[], { killed }: Progress, output: string): string {
  return [
    `LIVE_KILLS_SEED=${seed} LIVE_KILLS=${kills} LIVE_KILLS_EVENTS=${items}`,
    ...problems,
    'Kills, each with the number of items stored before it:',
    ...killed.map(({ kind, written }) => `${written} ${kind}`),
    'Last output:',
    output.slice(-OUTPUT_CHARACTERS_MAX),
  ].join('\n')
}
