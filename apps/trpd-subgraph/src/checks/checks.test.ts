import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jurisdictionOf } from '../testing/example-facts.ts'
import { autoApprove, beneficiary, issue, mutate, originator, transactions, trust } from '../testing/operations.ts'
import { officer, openTestNode, type TestNode, until } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const CALLBACK = 'http://localhost:9/callback'

let node: TestNode
let vasp: string
/** The path of a travel address that has not been used yet. */
let path: string

beforeAll(async () => {
  node = await openTestNode('Bob VASP', {
    jurisdiction: jurisdictionOf('CH').code,
    requiredChecks: new Set(['IVMS101_COMPLETENESS', 'MEANINGFUL_NAMES', 'DUPLICATE']),
  })
  vasp = await trust(node, 'http://localhost:9')
  await autoApprove(node, vasp, '0.5')
})
afterAll(() => node[Symbol.asyncDispose]())
beforeEach(async () => {
  path = pathOf(await issue(node, ADDRESS))
})

async function receive(more: object = {}, identifier: string = randomUUID()): Promise<string> {
  const body = inquiryBody({ callback: CALLBACK, ...more })
  const headers = { 'request-identifier': identifier }
  expect((await sendTrp({ url: `${node.trpUrl}${path}`, body, headers })).status).toBe(200)
  const { data } = await node.query(
    'query($id: ID!) { trpd { transactions(filter: { requestIdentifier: $id }) { nodes { id } } } }',
    { id: identifier },
  )
  return data.trpd.transactions.nodes[0].id
}

const CHECKS = 'checks { check verdict reason version required checkedAt evidence { name value } }'

async function load(id: string, fields = CHECKS) {
  const { data, errors } = await node.query(`{ trpd { transaction(id: "${id}") { status ${fields} } } }`)
  expect(errors ?? []).toEqual([])
  return data.trpd.transaction
}

async function verdicts(id: string): Promise<Record<string, string>> {
  const { checks } = await load(id)
  return Object.fromEntries(checks.map((result: { check: string; verdict: string }) => [result.check, result.verdict]))
}

it('a client can read what data the law of the node requires', async () => {
  const { data } = await node.query(
    '{ trpd { jurisdiction { code tiers { amount isInclusive currency beneficiary { anyOf { fields } } } selfHosted { ownershipProof amount isInclusive currency } } } }',
  )
  const { code, tiers } = jurisdictionOf('CH')
  expect(data.trpd.jurisdiction).toEqual({
    code,
    tiers: tiers.map(({ amount, beneficiary }) => ({
      amount: amount.value,
      isInclusive: amount.operator === '>=',
      currency: amount.currency,
      beneficiary: beneficiary.value?.map((sets) => ({ anyOf: sets.map((fields) => ({ fields })) })) ?? null,
    })),
    selfHosted: { ownershipProof: true, amount: '0', isInclusive: true, currency: 'CHF' },
  })
})

it('an inquiry within the limit whose required checks pass is approved automatically, with the results', async () => {
  const id = await receive()
  const { status, checks } = await load(id)
  expect(status).toBe('APPROVED')
  expect(checks).toMatchObject([
    {
      check: 'IVMS101_COMPLETENESS',
      verdict: 'PASS',
      required: true,
      evidence: expect.arrayContaining([{ name: 'jurisdiction', value: 'CH' }]),
    },
    { check: 'MEANINGFUL_NAMES', verdict: 'PASS', required: true },
    { check: 'BENEFICIARY_MATCH', verdict: 'UNKNOWN', required: false },
    { check: 'ADDRESS_OF_ASSET', verdict: 'PASS', required: false, evidence: [{ name: 'address', value: ADDRESS }] },
    { check: 'DUPLICATE', verdict: 'PASS', required: true },
    { check: 'USUAL_AMOUNT', verdict: 'UNKNOWN', required: false },
    { check: 'VASP_DUE_DILIGENCE', verdict: 'UNKNOWN', required: false },
  ])
})

it('an amount above the limit is left to an officer, and so is an asset without a limit', async () => {
  expect((await load(await receive({ amount: 0.50000001 }))).status).toBe('PENDING')
  const { data } = await node.query(`mutation { trpd { createTravelAddress(input: {
    asset: "eth", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }) { travelAddress } } }`)
  path = pathOf(data.trpd.createTravelAddress.travelAddress)
  expect((await load(await receive({ asset: { slip0044: 'ETH' }, amount: 0.1 }))).status).toBe('PENDING')
})

