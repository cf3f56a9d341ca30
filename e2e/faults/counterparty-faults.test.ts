import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { counterpartyAt, startCounterparty } from '../harness/counterparty.ts'
import { eventually } from '../harness/eventually.ts'
import { loggedSecrets } from '../harness/logged-secrets.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import {
  approveTx,
  confirmTx,
  freshTxHash,
  inquire,
  issueAddress,
  type Transfer,
  transfersNamed,
  trustVaspAt,
  untilTransfer,
} from '../harness/transfers.ts'
import { leaksIn } from './leaks.ts'

/** Enough faulty responses to last until the fault is removed. */
const ALWAYS = 1_000_000

/** Faults of the counterparty, each with the `lastProblem` of the delivery. */
const FAULTS = [
  { name: 'responds with 500', fault: { mode: 'status', status: 500 }, lastProblem: /responded with status 500/ },
  { name: 'responds with 503', fault: { mode: 'status', status: 503 }, lastProblem: /responded with status 503/ },
  { name: 'responds with HTML', fault: { mode: 'html' }, lastProblem: /web page instead of a TRP message/ },
  { name: 'responds with nonsense', fault: { mode: 'nonsense' }, lastProblem: /not with a TRP message/ },
  { name: 'responds with 10 MB', fault: { mode: 'huge' }, lastProblem: /too large/ },
  { name: 'is slow', fault: { mode: 'slow', delayMs: 600_000 }, lastProblem: /did not respond in time/ },
  { name: 'drops the connection', fault: { mode: 'drop' }, lastProblem: /could not be reached/ },
] as const

describe('counterparty faults', () => {
  let node: RunningNode
  let api: Api

  beforeAll(async () => {
    node = await startNode({
      env: { TRPD_DELIVERY: 'timeout=2,delay=1,delayMax=1', COUNTERPARTY_RETRY_DELAY_MS: '100' },
      clusterTemplate: true,
      databaseDistanceMs: 10,
    })
    api = await openApi(accessTo(node))
    await trustVaspAt(api, accessTo(node).counterparty.url)
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  describe.each(FAULTS)('a counterparty that $name', ({ fault, lastProblem }) => {
    test('an inquiry to a faulty counterparty stays PENDING with the reason, until it recovers and approves', async () => {
      const { travelAddresses } = accessTo(node).counterparty
      await fail({ inquiry: { ...fault, times: ALWAYS } })
      const { id } = await inquire(api, travelAddresses.approve)
      const retrying = await untilRetried(id, 'INQUIRY')
      await fail({ inquiry: null })
      expect(retrying).toMatchObject({
        status: 'PENDING',
        delivery: { lastProblem: expect.stringMatching(lastProblem) },
      })
      expect(leaksInProblem(retrying)).toEqual([])
      const approved = await untilTransfer(api, id, ({ status }) => status === 'APPROVED')
      expect(approved.delivery).toMatchObject({ state: 'DELIVERED', lastProblem: null })
    })

    test('a confirmation to a faulty counterparty leaves the transfer CONFIRMED, and arrives when it recovers', async () => {
      const { travelAddresses } = accessTo(node).counterparty
      const { id } = await inquire(api, travelAddresses.approve)
      await untilTransfer(api, id, ({ status }) => status === 'APPROVED')
      await fail({ confirmation: { ...fault, times: ALWAYS } })
      expect((await confirmTx(api, id, freshTxHash())).errors).toEqual([])
      try {
        const retrying = await untilRetried(id, 'CONFIRMATION')
        expect(retrying.status).toBe('CONFIRMED')
        expect(leaksInProblem(retrying)).toEqual([])
      } finally {
        await fail({ confirmation: null })
      }
      await untilTransfer(api, id, ({ delivery }) => delivery.state === 'DELIVERED')
    })
  })

  test('a counterparty that responds with 500 to a resolution receives it again until it accepts it', async () => {
    const { travelAddress } = await issueAddress(api, { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })
    const peer = counterpartyAt(accessTo(node).counterparty.url)
    const sent = await peer.inquire({ travelAddress, amount: '0.25', asset: 'BTC', confirmAfterMs: 0 })
    const [{ id } = { id: '' }] = await eventually(
      () => transfersNamed(api, sent.requestIdentifier),
      ({ length }) => length === 1,
    )
    await fail({ resolution: { mode: 'status', status: 500, times: ALWAYS } })
    await approveTx(api, id)
    const retrying = await untilRetried(id, 'RESOLUTION')
    await fail({ resolution: null })
    expect(retrying).toMatchObject({
      status: 'APPROVED',
      delivery: { lastProblem: expect.stringMatching(/status 500/) },
    })
    await untilTransfer(api, id, ({ status }) => status === 'CONFIRMED')
  })

  test('an unreachable counterparty receives the inquiry when it is available again', async () => {
    const { url, address } = await addressOfStoppedCounterparty()
    await trustVaspAt(api, url)
    const { id } = await inquire(api, address)
    const retrying = await untilRetried(id, 'INQUIRY')
    expect(retrying).toMatchObject({
      status: 'PENDING',
      delivery: { lastProblem: expect.stringMatching(/could not be reached/) },
    })
    expect(leaksInProblem(retrying)).toEqual([])
    await using _back = await startCounterparty(Number(new URL(url).port))
    await untilTransfer(api, id, ({ status }) => status === 'APPROVED')
  })

  test('a counterparty that stays down makes the transfer FAILED after the last attempt, and retryDelivery resumes it', async () => {
    await using impatient = await startNode({
      env: { TRPD_DELIVERY: 'delay=1,delayMax=1,tries=2' },
      args: ['--no-demo'],
      clusterTemplate: true,
      databaseDistanceMs: 10,
    })
    const other = await openApi(accessTo(impatient))
    const { url, address } = await addressOfStoppedCounterparty()
    await trustVaspAt(other, url)
    const { id } = await inquire(other, address)
    const failed = await untilTransfer(other, id, ({ status }) => status === 'FAILED')
    expect(failed).toMatchObject({
      delivery: { state: 'FAILED', attempts: 2 },
      allowedActions: expect.arrayContaining(['RETRY_DELIVERY']),
    })
    expect(failed.delivery.lastProblem).toMatch(/given up after 2 attempts/)
    await using _back = await startCounterparty(Number(new URL(url).port))
    await other.request('mutation ($id: ID!) { trpd { retryDelivery(id: $id) { status } } }', { id })
    await untilTransfer(other, id, ({ status }) => status === 'APPROVED')
  })

  test('no log contains personal data, a token or a secret after these faults', () => {
    expect(loggedSecrets(node)).toEqual([])
  })

  function fail(faults: object): Promise<unknown> {
    return counterpartyAt(accessTo(node).counterparty.url).fail(faults)
  }

  /** Waits for two failed attempts, which show that the delivery is retried. */
  function untilRetried(id: string, kind: string): Promise<Transfer> {
    return untilTransfer(
      api,
      id,
      ({ delivery }) => delivery.kind === kind && delivery.state === 'RETRYING' && delivery.attempts >= 2,
    )
  }

  async function addressOfStoppedCounterparty(): Promise<{ readonly url: string; readonly address: string }> {
    await using peer = await startCounterparty()
    return { url: peer.url, address: (await peer.addresses()).approve }
  }
})

/** The system's error code of a failed connection is intended for the operator. */
function leaksInProblem({ delivery }: Transfer): string[] {
  return leaksIn((delivery.lastProblem ?? '').replace(/\(E[A-Z]+\)/, ''))
}
