import type { Identity } from '@travel-rule/auth/identity'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inquire, issue, mutate, originator, read, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const FIELDS = `id version status reason requestIdentifier travelAddress amount customerReference repairActions
  delivery { state } originator { accountNumber } beneficiary { accountNumber } checkRuns { cause }
  corrections { version by { id } former } resubmissionOf { id } resubmittedAs { id } history { event }`

let node: TestNode
let counterparty: TestCounterparty
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  counterparty = await openTestCounterparty()
  await trust(node, counterparty.url)
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await counterparty[Symbol.asyncDispose]()
})

const corrected = { ...originator, accountNumber: ['account-2'] }

async function load(id: string) {
  const { data } = await read(node, `{ trpd { transaction(id: "${id}") { ${FIELDS} } } }`)
  return data.trpd.transaction
}

async function correct(id: string, input: object = { originator: corrected }) {
  const { data, errors } = await node.query(
    `mutation($id: ID!, $originator: OriginatorInput, $beneficiary: BeneficiaryInput, $expectedVersion: Int) {
      trpd { tx: correctTx(id: $id, originator: $originator, beneficiary: $beneficiary, expectedVersion: $expectedVersion) { ${FIELDS} } }
    }`,
    { id, ...input },
  )
  return { tx: data.trpd?.tx, code: errors?.[0]?.extensions.code }
}

async function resubmit(id: string, input: object = {}) {
  const { data, errors } = await node.query(
    `mutation($id: ID!, $input: ResubmitInput) { trpd { tx: resubmitTx(id: $id, input: $input) { ${FIELDS} } } }`,
    { id, input },
  )
  return { tx: data.trpd?.tx, code: errors?.[0]?.extensions.code, extensions: errors?.[0]?.extensions }
}

/** An inquiry that the counterparty refuses. */
async function failed(more: object = {}) {
  counterparty.respond = () => ({ status: 422, body: 'the account is unknown' })
  const { data } = await inquire(node, counterparty.travelAddress, more)
  await untilDelivery(node, data.trpd.inquire.id, 'FAILED')
  return data.trpd.inquire
}

