import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { autoApprove, issue, trust } from '../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../testing/test-counterparty.ts'
import { openTestNode, type TestNode } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'

let node: TestNode
let counterparty: TestCounterparty
let path: string
let vaspId: string
let statements: string[]

beforeAll(async () => {
  node = await openTestNode('Bob VASP')
  counterparty = await openTestCounterparty()
  vaspId = await trust(node, counterparty.url)
  path = pathOf(await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

beforeEach(() => {
  statements = []
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
    const values = [args[1], Reflect.get(Object(statement), 'values')].flat()
    // The maintenance repeats by itself, at any time.
    const isMaintenance = text.includes('INSERT INTO jobs.') && values.some((one) => String(one).includes('maintain'))
    if (!isMaintenance) statements.push(text)
    return query.apply(this, args)
  } as never)
})
afterEach(() => void vi.restoreAllMocks())

/** What receives an inquiry, in the order of its statements; every other statement is of a worker or a reader. */
const STEPS = {
  'its own begin': /^begin/,
  'travel address': /from "address_book" where "token_sha256"/,
  message: /insert into "inbound_messages"/,
  VASP: /from "vasps".* for share/,
  'similar transfers': /with to_address/,
  rules: /from "rule_sets"/,
  'transfer, checks, names and message':
    /insert into "transfers".*insert into "check_runs".*insert into "transfer_names".*insert into "transfer_messages"/s,
  decision: /update "transfers"/,
  'token and resolution': /insert into "callback_tokens".*insert into "deliveries"/s,
  'expiry and delivery': /INSERT INTO jobs\./,
  'applied rule': /insert into "applied_rules"/,
  events: /insert into outbox/,
}

type Step = keyof typeof STEPS

async function receive(): Promise<string[]> {
  const body = inquiryBody({ callback: `${counterparty.url}/callback` })
  statements = []
  const { status } = await sendTrp({ url: `${node.trpUrl}${path}`, body })
  expect(status).toBe(200)
  const steps = statements.flatMap((text) => Object.keys(STEPS).filter((step) => STEPS[step as Step].test(text)))
  // The last one commits: only then can workers begin with what it has stored.
  return steps.slice(0, steps.indexOf('events') + 1)
}

it('an inquiry for an officer is received in seven statements, each the only one of its kind', async () => {
  expect(await receive()).toEqual([
    'travel address',
    'message',
    'VASP',
    'similar transfers',
    'rules',
    'transfer, checks, names and message',
    'events',
  ])
})

it('an inquiry that a rule approves is received, decided and queued in eleven statements', async () => {
  await autoApprove(node, vaspId)
  expect(await receive()).toEqual([
    'travel address',
    'message',
    'VASP',
    'similar transfers',
    'rules',
    'transfer, checks, names and message',
    'expiry and delivery',
    'token and resolution',
    'expiry and delivery',
    'applied rule',
    'events',
  ])
})
