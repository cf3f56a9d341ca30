import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import ivms101 from '../../ivms101/domain/vectors/ivms101.json' with { type: 'json' }
import { autoApprove, inquire, issue, mutate, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryOfTrisa } from '../../testing/trisa-responses.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

let node: TestNode
let counterparty: TestCounterparty
let inquiryUrl: string
beforeAll(async () => {
  node = await openTestNode('Bob VASP')
  counterparty = await openTestCounterparty()
  await trust(node, counterparty.url)
  const decoded = parseTravelAddress(await issue(node, ADDRESS), { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  inquiryUrl = `http://${decoded.value.url}`
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await counterparty[Symbol.asyncDispose]()
})

/** The latest message to the counterparty whose body has this field. */
function sentWith(field: string) {
  const found = counterparty.requests.findLast(({ body }) => field in JSON.parse(body))
  return found && { identifier: found.headers['request-identifier'], ...JSON.parse(found.body) }
}

async function post(url: string, message: object | string): Promise<number> {
  const headers = { 'api-version': '3.2.1', 'request-identifier': randomUUID(), 'content-type': 'application/json' }
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Receives an inquiry and approves it; returns its id and the callback given to the counterparty. */
async function receiveAndApprove() {
  counterparty.requests.length = 0
  counterparty.respond = () => ({ status: 204 })
  const callback = `${counterparty.url}/resolution`
  const inquiry = { asset: { dti: '4H95J0R2X' }, amount: 0.5, callback, IVMS101: ivms101.list2020 }
  expect(await post(inquiryUrl, inquiry)).toBe(200)
  const [{ id }] = await transactions(node)
  await mutate(node, `assessTx(id: "${id}", decision: APPROVE)`)
  await untilDelivery(node, id, 'DELIVERED')
  return { id, callback: sentWith('approved').approved.callback }
}

const LATE = 'id status folder txHash lateTxHash allowedActions'
async function load(id: string) {
  return (await node.query(`{ trpd { transaction(id: "${id}") { ${LATE} } } }`)).data.trpd.transaction
}

it('a withdrawn approval reaches the counterparty, and a payment made nevertheless waits for an officer', async () => {
  const { id, callback } = await receiveAndApprove()
  await mutate(node, `assessTx(id: "${id}", decision: DECLINE, reason: "account closed")`)
  await until(
    async () => sentWith('rejected'),
    (sent) => sent !== undefined,
  )
  expect(sentWith('rejected').rejected).toBe('account closed')
  expect(sentWith('rejected').identifier).not.toBe(sentWith('approved').identifier)
  await untilDelivery(node, id, 'DELIVERED')
  expect(await load(id)).toMatchObject({ status: 'DECLINED', folder: 'ARCHIVE' })

  expect(await post(callback, { txid: HASH })).toBe(204)
  expect(await load(id)).toMatchObject({
    status: 'DECLINED',
    folder: 'INBOX',
    txHash: null,
    lateTxHash: HASH,
    allowedActions: ['ACCEPT_CONFIRMATION', 'ARCHIVE'],
  })
  // A late message reopens the case of a finished transaction, and an officer asks before deciding about it.
  await mutate(node, `holdTx(id: "${id}", reason: "asked the bank")`)
  const held = await mutate(node, `acceptConfirmation(id: "${id}")`)
  expect(held.errors?.[0]?.extensions.code).toBe('TRANSACTION_ON_HOLD')
  await mutate(node, `releaseTx(id: "${id}", reason: "answered")`)
  await mutate(node, `acceptConfirmation(id: "${id}")`)
  expect(await load(id)).toMatchObject({ status: 'CONFIRMED', folder: 'ARCHIVE', txHash: HASH, lateTxHash: null })
})

it('a cancellation that crosses our withdrawal is accepted', async () => {
  const { id, callback } = await receiveAndApprove()
  await mutate(node, `assessTx(id: "${id}", decision: DECLINE, reason: "account closed")`)
  expect(await post(callback, { canceled: 'sold out' })).toBe(204)
  expect(await load(id)).toMatchObject({ status: 'DECLINED', lateTxHash: null })
})

it('an approval with a callback at a host of another party is not accepted, and no hash is sent there', async () => {
  const approved = (url: string) => ({ approved: { address: ADDRESS, callback: `${url}/confirmation` } })
  await using other = await openTestCounterparty()
  counterparty.requests.length = 0
  counterparty.respond = ({ body }) =>
    body.includes('IVMS101') ? { status: 200, body: JSON.stringify(approved(other.url)) } : { status: 204 }
  const { data } = await inquire(node, counterparty.travelAddress)
  const { id } = data.trpd.inquire
  await untilDelivery(node, id, 'DELIVERED')
  const { callback } = sentWith('IVMS101')
  const query = 'query($id: ID!) { trpd { transaction(id: $id) { deviations { path } } } }'
  expect(await load(id)).toMatchObject({ status: 'PENDING' })
  expect((await node.query(query, { id })).data.trpd.transaction.deviations).toEqual([{ path: 'approved.callback' }])
  expect(await post(callback, approved(other.url))).toBe(422)
  expect(await load(id)).toMatchObject({ status: 'PENDING' })
  expect(await post(callback, approved(counterparty.url))).toBe(204)
  await mutate(node, `confirmTx(id: "${id}", txHash: "${HASH}")`)
  await untilDelivery(node, id, 'DELIVERED')
  expect(sentWith('txid')).toMatchObject({ txid: HASH })
  expect(other.requests).toEqual([])
})

it('a counterparty can withdraw its approval until we confirm', async () => {
  const approved = { address: ADDRESS, callback: `${counterparty.url}/confirmation` }
  const start = async () => {
    counterparty.requests.length = 0
    counterparty.respond = ({ body }) =>
      body.includes('IVMS101') ? { status: 200, body: JSON.stringify({ approved }) } : { status: 204 }
    const { data } = await inquire(node, counterparty.travelAddress)
    const { id } = data.trpd.inquire
    await until(
      () => load(id),
      ({ status }) => status === 'APPROVED',
    )
    return { id, callback: sentWith('IVMS101').callback }
  }
  const withdrawn = await start()
  expect(await post(withdrawn.callback, { rejected: 'account closed' })).toBe(204)
  expect(await load(withdrawn.id)).toMatchObject({ status: 'DECLINED', allowedActions: [] })

  const confirmed = await start()
  await mutate(node, `confirmTx(id: "${confirmed.id}", txHash: "${HASH}")`)
  expect(await post(confirmed.callback, { rejected: 'account closed' })).toBe(422)
  expect(await load(confirmed.id)).toMatchObject({ status: 'CONFIRMED', txHash: HASH })
})

it("an inquiry without a beneficiary VASP, as written by TRISA's library, can be approved automatically", async () => {
  const vasp = await trust(node, counterparty.url)
  await autoApprove(node, vasp)
  counterparty.respond = () => ({ status: 204 })
  expect(await post(inquiryUrl, inquiryOfTrisa(`${counterparty.url}/resolution`))).toBe(200)
  const [received] = await transactions(node)
  expect(received).toMatchObject({
    direction: 'RECEIVED',
    status: 'APPROVED',
    ivms101Issues: [{ path: 'beneficiaryVASP.beneficiaryVASP', constraint: 'REQUIRED' }],
  })

  const anonymous = structuredClone(ivms101.list2020) as Record<string, unknown>
  delete anonymous.originatingVASP
  const inquiry = { asset: { dti: '4H95J0R2X' }, amount: 0.5, IVMS101: anonymous }
  expect(await post(inquiryUrl, { ...inquiry, callback: `${counterparty.url}/resolution` })).toBe(200)
  expect((await transactions(node))[0]).toMatchObject({ direction: 'RECEIVED', status: 'PENDING' })
})

it('a message to a callback is refused without a certificate once an officer requires mutual TLS of the VASP', async () => {
  const { id, callback } = await receiveAndApprove()
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { vasp { id } } } }`)
  const require = async (required: boolean | null) => {
    const set = `setMutualTls(id: "${data.trpd.transaction.vasp.id}", required: ${required})`
    const changed = await node.query(`mutation { trpd { ${set} { requiresMutualTls requiresMutualTlsOfCallbacks } } }`)
    return changed.data.trpd.setMutualTls
  }
  expect(await require(true)).toEqual({ requiresMutualTls: true, requiresMutualTlsOfCallbacks: true })
  expect(await post(callback, { txid: HASH })).toBe(403)
  expect(await load(id)).toMatchObject({ status: 'APPROVED' })
  expect(await require(null)).toEqual({ requiresMutualTls: true, requiresMutualTlsOfCallbacks: false })
  expect(await post(callback, { txid: HASH })).toBe(204)
  expect(await load(id)).toMatchObject({ status: 'CONFIRMED' })
})
