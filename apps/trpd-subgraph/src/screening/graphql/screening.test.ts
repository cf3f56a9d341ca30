import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScreeningCommand } from '../../screening-command/run-screening-command.ts'
import { euXml, examplePersons, sdnXml } from '../../testing/example-lists.ts'
import {
  beneficiary,
  inquire,
  issue,
  originator,
  startedWith,
  transactions,
  trust,
  untilDelivery,
} from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const CLEAN_WALLET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const CLEAN_ETHEREUM = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const listed = { id: 7, family: 'Musterlistmann', given: 'Maximilian', weakAlias: 'Falcon Blue', wallet: WALLET }

let node: TestNode
let vendor: TestCounterparty
let folder: string
beforeAll(async () => {
  vendor = await openTestCounterparty()
  vendor.respond = () => ({ status: 200, body: '{"data":{"hits":[]}}' })
  node = await openTestNode('Alice VASP', {
    screeningLists: ['OFAC_SDN'],
    screeningVendor: {
      url: `${vendor.url}/search`,
      secret: 'a secret of the vendor',
      timeoutSeconds: 60,
      body: { q: '{name}', kind: '{type}' },
      hits: 'data.hits',
      name: 'caption',
      score: 'score',
    },
    attributionVendor: {
      url: `${vendor.url}/attribute`,
      timeoutSeconds: 60,
      vendor: 'Example Analytics',
      body: { at: '{address}' },
      name: 'name',
      website: 'url',
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function loadLists(persons: Parameters<typeof sdnXml>[0], ...more: string[]) {
  await writeFile(join(folder, 'sdn.xml'), sdnXml(persons))
  return runScreeningCommand([folder, ...more], { TRPD_DATABASE_URL: node.databaseUrl })
}

const SCREENING = `verdict subjects { role name kind } lists { name loadedAt } gaps { code } walletHits { list entryId asset }
  nameHits { role listedName score isStrong words { screened listed how } isReordered birthYears } vendorHits { listedName score }`

async function screen(args: string) {
  const { data, errors } = await node.query(`{ trpd { screen(${args}) { ${SCREENING} } } }`)
  return data?.trpd?.screen ?? errors
}

async function screeningOf(id: string) {
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { screening { ${SCREENING} } } } }`)
  return data.trpd.transaction.screening
}

/** Waits until the check SCREENING has this verdict; returns the transaction. */
async function untilChecked(id: string, verdict: string) {
  const load = async () => {
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { status checks { check verdict } } } }`)
    return data.trpd.transaction
  }
  const isChecked = (found: { check: string; verdict: string }) =>
    found.check === 'SCREENING' && found.verdict === verdict
  return until(load, ({ checks }) => checks.some(isChecked))
}

describe('a transaction is screened without being asked', () => {
  it('a transaction is UNKNOWN until the list is loaded, and is then screened again', async () => {
    const travelAddress = await issue(node, WALLET)
    const body = inquiryBody({ callback: `${vendor.url}/callback` })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
    const [{ id }] = await transactions(node)
    const first = await until(
      () => screeningOf(id),
      (screening) => screening !== null,
    )
    expect(first).toMatchObject({ verdict: 'UNKNOWN', gaps: [{ code: 'SCREENING_LIST_MISSING' }] })

    const { output, isComplete } = await loadLists([listed, ...examplePersons(50)])
    expect([output, isComplete]).toEqual(['OFAC_SDN: loaded, 51 entries (sdn.xml)\n', true])
    const second = await until(
      () => screeningOf(id),
      (screening) => screening.verdict !== 'UNKNOWN',
    )
    const names = second.subjects.map(({ role, kind }: { role: string; kind: string }) => `${role} ${kind}`)
    expect(names).toEqual(['ORIGINATOR PERSON', 'BENEFICIARY PERSON', 'VASP ORGANISATION'])
    expect(second.lists).toEqual([{ name: 'OFAC_SDN', loadedAt: expect.any(String) }])
    // An approval would use the address in the travel address.
    expect(second).toMatchObject({ verdict: 'FAIL', gaps: [], walletHits: [{ list: 'OFAC_SDN', asset: 'BTC' }] })
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { checks { check verdict required } } } }`)
    expect(data.trpd.transaction.checks).toContainEqual({
      check: 'SCREENING',
      verdict: expect.any(String),
      required: true,
    })
  })
})

it('a payment address is screened when the counterparty provides it, and the checks of the approved transaction show it', async () => {
  await using counterparty = await openTestCounterparty()
  const id = await startedWith(node, counterparty)
  await untilDelivery(node, id, 'DELIVERED')
  await until(
    () => screeningOf(id),
    (screening) => screening?.verdict === 'PASS',
  )
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  const approved = { address: WALLET, callback: `${counterparty.url}/confirm` }
  expect((await sendTrp({ url: callback, body: JSON.stringify({ approved }) })).status).toBe(204)
  const { status } = await untilChecked(id, 'FAIL')
  expect(status).toBe('APPROVED')
  expect(await screeningOf(id)).toMatchObject({ verdict: 'FAIL', walletHits: [{ list: 'OFAC_SDN' }] })
})

it('a failed inquiry is screened again when it is corrected', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 422, body: 'the account is unknown' })
  await trust(node, counterparty.url)
  const { data } = await inquire(node, counterparty.travelAddress)
  const { id } = data.trpd.inquire
  await untilDelivery(node, id, 'FAILED')
  const corrected = { ...originator, accountNumber: ['account-2'] }
  const { errors } = await node.query(
    `mutation($id: ID!, $originator: OriginatorInput) { trpd { correctTx(id: $id, originator: $originator) { id } } }`,
    { id, originator: corrected },
  )
  expect(errors ?? []).toEqual([])
  await untilChecked(id, 'PASS')
})

it('data received for an undecided inquiry is screened only once', async () => {
  await using counterparty = await openTestCounterparty()
  await trust(node, counterparty.url)
  const travelAddress = await issue(node)
  const body = inquiryBody({ callback: `${counterparty.url}/callback` })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const [{ id, status }] = await transactions(node)
  expect(status).toBe('PENDING')
  const { data } = await node.query(`mutation { trpd { requestData(id: "${id}", fields: [NAME]) { link } } }`)
  const form = new FormData()
  form.append('familyName', 'Ångström')
  const { pathname } = new URL(data.trpd.requestData.link)
  const sent = await fetch(`${node.trpUrl}${pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  expect(sent.status).toBe(303)
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  // Jobs created in one database transaction have the same time.
  const { rows } = await client.query(
    `select count(*)::int as jobs from jobs.job where name = 'check' and data->>'transferId' = $1 group by created_on`,
    [id],
  )
  await client.end()
  expect(rows.length).toBeGreaterThanOrEqual(2)
  expect(rows.map(({ jobs }) => jobs)).toEqual(rows.map(() => 1))
})

describe('rules wait for the screening of a registered transaction', () => {
  const administrator = { ...officer, scopes: ['trpd:read', 'trpd:write', 'autod:write'] }
  const sanctions = { checks: [{ check: 'SCREENING', verdicts: ['FAIL', 'WARN'] }] }
  const unknown = { checks: [{ check: 'SCREENING', verdicts: ['UNKNOWN'] }] }
  beforeAll(async () => {
    const rules = [
      { name: 'sanctions', action: 'HOLD', internalReason: 'Possible hit', when: sanctions },
      { name: 'unknown', action: 'ASK', internalReason: 'Not screened', when: unknown },
      { name: 'rest', action: 'ASSIGN', priority: 'LOW' },
    ]
    await replaceRules(rules)
  })
  afterAll(() => replaceRules([]))

  async function replaceRules(rules: readonly object[]): Promise<void> {
    const { data } = await node.query('{ trpd { ruleSet { version } } }')
    const { errors } = await node.query(
      `mutation($version: Int!, $rules: [RuleInput!]!) { trpd {
        replaceRules(expectedVersion: $version, rules: $rules) { ruleSet { version } } } }`,
      { version: data.trpd.ruleSet.version, rules },
      administrator,
    )
    expect(errors ?? []).toEqual([])
  }

  /** Registers a withdrawal to a self-hosted wallet, and waits until it was checked after its lookup. */
  async function register(address: string, more: object = {}) {
    const input = { direction: 'SENT', selfHosted: true, asset: 'btc', amount: '0.5', originator, beneficiary, address }
    const { data, errors } = await node.query(
      'mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id appliedRules { name } } } }',
      { input: { ...input, ...more } },
    )
    expect(errors ?? []).toEqual([])
    const { id, appliedRules } = data.trpd.registerOfflineTx
    expect(appliedRules).toEqual([])
    const load = async () => {
      const loaded = await node.query(`{ trpd { transaction(id: "${id}") {
        appliedRules { name } case { status priority } checkRuns { cause } } } }`)
      return loaded.data.trpd.transaction
    }
    const isLookedUp = ({ checkRuns }: { checkRuns: { cause: string }[] }) =>
      checkRuns.some(({ cause }) => cause === 'LOOKUP')
    await until(load, isLookedUp)
    // The status and the check runs are read by separate queries, so both are read again once the run is
    // there.
    return load()
  }

  const hash = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

  it('a hit holds a registered transaction, whether it is already on the ledger or not', async () => {
    const held = { appliedRules: [{ name: 'sanctions' }], case: { status: 'ON_HOLD' } }
    expect(await register(WALLET)).toMatchObject(held)
    expect(await register(WALLET, { txHash: hash })).toMatchObject(held)
  })

  it('without a hit, a rule that leaves it to officers applies, and a transaction already on the ledger stays closed', async () => {
    const left = { appliedRules: [{ name: 'rest' }], case: { status: 'NEW', priority: 'LOW' } }
    expect(await register(CLEAN_WALLET)).toMatchObject(left)
    const closed = { appliedRules: [], case: { status: 'CLOSED', priority: 'NORMAL' } }
    expect(await register(CLEAN_WALLET, { txHash: hash })).toMatchObject(closed)
  })

  it('a hit found after the counterparty has approved holds the transaction', async () => {
    await using counterparty = await openTestCounterparty()
    const id = await approvedTo(counterparty, WALLET)
    const { data } = await node.query(
      `{ trpd { transaction(id: "${id}") { status appliedRules { name } case { status } } } }`,
    )
    const held = { name: 'sanctions' }
    expect(data.trpd.transaction).toMatchObject({ status: 'APPROVED', case: { status: 'ON_HOLD' } })
    expect(data.trpd.transaction.appliedRules).toContainEqual(held)
  })
})

/** An inquiry of ours that the counterparty approves with this address once it has been screened. */
async function approvedTo(counterparty: TestCounterparty, address: string): Promise<string> {
  const id = await startedWith(node, counterparty)
  await untilDelivery(node, id, 'DELIVERED')
  await until(
    () => screeningOf(id),
    (screening) => screening?.verdict === 'PASS',
  )
  const { callback } = JSON.parse(counterparty.requests[0]?.body ?? '{}')
  const approved = { address, callback: `${counterparty.url}/confirm` }
  expect((await sendTrp({ url: callback, body: JSON.stringify({ approved }) })).status).toBe(204)
  await untilChecked(id, 'FAIL')
  return id
}

it('a hit found after the decision holds a transaction that no officer has seen, without any rule', async () => {
  await using counterparty = await openTestCounterparty()
  const id = await approvedTo(counterparty, WALLET)
  const { data } = await node.query(
    `{ trpd { transaction(id: "${id}") { status appliedRules { name } case { status assignee { id } } } } }`,
  )
  const held = { appliedRules: [], case: { status: 'ON_HOLD', assignee: null } }
  expect(data.trpd.transaction).toEqual({ status: 'APPROVED', ...held })
})

const RELEASE = `release { maySend mayApprove mayPay mayCredit isChecking requiresNothing policy
  obstacles { code acts check verdict finding remedy message } }`

async function releaseOf(id: string) {
  const { data } = await node.query(
    `{ trpd { transaction(id: "${id}") { allowedActions case { status } ${RELEASE} } } }`,
  )
  return data.trpd.transaction
}

describe('a payment to a listed wallet', () => {
  const txHash = 'b'.repeat(64)

  it('a payment is refused with its obstacles until a person accepts the finding, and live clients are notified', async () => {
    await using counterparty = await openTestCounterparty()
    const started = approvedTo(counterparty, WALLET)
    await untilStopped(started)
    const id = await started
    const found = await releaseOf(id)
    expect(found).toMatchObject({
      allowedActions: ['CANCEL'],
      case: { status: 'ON_HOLD' },
      release: { maySend: false, mayPay: false, mayCredit: false, requiresNothing: false },
    })
    expect(found.release.policy).toMatch(/^every node \d+, screening \d+$/)
    const [, open] = found.release.obstacles
    expect(found.release.obstacles).toMatchObject([
      { code: 'CASE_ON_HOLD', acts: ['PAY'], remedy: 'RELEASE_CASE' },
      { code: 'FINDING_OPEN', acts: ['PAY'], check: 'SCREENING', verdict: 'FAIL', remedy: 'ACCEPT_FINDING' },
    ])
    const confirm = `mutation { trpd { confirmTx(id: "${id}", txHash: "${txHash}") { status } } }`
    const refused = await node.query(confirm)
    const obstacles = [{ code: 'CASE_ON_HOLD' }, { code: 'FINDING_OPEN', check: 'SCREENING', finding: open.finding }]
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'TRANSACTION_NOT_RELEASED', act: 'PAY', obstacles })

    const accept = (finding: string) =>
      `mutation { trpd { acceptFinding(id: "${id}", finding: "${finding}", reason: "Another wallet") { ${RELEASE} } } }`
    const client = { ...officer, subject: 'back-end', actsFor: 'ITSELF' } as const
    const codeOf = async (query: string, identity = officer) =>
      (await node.query(query, {}, identity as typeof officer)).errors?.[0]?.extensions.code
    expect(await codeOf(accept(open.finding), client as never)).toBe('FINDING_PERSON_REQUIRED')
    expect(await codeOf(accept('0'.repeat(32)))).toBe('FINDING_NOT_CURRENT')
    const { data } = await node.query(accept(open.finding))
    expect(data.trpd.acceptFinding.release).toMatchObject({ mayPay: true, obstacles: [] })
    expect(await codeOf(accept(open.finding))).toBe('FINDING_ACCEPTED')
    expect(await releaseOf(id)).toMatchObject({ allowedActions: ['CONFIRM', 'CANCEL'], case: { status: 'IN_REVIEW' } })
    expect((await node.query(confirm)).data.trpd.confirmTx).toEqual({ status: 'CONFIRMED' })
  })

  /** Waits until a live client receives the transaction with the finding. */
  async function untilStopped(started: Promise<string>): Promise<void> {
    const changes = node.subscribe(`subscription { trpdTransactions { id release { obstacles { code } } } }`)
    for await (const { data } of changes) {
      const { id, release } = data.trpdTransactions
      const isStopped = release.obstacles.some(({ code }: { readonly code: string }) => code === 'FINDING_OPEN')
      if (isStopped && id === (await started)) return
    }
  }

  it('a payment made nevertheless keeps its hash, and its case is an urgent incident with a due time', async () => {
    await using counterparty = await openTestCounterparty()
    const id = await approvedTo(counterparty, WALLET)
    await node.query(`mutation { trpd { releaseTx(id: "${id}", reason: "Seen") { id } } }`)
    const { data, errors } = await node.query(
      `mutation { trpd { confirmTx(id: "${id}", txHash: "${txHash}", isOnLedger: true) {
        status txHash case { status priority isDueTimeSet pause { reason } } } } }`,
    )
    expect(errors ?? []).toEqual([])
    expect(data.trpd.confirmTx).toMatchObject({
      status: 'CONFIRMED',
      txHash,
      case: { status: 'ON_HOLD', priority: 'URGENT', isDueTimeSet: true },
    })
    expect(data.trpd.confirmTx.case.pause.reason).toMatch(/^The payment was made although it was not allowed\./)
    await until(
      async () => counterparty.requests.map(({ body }) => body ?? ''),
      (bodies) => bodies.some((body) => body.includes(txHash)),
    )
  })
})

