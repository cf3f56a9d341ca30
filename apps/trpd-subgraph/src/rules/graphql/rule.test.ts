import { randomUUID } from 'node:crypto'
import type { Identity } from '@travel-rule/auth/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { autoApprove, beneficiary, issue, mutate, originator, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const administrator: Identity = { ...officer, subject: 'admin-1', scopes: ['trpd:read', 'trpd:write', 'autod:write'] }

let node: TestNode
let counterparty: TestCounterparty
let vasp: string

beforeAll(async () => {
  counterparty = await openTestCounterparty()
  // It also acts as the operator's service for customers.
  counterparty.respond = ({ path }) =>
    path === '/customers' ? { status: 200, body: '{"name":"Marx","accounts":["2"]}' } : { status: 204 }
  node = await openTestNode('Bob VASP', {
    fourEyes: new Map([['btc', '2' as Decimal]]),
    customerLookup: { url: `${counterparty.url}/customers` },
    customerLookupTimeoutSeconds: 15,
  })
  vasp = await trust(node, counterparty.url)
  await autoApprove(node, vasp, '1000')
  for (const subject of ['chief', 'bob']) await node.query('{ trpd { programVersion } }', {}, { ...officer, subject })
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await counterparty[Symbol.asyncDispose]()
})

const REPLACE = `mutation($expectedVersion: Int!, $rules: [RuleInput!]!, $note: String) { trpd {
  replaceRules(expectedVersion: $expectedVersion, rules: $rules, note: $note) {
    ruleSet { version note author { id } rules { name action } } warnings { code rule path } } } }`

async function version(): Promise<number> {
  const { data } = await node.query('{ trpd { ruleSet { version } } }')
  return data.trpd.ruleSet.version
}

/** Replaces the rules; returns the new version. */
async function replace(rules: readonly object[], identity = administrator) {
  const { data, errors } = await node.query(REPLACE, { expectedVersion: await version(), rules }, identity)
  const { code, path } = errors?.[0]?.extensions ?? {}
  return { ...data?.trpd?.replaceRules, version: data?.trpd?.replaceRules?.ruleSet.version, code, path }
}

async function setRate(more: object = {}) {
  const rates = [{ asset: 'btc', currency: 'EUR', value: '50000', ...more }]
  const { data, errors } = await node.query(
    'mutation($rates: [RateInput!]!) { trpd { setRates(rates: $rates) { value isOutdated } } }',
    { rates },
  )
  return errors?.[0]?.extensions ?? data.trpd.setRates
}

/** Receives an inquiry for an amount of BTC at a new travel address; returns its id. */
async function receive(amount: number | string, address: string | null = ADDRESS, more: object = {}) {
  return receiveAt(await issue(node, address ?? undefined), amount, more)
}

async function receiveAt(travelAddress: string, amount: number | string, more: object = {}) {
  const requestIdentifier = randomUUID()
  const path = pathOf(travelAddress)
  const body = inquiryBody({ amount, callback: `${counterparty.url}/callback-${requestIdentifier}`, ...more })
  const { status } = await sendTrp({
    url: `${node.trpUrl}${path}`,
    body,
    headers: { 'request-identifier': requestIdentifier },
  })
  expect(status).toBe(200)
  const { data } = await node.query(
    'query($id: ID!) { trpd { transactions(filter: { requestIdentifier: $id }) { nodes { id } } } }',
    { id: requestIdentifier },
  )
  return { id: data.trpd.transactions.nodes[0].id as string, requestIdentifier }
}

async function load(id: string) {
  const { data, errors } = await node.query(`{ trpd { transaction(id: "${id}") {
    status reason decidedBy { id } decidedByRule { name version action } appliedRules { name version action }
    history { event actorType rule { name version } }
    case { status assignee { id } priority isDueTimeSet pause { by { id } reason } changes { event text actorType } }
  } } }`)
  expect(errors ?? []).toEqual([])
  return data.trpd.transaction
}

