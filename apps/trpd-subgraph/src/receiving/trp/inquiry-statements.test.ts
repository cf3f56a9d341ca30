import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { autoApprove, issue, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, type TestNode } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

let node: TestNode
let counterparty: TestCounterparty
let path: string
let vaspId: string
let statements: { readonly connection: pg.Client; readonly text: string; readonly name: string | undefined }[]

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
    statements.push({ connection: this, text, name: Reflect.get(Object(statement), 'name') })
    return query.apply(this, args)
  } as never)
})
afterEach(() => void vi.restoreAllMocks())

/** The statements for which receiving an inquiry waits. */
const STEPS = {
  'travel address': /from "address_book" where "token_sha256"/,
  'message and rules': /insert into "inbound_messages".*from rule_sets/,
  VASP: /from "vasps".* for share/,
  'locks of the counts': /pg_advisory_xact_lock\(hashtext\('trpd.unverified_inquiries'/,
  'counts of unverified': /"perTravelAddress"/,
  'similar transfers': /with to_address/,
  'everything that is stored, and the commit': /insert into outbox/,
}

/** The statements that are sent with the last one. */
const STORED = [
  /insert into "transfers".*insert into "check_runs".*insert into "transfer_names".*insert into "transfer_messages"/s,
  /insert into "callback_tokens".*insert into "deliveries"/s,
  /INSERT INTO jobs\./,
  /insert into "applied_rules"/,
]

/** The name of a statement; an unknown statement is returned as it is. */
function stepOf(text: string): string {
  return Object.entries(STEPS).find(([, pattern]) => pattern.test(text))?.[0] ?? text
}

/**
 * The lookup of the travel address, and the transaction that receives the inquiry. Workers and readers use other
 * connections meanwhile; before and after, they may also use this one.
 */
async function receive(): Promise<string[]> {
  return (await receiveInquiry()).map(({ text }) => stepOf(text))
}

async function receiveInquiry(): Promise<typeof statements> {
  const body = inquiryBody({ callback: `${counterparty.url}/callback` })
  statements = []
  const { status } = await sendTrp({ url: `${node.trpUrl}${path}`, body })
  expect(status).toBe(200)
  const lookups = statements.filter(({ text }) => STEPS['travel address'].test(text))
  const message = statements.find(({ text }) => STEPS['message and rules'].test(text))
  const own = statements.filter(({ connection }) => connection === message?.connection)
  const first = message === undefined ? -1 : own.indexOf(message)
  const last = own.findIndex(
    ({ text }, index) => index > first && STEPS['everything that is stored, and the commit'].test(text),
  )
  // A `begin` of its own precedes the first statement only if they are not sent together.
  const begin = own.slice(0, first).filter(({ text }, index) => index === first - 1 && /^(?:begin|start)/i.test(text))
  return [...lookups, ...begin, ...own.slice(first, last + 1)]
}

it('an inquiry waits for seven statements, each the only one of its kind, even if a rule approves it', async () => {
  expect(await receive()).toEqual(Object.keys(STEPS))
  await autoApprove(node, vaspId)
  expect(await receive()).toEqual(Object.keys(STEPS))
})

it('every statement that receives an inquiry stays prepared, with a plan that suits any limit', async () => {
  await autoApprove(node, vaspId)
  const received = await receiveInquiry()
  expect(received.filter(({ name }) => name === undefined)).toEqual([])
  const { connection } = received.at(-1) ?? {}
  const kept: string[] = Object.values(Reflect.get(Object(connection), 'connection').parsedStatements)
  const stored = STORED.map((pattern) => kept.find((text) => pattern.test(text)))
  expect(stored).not.toContain(undefined)
  // PostgreSQL assumes that a parameter limit selects a tenth of all rows, and then plans the statement each
  // time.
  expect([...stored, ...received.map(({ text }) => text)].join('\n')).not.toMatch(/\blimit \$/)
})
