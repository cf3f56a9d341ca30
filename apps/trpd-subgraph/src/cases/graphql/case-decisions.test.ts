import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { autoApprove, issue, transactions, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { HOUR_DEADLINES, officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** A word in internal texts that must not occur in any message or log line. */
const PLANTED = 'Zarquon'
const second = { ...officer, subject: 'officer-2', name: 'Otto Officer' }
const administrator = { ...officer, subject: 'administrator-1', scopes: ['trpd:read', 'trpd:write', 'autod:write'] }

const log = captureLog()
let node: TestNode
let counterparty: TestCounterparty
let travelAddress: string
beforeAll(async () => {
  const fourEyes = new Map([['btc', '0.4' as Decimal]])
  node = await openTestNode('Alice VASP', { fourEyes, logLevel: 'debug' }, log.logger)
  counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  await trust(node, counterparty.url)
  travelAddress = await issue(node, ADDRESS)
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

const FIELDS = `id version status reason decidedBy { id } case { version status
  proposal { decision by { id } internalReason } changes { event text actorId } }`

async function change(call: string, identity = officer) {
  const { data, errors } = await node.query(`mutation { trpd { ${call} { ${FIELDS} } } }`, {}, identity)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that its operation selects
  return { tx: Object.values(data?.trpd ?? {})[0] as any, code: errors?.[0]?.extensions.code, error: errors?.[0] }
}

/** Sends an inquiry for an amount of BTC; returns the id of its transaction and the path of its callback. */
async function receive(amount: number): Promise<{ readonly id: string; readonly path: string }> {
  const path = `/callback-${crypto.randomUUID()}`
  const requestIdentifier = crypto.randomUUID()
  const body = inquiryBody({ amount, callback: `${counterparty.url}${path}` })
  const url = `${node.trpUrl}${pathOf(travelAddress)}`
  expect((await sendTrp({ url, body, headers: { 'request-identifier': requestIdentifier } })).status).toBe(200)
  const all: { readonly id: string; readonly requestIdentifier: string }[] = await transactions(node)
  return { id: all.find((each) => each.requestIdentifier === requestIdentifier)?.id ?? '', path }
}

/** The body of the first message that the counterparty received at `path`. */
async function sentTo(path: string): Promise<string> {
  const sent = await until(
    async () => counterparty.requests.find((request) => request.path === path),
    (request) => request !== undefined,
  )
  return sent?.body ?? ''
}

it('a decision above the limit is proposed by one person and made by another', async () => {
  const { id } = await receive(0.5)
  for (const decision of ['APPROVE', 'DECLINE, reason: "no"']) {
    const alone = await change(`assessTx(id: "${id}", decision: ${decision})`)
    expect(alone).toMatchObject({ code: 'TRANSACTION_SECOND_PERSON_MISSING', tx: null })
  }
  expect((await change(`acceptProposal(id: "${id}", expectedVersion: 1)`, second)).code).toBe('PROPOSAL_NOT_FOUND')
  const proposed = await change(`proposeDecision(id: "${id}", decision: APPROVE, internalReason: "known payer")`)
  expect(proposed.tx).toMatchObject({
    status: 'PENDING',
    case: {
      status: 'IN_REVIEW',
      proposal: { decision: 'APPROVE', by: { id: 'officer-1' }, internalReason: 'known payer' },
    },
  })
  const seen = `expectedVersion: ${proposed.tx.case.version}`
  expect((await change(`acceptProposal(id: "${id}", ${seen})`)).code).toBe('PROPOSAL_OWN')
  expect((await change(`proposeDecision(id: "${id}", decision: APPROVE)`, second)).code).toBe('PROPOSAL_EXISTS')
  const accepted = await change(`acceptProposal(id: "${id}", ${seen}, internalReason: "agreed")`, second)
  expect(accepted.tx).toMatchObject({ status: 'APPROVED', decidedBy: { id: 'officer-2' }, case: { proposal: null } })
  expect(accepted.tx.case.changes).toMatchObject([
    { event: 'case.reviewed', text: 'agreed', actorId: 'officer-2' },
    { event: 'case.proposed', text: 'known payer', actorId: 'officer-1' },
  ])
  const withdrawn = await change(`assessTx(id: "${id}", decision: DECLINE, reason: "too late")`)
  expect(withdrawn.tx.status).toBe('DECLINED')
})

it('a proposal can be withdrawn, waits for the end of a hold, and is not needed up to the limit', async () => {
  const { id } = await receive(0.5)
  await change(`proposeDecision(id: "${id}", decision: DECLINE, reason: "no account")`)
  const { version } = (await change(`holdTx(id: "${id}", reason: "wait")`)).tx.case
  const accepted = await change(`acceptProposal(id: "${id}", expectedVersion: ${version})`, second)
  expect(accepted.code).toBe('TRANSACTION_ON_HOLD')
  expect((await change(`withdrawProposal(id: "${id}", reason: "changed my mind")`)).tx.case.proposal).toBeNull()
  expect((await change(`withdrawProposal(id: "${id}", reason: "again")`)).code).toBe('PROPOSAL_NOT_FOUND')
  const small = await receive(0.4)
  expect((await change(`assessTx(id: "${small.id}", decision: APPROVE)`)).tx.status).toBe('APPROVED')
})

it('a proposal that has replaced the one a person has read is not accepted', async () => {
  const { id } = await receive(0.5)
  const first = await change(`proposeDecision(id: "${id}", decision: DECLINE, reason: "no account")`)
  await change(`withdrawProposal(id: "${id}", reason: "changed my mind")`)
  const next = await change(`proposeDecision(id: "${id}", decision: APPROVE)`)
  const unseen = await change(`acceptProposal(id: "${id}")`, second)
  expect(unseen.error?.message).toContain('expectedVersion')
  const outdated = await change(`acceptProposal(id: "${id}", expectedVersion: ${first.tx.case.version})`, second)
  expect(outdated.code).toBe('CASE_VERSION_CONFLICT')
  const accepted = await change(`acceptProposal(id: "${id}", expectedVersion: ${next.tx.case.version})`, second)
  expect(accepted.tx.status).toBe('APPROVED')
})

it('an inquiry above the limit is not approved automatically', async () => {
  await using other = await openTestCounterparty()
  other.respond = () => ({ status: 204 })
  const vaspId = await trust(node, other.url)
  await autoApprove(node, vaspId, '1')
  for (const [amount, status] of [
    [0.5, 'PENDING'],
    [0.3, 'APPROVED'],
  ] as const) {
    const body = inquiryBody({ amount, callback: `${other.url}/callback` })
    await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })
    expect((await transactions(node))[0].status).toBe(status)
  }
})

it('of two officers who decide at once on the same version, one wins and the other gets a conflict', async () => {
  const { id } = await receive(0.1)
  const results = await Promise.all([
    change(`assessTx(id: "${id}", decision: APPROVE, expectedVersion: 1)`),
    change(`assessTx(id: "${id}", decision: DECLINE, reason: "no", expectedVersion: 1)`, second),
  ])
  expect(results.filter(({ code }) => code === undefined)).toHaveLength(1)
  const [loser] = results.filter(({ code }) => code !== undefined)
  const [winner] = results.filter(({ code }) => code === undefined)
  expect(loser?.error).toMatchObject({
    message: expect.stringContaining(winner?.tx.status),
    extensions: { code: 'TRANSACTION_VERSION_CONFLICT', status: winner?.tx.status },
  })
})

it('administrators review the reasons that officers choose for counterparties', async () => {
  const set = (text: string, identity: typeof officer = administrator) =>
    node.query(
      `mutation { trpd { setCounterpartyReason(id: "no-account", text: "${text}") { version text } } }`,
      {},
      identity,
    )
  expect((await set('x', officer)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  expect((await set(' ')).errors?.[0]?.extensions.code).toBe('COUNTERPARTY_REASON_INVALID')
  expect((await set('No account with us.')).data.trpd.setCounterpartyReason).toMatchObject({ version: 1 })
  const { id, path } = await receive(0.1)
  const unknown = await change(`assessTx(id: "${id}", decision: DECLINE, reasonId: "unknown")`)
  expect(unknown.code).toBe('TRANSACTION_REASON_UNKNOWN')
  const both = await change(`assessTx(id: "${id}", decision: DECLINE, reasonId: "no-account", reason: "x")`)
  expect(both.code).toBe('TRANSACTION_REASON_AMBIGUOUS')
  const declined = await change(`assessTx(id: "${id}", decision: DECLINE, reasonId: "no-account")`)
  expect(declined.tx).toMatchObject({ status: 'DECLINED', reason: 'No account with us.' })
  expect(JSON.parse(await sentTo(path))).toEqual({ rejected: 'No account with us.' })
  const retire = `mutation { trpd { retireCounterpartyReason(id: "no-account") { retired } } }`
  expect((await node.query(retire, {}, administrator)).data.trpd.retireCounterpartyReason.retired).toBe(true)
  const next = await receive(0.1)
  const retired = await change(`assessTx(id: "${next.id}", decision: DECLINE, reasonId: "no-account")`)
  expect(retired.code).toBe('TRANSACTION_REASON_UNKNOWN')
})

it('no internal text reaches a message to the counterparty, an event or a log line', async () => {
  const { id, path } = await receive(0.5)
  await change(`commentTx(id: "${id}", text: "comment ${PLANTED}")`)
  await change(`holdTx(id: "${id}", reason: "hold ${PLANTED}")`)
  await change(`releaseTx(id: "${id}", reason: "release ${PLANTED}")`)
  const internal = `internalReason: "${PLANTED}"`
  const proposed = await change(`proposeDecision(id: "${id}", decision: DECLINE, reason: "Not possible.", ${internal})`)
  const { version } = proposed.tx.case
  const { tx } = await change(`acceptProposal(id: "${id}", expectedVersion: ${version}, ${internal})`, second)
  expect(tx).toMatchObject({ status: 'DECLINED', reason: 'Not possible.' })
  expect(JSON.stringify(tx.case.changes)).toContain(PLANTED)
  expect(await sentTo(path)).toContain('Not possible.')
  expect(JSON.stringify(counterparty.requests)).not.toContain(PLANTED)
  const assertion = await node.signers.autod.mint({ ...officer, subject: 'autod' }, 'events')
  const url = new URL('/events?after=0&limit=1000', node.graphqlUrl)
  const events = await (await fetch(url, { headers: { 'x-identity-assertion': assertion } })).text()
  expect(events).toContain('case.held')
  expect(events).not.toContain(PLANTED)
  expect(log.text()).not.toContain(PLANTED)
})

it('a proposal is not accepted after its time limit, and another can replace it', async () => {
  await node.stop()
  await node.restart({ deadlines: { ...HOUR_DEADLINES, proposal: 0 } })
  const { id } = await receive(0.5)
  const { tx } = await change(`proposeDecision(id: "${id}", decision: APPROVE)`)
  const accept = `acceptProposal(id: "${id}", expectedVersion: ${tx.case.version})`
  expect((await change(accept, second)).code).toBe('PROPOSAL_EXPIRED')
  expect((await change(`proposeDecision(id: "${id}", decision: DECLINE, reason: "no")`, second)).code).toBeUndefined()
  await node.stop()
  await node.restart({ deadlines: { ...HOUR_DEADLINES, proposal: 3_600 } })
})

it('with TRPD_REVIEWED_REASONS_ONLY, a counterparty receives no free text', async () => {
  await node.stop()
  await node.restart({ reviewedReasonsOnly: true })
  const { id } = await receive(0.1)
  const refused = await change(`assessTx(id: "${id}", decision: DECLINE, reason: "no")`)
  expect(refused).toMatchObject({ code: 'TRANSACTION_REASON_NOT_REVIEWED', tx: null })
  const set = 'mutation { trpd { setCounterpartyReason(id: "closed", text: "The account is closed.") { version } } }'
  await node.query(set, {}, administrator)
  const declined = await change(`assessTx(id: "${id}", decision: DECLINE, reasonId: "closed")`)
  expect(declined.tx).toMatchObject({ status: 'DECLINED', reason: 'The account is closed.' })
})