const btc = (operator: string, value: string) => ({ amounts: [{ operator, value, asset: 'btc' }] })
const eur = (operator: string, value: string) => ({ amounts: [{ operator, value, currency: 'EUR' }] })

it('without rules, an approval within the limits of the VASP names the built-in rule and version 0', async () => {
  const { data } = await node.query(
    '{ trpd { ruleSet { version rules { name } author { id } } ruleSets { version } } }',
  )
  expect(data.trpd).toEqual({ ruleSet: { version: 0, rules: [], author: null }, ruleSets: [] })
  const { id } = await receive(0.5)
  expect(await load(id)).toMatchObject({
    status: 'APPROVED',
    decidedBy: null,
    decidedByRule: { name: 'limits of the VASP', version: 0, action: 'APPROVE' },
    history: [{ rule: null }, { event: 'transfer.approved', rule: { name: 'limits of the VASP', version: 0 } }],
  })
})

it('each action of a rule has its effect, and names its rule and version', async () => {
  await node.query(
    'mutation { trpd { setCounterpartyReason(id: "too-small", text: "Below our minimum.") { id } } }',
    {},
    administrator,
  )
  const replaced = await replace([
    { name: 'dust', action: 'DECLINE', reasonId: 'too-small', when: btc('LT', '0.001') },
    { name: 'odd', action: 'DECLINE', when: btc('LT', '0.002') },
    {
      name: 'large',
      action: 'HOLD',
      internalReason: 'ask the desk',
      assignee: 'chief',
      priority: 'URGENT',
      when: btc('GT', '0.9'),
    },
    { name: 'data', action: 'ASK', internalReason: 'source of funds', when: btc('GT', '0.8') },
    { name: 'desk', action: 'ASSIGN', assignee: 'bob', priority: 'HIGH', dueSeconds: 60, when: btc('GT', '0.7') },
    { name: 'small', action: 'APPROVE', when: btc('LTE', '0.5') },
  ])
  expect(replaced).toMatchObject({ version: 1, warnings: [], ruleSet: { author: { id: 'admin-1' } } })

  const dust = await receive(0.0005)
  expect(await load(dust.id)).toMatchObject({
    status: 'DECLINED',
    reason: 'Below our minimum.',
    decidedBy: null,
    decidedByRule: { name: 'dust', version: 1, action: 'DECLINE' },
    history: [{ rule: null }, { event: 'transfer.declined', actorType: 'SYSTEM', rule: { name: 'dust', version: 1 } }],
    case: { status: 'CLOSED' },
  })
  const sent = await until(
    async () => counterparty.requests.find(({ path }) => path === `/callback-${dust.requestIdentifier}`),
    (request) => request !== undefined,
  )
  expect(JSON.parse(sent?.body ?? '')).toEqual({ rejected: 'Below our minimum.' })
  expect(await load((await receive(0.0015)).id)).toMatchObject({
    status: 'DECLINED',
    reason: 'The inquiry was declined.',
  })

  expect(await load((await receive(0.95)).id)).toMatchObject({
    status: 'PENDING',
    decidedByRule: null,
    appliedRules: [{ name: 'large', version: 1, action: 'HOLD' }],
    case: {
      status: 'ON_HOLD',
      assignee: { id: 'chief' },
      priority: 'URGENT',
      pause: { by: { id: 'trpd' }, reason: 'Rule "large" (version 1): ask the desk' },
      changes: [{ event: 'case.prioritized' }, { event: 'case.assigned' }, { event: 'case.held', actorType: 'SYSTEM' }],
    },
  })
  expect(await load((await receive(0.85)).id)).toMatchObject({
    status: 'PENDING',
    appliedRules: [{ name: 'data', action: 'ASK' }],
    case: { status: 'WAITING_FOR_DATA', pause: { reason: 'Rule "data" (version 1): source of funds' } },
  })
  expect(await load((await receive(0.75)).id)).toMatchObject({
    status: 'PENDING',
    appliedRules: [{ name: 'desk', action: 'ASSIGN' }],
    case: { status: 'IN_REVIEW', assignee: { id: 'bob' }, priority: 'HIGH', isDueTimeSet: true },
  })
  expect(await load((await receive(0.5)).id)).toMatchObject({
    status: 'APPROVED',
    decidedByRule: { name: 'small', version: 1 },
  })
  expect(await load((await receive(0.6)).id)).toMatchObject({
    status: 'APPROVED',
    decidedByRule: { name: 'limits of the VASP', version: 1 },
  })

  const assertion = await node.signers.autod.mint({ ...officer, subject: 'autod' }, 'events')
  const url = new URL('/events?after=0&limit=1000', node.graphqlUrl)
  const response = await fetch(url, { headers: { 'x-identity-assertion': assertion } })
  const { events } = (await response.json()) as { events: { type: string; detail: object }[] }
  const byRule = (type: string, rule: string) => ({ type, detail: expect.objectContaining({ rule, rulesVersion: 1 }) })
  const added = '"dust", "odd", "large", "data", "desk", "small"'
  const expected = [
    { type: 'rules.replaced', detail: expect.objectContaining({ version: 1, count: 6, added, removed: '' }) },
    byRule('transfer.declined', 'dust'),
    byRule('case.held', 'large'),
    byRule('case.awaiting_data', 'data'),
    byRule('case.assigned', 'desk'),
    byRule('transfer.approved', 'small'),
  ]
  expect(events).toEqual(expect.arrayContaining(expected.map((event) => expect.objectContaining(event))))
  expect(JSON.stringify(events)).not.toContain('ask the desk')
})