it('a hit for a transaction with a closed case holds it without any rule, until an officer releases it', async () => {
  const txHash = 'a'.repeat(64)
  const input = { direction: 'SENT', selfHosted: true, asset: 'btc', amount: '0.5', originator, beneficiary }
  const { data } = await node.query(
    'mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id case { status } } } }',
    { input: { ...input, address: WALLET, txHash } },
  )
  const { id, case: opened } = data.trpd.registerOfflineTx
  expect(opened.status).toBe('CLOSED')
  const load = async () => {
    const loaded = await node.query(
      `{ trpd { transaction(id: "${id}") { status appliedRules { name } case { status isUnread pause { reason } } } } }`,
    )
    return loaded.data.trpd.transaction
  }
  await node.query(`mutation { trpd { markRead(id: "${id}", version: 1, caseVersion: 1) { id } } }`)
  const held = await until(load, ({ case: { status } }) => status !== 'CLOSED')
  const pause = { reason: 'Screening has found a possible match after the transaction had ended.' }
  expect(held).toEqual({ status: 'CONFIRMED', appliedRules: [], case: { status: 'ON_HOLD', isUnread: true, pause } })
  await node.query(`mutation { trpd { releaseTx(id: "${id}", reason: "Another person") { id } } }`)
  await node.query(`mutation { trpd { runChecks(id: "${id}") { id } } }`)
  expect(await load()).toMatchObject({ case: { status: 'CLOSED' } })
})