it('an inquiry with a placeholder as a name is left to an officer', async () => {
  const id = await receive({ IVMS101: named('our client') })
  expect(await load(id)).toMatchObject({ status: 'PENDING' })
  expect(await verdicts(id)).toMatchObject({ MEANINGFUL_NAMES: 'FAIL' })
})

it('a repeated inquiry under another identifier is a possible duplicate, even after the first was approved', async () => {
  const first = await receive()
  const second = await receive()
  expect(await load(second)).toMatchObject({ status: 'PENDING' })
  const { checks } = await load(second)
  expect(checks).toContainEqual(
    expect.objectContaining({
      check: 'DUPLICATE',
      verdict: 'WARN',
      evidence: [{ name: 'transactions', value: first }],
    }),
  )
  expect(await verdicts(await receive({ amount: 0.4 }))).toMatchObject({ DUPLICATE: 'PASS' })
})

it('an inquiry that was declined may be repeated', async () => {
  const first = await receive({ amount: 0.6 })
  await mutate(node, `assessTx(id: "${first}", decision: DECLINE, reason: "wrong name")`)
  expect(await verdicts(await receive({ amount: 0.6 }))).toMatchObject({ DUPLICATE: 'PASS' })
})

it('an amount far above the earlier approved ones to the same travel address warns', async () => {
  for (const amount of [0.01, 0.02, 0.03, 0.04, 0.05]) await receive({ amount })
  expect(await verdicts(await receive({ amount: 0.15 }))).toMatchObject({ USUAL_AMOUNT: 'PASS' })
  expect(await verdicts(await receive({ amount: 0.46 }))).toMatchObject({ USUAL_AMOUNT: 'WARN' })
})

it('an inquiry without the data required by law is left to an officer, who sees what is missing', async () => {
  const { IVMS101 } = JSON.parse(inquiryBody())
  IVMS101.originator.accountNumber = []
  const { status, checks } = await load(await receive({ IVMS101 }), MISSING)
  expect(status).toBe('PENDING')
  expect(checks[0]).toEqual({
    check: 'IVMS101_COMPLETENESS',
    verdict: 'FAIL',
    reason: 'Missing: originator account or address on the ledger.',
    missing: [{ party: 'ORIGINATOR', anyOf: [{ fields: [{ code: 'ACCOUNT', path: 'originator.accountNumber' }] }] }],
  })
})

const MISSING = 'checks { check verdict reason missing { party anyOf { fields { code path } } } }'

it('the payment address in the address book counts as the account of the beneficiary', async () => {
  const { IVMS101 } = JSON.parse(inquiryBody())
  IVMS101.beneficiary.accountNumber = []
  const { status, checks } = await load(await receive({ IVMS101, amount: 0.3 }), MISSING)
  expect([status, checks[0]]).toMatchObject(['APPROVED', { verdict: 'PASS', missing: [] }])
})

it('the beneficiary is compared with the customer of the travel address, who may become known before or after the inquiry', async () => {
  const reference = `customer ${randomUUID()}`
  const created = await node.query(
    'mutation($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { id travelAddress } } }',
    { input: { asset: 'btc', address: ADDRESS, customerReference: reference } },
  )
  path = pathOf(created.data.trpd.createTravelAddress.travelAddress)
  const id = await receive({ amount: 0.6 })
  expect(await verdicts(id)).toMatchObject({ BENEFICIARY_MATCH: 'UNKNOWN' })
  await upsert({ reference, name: 'Friedrich Engels' })
  await until(
    () => verdicts(id),
    ({ BENEFICIARY_MATCH }) => BENEFICIARY_MATCH === 'FAIL',
  )
  expect(await load(id, 'checkRuns { cause }')).toMatchObject({
    status: 'PENDING',
    checkRuns: [{ cause: 'CHANGE' }, { cause: 'INQUIRY' }],
  })
  expect((await load(await receive({ amount: 0.2 }))).status).toBe('PENDING')
  await upsert({ reference, name: 'K. Marx', person: { legalPerson: null, naturalPerson: { name: marx } } })
  expect(await verdicts(await receive({ amount: 0.3 }))).toMatchObject({ BENEFICIARY_MATCH: 'PASS' })
})