it('the desk counts the decisions of each rule, and not what rules have left to officers', async () => {
  const { data } = await node.query(
    '{ trpd { deskSummary { decisions(days: 2) { automatic { approved declined } rules { rule approved declined } } } } }',
  )
  const { automatic, rules } = data.trpd.deskSummary.decisions
  expect(rules).toHaveLength(4)
  expect(rules).toEqual(
    expect.arrayContaining([
      { rule: 'limits of the VASP', approved: 2, declined: 0 },
      { rule: 'dust', approved: 0, declined: 1 },
      { rule: 'odd', approved: 0, declined: 1 },
      { rule: 'small', approved: 1, declined: 0 },
    ]),
  )
  expect(automatic).toEqual({ approved: 3, declined: 2 })
})

it('no rule approves an inquiry whose sender only claims its identity, unless an officer waived mutual TLS', async () => {
  const setMutualTls = (required: boolean | null) =>
    node.query(
      'mutation($id: ID!, $required: Boolean) { trpd { setMutualTls(id: $id, required: $required) { id } } }',
      {
        id: vasp,
        required,
      },
    )
  await replace([{ name: 'claimed', when: { senders: ['UNVERIFIED'] }, action: 'APPROVE' }])
  await setMutualTls(null)
  expect(await load((await receive(0.31)).id)).toMatchObject({ status: 'PENDING', decidedByRule: null })
  await setMutualTls(false)
  expect(await load((await receive(0.32)).id)).toMatchObject({ status: 'APPROVED', decidedByRule: { name: 'claimed' } })
})

it("a rule approves nothing beyond the VASP's limits, with a failed check or above the four-eyes limit, and then no rule declines", async () => {
  await replace([
    { name: 'all', action: 'APPROVE' },
    { name: 'rest', action: 'DECLINE' },
  ])
  const placeholder = JSON.parse(inquiryBody()).IVMS101
  placeholder.originator.originatorPersons[0].naturalPerson.name.nameIdentifier[0].primaryIdentifier = 'our client'
  for (const [amount, more] of [
    [3, {}],
    [0.5, { IVMS101: placeholder }],
  ] as const) {
    const { id } = await receive(amount, ADDRESS, more)
    expect(await load(id)).toMatchObject({
      status: 'PENDING',
      decidedByRule: null,
      appliedRules: [],
      case: { status: 'NEW' },
    })
  }
  await replace([{ name: 'rest', action: 'DECLINE' }])
  expect((await load((await receive(3)).id)).status).toBe('PENDING')
  await autoApprove(node, vasp, '0.1')
  await replace([{ name: 'all', action: 'APPROVE' }])
  expect((await load((await receive(0.11)).id)).status).toBe('PENDING')
  await autoApprove(node, vasp, '1000')
})

