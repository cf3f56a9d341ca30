import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { autoApprove, trust } from '../../testing/operations.ts'
import { openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

let backend: Server
let node: TestNode
/** The requests that the operator's service received. */
let requests: { readonly body: unknown; readonly authorization: string | undefined }[]
let respond: (response: ServerResponse) => void

beforeAll(async () => {
  backend = createServer(async (request, response) => {
    const { authorization } = request.headers
    requests.push({ body: JSON.parse(await text(request)), authorization })
    respond(response)
  }).listen(0, '127.0.0.1')
  await once(backend, 'listening')
  node = await openTestNode('Bob VASP', {
    customerLookup: { url: `http://127.0.0.1:${(backend.address() as AddressInfo).port}/customers`, token: 'secret' },
    // Equal to the limit for all lookups together, so that a slow machine causes no retry.
    customerLookupTimeoutSeconds: 15,
    requiredChecks: new Set(['BENEFICIARY_MATCH']),
  })
  await autoApprove(node, await trust(node, 'http://localhost:9'))
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  backend.closeAllConnections()
  backend.close()
})
beforeEach(() => {
  requests = []
})

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Sends an inquiry for a customer whom only the service knows, and waits until the lookup is done. */
async function receive(customerReference: string | undefined) {
  const created = await node.query(
    'mutation($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { travelAddress } } }',
    { input: { asset: 'btc', address: ADDRESS, ...(customerReference && { customerReference }) } },
  )
  expect(created.errors ?? []).toEqual([])
  const { travelAddress } = created.data.trpd.createTravelAddress
  const body = inquiryBody({ callback: 'http://localhost:9/callback' })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const load = async () => {
    const { data } = await node.query(
      `query($travelAddress: String!) { trpd { transactions(filter: { travelAddress: $travelAddress }) { nodes {
        status checkRuns { cause results { check verdict reason } }
      } } } }`,
      { travelAddress },
    )
    const { status, checkRuns } = data.trpd.transactions.nodes[0]
    const [{ cause, results }] = checkRuns
    const match = results.find(({ check }: { check: string }) => check === 'BENEFICIARY_MATCH')
    return { status, cause, runs: checkRuns.length, verdict: match.verdict, reason: match.reason, travelAddress }
  }
  // The status and the check runs are read by separate queries, so both are read again once the run is there.
  if (customerReference !== undefined) await until(load, ({ cause }) => cause === 'LOOKUP')
  return load()
}

it('a customer who is not stored is looked up after the inquiry, which is approved only after the lookup', async () => {
  respond = (response) => json(response, { name: 'Marx', accounts: ['2'], more: true })
  const { travelAddress, ...found } = await receive('known elsewhere')
  expect(found).toMatchObject({ status: 'APPROVED', verdict: 'PASS', runs: 2 })
  expect(requests).toEqual([
    { body: { customerReference: 'known elsewhere', asset: 'btc', travelAddress }, authorization: 'Bearer secret' },
  ])
})

it('a customer lookup may add names as an IVMS101 person', async () => {
  const nameIdentifier = [{ primaryIdentifier: 'Marx', nameIdentifierType: 'LEGL' }]
  respond = (response) => json(response, { name: 'K 17', person: { naturalPerson: { name: { nameIdentifier } } } })
  expect(await receive('with a person')).toMatchObject({ status: 'APPROVED', verdict: 'PASS' })
})

it.each<[string, (response: ServerResponse) => void, number, RegExp]>([
  ['does not know the customer', (response) => json(response, {}, 404), 1, /does not know the customer/],
  ['fails', (response) => json(response, { name: 'Marx' }, 500), 2, /responded with 500/],
  ['refuses the request', (response) => json(response, { name: 'Marx' }, 401), 1, /responded with 401/],
  ['closes the connection', (response) => void response.destroy(), 2, /lookup failed/],
  ['responds with something else', (response) => json(response, ['Marx']), 1, /not a customer/],
  ['responds with too much', (response) => json(response, { name: 'Marx', filler: 'x'.repeat(70_000) }), 2, /failed/],
])('a customer lookup that %s approves nothing and is tried at most twice', async (what, response, tries, reason) => {
  respond = response
  expect(await receive(what)).toMatchObject({
    status: 'PENDING',
    verdict: 'UNKNOWN',
    reason: expect.stringMatching(reason),
  })
  expect(requests.length).toBe(tries)
})

it('no customer is looked up for a travel address without a customer reference', async () => {
  expect(await receive(undefined)).toMatchObject({ status: 'PENDING', cause: 'INQUIRY', runs: 1, verdict: 'UNKNOWN' })
  expect(requests).toEqual([])
})

it('a stored customer is not looked up', async () => {
  await node.query('mutation { trpd { upsertCustomer(input: { reference: "stored", name: "Marx" }) { id } } }')
  const created = await node.query(
    `mutation { trpd { createTravelAddress(input: { asset: "btc", address: "${ADDRESS}", customerReference: "stored" }) { travelAddress } } }`,
  )
  const path = pathOf(created.data.trpd.createTravelAddress.travelAddress)
  const body = inquiryBody({ callback: 'http://localhost:9/callback' })
  await sendTrp({ url: `${node.trpUrl}${path}`, body })
  const { data } = await node.query('{ trpd { transactions(first: 1) { nodes { status } } } }')
  expect([data.trpd.transactions.nodes, requests]).toEqual([[{ status: 'APPROVED' }], []])
})

it('a customer lookup that does not respond in time approves nothing and is tried at most twice', async () => {
  await node.stop()
  await node.restart({ customerLookupTimeoutSeconds: 1 })
  respond = () => undefined
  const reason = expect.stringMatching(/lookup failed/)
  expect(await receive('unanswered')).toMatchObject({ status: 'PENDING', verdict: 'UNKNOWN', reason })
  expect(requests.length).toBe(2)
})