it.each([
  ['is on hold', 'holdTx', ', reason: "ask the customer"'],
  ['a person has taken up', 'takeTx', ''],
])(
  'an inquiry that %s is checked again, and is not approved automatically even if every check then passes',
  async (_which, mutation, more) => {
    const { data } = await node.query('{ trpd { addressBook(limit: 1) { id } } }')
    const [{ id: entry }] = data.trpd.addressBook
    const update = (input: object) =>
      node.query(
        'mutation($id: ID!, $input: UpdateAddressBookEntryInput!) { trpd { updateAddressBookEntry(id: $id, input: $input) { id } } }',
        { id: entry, input },
      )
    await update({ address: null })
    const id = await receive({ amount: mutation === 'holdTx' ? 0.5 : 0.45 })
    expect((await mutate(node, `${mutation}(id: "${id}"${more})`)).errors).toBeUndefined()
    await update({ address: ADDRESS })
    const isChecked = ({ checkRuns }: { status: string; checkRuns: readonly { cause: string }[] }) =>
      checkRuns[0]?.cause === 'CHANGE'
    await until(() => load(id, 'checkRuns { cause }'), isChecked)
    expect((await load(id)).status).toBe('PENDING')
  },
)

function named(originatorName: string) {
  const { IVMS101 } = JSON.parse(inquiryBody())
  IVMS101.originator.originatorPersons[0].naturalPerson.name.nameIdentifier[0].primaryIdentifier = originatorName
  return IVMS101
}

const marx = { nameIdentifier: [{ primaryIdentifier: 'Marx', nameIdentifierType: 'LEGL' }] }

async function upsert(input: object, identity = officer) {
  const { data, errors } = await node.query(
    'mutation($input: CustomerInput!) { trpd { upsertCustomer(input: $input) { id version reference name accounts } } }',
    { input },
    identity,
  )
  if (identity === officer) expect(errors ?? []).toEqual([])
  return errors?.[0]?.extensions.code ?? data.trpd.upsertCustomer
}

