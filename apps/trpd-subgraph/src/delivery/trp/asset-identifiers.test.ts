import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import {
  autoApprove,
  inquire,
  issue,
  mutate,
  startedWith,
  transactions,
  trust,
  untilDelivery,
} from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, QUICK_DELIVERY, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryOfTrisa, respondAsTrisa } from '../../testing/trisa-responses.ts'

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TX_HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 2 } })
})
afterAll(() => node[Symbol.asyncDispose]())

/** The versions and assets of the inquiries that `counterparty` received. */
function sent({ requests }: TestCounterparty) {
  return requests.map(({ headers, body }) => [headers['api-version'], JSON.parse(body).asset])
}

async function learnedBy(url: string) {
  const { data } = await node.query(
    'query { trpd { vasps(limit: 500) { url learnedIdentifiers { asset { id } accepted refused } } } }',
  )
  return data.trpd.vasps.find((vasp: { url: string }) => vasp.url === url).learnedIdentifiers
}

function deviationsOf(id: string) {
  const query = 'query($id: ID!) { trpd { transaction(id: $id) { status deviations { clause path } } } }'
  return node.query(query, { id })
}

async function post(url: string, body: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'api-version': '3.1.0', 'request-identifier': randomUUID(), 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}

describe('a counterparty that behaves like TRISA', () => {
  it('an inquiry about BTC is accepted by a counterparty like TRISA, and the next one with a single request', async () => {
    await using trisa = await openTestCounterparty()
    trisa.respond = respondAsTrisa
    const id = await startedWith(node, trisa)
    await untilDelivery(node, id, 'DELIVERED')
    expect(sent(trisa)).toEqual([
      ['3.2.1', { dti: '4H95J0R2X' }],
      ['3.1.0', { slip0044: 'BTC' }],
      ['3.1.0', { dti: '4H95J0R2X' }],
    ])
    // It may store its refusals under the request identifier.
    expect(new Set(trisa.requests.map(({ headers }) => headers['request-identifier'])).size).toBe(3)
    expect(await learnedBy(trisa.url)).toEqual([
      { asset: { id: 'btc' }, accepted: 'DTI', refused: ['SLIP0044_SYMBOL'] },
    ])
    const next = await inquire(node, trisa.travelAddress)
    await untilDelivery(node, next.data.trpd.inquire.id, 'DELIVERED')
    const litecoin = await inquire(node, trisa.travelAddress, { asset: 'ltc' })
    await untilDelivery(node, litecoin.data.trpd.inquire.id, 'DELIVERED')
    expect(sent(trisa).slice(3)).toEqual([
      ['3.1.0', { dti: '4H95J0R2X' }],
      ['3.1.0', { slip0044: 'LTC' }],
    ])
  })

  it('an inquiry about BTC from a counterparty like TRISA, which names no asset, uses the asset of the travel address', async () => {
    await using trisa = await openTestCounterparty()
    await trust(node, trisa.url)
    const decoded = parseTravelAddress(await issue(node), { privateHosts: true })
    if (!decoded.ok) throw new Error(decoded.refusal.message)
    expect((await post(`http://${decoded.value.url}`, inquiryOfTrisa(`${trisa.url}/c`))).status).toBe(200)
    const [received] = await transactions(node)
    const { data } = await deviationsOf(received.id)
    expect(data.trpd.transaction.deviations).toContainEqual({ clause: 'TRP inquiry, asset', path: 'asset' })
    expect(received).toMatchObject({ status: 'PENDING', amount: '0.000021' })
  })
})

