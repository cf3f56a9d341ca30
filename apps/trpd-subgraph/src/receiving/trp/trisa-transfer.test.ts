import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import { issue, mutate, startedWith, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryOfTrisa, postAsTrisa, respondAsTrisa } from '../../testing/trisa-responses.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TX_HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
})
afterAll(() => node[Symbol.asyncDispose]())

/** A counterparty that responds to inquiries like TRISA, and to other messages with 204. */
async function openTrisa(): Promise<TestCounterparty> {
  const trisa = await openTestCounterparty()
  trisa.respond = (request) =>
    'IVMS101' in JSON.parse(request.body)
      ? respondAsTrisa(request)
      : { status: 204, headers: { 'api-version': '3.1.0' } }
  return trisa
}

async function untilStatus(id: string, status: string): Promise<void> {
  await until(
    () => transactions(node),
    (list) => list.some((each: { id: string; status: string }) => each.id === id && each.status === status),
  )
}

it('a transfer to a TRISA node completes in its version', async () => {
  await using trisa = await openTrisa()
  const id = await startedWith(node, trisa)
  await untilDelivery(node, id, 'DELIVERED')
  const { callback } = JSON.parse(trisa.requests.at(-1)?.body ?? '{}')
  const approved = { address: ADDRESS, callback: `${trisa.url}/transfers/1/confirm` }
  expect((await postAsTrisa(callback, JSON.stringify({ approved }))).status).toBe(204)
  const confirmed = await mutate(node, `confirmTx(id: "${id}", txHash: "${TX_HASH}")`)
  expect(confirmed.errors).toBeUndefined()
  await until(
    async () => trisa.requests.map(({ headers, body }) => [headers['api-version'], JSON.parse(body)]),
    (messages) => JSON.stringify(messages.at(-1)) === JSON.stringify(['3.1.0', { txid: TX_HASH }]),
  )
  await untilStatus(id, 'CONFIRMED')
})

it('a transfer from a TRISA node, which does not name its asset, completes in its version', async () => {
  await using trisa = await openTrisa()
  await trust(node, trisa.url)
  const decoded = parseTravelAddress(await issue(node, ADDRESS), { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  const response = await postAsTrisa(`http://${decoded.value.url}`, inquiryOfTrisa(`${trisa.url}/transfers/2`))
  expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, ['version']])
  const { id } = (await transactions(node)).find((each: { direction: string }) => each.direction === 'RECEIVED')
  expect((await mutate(node, `assessTx(id: "${id}", decision: APPROVE)`)).errors).toBeUndefined()
  await untilDelivery(node, id, 'DELIVERED')
  const [resolution] = trisa.requests
  const { approved } = JSON.parse(resolution?.body ?? '{}')
  expect([resolution?.headers['api-version'], approved.address]).toEqual(['3.1.0', ADDRESS])
  expect((await postAsTrisa(approved.callback, JSON.stringify({ txid: TX_HASH }))).status).toBe(204)
  await untilStatus(id, 'CONFIRMED')
})
