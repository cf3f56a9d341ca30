import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OfficerAction, TTL_SECONDS } from '../testing/model-openings.ts'
import { openReleaseWorld, type ReleaseStep, type ReleaseWorld } from '../testing/model-release.ts'

/** Set it to another seed to try other stories; a failing story is then shrunk. */
const CHOSEN = process.env.TRPD_MODEL_SEED
// Seed 6 finds a gate that is skipped after a restart, a hit during a review that holds nothing, and an
// outdated screening that counts.
const SEEDS = CHOSEN === undefined ? [3, 6] : [Number(CHOSEN)]
const STORIES = 12

let world: ReleaseWorld
beforeAll(async () => {
  world = await openReleaseWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.reset())

const inquire: ReleaseStep = { type: 'INQUIRE' }
const receive: ReleaseStep = { type: 'RECEIVE' }
const check: ReleaseStep = { type: 'CHECK' }
const screen: ReleaseStep = { type: 'SCREEN' }
const nameListed: ReleaseStep = { type: 'LIST', name: true, wallet: false }
const walletListed: ReleaseStep = { type: 'LIST', name: false, wallet: true }
const bothListed: ReleaseStep = { type: 'LIST', name: true, wallet: true }
const hold: ReleaseStep = { type: 'HOLD', pick: 0 }
const rename: ReleaseStep = { type: 'RENAME' }
const nothingListed: ReleaseStep = { type: 'LIST', name: false, wallet: false }
const accept: ReleaseStep = { type: 'ACCEPT', pick: 0 }
const release: ReleaseStep = { type: 'RELEASE', pick: 0 }
const paid: ReleaseStep = { type: 'PAID', pick: 0 }
const sent = deliver('ACKNOWLEDGE')
const inFlight: readonly ReleaseStep[] = [inquire, check, { ...deliver('ACKNOWLEDGE'), kill: 'BEFORE_REQUEST' }]
const agreed = [inquire, check, deliver('APPROVE'), check]

function deliver(behaviour: 'ACKNOWLEDGE' | 'APPROVE' | 'DOWN'): ReleaseStep & { readonly type: 'DELIVER' } {
  return { type: 'DELIVER', pick: 0, behaviour }
}

function officer(action: OfficerAction): ReleaseStep & { readonly type: 'OFFICER' } {
  return { type: 'OFFICER', pick: 0, action, which: 0 }
}

/** Stories with their outcome: status, messages received by the peer, and the case. */
const STORIES_TOLD: readonly (readonly [string, readonly ReleaseStep[], string])[] = [
  ['an inquiry waits for its checks', [inquire, sent], 'PENDING, nothing, NEW'],
  ['an inquiry is sent when its checks pass', [inquire, sent, check, sent], 'PENDING, INQUIRY, NEW'],
  ['an inquiry with a hit is not sent', [nameListed, inquire, check, sent], 'PENDING, nothing, ON_HOLD'],
  [
    'an inquiry is sent when a person has accepted the hit, which ends its hold',
    [nameListed, inquire, check, accept, sent],
    'PENDING, INQUIRY, IN_REVIEW',
  ],
  [
    'a hit that a person has accepted before the checks show it holds nothing',
    [nameListed, inquire, screen, accept, check, sent],
    'PENDING, INQUIRY, IN_REVIEW',
  ],
  [
    'a hit between a crash and the restart stops the inquiry that was about to be sent',
    [...inFlight, nameListed, screen, sent],
    'PENDING, nothing, NEW',
  ],
  [
    'a hit during the review holds the case and stops the approval',
    [receive, check, hold, release, nameListed, screen, check, officer('APPROVE')],
    'PENDING, nothing, ON_HOLD',
  ],
  [
    'an approval does not leave once there is a hit, and the case is reviewed again',
    [receive, check, officer('APPROVE'), nameListed, screen, check, sent],
    'APPROVED, nothing, ON_HOLD',
  ],
  [
    'an approval that was withheld leaves when a person accepts the hit',
    [receive, check, officer('APPROVE'), nameListed, screen, check, accept, sent],
    'APPROVED, RESOLUTION, IN_REVIEW',
  ],
  [
    'an approval that was withheld is withdrawn once its case is released, and a decline leaves despite the hit',
    [receive, check, officer('APPROVE'), nameListed, screen, check, release, officer('DECLINE'), sent],
    'DECLINED, RESOLUTION, CLOSED',
  ],
  [
    'the counterparty approves an inquiry whose case is on hold, and it may not be paid',
    [inquire, check, sent, hold, { type: 'RESOLVE', pick: 0, approve: true, which: 0 }, officer('CONFIRM')],
    'APPROVED, INQUIRY, ON_HOLD',
  ],
  [
    'an inquiry expires although its case is on hold',
    [inquire, check, sent, hold, { type: 'WAIT', seconds: TTL_SECONDS + 100 }, { type: 'EXPIRE', pick: 0 }],
    'EXPIRED, INQUIRY, ON_HOLD',
  ],
  [
    'a list that is loaded between the approval and the confirmation stops the payment before anything was screened',
    [...agreed, walletListed, officer('CONFIRM')],
    'APPROVED, INQUIRY, NEW',
  ],
  [
    'a payment goes on when the new list has no hit',
    [...agreed, nothingListed, screen, officer('CONFIRM'), sent],
    'CONFIRMED, INQUIRY CONFIRMATION, CLOSED',
  ],
  [
    'a payment to a listed wallet is stopped',
    [walletListed, inquire, check, deliver('APPROVE'), check, officer('CONFIRM')],
    'APPROVED, INQUIRY, ON_HOLD',
  ],
  [
    'a released case does not open the way past its hit',
    [walletListed, inquire, check, deliver('APPROVE'), check, release, officer('CONFIRM')],
    'APPROVED, INQUIRY, IN_REVIEW',
  ],
  [
    'the hash of a payment that was made nevertheless is kept and sent, and the case is an incident',
    [walletListed, inquire, check, deliver('APPROVE'), check, paid, sent],
    'CONFIRMED, INQUIRY CONFIRMATION, ON_HOLD',
  ],
  [
    'a transfer with a hit can be canceled although it is on hold',
    [nameListed, inquire, check, officer('CANCEL')],
    'CANCELED, nothing, ON_HOLD',
  ],
  [
    'accepting a hit accepts no other hit',
    [nameListed, inquire, check, accept, bothListed, screen, deliver('APPROVE'), check, officer('CONFIRM')],
    'APPROVED, INQUIRY, ON_HOLD',
  ],
  [
    'a VASP that gets a listed name is paid nothing, before and after it was screened',
    [...agreed, rename, officer('CONFIRM'), screen, check, officer('CONFIRM')],
    'APPROVED, INQUIRY, ON_HOLD',
  ],
  [
    'data that was corrected is screened before it is sent',
    [inquire, check, officer('CORRECT'), sent],
    'PENDING, nothing, NEW',
  ],
]

it.each(STORIES_TOLD)('%s', async (_name, steps, end) => {
  for (const step of steps) await world.take(step)
  expect(await world.summary()).toBe(end)
})

it('above the four-eyes limit, a hit holds an inquiry until two persons have accepted it', async () => {
  world.setFourEyes('0.1')
  for (const step of [nameListed, inquire, check, accept, sent]) await world.take(step)
  expect(await world.summary()).toBe('PENDING, nothing, ON_HOLD')
  for (const step of [accept, sent]) await world.take(step)
  expect(await world.summary()).toBe('PENDING, INQUIRY, IN_REVIEW')
})

it('a hit found after the end of a transfer reopens its case with a due time', async () => {
  for (const step of [...agreed, officer('CONFIRM'), sent, nameListed, screen, check]) await world.take(step)
  expect(await world.summary()).toBe('CONFIRMED, INQUIRY CONFIRMATION, ON_HOLD')
  expect(await world.caseOfNewest()).toMatchObject({ dueAt: expect.any(Date) })
})

const pick = fc.nat(1)
const which = fc.nat(1)
const anyStep: fc.Arbitrary<ReleaseStep> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(inquire, receive) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('LIST' as const), name: fc.boolean(), wallet: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.constant(check) },
  { weight: 4, arbitrary: fc.constant(screen) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RULE' as const), approves: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('ACCEPT' as const, 'HOLD' as const, 'RELEASE' as const, 'PAID' as const),
      pick,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('DELIVER' as const),
      pick: fc.nat(2),
      behaviour: fc.constantFrom('ACKNOWLEDGE' as const, 'APPROVE' as const, 'APPROVE' as const, 'DOWN' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('RESOLVE' as const), pick, approve: fc.constant(true), which }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('OFFICER' as const),
      pick,
      action: fc.constantFrom(
        'APPROVE' as const,
        'APPROVE' as const,
        'CONFIRM' as const,
        'CONFIRM' as const,
        'CORRECT' as const,
        'RETRY' as const,
      ),
      which,
    }),
  },
)
/** A third of the steps run in a process that is killed after some of their statements and requests. */
const anyKill = fc.option(fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant('BEFORE_REQUEST' as const)), {
  nil: undefined,
  freq: 2,
})
const anyStory = fc
  .tuple(
    // What is about to be sent, approved or paid.
    fc.constantFrom<readonly ReleaseStep[]>(
      [],
      [inquire, check],
      [receive, check],
      [receive, check, officer('APPROVE')],
      agreed,
      inFlight,
    ),
    fc.array(
      fc.tuple(anyStep, anyKill).map(([step, kill]) => (kill === undefined ? step : { ...step, kill })),
      { minLength: 3, maxLength: 14 },
    ),
  )
  .map(([opening, steps]) => [...opening, ...steps])

it.each(SEEDS)(
  'in any interleaving, no transfer passes with an open hit, and nothing waits forever (TRPD_MODEL_SEED=%i)',
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        await world.reset()
        for (const step of story) await world.take(step)
        await world.settle()
      }),
      { seed, numRuns: STORIES, endOnFailure: CHOSEN === undefined },
    )
  },
)
