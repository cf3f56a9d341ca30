import { randomUUID } from 'node:crypto'
import { openTestCounterparty } from '@travel-rule/trpd-subgraph/testing/test-counterparty'
import { inquiryOfTrisa, postAsTrisa, respondAsTrisa } from '@travel-rule/trpd-subgraph/testing/trisa-responses'
import { pathOf } from '@travel-rule/trpd-subgraph/testing/trp-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../harness/api.ts'
import { auditTrail } from '../harness/audit-trail.ts'
import { type NodeAccess, portOf } from '../harness/shared-node.ts'
import { confirmTx, freshTxHash, inquire, inquireInput, transfersNamed, trustVaspAt } from '../harness/transfers.ts'
import { delivered } from '../harness/watch-transfers.ts'
import { type Fault, openFlakyGateway } from './flaky-gateway.ts'
import { beneficiaryOf, loadListed, type Name, originatorOf } from './listed-parties.ts'
import { issueTo, openTwoNodes, type TwoNodes } from './two-nodes.ts'
import { acceptFindings, untilHeld, untilReleased, untilStopped } from './until-released.ts'
import { openWalletProgram, walletPrograms } from './wallet-programs.ts'

const LISTED: Name = ['Maximilian', 'Musterlistmann']
/** The family name of an originator named Adaeze. */
const TRISA_LISTED = 'Birminghamson'
const LISTED_AT_FIRST: readonly Name[] = [LISTED, ['Adaeze', TRISA_LISTED]]
const ALICE: Name = ['Alice', 'Moreau']
const BRUNO: Name = ['Bruno', 'Weber']

const stack = new AsyncDisposableStack()
let screened: TwoNodes['screened']
let other: TwoNodes['other']
let counterparty: TwoNodes['counterparty']

beforeAll(async () => {
  ;({ screened, other, counterparty } = await openTwoNodes(stack, LISTED_AT_FIRST))
})
afterAll(() => stack.disposeAsync())

const assess = (api: Api, id: string) =>
  api.execute(`mutation ($id: ID!) { trpd { assessTx(id: $id, decision: APPROVE) { status } } }`, { id })

describe('the law of the EU', () => {
  /** Approves inquiries of `sender` automatically. */
  async function approveAutomatically(api: Api, sender: NodeAccess): Promise<void> {
    const id = await trustVaspAt(api, `http://localhost:${portOf(sender, 'trpd', 'TRPD_TRP_PORT')}`)
    await api.request(
      `mutation ($id: ID!) { trpd {
        setAutoApprove(id: $id, enabled: true, limits: [{ asset: "btc", amountMax: "1" }]) { id }
        setMutualTls(id: $id, required: false) { id } } }`,
      { id },
    )
  }

  it.each(['the screened one sends', 'the screened one receives'])(
    "two nodes under EU law approve each other's inquiries by default: %s",
    async (how) => {
      const [sender, receiver] = how.endsWith('sends') ? [screened, other] : [other, screened]
      await approveAutomatically(receiver.api, sender.node)
      await approveAutomatically(sender.api, receiver.node)
      const travelAddress = await issueTo(receiver.api, BRUNO)
      const parties = { originator: originatorOf(ALICE), beneficiary: beneficiaryOf(BRUNO) }
      const { id, requestIdentifier } = await inquire(sender.api, travelAddress, parties)

      await sender.watch.until(id, ({ status }) => status === 'APPROVED')
      await untilReleased(sender.api, id, ({ mayPay }) => mayPay)
      const txHash = freshTxHash()
      expect((await confirmTx(sender.api, id, txHash)).errors).toEqual([])

      const received = await receiver.watch.received({ requestIdentifier })
      await receiver.watch.until(received.id, ({ status }) => status === 'CONFIRMED')
      const { release, checks } = await untilReleased(receiver.api, received.id, ({ mayCredit }) => mayCredit)
      expect(release.obstacles).toEqual([])
      expect(checks).toContainEqual({ check: 'IVMS101_COMPLETENESS', verdict: 'PASS' })
      expect(checks).toContainEqual({ check: 'BENEFICIARY_MATCH', verdict: 'PASS' })
      // No person was involved: the approval was made by the receiving node itself.
      const trail = await auditTrail(receiver.api, received.id)
      expect(trail.map(({ actor }) => actor.type)).not.toContain('USER')
    },
  )
})