it('an amount in a currency is converted at the rate, and decides nothing without a current rate', async () => {
  const missing = await replace([
    { name: 'large', action: 'HOLD', internalReason: 'large', when: eur('GT', '25000') },
    { name: 'rest', action: 'APPROVE' },
  ])
  expect(missing.warnings).toEqual([{ code: 'RATE_MISSING', rule: 'large', path: 'rules.0.when.amounts.0.currency' }])
  expect(await load((await receive(0.1)).id)).toMatchObject({ status: 'PENDING', case: { status: 'NEW' } })
  const old = new Date(Date.now() - 2 * 3_600_000)
  expect(await setRate({ at: old.toISOString() })).toEqual([{ value: '50000', isOutdated: true }])
  expect((await load((await receive(0.1)).id)).status).toBe('PENDING')
  expect(await setRate()).toEqual([{ value: '50000', isOutdated: false }])
  expect(await setRate({ value: '1', at: old.toISOString() })).toEqual([])
  expect((await load((await receive(0.5)).id)).status).toBe('APPROVED')
  expect((await load((await receive('0.50000001')).id)).case.status).toBe('ON_HOLD')
  for (const [input, path] of [
    [{ asset: 'x' }, 'rates.0.asset'],
    [{ currency: 'euro' }, 'rates.0.currency'],
    [{ value: '0' }, 'rates.0.value'],
    [{ at: '9999-01-01T00:00:00Z' }, 'rates.0.at'],
  ] as const) {
    expect(await setRate(input)).toMatchObject({ code: 'RATE_INVALID', path })
  }
})

it('no rule is applied before facts from other systems have been looked up', async () => {
  await replace([
    {
      name: 'unknown',
      action: 'HOLD',
      internalReason: 'unknown',
      when: { checks: [{ check: 'BENEFICIARY_MATCH', verdicts: ['UNKNOWN'] }] },
    },
    { name: 'known', action: 'APPROVE' },
  ])
  const { data } = await node.query(
    'mutation($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { travelAddress } } }',
    { input: { asset: 'btc', address: ADDRESS, customerReference: 'known elsewhere' } },
  )
  const { id } = await receiveAt(data.trpd.createTravelAddress.travelAddress, 0.2)
  const decided = await until(
    () => load(id),
    ({ appliedRules }) => appliedRules.length > 0,
  )
  expect(decided).toMatchObject({ status: 'APPROVED', appliedRules: [{ name: 'known' }] })
})

it('rules with references that do not exist are refused with the path of the field, and nothing is stored', async () => {
  const before = await version()
  for (const [rule, path] of [
    [{ action: 'APPROVE', when: { vasps: [randomUUID()] } }, 'rules.0.when.vasps.0'],
    [{ action: 'APPROVE', when: { assets: ['btc', 'x'] } }, 'rules.0.when.assets.1'],
    [{ action: 'DECLINE', reasonId: 'unknown' }, 'rules.0.reasonId'],
    [{ action: 'ASSIGN', assignee: 'stranger' }, 'rules.0.assignee'],
  ] as const) {
    expect(await replace([{ name: 'a', ...rule }])).toMatchObject({ code: 'RULE_REFERENCE_UNKNOWN', path })
  }
  expect((await replace([{ name: 'a', action: 'APPROVE' }], officer)).code).toBe('FORBIDDEN')
  expect(await version()).toBe(before)
  expect((await replace([{ name: 'a', action: 'APPROVE', when: { vasps: [vasp] } }])).version).toBe(before + 1)
})

