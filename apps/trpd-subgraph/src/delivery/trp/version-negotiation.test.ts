import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import { inquire, issue, mutate, startedWith, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, QUICK_DELIVERY, type TestNode } from '../../testing/test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 3 } })
})
afterAll(() => node[Symbol.asyncDispose]())

/** Sends a TRP 2.1 inquiry from `counterparty` to a new travel address. */
async function sendOldInquiry({ url }: TestCounterparty): Promise<void> {
  const decoded = parseTravelAddress(await issue(node), { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  const response = await fetch(`http://${decoded.value.url}`, {
    method: 'POST',
    headers: { 'api-version': '2.1', 'request-identifier': crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({
      asset: { slip0044: 'BTC' },
      amount: 1,
      callback: `${url}/c`,
      IVMS101: { originator: {}, beneficiary: {} },
    }),
  })
  expect(response.status).toBe(200)
}

it('a counterparty that refuses our version receives an older one from then on', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = ({ headers }) =>
    headers['api-version'] === '3.1.0'
      ? { status: 200, headers: { 'api-version': '3.1.0' }, body: '{"version":"3.1.0"}' }
      : { status: 400, headers: { 'api-version': '3.1.0' }, body: 'unsupported version' }
  const id = await startedWith(node, counterparty)
  await untilDelivery(node, id, 'DELIVERED')
  const { data } = await inquire(node, counterparty.travelAddress)
  await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual(['3.2.1', '3.1.0', '3.1.0'])
  const [first, second] = counterparty.requests.map(({ body }) => JSON.parse(body))
  expect([first.asset, second.asset]).toEqual([{ dti: '4H95J0R2X' }, { slip0044: 'BTC' }])
  expect(second.callback).toBe(first.callback)
})

it('a 400 from a counterparty that supports our version is final', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 400, body: 'no' })
  const failed = await untilDelivery(node, await startedWith(node, counterparty), 'FAILED')
  expect(counterparty.requests).toHaveLength(1)
  const { data } = await node.query('query($id: ID!) { trpd { vasp(id: $id) { apiVersion } } }', { id: failed.vasp.id })
  expect(data.trpd.vasp.apiVersion).toBeNull()
})

it('inquiries whose version is refused concurrently are all resent in the older version', async () => {
  await using counterparty = await openTestCounterparty()
  const both = Promise.withResolvers<void>()
  counterparty.respond = async ({ headers }) => {
    if (headers['api-version'] === '3.1.0') return { status: 200, body: '{"version":"3.1.0"}' }
    if (counterparty.requests.length === 2) both.resolve()
    await both.promise
    return { status: 400, headers: { 'api-version': '3.1.0' } }
  }
  await trust(node, counterparty.url)
  const asked = await Promise.all([
    inquire(node, counterparty.travelAddress),
    inquire(node, counterparty.travelAddress),
  ])
  for (const { data } of asked) await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual([
    '3.2.1',
    '3.2.1',
    '3.1.0',
    '3.1.0',
  ])
})

it('an inquiry is retried in the version of its body, even if the counterparty has since reported another one', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = async () => {
    if (counterparty.requests.length > 1) return { status: 200, body: '{"version":"3.2.1"}' }
    await sendOldInquiry(counterparty)
    return { status: 500 }
  }
  await untilDelivery(node, await startedWith(node, counterparty), 'DELIVERED')
  const [first, second] = counterparty.requests
  expect(second?.headers['api-version']).toBe(first?.headers['api-version'])
  expect(second?.body).toBe(first?.body)
})

it('a resolution uses the version of its inquiry, which does not affect the inquiries that we send', async () => {
  await using counterparty = await openTestCounterparty()
  const vasp = await trust(node, counterparty.url)
  await sendOldInquiry(counterparty)
  const [received] = await transactions(node)
  expect(received.vasp.id).toBe(vasp)
  const { data } = await inquire(node, counterparty.travelAddress)
  await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  counterparty.respond = () => ({ status: 204 })
  await mutate(node, `assessTx(id: "${received.id}", decision: DECLINE, reason: "no")`)
  await untilDelivery(node, received.id, 'DELIVERED')
  expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual(['3.2.1', '2.1.0'])
})