const messagesAbout = async (requestIdentifier: string) =>
  (await counterparty.log()).filter(({ headers }) => headers['request-identifier'] === requestIdentifier)

/** An inquiry of the demo counterparty to a customer of the screened node. */
async function received(originator: Name) {
  const travelAddress = await issueTo(screened.api, BRUNO)
  const names = { originator: originator.join(' '), beneficiary: BRUNO.join(' ') }
  const sent = await counterparty.inquire({
    travelAddress,
    asset: 'BTC',
    amount: '0.5',
    ...names,
    confirmAfterMs: null,
  })
  const { id } = await screened.watch.received({ requestIdentifier: sent.requestIdentifier })
  return { id, sent }
}

describe('outgoing inquiries of a node with a sanctions list', () => {
  it('an inquiry to a listed beneficiary is not sent until an officer has accepted the finding with a reason', async () => {
    const { api, officer, watch, node } = screened
    const parties = { originator: originatorOf(ALICE), beneficiary: beneficiaryOf(LISTED) }
    const { id, requestIdentifier } = await inquire(api, node.counterparty.travelAddresses.approve, parties)
    const { status, release } = await untilHeld(api, id)
    expect([status, release.maySend, release.mayPay]).toEqual(['PENDING', false, false])
    expect(release.obstacles).toContainEqual(expect.objectContaining({ code: 'FINDING_OPEN', check: 'SCREENING' }))
    expect((await confirmTx(api, id, freshTxHash())).data.trpd.confirmTx).toBeNull()

    // A message that was sent later has arrived, so the inquiry was not in transit either.
    const parallel = { originator: originatorOf(ALICE), beneficiary: beneficiaryOf(BRUNO) }
    const clean = await inquire(api, node.counterparty.travelAddresses.approve, parallel)
    await watch.until(clean.id, ({ status: reached }) => reached === 'APPROVED')
    expect(await messagesAbout(requestIdentifier)).toEqual([])
    expect(JSON.stringify(await counterparty.log())).not.toContain(LISTED[1])

    await acceptFindings(officer, id)
    await watch.until(id, ({ status: reached }) => reached === 'APPROVED')
    expect(await messagesAbout(requestIdentifier)).toHaveLength(1)
    await untilReleased(api, id, ({ mayPay }) => mayPay)
    const trail = await auditTrail(api, id)
    expect(trail.filter(({ type }) => type === 'case.finding_accepted').map(({ actor }) => actor.type)).toEqual([
      'USER',
    ])
  })

  it('an inquiry to a beneficiary who is not listed is sent automatically, and may be paid after the approval', async () => {
    const { api, watch, node } = screened
    const parties = { originator: originatorOf(ALICE), beneficiary: beneficiaryOf(BRUNO) }
    const { id, requestIdentifier } = await inquire(api, node.counterparty.travelAddresses.approve, parties)
    await watch.until(id, ({ status }) => status === 'APPROVED')
    expect(await messagesAbout(requestIdentifier)).toHaveLength(1)
    const { release } = await untilReleased(api, id, ({ mayPay }) => mayPay)
    expect(release.obstacles).toEqual([])
  })
})

