import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { loggedSecrets } from '../harness/logged-secrets.ts'
import { crash } from '../harness/node-processes.ts'
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
import { followTransfer } from './follow-transfer.ts'
import { auditTraces, counterpartyTraces } from './transfer-traces.ts'

const PROCESSES = ['trpd', 'aopd', 'autod', 'gateway', 'counterparty', 'identity-provider', 'postgres'] as const
/** Detecting a dead worker takes half a minute. */
const RECOVERY_MS = 100_000

describe('a process killed during a transfer', () => {
  let node: RunningNode
  let api: Api
  let url: string

  beforeAll(async () => {
    const env = {
      TRPD_DELIVERY: 'delay=1',
      COUNTERPARTY_CALLBACK_DELAY_MS: '1500',
      COUNTERPARTY_RETRY_DELAY_MS: '200',
      // On a busy machine, a process takes longer to start than a subscription waits by default.
      GATEWAY_TIMEOUTS: `resubscribe=${RECOVERY_MS / 1_000}`,
    }
    node = await startNode({ env, clusterTemplate: true })
    url = accessTo(node).counterparty.url
    api = await openApi(accessTo(node))
    await trustVaspAt(api, url)
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  test.each(PROCESSES)('killing %s during a transfer loses no message, and none takes effect twice', async (part) => {
    const { callback } = accessTo(node).counterparty.travelAddresses
    const inquired = await inquire(api, callback)
    const restarted = crash(node, part)
    await restarted()
    await using follower = followTransfer(api, inquired, { databaseMayFail: part === 'postgres' })

    const approved = await untilTransfer(api, inquired.id, ({ status }) => status === 'APPROVED', RECOVERY_MS)
    expect(approved.address).toEqual(expect.any(String))

    const txHash = freshTxHash()
    const { errors } = await confirmTx(api, inquired.id, txHash)
    expect(errors).toEqual([])
    await crash(node, part)()
    const confirmed = await untilTransfer(api, inquired.id, isConfirmed, RECOVERY_MS)
    expect(confirmed.txHash).toBe(txHash)

    const seen = await follower.log.next(isConfirmed)
    expect(seen.txHash).toBe(txHash)
    await expectOnceAtCounterparty(inquired.requestIdentifier, txHash)
    await expectOnceInAudit(inquired.id)
  })

  test('when trpd is killed before it receives the response to an inquiry, the inquiry is sent again and counts once', async () => {
    const { approve } = accessTo(node).counterparty.travelAddresses
    await post('faults', { inquiry: { mode: 'slow', stage: 'after', delayMs: 5_000 } })
    const inquired = await inquire(api, approve)
    await eventually(
      () => counterpartyTraces(url, inquired.requestIdentifier),
      ({ inquiries }) => inquiries.length === 1,
    )
    await crash(node, 'trpd')()
    await untilTransfer(api, inquired.id, ({ status }) => status === 'APPROVED', RECOVERY_MS)
    const txHash = freshTxHash()
    await confirmTx(api, inquired.id, txHash)
    await untilTransfer(api, inquired.id, isConfirmed, RECOVERY_MS)
    await expectOnceAtCounterparty(inquired.requestIdentifier, txHash)
    const { received } = await counterpartyTraces(url, inquired.requestIdentifier)
    expect(received('inquiry').some(({ repeatOf }) => repeatOf !== null)).toBe(true)
    await expectOnceInAudit(inquired.id)
  })

  test('when trpd is killed while it receives an inquiry, the counterparty still gets its resolution', async () => {
    const { travelAddress } = await issueAddress(api, { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })
    const restarted = crash(node, 'trpd')
    const { id, requestIdentifier } = await post<{ id: string; requestIdentifier: string }>('inquire', {
      travelAddress,
      amount: '0.25',
      asset: 'BTC',
      confirmAfterMs: 0,
    })
    await restarted()
    const received = await eventually(
      () => transfersNamed(api, requestIdentifier),
      ({ length }) => length > 0,
      RECOVERY_MS,
    )
    expect(received).toMatchObject([{ status: 'PENDING' }])
    const transferId = received[0]?.id ?? ''
    await approveTx(api, transferId)
    await crash(node, 'trpd')()
    await untilTransfer(api, transferId, ({ status }) => status === 'CONFIRMED', RECOVERY_MS)
    const inquiry = await eventually(
      async () => (await (await fetch(`${url}/control/inquiries/${id}`)).json()) as { status: string },
      ({ status }) => status === 'CONFIRMED',
    )
    expect(inquiry.status).toBe('CONFIRMED')
    await expectOnceInAudit(transferId)
  })

  test('a killed process leaves no personal data, token or secret in any log', () => {
    expect(loggedSecrets(node)).toEqual([])
  })

  async function post<Body>(path: string, body: object): Promise<Body> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }

  /** Checks that every message took effect once, and that repeated ones had the same request identifier and body. */
  async function expectOnceAtCounterparty(requestIdentifier: string, txHash: string): Promise<void> {
    const { inquiries, received, sent } = await counterpartyTraces(url, requestIdentifier)
    expect(inquiries).toMatchObject([{ status: 'CONFIRMED', txid: txHash }])
    const effective = (kind: string) =>
      received(kind).filter(({ status, repeatOf }) => status !== null && status < 300 && repeatOf === null)
    expect(effective('inquiry')).toHaveLength(1)
    expect(effective('confirmation')).toHaveLength(1)
    expect(sent('resolution').filter(({ status }) => status === 204).length).toBeLessThan(2)
    for (const exchanges of [received('inquiry'), received('confirmation'), sent('resolution')]) {
      expect(new Set(exchanges.map(({ headers }) => headers['request-identifier'])).size).toBeLessThan(2)
      expect(new Set(exchanges.map(({ body }) => body)).size).toBeLessThan(2)
    }
  }

  /** Checks that the audit log has exactly one entry for each change in trpd, in the same order. */
  async function expectOnceInAudit(id: string): Promise<void> {
    const { history, trail, chain } = await eventually(
      () => auditTraces(api, id),
      (traces) => traces.trail.length >= traces.history.length,
    )
    expect(trail.map(({ type }) => type)).toEqual(history.map(({ event }) => event))
    expect(new Set(trail.map((entry) => entry.id)).size).toBe(trail.length)
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1))
    expect(chain).toEqual({ isIntact: true, problems: [] })
  }
})

function isConfirmed({ status, delivery }: Transfer): boolean {
  return status === 'CONFIRMED' && delivery.kind === 'CONFIRMATION' && delivery.state === 'DELIVERED'
}