it('rules that contradict themselves or are never reached are stored with a warning, and match nothing', async () => {
  const { warnings } = await replace([
    {
      name: 'none',
      action: 'DECLINE',
      when: { amounts: [...btc('GT', '5').amounts, ...btc('LT', '3').amounts] },
    },
    { name: 'all', action: 'ASSIGN', priority: 'LOW' },
    { name: 'late', action: 'APPROVE' },
  ])
  expect(warnings).toEqual([
    { code: 'RULE_CONTRADICTORY', rule: 'none', path: 'rules.0.when.amounts.1' },
    { code: 'RULE_UNREACHABLE', rule: 'late', path: 'rules.2' },
  ])
  expect(await load((await receive(0.4)).id)).toMatchObject({
    status: 'PENDING',
    appliedRules: [{ name: 'all' }],
    case: { status: 'NEW', priority: 'LOW' },
  })
})

it('of two administrators who replace the rules at once, one succeeds and the other gets a conflict', async () => {
  const expectedVersion = await version()
  const results = await Promise.all(
    ['first', 'second'].map((name) =>
      node.query(REPLACE, { expectedVersion, rules: [{ name, action: 'APPROVE' }], note: name }, administrator),
    ),
  )
  const [winner] = results.filter(({ errors }) => errors === undefined)
  expect(winner?.data.trpd.replaceRules.ruleSet).toMatchObject({ version: expectedVersion + 1 })
  const [conflict] = results.flatMap(({ errors = [] }) => errors)
  expect(conflict?.extensions).toMatchObject({ code: 'RULES_VERSION_CONFLICT', version: expectedVersion + 1 })
  const { note, rules } = winner?.data.trpd.replaceRules.ruleSet ?? {}
  const { data } = await node.query(
    `{ trpd { ruleSets(limit: 1) { version note rules { name } } ruleSet(version: 1) { rules { name } } } }`,
  )
  expect(data.trpd.ruleSets).toEqual([{ version: expectedVersion + 1, note, rules: [{ name: rules[0].name }] }])
  expect(data.trpd.ruleSet.rules[0]).toEqual({ name: 'dust' })
})

it('a rule whose reviewed reason was retired declines nothing', async () => {
  await replace([{ name: 'dust', action: 'DECLINE', reasonId: 'too-small' }])
  await node.query('mutation { trpd { retireCounterpartyReason(id: "too-small") { id } } }', {}, administrator)
  expect(await load((await receive(0.2)).id)).toMatchObject({ status: 'PENDING', appliedRules: [] })
})

