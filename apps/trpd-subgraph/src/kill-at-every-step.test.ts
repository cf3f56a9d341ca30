import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Step, TTL_SECONDS } from './testing/model-openings.ts'
import type { PeerBehaviour } from './testing/model-peer.ts'
import { openWorld, type World } from './testing/model-world.ts'
import { type MortalProcess, startMortalProcess } from './testing/mortal-process.ts'

/** More steps than any operation takes. */
const STEPS_MAX = 100

interface Operation {
  readonly name: string
  readonly before: readonly Step[]
  /** Repeated after a kill, as by its sender, who has seen no response. */
  readonly step: Step
  /** How the peer treats the messages that are sent afterwards. */
  readonly behaviour: PeerBehaviour
}

const received: Step = { type: 'RECEIVE' }
const approve: Step = { type: 'OFFICER', pick: 0, action: 'APPROVE', which: 0 }
const decline: Step = { type: 'OFFICER', pick: 0, action: 'DECLINE', which: 0 }
const cancel: Step = { type: 'OFFICER', pick: 0, action: 'CANCEL', which: 0 }
const confirm: Step = { type: 'OFFICER', pick: 0, action: 'CONFIRM', which: 0 }
const wait: Step = { type: 'WAIT', seconds: TTL_SECONDS + 100 }
const expire: Step = { type: 'EXPIRE', pick: 0 }
const inquired: Step = { type: 'INQUIRE' }
const delivered = deliver('ACKNOWLEDGE')
const offered = [received, approve, delivered]
const agreed = [inquired, deliver('APPROVE')]

/** Each follows the steps that create the transfer it needs. */
const OPERATIONS: readonly Operation[] = [
  operation('an inquiry is received', [], { type: 'RECEIVE', identifier: randomUUID() }),
  operation('an approval is received', [inquired, delivered], resolution(true)),
  operation('a rejection is received', [inquired, delivered], resolution(false)),
  operation('a confirmation is received', offered, confirmation(false)),
  operation('a cancellation is received', offered, confirmation(true)),
  operation('an approval is received too late', [inquired, delivered, wait], resolution(true)),
  operation('an inquiry is requested', [], { type: 'INQUIRE', identifier: randomUUID() }),
  operation('an inquiry is sent', [inquired], delivered),
  operation('an inquiry is sent and approved at once', [inquired], deliver('APPROVE')),
  operation('an inquiry is sent and rejected at once', [inquired], deliver('REJECT')),
  operation('an inquiry is sent to a peer that refuses it', [inquired], deliver('REFUSE')),
  operation('an approval is decided', [received], approve),
  operation('an approval is sent', [received, approve], delivered),
  operation('a rejection is decided', [received], decline),
  operation('a rejection is sent', [received, decline], delivered),
  operation('a confirmation is requested', agreed, confirm),
  operation('a confirmation is sent', [...agreed, confirm], delivered),
  operation('a cancellation is requested', agreed, cancel),
  operation('a cancellation is sent', [...agreed, cancel], delivered),
  operation('an inquiry expires', [inquired, delivered, wait], expire),
  operation('waiting inquiries are released', [{ type: 'BLOCK' }, inquired, received], { type: 'TRUST' }),
]

let world: World
beforeAll(async () => {
  // Runs discovery before every inquiry.
  world = await openWorld({ discoveryTtlSeconds: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

it.each(OPERATIONS)(
  'killing the process after any statement or request while $name leaves the same outcome as without a kill',
  async ({ before, step, behaviour }) => {
    const undisturbed = await prepare(before)
    expect(await undisturbed.run(world.take(step, undisturbed.runIn))).toBe(false)
    await world.deliverAll(behaviour)
    const expected = await summary()

    await prepare(before)
    let kills = 0
    // The sender, who has seen no response, or the queue repeats the step; each repeat gets further.
    while (kills < STEPS_MAX) {
      const process = startMortalProcess(world.service.database, kills + 1)
      if (!(await process.run(world.take(step, process.runIn)))) break
      kills += 1
      await world.check()
    }
    expect(kills).toBeGreaterThanOrEqual(undisturbed.steps.length)
    expect(kills).toBeLessThan(STEPS_MAX)
    await world.deliverAll(behaviour)
    await world.check()
    expect(await summary()).toEqual(expected)
  },
)

/** Creates the transfer that an operation needs, in a process that is not killed. */
async function prepare(before: readonly Step[]): Promise<MortalProcess> {
  await world.reset()
  for (const step of before) await world.take(step)
  return startMortalProcess(world.service.database, Number.POSITIVE_INFINITY)
}

/** Everything that the database and the peer store, without times and random identifiers. */
async function summary() {
  const { db } = world.service.database
  const [tokens, answered, attempts, breakers] = await Promise.all([
    db.selectFrom('callbackTokens').select('purpose').orderBy('purpose').execute(),
    db.selectFrom('inboundMessages').select('kind').orderBy('kind').execute(),
    db.selectFrom('deliveryAttempts').select(['kind', 'outcome']).orderBy('startedAt').execute(),
    db.selectFrom('circuitBreakers').select('failures').execute(),
  ])
  const messages = world.received().map(({ kind, identifier, body }) => `${identifier} ${kind} ${JSON.stringify(body)}`)
  return {
    transfers: (await world.chronicles()).map(({ transfer: { state, delivery }, history }) => ({
      status: state.status,
      delivery: delivery.state === 'NONE' ? 'NONE' : `${delivery.kind} ${delivery.state} ${delivery.attempts}`,
      events: history.map(({ event, actor }) => `${event} ${actor.type}`),
    })),
    tokens,
    answered: answered.map(({ kind }) => kind),
    attempts,
    breakers,
    messages: [...new Set(messages)].map((message) => message.split(' ')[1]),
  }
}

function operation(name: string, before: readonly Step[], step: Step): Operation {
  return { name, before, step, behaviour: step.type === 'DELIVER' ? step.behaviour : 'ACKNOWLEDGE' }
}

function deliver(behaviour: PeerBehaviour): Step {
  return { type: 'DELIVER', pick: 0, behaviour }
}

function resolution(approve: boolean): Step {
  return { type: 'RESOLVE', pick: 0, approve, which: 0, identifier: randomUUID() }
}

function confirmation(cancel: boolean): Step {
  return { type: 'CONFIRM', pick: 0, cancel, which: 0, identifier: randomUUID() }
}