it('a customer and its transactions are found by whole words of a name, but only with the scope pii:read', async () => {
  const reference = `customer ${randomUUID()}`
  const first = await upsert({ reference, name: 'Zoë Ångström-Quist', accounts: ['CH93'] })
  expect(await upsert({ reference: ` ${reference} `, name: 'Zoë Ångström-Quist' })).toEqual({
    ...first,
    version: 2,
    accounts: ['CH93'],
  })
  const id = await receive({ IVMS101: named('ÅNGSTRÖM Quist'), amount: 0.6 })
  const find = (name: string, identity = officer) =>
    node.query(
      `query($name: String!) { trpd {
        customers(name: $name) { reference }
        transactions(filter: { name: $name }) { nodes { id } }
        transactionsCount(filter: { name: $name })
      } }`,
      { name },
      identity,
    )
  for (const name of ['quist', 'Quist angstrom']) {
    expect((await find(name)).data.trpd, name).toEqual({
      customers: [{ reference }],
      transactions: { nodes: [{ id }] },
      transactionsCount: 1,
    })
  }
  for (const name of ['quis', 'zoe marx', 'angstrom quist engels']) {
    expect((await find(name)).data.trpd, name).toMatchObject({ customers: [], transactionsCount: 0 })
  }
  const observer = { ...officer, scopes: ['trpd:read', 'trpd:write'] }
  const hidden = await find('quist', observer)
  expect(hidden.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect(await upsert({ reference, name: 'Marx' }, observer)).toBe('FORBIDDEN')
  expect((await find('—')).errors?.[0]?.extensions.code).toBe('NAME_SEARCH_INVALID')
})

it('an inquiry of a VASP whose licence is recorded as revoked is left to an officer, and a later record counts from then on', async () => {
  const record = async (input: object) => {
    const { data, errors } = await node.query(
      `mutation($id: ID!, $input: DueDiligenceInput!) { trpd { recordDueDiligence(id: $id, input: $input) {
        dueDiligence { licence recordedBy { id } }
      } } }`,
      { id: vasp, input: { reviewedAt: '2026-01-01T00:00:00Z', nextReviewAt: '9999-01-01T00:00:00Z', ...input } },
    )
    return errors?.[0]?.extensions.code ?? data.trpd.recordDueDiligence.dueDiligence
  }
  const valid = { licence: 'ACTIVE', leiEntityStatus: 'ACTIVE', leiRegistrationStatus: 'ISSUED' }
  expect(await record({ licence: 'REVOKED' })).toEqual({ licence: 'REVOKED', recordedBy: { id: officer.subject } })
  const refused = await receive()
  expect(await verdicts(refused)).toMatchObject({ VASP_DUE_DILIGENCE: 'FAIL' })
  expect((await load(refused)).status).toBe('PENDING')
  await record(valid)
  const accepted = await receive({ amount: 0.4 })
  expect(await verdicts(accepted)).toMatchObject({ VASP_DUE_DILIGENCE: 'PASS' })
  expect((await load(accepted)).status).toBe('APPROVED')
  expect(await record({ ...valid, nextReviewAt: '2025-12-31T00:00:00Z' })).toBe('DUE_DILIGENCE_INVALID')
  expect(await record({ ...valid, reviewedAt: '9998-01-01T00:00:00Z' })).toBe('DUE_DILIGENCE_INVALID')
  expect(await record({ ...valid, leiEntityStatus: 'issued?' })).toBe('DUE_DILIGENCE_INVALID')
})

it('runChecks runs every check again, keeps the earlier results, and records who asked', async () => {
  const id = await receive({ amount: 0.6 })
  const { errors } = await node.query(`mutation { trpd { runChecks(id: "${id}") { id } } }`)
  expect(errors ?? []).toEqual([])
  const { status, checkRuns } = await load(id, 'checkRuns { cause requestedBy { id } results { check } }')
  expect(status).toBe('PENDING')
  expect(checkRuns).toMatchObject([
    { cause: 'REQUEST', requestedBy: { id: officer.subject } },
    { cause: 'INQUIRY', requestedBy: null },
  ])
  expect(checkRuns[0].results).toEqual(checkRuns[1].results)
  const unknown = await node.query(`mutation { trpd { runChecks(id: "${randomUUID()}") { id } } }`)
  expect(unknown.errors?.[0]?.extensions.code).toBe('TRANSACTION_NOT_FOUND')
})

it('the evidence of a check needs the scope pii:read, and its verdict does not', async () => {
  const id = await receive({ amount: 0.6 })
  const observer = { ...officer, scopes: ['trpd:read'] }
  const query = (fields: string) =>
    node.query(`{ trpd { transaction(id: "${id}") { checks { ${fields} } } } }`, {}, observer)
  const { data, errors } = await query('verdict reason evidence { value }')
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  expect(data.trpd.transaction.checks).toContainEqual({
    verdict: 'PASS',
    reason: expect.any(String),
    evidence: null,
  })
})

it('a released transaction is checked again, and approved automatically only after that', async () => {
  const callback = 'http://localhost:8/callback'
  const id = await receive({ callback, amount: 1 })
  expect(await load(id)).toMatchObject({ status: 'BLOCKED' })
  const [held] = await transactions(node)
  await node.query('mutation($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id: held.vasp.id })
  await autoApprove(node, held.vasp.id, '1')
  const changed = await node.query(
    `mutation($id: ID!) { trpd { vasp: setWireProfile(id: $id, profile: { amountUnit: WHOLE }) { unreleased { count ids } } } }`,
    { id: held.vasp.id },
  )
  expect(changed.data.trpd.vasp.unreleased).toEqual({ count: 0, ids: [] })
  const { status, checkRuns } = await load(id, 'checkRuns { cause }')
  expect(status).toBe('APPROVED')
  // It may be checked once more before the approval is sent.
  expect(checkRuns).toContainEqual({ cause: 'RELEASE' })
})

it('our own inquiry is checked before it is sent', async () => {
  const peer = await issue(node)
  const { data } = await node.query(
    'mutation($input: InquireInput!) { trpd { inquire(input: $input) { checks { check verdict } } } }',
    { input: { travelAddress: peer, asset: 'btc', amount: '0.5', originator, beneficiary } },
  )
  expect(data.trpd.inquire.checks).toMatchObject([
    { check: 'IVMS101_COMPLETENESS', verdict: 'FAIL' },
    { check: 'MEANINGFUL_NAMES', verdict: 'PASS' },
    { check: 'DUPLICATE', verdict: 'PASS' },
    { check: 'USUAL_AMOUNT', verdict: 'UNKNOWN' },
    { check: 'VASP_DUE_DILIGENCE', verdict: 'UNKNOWN' },
  ])
})
