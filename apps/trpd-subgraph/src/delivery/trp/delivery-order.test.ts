import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  inquire,
  mutate,
  read,
  startedWith,
  transactions,
  trust,
  untilDelivery,
  untilProblem,
} from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openPatientNode, openTestNode, QUICK_DELIVERY, type TestNode, until } from '../../testing/test-node.ts'

let node: TestNode
beforeAll(async () => {
  // A hanging counterparty hangs for longer than any of these tests.
  node = await openTestNode('Alice VASP', {
    delivery: { ...QUICK_DELIVERY, timeout: 600, concurrent: 6 },
    deliveriesPerVaspMax: 2,
  })
})
afterAll(() => node[Symbol.asyncDispose]())

/** A counterparty that never responds. */
async function openHanging(): Promise<TestCounterparty> {
  const hanging = await openTestCounterparty()
  hanging.respond = () => new Promise<never>(() => {})
  return hanging
}

describe('a counterparty that does not respond', () => {
  it('a counterparty that does not respond delays no other, however many messages wait for it', async () => {
    await using hanging = await openHanging()
    await using healthy = await openTestCounterparty()
    await trust(node, hanging.url)
    for (let index = 0; index < 20; index += 1) await inquire(node, hanging.travelAddress)
    await until(
      async () => hanging.requests.length,
      (count) => count >= 2,
    )
    const id = await startedWith(node, healthy)
    expect(await untilDelivery(node, id, 'DELIVERED')).toMatchObject({ status: 'PENDING' })
    // Two were sent, or more if a busy machine was late with a heartbeat; the others wait.
    const waiting = 20 - new Set(hanging.requests.map(({ headers }) => headers['request-identifier'])).size
    expect(waiting).toBeGreaterThan(0)
  })

  it('counterparties that do not respond delay none that has accepted a message before, however many of them hang', async () => {
    await using stack = new AsyncDisposableStack()
    const healthy = stack.use(await openTestCounterparty())
    await untilDelivery(node, await startedWith(node, healthy), 'DELIVERED')
    const hanging: TestCounterparty[] = []
    for (let index = 0; index < 3; index += 1) hanging.push(stack.use(await openHanging()))
    for (const { url, travelAddress } of hanging) {
      await trust(node, url)
      for (let index = 0; index < 2; index += 1) await inquire(node, travelAddress)
    }
    // They compete for all six delivery slots, and hold the four that are not reserved.
    await until(
      async () => hanging.flatMap(({ requests }) => requests).length,
      (count) => count >= 4,
    )
    const { data } = await inquire(node, healthy.travelAddress)
    await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  })
})

interface Sent {
  readonly id: string
  readonly delivery: { readonly nextAttemptAt: string | null }
}

const ATTEMPTS = `deliveryAttempts { kind outcome httpStatus failure durationMs requestBytes responseBytes startedAt }`

describe('every attempt is recorded', () => {
  it('every attempt is recorded with its status, time and sizes, newest first, without personal data', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () =>
      counterparty.requests.length === 1
        ? { status: 503, body: 'Karl Marx is away' }
        : { status: 200, body: '{"version":"3.2.1"}' }
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'DELIVERED')
    const { data } = await read(node, `{ trpd { transaction(id: "${id}") { ${ATTEMPTS} } } }`)
    const sizes = counterparty.requests.map(({ body }) => Buffer.byteLength(body))
    const common = {
      kind: 'INQUIRY',
      failure: null,
      requestBytes: sizes[0],
      durationMs: expect.any(Number),
      startedAt: expect.any(String),
    }
    const attempts = data.trpd.transaction.deliveryAttempts
    expect(attempts).toEqual([
      { ...common, outcome: 'DELIVERED', httpStatus: 200, responseBytes: 19 },
      { ...common, outcome: 'RETRY', httpStatus: 503, responseBytes: 17 },
    ])
    expect(JSON.stringify(attempts)).not.toMatch(/Marx|Engels/)
  })

  it('an attempt without a response is recorded with its failure', async () => {
    await using counterparty = await openTestCounterparty((request) => request.socket.destroy())
    const id = await startedWith(node, counterparty)
    await untilProblem(node, id)
    const { data, errors } = await read(node, `{ trpd { transaction(id: "${id}") { ${ATTEMPTS} } } }`)
    expect(errors).toBeUndefined()
    expect(data.trpd.transaction.deliveryAttempts.at(-1)).toMatchObject({
      outcome: 'RETRY',
      httpStatus: null,
      failure: 'OUTBOUND_UNREACHABLE',
      responseBytes: null,
    })
  })
})

describe('after three messages in a row that failed', () => {
  it("after three consecutive failed messages, nothing is sent to the VASP for a while, and an officer's retry ends the pause", async () => {
    await using patient = await openPatientNode()
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 503 })
    const vasp = await trust(patient, counterparty.url)
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const { data } = await inquire(patient, counterparty.travelAddress)
      ids.push(data.trpd.inquire.id)
      await untilProblem(patient, data.trpd.inquire.id)
    }
    const paused = () => patient.query(`{ trpd { vasp(id: "${vasp}") { deliveryPausedUntil } } }`)
    expect((await paused()).data.trpd.vasp.deliveryPausedUntil).toEqual(expect.any(String))

    counterparty.respond = () => ({ status: 200, body: '{"version":"3.2.1"}' })
    const waiting = (await inquire(patient, counterparty.travelAddress)).data.trpd.inquire.id
    await until(
      () => transactions(patient),
      (all) => all.some(({ id, delivery }: Sent) => id === waiting && delivery.nextAttemptAt !== null),
    )
    expect(counterparty.requests).toHaveLength(3)

    await mutate(patient, `retryDelivery(id: "${ids[0]}")`)
    expect((await untilDelivery(patient, ids[0] ?? '', 'DELIVERED')).delivery.attempts).toBe(2)
    expect((await paused()).data.trpd.vasp.deliveryPausedUntil).toBeNull()
  })

  it('messages waiting for a probing attempt are sent soon after it, not at the end of its time limit', async () => {
    await using fresh = await openTestNode('Carol VASP', { delivery: { ...QUICK_DELIVERY, timeout: 600 } })
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 503 })
    const vasp = await trust(fresh, counterparty.url)
    for (let index = 0; index < 3; index += 1) await inquire(fresh, counterparty.travelAddress)
    const paused = () => fresh.query(`{ trpd { vasp(id: "${vasp}") { deliveryPausedUntil } } }`)
    await until(paused, ({ data }) => data.trpd.vasp.deliveryPausedUntil !== null)

    const { promise: outcome, resolve: respond } = Promise.withResolvers<void>()
    counterparty.respond = async () => {
      await outcome
      return { status: 200, body: '{"version":"3.2.1"}' }
    }
    // A probing attempt may take as long as any other. An attempt from before the pause may still be running.
    await until(paused, ({ data }) => Date.parse(data.trpd.vasp.deliveryPausedUntil) > Date.now() + 60_000)
    const waiting = (await inquire(fresh, counterparty.travelAddress)).data.trpd.inquire.id
    await until(
      () => transactions(fresh),
      (all) => all.some(({ id, delivery }: Sent) => id === waiting && delivery.nextAttemptAt !== null),
    )
    const sent = (await transactions(fresh)).find(({ id }: Sent) => id === waiting)
    // It does not check repeatedly in the meantime.
    expect(Date.parse(sent.delivery.nextAttemptAt)).toBeGreaterThan(Date.now() + 60_000)
    respond()
    await untilDelivery(fresh, waiting, 'DELIVERED')
  })
})