/** Locks a transaction of the node until the client is closed, simulating a slow decision. */
async function lock(id: string): Promise<pg.Client> {
  const client = new pg.Client(node.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select from transfers where id = $1 for update', [id])
  return client
}

/** Waits until this many database transactions of the node wait for that of `client`, or queue behind it. */
function untilWaiting(client: pg.Client, count: number) {
  return until(
    async () => {
      // Within a transaction, PostgreSQL shows no connection that was opened after the first look.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ waiting: number }>(`
        with recursive waiting (pid) as (
          select pg_backend_pid()
          union
          select blocked.pid from pg_stat_activity as blocked join waiting on waiting.pid = any(pg_blocking_pids(blocked.pid))
        ) select count(*)::int - 1 as waiting from waiting`)
      return rows[0]?.waiting ?? 0
    },
    (waiting) => waiting >= count,
  )
}

/** Id of the latest address book entry. */
async function latestEntry(): Promise<string> {
  const { data } = await node.query('{ trpd { addressBook(limit: 1) { id } } }')
  return data.trpd.addressBook[0].id
}

/** Adds a payment address to an address book entry, so that its undecided inquiries are checked again. */
async function completeEntry(entry: string): Promise<void> {
  const { errors } = await node.query(
    `mutation { trpd { updateAddressBookEntry(id: "${entry}", input: { address: "${ADDRESS}" }) { id } } }`,
  )
  expect(errors ?? []).toEqual([])
}

/** Waits until a transaction has been checked after a change of its address book entry. */
async function untilCheckedAgain(id: string): Promise<void> {
  await until(
    () => node.query(`{ trpd { transaction(id: "${id}") { checkRuns { cause } } } }`),
    ({ data }) => data.trpd.transaction.checkRuns[0].cause === 'CHANGE',
  )
}

it('an inquiry that is checked while the rules change is decided by the version that is current when it is locked', async () => {
  await replace([{ name: 'former', action: 'APPROVE' }])
  const { id } = await receive(0.3, null)
  expect((await load(id)).status).toBe('PENDING')
  const entry = await latestEntry()
  const former = await version()
  const client = await lock(id)
  try {
    await completeEntry(entry)
    await untilWaiting(client, 1)
    const rules = [{ name: 'current', action: 'APPROVE' }]
    const { errors } = await node.query(REPLACE, { expectedVersion: former, rules }, administrator)
    expect(errors ?? []).toEqual([])
  } finally {
    await client.end()
  }
  const decided = await until(
    () => load(id),
    ({ status }) => status === 'APPROVED',
  )
  expect(decided.decidedByRule).toMatchObject({ name: 'current', version: former + 1 })
})

it('a hold placed while an automatic approval waits takes precedence, and nothing is approved', async () => {
  await replace([{ name: 'all', action: 'APPROVE' }])
  const { id } = await receive(0.3, null)
  const entry = await latestEntry()
  const client = await lock(id)
  let held: Promise<unknown> = Promise.resolve()
  try {
    held = mutate(node, `holdTx(id: "${id}", reason: "wait")`)
    await untilWaiting(client, 1)
    await completeEntry(entry)
    await untilWaiting(client, 2)
  } finally {
    await client.end()
  }
  await held
  await untilCheckedAgain(id)
  expect(await load(id)).toMatchObject({ status: 'PENDING', decidedByRule: null, case: { status: 'ON_HOLD' } })
})

it("a rule changes a case only once, so that later checks keep the due time and an officer's changes", async () => {
  await replace([{ name: 'desk', action: 'ASSIGN', priority: 'LOW', dueSeconds: 60 }])
  const { id } = await receive(0.3, null)
  const dueTime = async () =>
    (await node.query(`{ trpd { transaction(id: "${id}") { case { dueAt } } } }`)).data.trpd.transaction.case.dueAt
  const set = await dueTime()
  expect((await load(id)).case).toMatchObject({ status: 'NEW', priority: 'LOW', isDueTimeSet: true })
  await mutate(node, `setPriority(id: "${id}", priority: URGENT)`)
  await completeEntry(await latestEntry())
  await untilCheckedAgain(id)
  expect((await load(id)).case).toMatchObject({ status: 'NEW', priority: 'URGENT' })
  expect(await dueTime()).toBe(set)
})

it('a rule whose assignee no longer acts leaves the case unassigned, and cannot be stored again', async () => {
  const dora = { ...officer, subject: 'dora' }
  const call = (scopes: readonly string[]) => node.query('{ trpd { programVersion } }', {}, { ...dora, scopes })
  await call(officer.scopes)
  const rule = { name: 'desk', action: 'ASSIGN', assignee: 'dora', priority: 'HIGH', when: btc('GT', '0.7') }
  await replace([rule])
  const [assigned, unassigned] = [await receive(0.75), await call(['trpd:read']).then(() => receive(0.76))]
  expect((await load(assigned.id)).case).toMatchObject({ status: 'IN_REVIEW', assignee: { id: 'dora' } })
  expect(await load(unassigned.id)).toMatchObject({
    status: 'PENDING',
    appliedRules: [{ name: 'desk' }],
    case: { status: 'NEW', assignee: null, priority: 'HIGH' },
  })
  const path = 'rules.0.assignee'
  expect(await replace([{ ...rule, priority: 'LOW' }])).toMatchObject({ code: 'RULE_REFERENCE_UNKNOWN', path })
})

it('a rule for outgoing inquiries changes their cases, and decides nothing', async () => {
  await replace([
    { name: 'no', action: 'DECLINE', when: { directions: ['SENT'] } },
    { name: 'ours', action: 'ASSIGN', assignee: 'bob', when: { directions: ['SENT'], channels: ['OFFLINE'] } },
  ])
  const { data, errors } = await node.query(
    `mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }`,
    {
      input: {
        direction: 'SENT',
        asset: 'btc',
        amount: '0.1',
        address: ADDRESS,
        vasp,
        selfHosted: false,
        originator,
        beneficiary,
      },
    },
  )
  expect(errors ?? []).toEqual([])
  expect(await load(data.trpd.registerOfflineTx.id)).toMatchObject({
    appliedRules: [{ name: 'ours', action: 'ASSIGN' }],
    case: { status: 'IN_REVIEW', assignee: { id: 'bob' } },
  })
})

it('a dry run counts what rules would have done with past transactions, lists the differences in pages, and changes nothing', async () => {
  const before = await version()
  const dryRun = async (rules: readonly object[], more: object = {}) => {
    const { data, errors } = await node.query(
      `query($rules: [RuleInput!]!, $filter: TransactionFilter, $first: Int, $after: String) { trpd {
        dryRunRules(rules: $rules, filter: $filter, first: $first, after: $after) {
          examined isComplete otherwise outcomes { action decision isAutomatic count } rules { rule count }
          differences { rule action decision isAutomatic transaction { id decidedByRule { action } } } endCursor warnings { code }
        } transactionsCount(filter: $filter) } }`,
      { rules, ...more },
    )
    return errors?.[0]?.extensions ?? { ...data.trpd.dryRunRules, total: data.trpd.transactionsCount }
  }
  const hold = { name: 'all', action: 'HOLD', internalReason: 'x' }
  const filter = { direction: ['RECEIVED'] }
  const held = await dryRun([hold], { filter })
  expect(held).toMatchObject({
    isComplete: true,
    examined: held.total,
    rules: [{ rule: 'all', count: held.total }, { count: 0 }],
  })
  const automatic = (decision: string) =>
    held.outcomes.find(
      (each: { decision: string; isAutomatic: boolean }) => each.decision === decision && each.isAutomatic,
    )
  expect(automatic('APPROVED')).toMatchObject({ action: 'HOLD', isAutomatic: true })
  expect(automatic('DECLINED')).toMatchObject({ action: 'HOLD', count: 2 })
  expect(held.otherwise).toBe(automatic('APPROVED').count + 2)

  const ids: string[] = []
  for (let after: string | null = null, page = held; ids.length === 0 || after !== null; after = page.endCursor) {
    page = await dryRun([hold], { filter, first: 3, after })
    expect(page.otherwise).toBe(held.otherwise)
    ids.push(...page.differences.map(({ transaction }: { transaction: { id: string } }) => transaction.id))
  }
  expect(ids).toEqual(held.differences.map(({ transaction }: { transaction: { id: string } }) => transaction.id))
  expect(new Set(ids).size).toBe(held.otherwise)

  const same = await dryRun([{ name: 'dust', action: 'DECLINE', when: btc('LT', '0.002') }], { filter })
  expect(same.otherwise).toBe(0)
  const declined = await dryRun([{ name: 'all', action: 'DECLINE', when: btc('LTE', '2') }], { filter })
  expect(declined.otherwise).toBe(automatic('APPROVED').count)
  expect(declined.differences[0]).toMatchObject({
    rule: 'all',
    action: 'DECLINE',
    decision: 'APPROVED',
    isAutomatic: true,
  })

  const unread = await dryRun([{ ...hold, when: { countries: ['CH'] } }], { filter })
  expect(unread.outcomes.map(({ action }: { action: string | null }) => action)).not.toContain('APPROVE')
  expect(await dryRun([{ ...hold, when: { assets: ['x'] } }])).toMatchObject({
    code: 'RULE_REFERENCE_UNKNOWN',
    path: 'rules.0.when.assets.0',
  })
  expect(await version()).toBe(before)
})
