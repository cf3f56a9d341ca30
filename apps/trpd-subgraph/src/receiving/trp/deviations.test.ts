import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import ivms101 from '../../ivms101/domain/vectors/ivms101.json' with { type: 'json' }
import { inquire, issue, originator, startedWith, transactions, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, type TestNode } from '../../testing/test-node.ts'
import { inquiryOfTrisa } from '../../testing/trisa-responses.ts'

let node: TestNode
let inquiryUrl: string
beforeAll(async () => {
  node = await openTestNode('Bob VASP')
  const decoded = parseTravelAddress(await issue(node), { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  inquiryUrl = `http://${decoded.value.url}`
})
afterAll(() => node[Symbol.asyncDispose]())

/** The clauses and paths of the deviations of an inquiry that is accepted. */
async function deviationsOf(inquiry: string): Promise<readonly (readonly [string, string])[]> {
  const response = await fetch(inquiryUrl, {
    method: 'POST',
    headers: { 'api-version': '3.1.0', 'request-identifier': randomUUID(), 'content-type': 'application/json' },
    body: inquiry,
  })
  expect(response.status).toBe(200)
  const [{ id }] = await transactions(node)
  return deviationsOfTransaction(id)
}

async function deviationsOfTransaction(id: string): Promise<readonly (readonly [string, string])[]> {
  const query = 'query($id: ID!) { trpd { transaction(id: $id) { deviations { clause path message } } } }'
  const { data } = await node.query(query, { id })
  return data.trpd.transaction.deviations.map(({ clause, path }: { clause: string; path: string }) => [clause, path])
}

const callback = 'http://localhost:9/callback'
const complete = { asset: { dti: '4H95J0R2X' }, amount: 0.5, callback }

function inquiryWith(payload: object, more: object = {}): string {
  return JSON.stringify({ ...complete, IVMS101: payload, ...more })
}

it('an inquiry that follows TRP has no deviations', async () => {
  expect(await deviationsOf(inquiryWith(ivms101.list2020))).toEqual([])
})

it("an inquiry in the form of TRISA's library is stored with a deviation for what it lacks", async () => {
  expect(await deviationsOf(inquiryOfTrisa(callback))).toEqual([
    ['TRP inquiry, asset', 'asset'],
    ['IVMS101 REQUIRED', 'IVMS101.beneficiaryVASP.beneficiaryVASP'],
  ])
})

it('an amount above the supply of the asset is a deviation, even once its unit is known, and one above 10^18 whole units is refused', async () => {
  const above = (amount: number | string) => inquiryWith(ivms101.list2020, { amount: `${amount}` })
  expect(await deviationsOf(above('21000000.5'))).toContainEqual(['TRP inquiry, amount', 'amount'])
  const send = async (amount: string) => {
    const body = inquiryWith(ivms101.list2020).replace('0.5', amount)
    const headers = { 'api-version': '3.1.0', 'request-identifier': randomUUID(), 'content-type': 'application/json' }
    const { status } = await fetch(inquiryUrl, { method: 'POST', headers, body })
    const [{ id }] = await transactions(node)
    return { status, id }
  }
  expect((await send(`1${'0'.repeat(18)}.5`)).status).toBe(422)
  // The counterparty's unit is unknown, and the amount is impossible in either unit.
  expect((await send(`1${'0'.repeat(26)}1`)).status).toBe(422)
  const waiting = await send('21000001')
  expect(waiting.status).toBe(200)
  expect(await deviationsOfTransaction(waiting.id)).toEqual([])
  const { data } = await node.query('query($id: ID!) { trpd { transaction(id: $id) { vasp { id } } } }', waiting)
  await node.query(
    'mutation($id: ID!) { trpd { setWireProfile(id: $id, profile: { amountUnit: WHOLE }) { id } trustVasp(id: $id) { id } } }',
    data.trpd.transaction.vasp,
  )
  expect(await deviationsOfTransaction(waiting.id)).toEqual([['TRP inquiry, amount', 'amount']])
  const own = await inquire(node, await issue(node), { amount: `2${'0'.repeat(18)}` })
  expect(own.errors?.[0]?.extensions.code).toBe('AMOUNT_TOO_LARGE')
})

it('an amount that is a string is a deviation', async () => {
  const inquiry = inquiryWith(ivms101.list2020, { amount: '0.5' })
  expect(await deviationsOf(inquiry)).toEqual([['TRP inquiry, amount', 'amount']])
})

it('each list written as its only element is a deviation', async () => {
  const deviations = await deviationsOf(inquiryWith(ivms101.lone2020))
  expect(deviations).toContainEqual(['IVMS101 list', 'IVMS101.originator.originatorPersons'])
  expect(deviations).toContainEqual([
    'IVMS101 list',
    'IVMS101.originator.originatorPersons[0].naturalPerson.name.nameIdentifier',
  ])
  expect(new Set(deviations.map(([clause]) => clause))).toEqual(new Set(['IVMS101 list']))
})

it.each([
  ['TRISA', ivms101.trisa],
  ['2023', ivms101.v2023],
])('a payload in the dialect %s is one deviation', async (_dialect, payload) => {
  expect(await deviationsOf(inquiryWith(payload))).toEqual([['IVMS101 edition', 'IVMS101']])
})

it('a registration authority of a natural person is a deviation, and is never sent', async () => {
  const payload = structuredClone(ivms101.list2020)
  const [person] = payload.originator.originatorPersons
  Object.assign(person?.naturalPerson.nationalIdentification ?? {}, { registrationAuthority: 'RA000094' })
  const path = 'originator.originatorPersons[0].naturalPerson.nationalIdentification.registrationAuthority'
  expect(await deviationsOf(inquiryWith(payload))).toEqual([['IVMS101 C9', `IVMS101.${path}`]])
  await using counterparty = await openTestCounterparty()
  const [first] = originator.originatorPersons
  const nationalIdentification = {
    nationalIdentifier: '112502920',
    nationalIdentifierType: 'SOCS',
    countryOfIssue: 'US',
    registrationAuthority: 'RA000094',
  }
  const refused = await inquire(node, counterparty.travelAddress, {
    originator: {
      ...originator,
      originatorPersons: [{ naturalPerson: { ...first?.naturalPerson, nationalIdentification } }],
    },
  })
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: 'IVMS101_INVALID',
    issues: [{ path, constraint: 'C9' }],
  })
})

it('a response without a version is a deviation of the transaction that it belongs to', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 200, headers: { 'api-version': undefined }, body: '{"version":"3.2.1"}' })
  const id = await startedWith(node, counterparty)
  await untilDelivery(node, id, 'DELIVERED')
  expect(await deviationsOfTransaction(id)).toEqual([['TRP headers, api-version', 'api-version']])
})
