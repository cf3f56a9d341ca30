import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OFFICER_ACTIONS,
  RECEIVED_OPENINGS,
  REGISTERED_OPENINGS,
  SENT_OPENINGS,
  type Step,
  TTL_SECONDS,
} from '../testing/model-openings.ts'
import type { PeerBehaviour } from '../testing/model-peer.ts'
import { openWorld, type World } from '../testing/model-world.ts'

/** Set it to another seed to try other stories; a failing story is then shrunk. */
const CHOSEN = process.env.TRPD_MODEL_SEED
// Seed 68_930_226 crosses a cancellation with a time limit that has passed unnoticed.
const SEEDS = CHOSEN === undefined ? [1, 2, 3, 68_930_226] : [Number(CHOSEN)]
const STORIES = 6

const BEHAVIOURS: readonly PeerBehaviour[] = [
  'ACKNOWLEDGE',
  'APPROVE',
  'REJECT',
  'REFUSE',
  'DOWN',
  'LOST',
  'UNREACHABLE',
]

const pick = fc.nat(1)
const which = fc.nat(1)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('INQUIRE' as const, 'RECEIVE' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('TRUST' as const, 'TRUST' as const, 'TRUST' as const, 'BLOCK' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('REGISTER' as const),
      direction: fc.constantFrom('SENT' as const, 'RECEIVED' as const),
      hash: fc.boolean(),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('WAIT' as const), seconds: fc.constantFrom(10, 700, TTL_SECONDS + 100) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('EXPIRE' as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('DELIVER' as const),
      pick: fc.nat(3),
      // Most messages arrive, so that stories reach their ends.
      behaviour: fc.constantFrom('ACKNOWLEDGE' as const, 'APPROVE' as const, 'APPROVE' as const, ...BEHAVIOURS),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('RESOLVE' as const), pick, approve: fc.boolean(), which }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('CONFIRM' as const), pick, cancel: fc.boolean(), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('OFFICER' as const),
      pick,
      action: fc.constantFrom(...OFFICER_ACTIONS),
      which,
    }),
  },
)
const anyStory = fc.record({
  received: fc.constantFrom(...RECEIVED_OPENINGS),
  sent: fc.constantFrom(...SENT_OPENINGS),
  /** The steps of a batch run concurrently, each on its own connection. */
  batches: fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
})

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('a transfer that we send', () => {
  for (const opening of SENT_OPENINGS) it(`${opening.name}: ${opening.events}`, () => play(opening))
})

describe('a transfer that we receive', () => {
  for (const opening of RECEIVED_OPENINGS) it(`${opening.name}: ${opening.events}`, () => play(opening))
})

describe('a transfer that we register', () => {
  for (const opening of REGISTERED_OPENINGS) it(`${opening.name}: ${opening.events}`, () => play(opening))
})

async function play({ steps, status, events }: (typeof SENT_OPENINGS)[number]): Promise<void> {
  await world.reset()
  for (const step of steps) await world.take(step)
  await world.check()
  const all = await world.chronicles()
  expect(all.map(({ transfer }) => transfer.state.status)).toEqual([status])
  expect(all.map(({ history }) => history.map(({ event }) => event.replace('transfer.', '')).join(' '))).toEqual([
    events,
  ])
}

it.each(SEEDS)(
  'in any interleaving of commands and messages, every transfer keeps its invariants (TRPD_MODEL_SEED=%i)',
  async (seed) => {
    let stories = 0
    await fc.assert(
      fc.asyncProperty(anyStory, async ({ received, sent, batches }) => {
        await world.reset()
        for (const step of [...received.steps, ...sent.steps]) await world.take(step)
        for (const batch of batches) {
          await Promise.all(batch.map((step) => world.take(step)))
          await world.check()
        }
        await world.settle()
        await world.check()
        stories += 1
      }),
      { seed, numRuns: STORIES, endOnFailure: CHOSEN === undefined },
    )
    expect(stories).toBeGreaterThanOrEqual(STORIES)
  },
)
