import { expect, test } from 'vitest'
import { openAudience } from './audience.ts'
import { FEDERATED } from './client-log.ts'
import { BUCKETS, itemOf, listStored, storeItems } from './item-store.ts'
import { judge } from './judge.ts'
import { killAtRandom } from './kills.ts'
import type { Progress } from './progress.ts'
import { seededRandom } from './seeded-random.ts'
import { openStage } from './stage.ts'
import { surely } from './surely.ts'
import { writeItems } from './writer.ts'

const seed = Number(process.env.LIVE_KILLS_SEED ?? Math.floor(Math.random() * 1_000_000))
const kills = Number(process.env.LIVE_KILLS ?? 50)
const items = Number(process.env.LIVE_KILLS_EVENTS ?? 10_000)

const STORY_MS_MAX = 600_000
const OUTPUT_CHARACTERS_MAX = 6_000

const title = `no event is lost and none comes twice while what brings it is killed ${kills} times (LIVE_KILLS_SEED=${seed})`

test(title, { timeout: STORY_MS_MAX }, async ({ annotate }) => {
  const progress: Progress = { written: 0, nextKillAt: 0, killed: [] }
  const random = (purpose: string) => seededRandom(seed, purpose)
  await using stack = new AsyncDisposableStack()
  const stage = stack.use(await openStage())
  const { database, targets } = stage
  const audience = stack.use(await openAudience(stage, random('cut client')))

  const list = () => surely(() => listStored(database))

  async function tell(): Promise<void> {
    await audience.live()
    await Promise.all([
      killAtRandom(targets, { count: kills, items, random: random('kills'), progress }),
      writeItems(database, { count: items, random: random('writer'), progress }),
    ])
    audience.cut.spare()
    await audience.join()
    await audience.caughtUp(await list())
    // What came twice came before these.
    await surely(() => storeItems(database, LAST, 0))
    await audience.caughtUp(await list())
  }

  const problem = await tell().then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const stored = await list()
  const problems = [...problem, ...audience.logs.flatMap((log) => judge(log, stored))]
  if (problems.length > 0) throw new Error(describe(problems, progress, stage.output()))

  expect(stored.map(({ number }) => number).sort((a, b) => a - b)).toEqual(NUMBERS)
  expect(progress.killed).toHaveLength(kills)
  const noted = audience.logs.filter(({ subscription }) => subscription.query === FEDERATED)
  for (const log of noted) expect(log.notes().right).toBeGreaterThan(0)
  const excused = noted.map((log) => `${log.name}: ${log.notes().excused} of ${log.received.length} results without`)
  await annotate(`${excused.join('; ')}. One client was cut ${audience.cut.cuts()} times.`)
})

/** One for each bucket, so that everybody gets one. */
const LAST = Array.from({ length: BUCKETS }, (_, index) => itemOf(items + 1 + index))
const NUMBERS = Array.from({ length: items + LAST.length }, (_, index) => index + 1)

function describe(problems: readonly string[], { killed }: Progress, output: string): string {
  return [
    `LIVE_KILLS_SEED=${seed} LIVE_KILLS=${kills} LIVE_KILLS_EVENTS=${items}`,
    ...problems,
    'What was killed, after so many stored items:',
    ...killed.map(({ what, written }) => `${written} ${what}`),
    'The end of what was logged:',
    output.slice(-OUTPUT_CHARACTERS_MAX),
  ].join('\n')
}