it('a listed wallet among the account numbers of a party is found, even as a CAIP-10 account', async () => {
  const { IVMS101: payload } = JSON.parse(inquiryBody())
  const accountNumber = ['DE02120300000000202051', `bip122:000000000019d6689c085ae165831e93:${WALLET}`]
  const IVMS101 = { ...payload, originator: { ...payload.originator, accountNumber } }
  const travelAddress = await issue(node)
  const body = inquiryBody({ callback: `${vendor.url}/callback`, IVMS101 })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const [{ id }] = await transactions(node)
  const screening = await until(
    () => screeningOf(id),
    (found) => found !== null,
  )
  expect(screening).toMatchObject({ verdict: 'FAIL', gaps: [], walletHits: [{ list: 'OFAC_SDN' }] })
})

it('a transaction in which a party has no name is UNKNOWN', async () => {
  const { IVMS101: payload } = JSON.parse(inquiryBody())
  const IVMS101 = { ...payload, beneficiary: { ...payload.beneficiary, beneficiaryPersons: [] } }
  const travelAddress = await issue(node)
  const body = inquiryBody({ callback: `${vendor.url}/callback`, IVMS101 })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const [{ id }] = await transactions(node)
  const screening = await until(
    () => screeningOf(id),
    (found) => found !== null,
  )
  expect(screening).toMatchObject({ verdict: 'UNKNOWN', gaps: [{ code: 'SCREENING_NOTHING_TO_SCREEN' }] })
})