describe('incoming inquiries of a node with a sanctions list', () => {
  it('an inquiry about a listed originator is held, and is neither approved nor credited until an officer accepts the finding', async () => {
    const { api, officer, watch } = screened
    const { id, sent } = await received(LISTED)
    const { release } = await untilHeld(api, id)
    expect([release.mayApprove, release.mayCredit]).toEqual([false, false])
    for (const caller of [api, officer]) {
      expect(await assess(caller, id)).toMatchObject({
        data: { trpd: { assessTx: null } },
        errors: [{ extensions: { code: 'TRANSACTION_ON_HOLD' } }],
      })
    }
    await officer.request('mutation ($id: ID!) { trpd { releaseTx(id: $id, reason: "seen") { id } } }', { id })
    expect(await assess(officer, id)).toMatchObject({
      errors: [
        { extensions: { code: 'TRANSACTION_NOT_RELEASED', act: 'APPROVE', obstacles: [{ code: 'FINDING_OPEN' }] } },
      ],
    })
    expect((await counterparty.inquiry(sent.id)).status).toBe('PENDING')

    await acceptFindings(officer, id)
    expect((await assess(officer, id)).errors).toEqual([])
    await watch.until(id, delivered('RESOLUTION'))
    await counterparty.confirm(sent.id, freshTxHash())
    await watch.until(id, ({ status }) => status === 'CONFIRMED')
    const credited = await untilReleased(api, id, ({ mayCredit }) => mayCredit)
    expect(credited.release.obstacles).toEqual([])
  })

  it('an inquiry about an originator who is not listed can be approved and credited', async () => {
    const { api, watch } = screened
    const { id, sent } = await received(ALICE)
    await untilReleased(api, id, ({ mayApprove }) => mayApprove)
    expect((await assess(api, id)).errors).toEqual([])
    await watch.until(id, delivered('RESOLUTION'))
    await counterparty.confirm(sent.id, freshTxHash())
    await watch.until(id, ({ status }) => status === 'CONFIRMED')
    const credited = await untilReleased(api, id, ({ mayCredit }) => mayCredit)
    expect(credited.release.obstacles).toEqual([])
  })
})

describe('another peer', () => {
  const isInquiry = ({ body }: { readonly body: string }) => 'IVMS101' in JSON.parse(body)

  it('a TRISA peer receives nothing about a listed beneficiary before an officer has accepted the finding', async () => {
    const { api, officer, watch } = screened
    await using trisa = await openTestCounterparty()
    trisa.respond = (request) => (isInquiry(request) ? respondAsTrisa(request) : { status: 204 })
    await trustVaspAt(api, trisa.url)
    const parties = { originator: originatorOf(ALICE), beneficiary: beneficiaryOf(LISTED) }
    const { id } = await inquire(api, trisa.travelAddress, parties)
    await untilHeld(api, id)
    const clean = await inquire(api, trisa.travelAddress, { ...parties, beneficiary: beneficiaryOf(BRUNO) })
    await watch.until(clean.id, delivered('INQUIRY'))
    expect(trisa.requests.filter(({ body }) => body.includes(LISTED[1]))).toEqual([])

    await acceptFindings(officer, id)
    await watch.until(id, delivered('INQUIRY'))
    const accepted = trisa.requests.filter(({ body }) => body.includes(LISTED[1]))
    expect(accepted.at(-1)?.headers['api-version']).toBe('3.1.0')
  })

  it('a TRISA peer gets no approval for a listed originator, but one for another whose data is accepted', async () => {
    const { api, officer, watch, node } = screened
    await using trisa = await openTestCounterparty()
    trisa.respond = () => ({ status: 204 })
    await trustVaspAt(api, trisa.url)
    const receive = async (family: string) => {
      const travelAddress = await issueTo(api, ['Karin', 'Lind'])
      const url = `http://localhost:${portOf(node, 'trpd', 'TRPD_TRP_PORT')}${pathOf(travelAddress)}`
      expect((await postAsTrisa(url, inquiryOfTrisa(`${trisa.url}/${family}`, family))).status).toBe(200)
      const { id } = await watch.received({ travelAddress })
      const { release } = await (family === TRISA_LISTED ? untilHeld(api, id) : untilStopped(api, id))
      return { id, codes: release.obstacles.map(({ code, check }) => `${code} ${check}`) }
    }
    // The peer sends neither an account nor the birth or an official number of the originator.
    const incomplete = 'FINDING_OPEN IVMS101_COMPLETENESS'
    const listed = await receive(TRISA_LISTED)
    expect(listed.codes).toEqual(expect.arrayContaining(['FINDING_OPEN SCREENING', incomplete]))
    const clean = await receive('Okafor')
    expect(clean.codes).toEqual([incomplete])
    await acceptFindings(officer, clean.id)
    expect((await assess(officer, clean.id)).errors).toEqual([])
    await watch.until(clean.id, delivered('RESOLUTION'))
    expect((await assess(officer, listed.id)).errors).not.toEqual([])
    expect(trisa.requests.map(({ path }) => path)).toEqual(['/Okafor'])
  })
})