describe('a correction', () => {
  it('the evidence shows a correction with the replaced data, ended legal holds and every check run', async () => {
    const { id } = await failed()
    await correct(id)
    await mutate(node, `setLegalHold(id: "${id}", reason: "case 7")`)
    const administrator: Identity = { ...officer, scopes: [...officer.scopes, 'autod:write'] }
    await node.query(`mutation { trpd { endLegalHold(id: "${id}", reason: "over") { id } } }`, {}, administrator)
    const client = new pg.Client(node.databaseUrl)
    await client.connect()
    await client.query(
      `insert into check_runs (transfer_id, cause, results, evidence_sealed)
       select transfer_id, cause, results, evidence_sealed from check_runs, generate_series(1, 60)
       where transfer_id = $1 and cause = 'INQUIRY'`,
      [id],
    )
    await client.end()
    const { data } = await node.query(
      `query($of: [_Any!]!) { _entities(representations: $of) { ... on TransactionEvidence { exchange } } }`,
      { of: [{ __typename: 'TransactionEvidence', transactionId: id }] },
    )
    const exchange = JSON.parse(data._entities[0].exchange)
    expect(exchange.corrections).toMatchObject([{ by: 'officer-1' }])
    expect(JSON.stringify(exchange.corrections[0].former)).toContain('account-1')
    expect(exchange.legalHolds).toMatchObject([
      { setBy: 'officer-1', reason: 'case 7', endedBy: 'officer-1', endReason: 'over' },
    ])
    expect(exchange.checkRuns.length).toBe(62)
  })

  it('the correction of a failed inquiry is sent when its delivery is retried, and the replaced data is kept', async () => {
    const { id } = await failed()
    expect((await load(id)).repairActions).toEqual(['CORRECT'])
    const { tx } = await correct(id)
    expect(tx).toMatchObject({
      status: 'FAILED',
      originator: { accountNumber: ['account-2'] },
      corrections: [{ version: tx.version, by: { id: 'officer-1' } }],
    })
    expect(tx.checkRuns.map(({ cause }: { cause: string }) => cause)).toEqual(['CHANGE', 'INQUIRY'])
    expect(JSON.parse(tx.corrections[0].former).originator.accountNumber).toEqual(['account-1'])
    counterparty.respond = () => ({ status: 200, body: '{"version":"3.2.1"}' })
    await mutate(node, `retryDelivery(id: "${id}")`)
    await untilDelivery(node, id, 'DELIVERED')
    const bodies = counterparty.requests.map(({ body }) => JSON.parse(body).IVMS101?.originator.accountNumber)
    expect(bodies.at(-1)).toEqual(['account-2'])
    expect((await load(id)).repairActions).toEqual([])
    expect((await correct(id, { originator })).code).toBe('TRANSACTION_WRONG_STATUS')
  })

  it('a correction made while the counterparty is unavailable is what it receives and accepts at the next attempt', async () => {
    const later = { ...originator, accountNumber: ['account-503'] }
    counterparty.respond = () => ({ status: 503, body: '' })
    const { data } = await inquire(node, counterparty.travelAddress)
    const { id } = data.trpd.inquire
    await until(
      () => load(id),
      ({ delivery: { state } }) => state === 'RETRYING' || state === 'FAILED',
    )
    // Refused while an attempt is in flight.
    await until(
      () => correct(id, { originator: later }),
      ({ code }) => code === undefined,
    )
    counterparty.respond = () => ({ status: 200, body: '{"version":"3.2.1"}' })
    await until(
      async () => {
        await mutate(node, `retryDelivery(id: "${id}")`)
        return load(id)
      },
      ({ delivery: { state } }) => state === 'DELIVERED',
    )
    const accounts = counterparty.requests.flatMap(
      ({ body }) => JSON.parse(body).IVMS101?.originator.accountNumber ?? [],
    )
    expect(accounts.at(-1)).toBe('account-503')
    expect(await load(id)).toMatchObject({ status: 'PENDING', repairActions: [] })
  })

  it('a correction without changes makes no version, and a correction of an outdated version is refused', async () => {
    const { id } = await failed()
    const { tx } = await correct(id)
    expect((await correct(id)).tx.version).toBe(tx.version)
    expect((await correct(id, { originator, expectedVersion: tx.version - 1 })).code).toBe(
      'TRANSACTION_VERSION_CONFLICT',
    )
  })

  it('a correction must satisfy IVMS101, and is possible only for inquiries that we send over TRP', async () => {
    const { id, version } = await load((await failed()).id)
    const nameless = { originatorPersons: [{ naturalPerson: { name: { nameIdentifier: [] } } }] }
    expect((await correct(id, { originator: nameless })).code).toBe('IVMS101_INVALID')
    expect((await load(id)).version).toBe(version)
    expect((await correct('1')).code).toBe('TRANSACTION_NOT_FOUND')
    const input = { direction: 'SENT', selfHosted: true, asset: 'btc', amount: '1', originator }
    const { data } = await node.query(
      'mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }',
      { input: { ...input, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' } },
    )
    expect((await correct(data.trpd.registerOfflineTx.id)).code).toBe('TRANSACTION_NOT_OVER_TRP')
  })
})

describe('a resubmission', () => {
  it('a resubmission replaces an inquiry that was declined, taking over everything that is not given', async () => {
    counterparty.respond = () => ({ status: 200, body: '{"rejected":"unknown account"}' })
    const { data } = await inquire(node, counterparty.travelAddress, { customerReference: 'customer 7' })
    const { id } = data.trpd.inquire
    await untilDelivery(node, id, 'DELIVERED')
    expect(await load(id)).toMatchObject({ status: 'DECLINED', repairActions: ['RESUBMIT'], resubmittedAs: null })
    const requestIdentifier = crypto.randomUUID()
    const given = { originator: corrected, requestIdentifier }
    const { tx } = await resubmit(id, given)
    expect(tx).toMatchObject({
      amount: '0.5',
      travelAddress: counterparty.travelAddress,
      customerReference: 'customer 7',
      requestIdentifier,
      originator: { accountNumber: ['account-2'] },
      resubmissionOf: { id },
      resubmittedAs: null,
    })
    expect(await load(id)).toMatchObject({ status: 'DECLINED', resubmittedAs: { id: tx.id }, repairActions: [] })
    // A repeat returns the same transaction; a different replacement is refused.
    expect((await resubmit(id, given)).tx.id).toBe(tx.id)
    expect((await resubmit(id)).extensions).toMatchObject({ code: 'TRANSACTION_RESUBMITTED', id: tx.id })
    expect((await resubmit(id, { ...given, amount: '0.6' })).code).toBe('REQUEST_IDENTIFIER_REUSED')
  })

  it('a resubmission happens once, even if two officers submit it at the same time', async () => {
    const { id } = await failed()
    await mutate(node, `cancelTx(id: "${id}", reason: "another address")`)
    const both = await Promise.all([resubmit(id), resubmit(id)])
    expect(both.map(({ code }) => code).sort()).toEqual(['TRANSACTION_RESUBMITTED', undefined])
  })

  it('a resubmission requires an inquiry of ours that has ended, and a new request identifier', async () => {
    const { id, requestIdentifier } = await failed()
    expect((await resubmit(id)).code).toBe('TRANSACTION_WRONG_STATUS')
    await mutate(node, `cancelTx(id: "${id}", reason: "another address")`)
    expect((await resubmit(id, { requestIdentifier })).code).toBe('REQUEST_IDENTIFIER_REUSED')
    expect((await resubmit(id, { amount: '0' })).code).toBe('AMOUNT_NOT_POSITIVE')
    expect((await load(id)).resubmittedAs).toBeNull()
  })
})

it('an inquiry from a VASP that is not trusted is declined without sending it a message', async () => {
  await using stranger = await openTestCounterparty()
  const travelAddress = await issue(node)
  const requestIdentifier = crypto.randomUUID()
  await sendTrp({
    url: `${node.trpUrl}${pathOf(travelAddress)}`,
    body: inquiryBody({ callback: `${stranger.url}/callback` }),
    headers: { 'request-identifier': requestIdentifier },
  })
  const filter = `filter: { requestIdentifier: "${requestIdentifier}" }`
  const { data } = await read(node, `{ trpd { transactions(${filter}) { nodes { id status allowedActions } } } }`)
  const [blocked] = data.trpd.transactions.nodes
  expect(blocked).toMatchObject({ status: 'BLOCKED', allowedActions: expect.arrayContaining(['DECLINE']) })
  await mutate(node, `assessTx(id: "${blocked.id}", decision: DECLINE, reason: "unknown VASP")`)
  await trust(node, stranger.url)
  expect(await load(blocked.id)).toMatchObject({
    status: 'DECLINED',
    reason: 'unknown VASP',
    delivery: { state: 'NONE' },
    history: [{ event: 'transfer.received' }, { event: 'transfer.declined' }],
  })
})