describe('the identifier of an asset', () => {
  it('each identifier is tried once before the delivery fails', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 422, body: 'unsupported asset' })
    const id = await startedWith(node, counterparty)
    const failed = await untilDelivery(node, id, 'FAILED')
    expect(failed.delivery.lastProblem).toContain('unsupported asset')
    expect(sent(counterparty).map(([, asset]) => asset)).toEqual([
      { dti: '4H95J0R2X' },
      { slip0044: 'BTC' },
      { slip0044: 0 },
      { caip19: 'bip122:000000000019d6689c085ae165831e93/slip44:0' },
    ])
  })

  it('an officer can set several identifiers of an asset, which are sent together and never replaced', async () => {
    await using counterparty = await openTestCounterparty()
    const vasp = await trust(node, counterparty.url)
    const { data } = await node.query(
      `mutation($id: ID!) { trpd { setWireProfile(id: $id, profile: { apiVersion: "3.1.0", assetIdentifiers: [SLIP0044_NUMBER, DTI] }) {
        wireProfile { assetIdentifiers } } } }`,
      { id: vasp },
    )
    expect(data.trpd.setWireProfile.wireProfile.assetIdentifiers).toEqual(['DTI', 'SLIP0044_NUMBER'])
    counterparty.respond = () => ({ status: 422, body: 'unsupported asset' })
    const inquired = await inquire(node, counterparty.travelAddress)
    await untilDelivery(node, inquired.data.trpd.inquire.id, 'FAILED')
    expect(sent(counterparty)).toEqual([['3.1.0', { dti: '4H95J0R2X', slip0044: 0 }]])
  })

  it('learned asset identifiers are discarded when an officer sets how to write assets', async () => {
    await using counterparty = await openTestCounterparty()
    const vasp = await trust(node, counterparty.url)
    await untilDelivery(node, (await inquire(node, counterparty.travelAddress)).data.trpd.inquire.id, 'DELIVERED')
    expect(await learnedBy(counterparty.url)).toEqual([{ asset: { id: 'btc' }, accepted: 'DTI', refused: [] }])
    const set = 'mutation($id: ID!) { trpd { setWireProfile(id: $id, profile: { assetForm: SLIP0044 }) { id } } }'
    await node.query(set, { id: vasp })
    expect(await learnedBy(counterparty.url)).toEqual([])
  })
})

describe('an address or a hash of another ledger', () => {
  it('an approval with an address of another ledger is refused with its name, and a corrected one is accepted', async () => {
    await using counterparty = await openTestCounterparty()
    await trust(node, counterparty.url)
    const { data } = await inquire(node, counterparty.travelAddress, { asset: 'eth' })
    const { id } = data.trpd.inquire
    await untilDelivery(node, id, 'DELIVERED')
    const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
    const approve = (address: string) =>
      post(callback, JSON.stringify({ approved: { address, callback: `${counterparty.url}/c` } }))
    expect(await approve(BTC_ADDRESS)).toEqual({ status: 422, text: 'address is not an address of Ether (eth).' })
    expect((await approve('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).status).toBe(204)
    const wrong = await mutate(node, `confirmTx(id: "${id}", txHash: "hello")`)
    expect(wrong.errors?.[0]?.extensions.code).toBe('TRANSACTION_HASH_NOT_OF_ASSET')
  })

  it('an approval in the response with an address of another ledger leaves the transaction open', async () => {
    await using counterparty = await openTestCounterparty()
    const approved = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', callback: `${counterparty.url}/c` }
    counterparty.respond = () => ({ status: 200, body: JSON.stringify({ approved }) })
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'DELIVERED')
    expect((await deviationsOf(id)).data.trpd.transaction).toEqual({
      status: 'PENDING',
      deviations: [{ clause: 'TRP resolution, approved', path: 'approved.address' }],
    })
  })

  it('a confirmation with an impossible hash is refused, and a corrected one is accepted', async () => {
    await using counterparty = await openTestCounterparty()
    const vasp = await trust(node, counterparty.url)
    await autoApprove(node, vasp)
    const decoded = parseTravelAddress(await issue(node, BTC_ADDRESS), { privateHosts: true })
    if (!decoded.ok) throw new Error(decoded.refusal.message)
    const inquiry = JSON.parse(inquiryOfTrisa(`${counterparty.url}/c`))
    inquiry.IVMS101.beneficiaryVASP = { beneficiaryVASP: inquiry.IVMS101.originatingVASP.originatingVASP }
    counterparty.respond = () => ({ status: 204 })
    await post(`http://${decoded.value.url}`, JSON.stringify(inquiry))
    const [resolution] = await until(
      async () => counterparty.requests,
      ({ length }) => length === 1,
    )
    const { approved } = JSON.parse(resolution?.body ?? '{}')
    const refused = await post(approved.callback, '{"txid":"hello"}')
    expect(refused).toEqual({ status: 422, text: expect.stringContaining('Bitcoin (btc)') })
    expect((await post(approved.callback, JSON.stringify({ txid: TX_HASH }))).status).toBe(204)
  })

  it.each([
    ['ADDRESS_NOT_OF_ASSET', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['MEMO_NOT_OF_ASSET', `${BTC_ADDRESS}?memo=7`],
    ['ADDRESS_BOOK_ADDRESS_INVALID', 'two words'],
  ])('a travel address for BTC with an unusable payment address is refused with %s', async (code, address) => {
    const { errors } = await node.query(
      'mutation($address: String!) { trpd { createTravelAddress(input: { asset: "btc", address: $address }) { id } } }',
      { address },
    )
    expect(errors?.[0]?.extensions.code).toBe(code)
  })
})