describe.each(await walletPrograms())('the example of a wallet in $language', ({ language, command, unavailable }) => {
  const input = (beneficiary: Name) => ({
    ...inquireInput(screened.node.counterparty.travelAddresses.approve),
    originator: originatorOf(ALICE),
    beneficiary: beneficiaryOf(beneficiary),
    requestIdentifier: randomUUID(),
  })

  it('the example pays a withdrawal once, repeats operations that failed at the gateway, and renews its token', async ({
    skip,
  }) => {
    if (unavailable !== undefined) skip(unavailable)
    const { node } = screened
    const faults: Fault[] = [
      { status: 503, extensions: { code: 'OVERLOADED' } },
      { status: 200, extensions: { code: 'SUBGRAPH_OVERLOADED', retryable: true, retryAfterSeconds: 1 } },
      { status: 401, extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_EXPIRED' } },
    ]
    await using gateway = await openFlakyGateway(node, faults)
    using wallet = openWalletProgram(command, node, gateway)
    const inquiry = input(BRUNO)
    expect(await wallet.withdraw(inquiry).ended).toMatchObject({ code: 0, last: `PAID ${wallet.txHash}` })
    expect([gateway.faultsLeft(), gateway.tokens()]).toEqual([0, 2])
    const theirs = () => counterparty.inquiry(inquiry.requestIdentifier)
    await expect.poll(theirs).toMatchObject({ status: 'CONFIRMED', txid: wallet.txHash })
    const { approved } = await theirs()
    const paid = [`pay ${inquiry.requestIdentifier} ${approved?.address}`]
    expect(wallet.calls()).toEqual(paid)

    expect((await wallet.withdraw(inquiry).ended).last).toBe(`PAID ${wallet.txHash}`)
    expect(wallet.calls()).toEqual(paid)
    const refused = await wallet.withdraw({ ...inquiry, amount: '0.5' }).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('REQUEST_IDENTIFIER_REUSED') })
  })

  it('the example pays no withdrawal with a hit until an officer has accepted it, and prints what stops the payment', async ({
    skip,
  }) => {
    if (unavailable !== undefined) skip(unavailable)
    using wallet = openWalletProgram(command, screened.node)
    const inquiry = input(LISTED)
    const run = wallet.withdraw(inquiry)
    await run.untilPrinted('FINDING_OPEN SCREENING')
    expect([wallet.calls(), await messagesAbout(inquiry.requestIdentifier)]).toEqual([[], []])
    const [{ id } = { id: '' }] = await transfersNamed(screened.api, inquiry.requestIdentifier)
    await untilHeld(screened.api, id)
    await acceptFindings(screened.officer, id)
    expect((await run.ended).last).toBe(`PAID ${wallet.txHash}`)
    expect(wallet.calls()).toHaveLength(1)
  })

  it('the example credits a deposit, but not while a hit found after its confirmation is open', async ({ skip }) => {
    if (unavailable !== undefined) skip(unavailable)
    const { api, officer, watch, node } = screened
    const originator: Name = ['Wilhelmina', `${language}ovskaya`]
    using wallet = openWalletProgram(command, node)
    const { id, sent } = await received(originator)
    await untilReleased(api, id, ({ mayApprove }) => mayApprove)
    await assess(api, id)
    await watch.until(id, delivered('RESOLUTION'))
    const txHash = freshTxHash()
    const early = wallet.deposit(txHash)
    await counterparty.confirm(sent.id, txHash)
    expect((await early.ended).last).toBe('CREDITED')
    expect(wallet.calls()).toEqual([`credit ${txHash}`])

    await loadListed(node, [...LISTED_AT_FIRST, originator])
    await untilHeld(api, id)
    const late = wallet.deposit(txHash)
    await late.untilPrinted('FINDING_OPEN SCREENING')
    expect(wallet.calls()).toHaveLength(1)
    await acceptFindings(officer, id)
    expect((await late.ended).last).toBe('CREDITED')
  })
})