describe('an officer screens a name or an address', () => {
  it.each([
    ['name: "Maximilian Musterlistmann"', 'FAIL'],
    ['name: "Max Musterlistmann"', 'FAIL'],
    ['name: "Максимилиан Мустерлистман"', 'FAIL'],
    ['name: "Falcon Blue"', 'PASS'],
    ['name: "Quentin Zellweger"', 'PASS'],
    ['name: "* * *"', 'UNKNOWN'],
    ['name: "Maximilian Musterlistmann", kind: ORGANISATION', 'FAIL'],
    [`address: "${WALLET}"`, 'FAIL'],
    [`address: "${CLEAN_WALLET}"`, 'PASS'],
    [`address: "bitcoin:${WALLET}?amount=1"`, 'FAIL'],
    [`address: "ethereum:${CLEAN_ETHEREUM}@1"`, 'PASS'],
    [`address: "${WALLET.toLowerCase()}"`, 'UNKNOWN'],
    ['address: "hello world"', 'UNKNOWN'],
  ])('%s: %s', async (args, verdict) => {
    expect(await screen(args)).toMatchObject({ verdict })
  })

  it('an officer who screens a string that is not an address is told so', async () => {
    expect(await screen('address: "hello world"')).toMatchObject({ gaps: [{ code: 'SCREENING_NOT_AN_ADDRESS' }] })
  })

  it('an officer sees that a name is in a script that is not romanised', async () => {
    expect(await screen('name: "สมชาย วงศ์สวัสดิ์"')).toMatchObject({
      verdict: 'UNKNOWN',
      gaps: [{ code: 'SCREENING_SCRIPT_UNKNOWN' }],
    })
  })

  it('an officer sees a name that was screened independently of any transaction', async () => {
    const { subjects } = await screen('name: " Zellweger AG ", kind: ORGANISATION')
    expect(subjects).toEqual([{ role: null, name: 'Zellweger AG', kind: 'ORGANISATION' }])
  })

  it('an officer sees that only part of a name was screened: titles and letters before a listed name do not approve it', async () => {
    const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x'
    expect(await screen(`name: "${letters} Maximilian Musterlistmann"`)).toMatchObject({
      verdict: 'UNKNOWN',
      gaps: [{ code: 'SCREENING_NAME_TOO_LONG' }],
    })
    expect(await screen(`name: "${'Mr '.repeat(24)}Maximilian Musterlistmann"`)).toMatchObject({ verdict: 'FAIL' })
  })

  it('an officer sees which words agree and why', async () => {
    expect(await screen('name: "MUSTERLISTMANN, Max"')).toMatchObject({
      nameHits: [
        {
          role: null,
          listedName: 'Maximilian Musterlistmann',
          words: expect.arrayContaining([{ screened: 'Max', listed: 'Maximilian', how: 'VARIANT' }]),
          isReordered: false,
          birthYears: [1970, 1975],
        },
      ],
    })
  })

  it('an officer cannot screen nothing, or screen without the right to personal data', async () => {
    const nothing = await node.query('{ trpd { screen(name: " ") { verdict } transactionsCount } }')
    expect(nothing.errors).toMatchObject([{ extensions: { code: 'INPUT_INVALID' } }])
    expect(nothing.data.trpd).toEqual({ screen: null, transactionsCount: expect.any(Number) })
    const observer = { ...officer, scopes: ['trpd:read'] }
    const { errors } = await node.query('{ trpd { screen(name: "A B") { verdict } } }', {}, observer)
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

describe('the thresholds of screening', () => {
  const administrator = { ...officer, scopes: ['trpd:read', 'trpd:write', 'autod:write'] }
  const read = async () =>
    (await node.query('{ trpd { screeningThresholds { version possible strong author { id } } } }')).data.trpd
      .screeningThresholds

  async function set(possible: number, strong: number, identity: typeof officer = administrator, more = 0) {
    const expectedVersion = (await read()).version + more
    return node.query(
      `mutation { trpd { setScreeningThresholds(expectedVersion: ${expectedVersion}, possible: ${possible}, strong: ${strong}) {
        version possible strong author { id } } } }`,
      {},
      identity,
    )
  }

  async function preview(possible: number, strong: number) {
    const { data, errors } = await node.query(
      `{ trpd { previewScreeningThresholds(possible: ${possible}, strong: ${strong}) {
        examined isComplete changed changes { from to count } } } }`,
    )
    return data?.trpd?.previewScreeningThresholds ?? errors?.[0]?.extensions
  }

  it('the effect of thresholds is counted before they are set, and open transactions are then screened again with them', async () => {
    vendor.respond = () => ({ status: 200, body: '{"data":{"hits":[]}}' })
    // Scores 0.791 against the listed name.
    const IVMS101 = structuredClone(JSON.parse(inquiryBody()).IVMS101)
    const [person] = IVMS101.originator.originatorPersons
    person.naturalPerson.name.nameIdentifier[0] = {
      primaryIdentifier: 'Musterlister',
      secondaryIdentifier: 'Maximilian',
      nameIdentifierType: 'LEGL',
    }
    const travelAddress = await issue(node, CLEAN_WALLET)
    const body = inquiryBody({ callback: `${vendor.url}/callback`, IVMS101 })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
    const [{ id }] = await transactions(node)
    const untilVerdict = (verdict: string) =>
      until(
        () => screeningOf(id),
        (screening) => screening?.verdict === verdict,
      )
    await untilVerdict('WARN')
    const before = await read()
    expect(before).toEqual({ version: 0, possible: 0.7, strong: 0.8, author: null })

    expect(await preview(0.7, 0.8)).toMatchObject({ isComplete: true, changed: 0, changes: [] })
    const stricter = await preview(0.65, 0.75)
    expect(stricter.examined).toBeGreaterThan(0)
    expect(stricter.changes).toContainEqual({ from: 'WARN', to: 'FAIL', count: 1 })
    expect((await preview(0.85, 0.9)).changes).toContainEqual({ from: 'WARN', to: 'PASS', count: 1 })
    expect(await read()).toEqual(before)

    const { data } = await set(0.65, 0.75)
    const thresholds = { version: 1, possible: 0.65, strong: 0.75, author: { id: officer.subject } }
    expect(data.trpd.setScreeningThresholds).toEqual(thresholds)
    expect(await untilVerdict('FAIL')).toMatchObject({ nameHits: [{ score: 0.791, isStrong: true }] })
    await untilChecked(id, 'FAIL')
    expect((await set(0.7, 0.8)).data.trpd.setScreeningThresholds.version).toBe(2)
  })

  it.each([
    ['below the lowest', 0.5, 0.8, 'possible'],
    ['above the highest', 0.7, 0.96, 'strong'],
    ['with three decimal places', 0.705, 0.8, 'possible'],
    ['in the wrong order', 0.8, 0.75, 'strong'],
  ])('thresholds are refused %s, with the field', async (_what, possible, strong, path) => {
    const invalid = { code: 'SCREENING_THRESHOLDS_INVALID', path }
    expect((await set(possible, strong)).errors?.[0]?.extensions).toMatchObject(invalid)
    expect(await preview(possible, strong)).toMatchObject(invalid)
  })

  it('only administrators set thresholds, and a concurrent change by another administrator is not overwritten', async () => {
    expect((await set(0.7, 0.9, officer)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const { errors } = await set(0.7, 0.9, administrator, -1)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'SCREENING_THRESHOLDS_VERSION_CONFLICT' })
  })
})

describe('a vendor is asked in addition to the lists', () => {
  it('a vendor receives a signed request, and its hits are a warning', async () => {
    vendor.respond = () => ({ status: 200, body: '{"data":{"hits":[{"caption":"Z. Quentin","score":0.9}]}}' })
    expect(await screen('name: "Quentin Zellweger"')).toMatchObject({
      verdict: 'WARN',
      vendorHits: [{ listedName: 'Z. Quentin', score: 0.9 }],
    })
    const request = vendor.requests.findLast(({ body }) => body.includes('Quentin'))
    expect(JSON.parse(request?.body ?? '')).toEqual({ q: 'Quentin Zellweger', kind: 'PERSON' })
    expect(request?.headers['x-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it.each([
    ['is down', { status: 503, body: '' }],
    ['refuses', { status: 401, body: '' }],
    ['responds with something else', { status: 200, body: '<html>' }],
    ['responds without hits', { status: 200, body: '{"data":{}}' }],
  ])('a vendor that %s never approves', async (_what, response) => {
    vendor.respond = () => response
    expect(await screen('name: "Quentin Zellweger"')).toMatchObject({
      verdict: 'UNKNOWN',
      gaps: [{ code: 'SCREENING_VENDOR_FAILED' }],
    })
  })
})

it('an address that a vendor attributes is that of the VASP at the host of the website, regardless of its name', async () => {
  const registered = await node.query(
    'mutation { trpd { registerOrUpdateVasp(vasp: { name: "Bob VASP", url: "https://bob.example" }) { id } } }',
  )
  const { id } = registered.data.trpd.registerOrUpdateVasp
  vendor.respond = () => ({ status: 200, body: '{"name":"Bob Exchange","url":"www.bob.example"}' })
  const ask = `{ trpd { attributionVendor attributeAddress(asset: "btc", address: "${WALLET}") {
    verdict vaspName website vendor at gap { code } vasp { id } } } }`
  const { data } = await node.query(ask)
  expect(data.trpd).toEqual({
    attributionVendor: 'Example Analytics',
    attributeAddress: {
      verdict: 'VASP',
      vaspName: 'Bob Exchange',
      website: 'https://www.bob.example/',
      vendor: 'Example Analytics',
      at: expect.any(String),
      gap: null,
      vasp: { id },
    },
  })
  vendor.respond = () => ({ status: 200, body: '{"name":"Bob VASP","url":"https://other.example"}' })
  expect((await node.query(ask)).data.trpd.attributeAddress).toMatchObject({ vaspName: 'Bob VASP', vasp: null })
})

it('the state of the lists is shown, including an update that was refused', async () => {
  vendor.respond = () => ({ status: 200, body: '{"data":{"hits":[]}}' })
  const { output, isComplete } = await loadLists(examplePersons(20))
  expect(output).toContain('OFAC_SDN: refused (LIST_SHRANK): sdn.xml has 20 entries; the loaded list has 51.')
  expect(isComplete).toBe(false)
  await writeFile(join(folder, 'eu.xml'), euXml([listed]))
  await loadLists(examplePersons(40), '--confirm', 'OFAC_SDN')
  const { data } = await node.query(
    '{ trpd { screeningLists { name isRequired state entries malformed ageHours publishedOn refused { code } } } }',
  )
  expect(data.trpd.screeningLists).toEqual([
    {
      name: 'OFAC_SDN',
      isRequired: true,
      state: 'CURRENT',
      entries: 40,
      malformed: 0,
      ageHours: 0,
      publishedOn: '2026-11-20',
      refused: null,
    },
    {
      name: 'EU_FSF',
      isRequired: false,
      state: 'CURRENT',
      entries: 1,
      malformed: 0,
      ageHours: 0,
      publishedOn: '2026-11-20',
      refused: null,
    },
  ])
})

it('the checks of an approved transaction follow a list change', async () => {
  const id = (await transactions(node)).find(({ status }: { status: string }) => status === 'APPROVED').id
  const { status } = await untilChecked(id, 'PASS')
  expect(status).toBe('APPROVED')
})

it('the screening command prints its usage', async () => {
  await expect(runScreeningCommand([], { TRPD_DATABASE_URL: node.databaseUrl })).rejects.toThrow(
    'npm run screening:update',
  )
  await expect(
    runScreeningCommand([folder, '--confirm', 'XX'], { TRPD_DATABASE_URL: node.databaseUrl }),
  ).rejects.toThrow('--confirm')
  await expect(runScreeningCommand(['/nowhere'], { TRPD_DATABASE_URL: node.databaseUrl })).rejects.toThrow(
    'not a folder',
  )
})
