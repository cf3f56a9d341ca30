import { randomUUID } from 'node:crypto'
import { requestStatements } from '@travel-rule/database/testing/request-statements'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { autoApprove, issue, trust } from '../../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const LIMITS = { address: 20, travelAddress: 10, vasp: 5, total: 30 }

let node: TestNode
let addresses: readonly string[]
beforeAll(async () => {
  node = await openTestNode('Bob VASP', { unverifiedMax: LIMITS, trustedProxies: ['127.0.0.1'] })
  addresses = await Promise.all([1, 2, 3, 4].map(async () => pathOf(await issue(node))))
})
afterAll(() => node[Symbol.asyncDispose]())

interface Sending {
  readonly host: string
  readonly path?: string | undefined
  readonly from?: string
  readonly identifier?: string
}

function send({ host, path = addresses[0], from = '192.0.2.1', identifier = randomUUID() }: Sending) {
  return sendTrp({
    url: `${node.trpUrl}${path}`,
    body: inquiryBody({ callback: `http://${host}.local/c` }),
    headers: { 'x-forwarded-for': from, 'request-identifier': identifier },
  })
}

const SUMMARY = `summary waiting vasps refused addresses
  sources { address waiting refused travelAddresses }`

async function unverified() {
  const { data } = await node.query(`{ trpd { unverifiedInquiries { ${SUMMARY} } } }`)
  return data.trpd.unverifiedInquiries
}

async function counts() {
  const { data } = await node.query(
    '{ trpd { vaspsCount(trust: UNTRUSTED) transactionsCount(filter: { folder: [INBOX] }) } }',
  )
  return data.trpd
}

async function clear(address?: string) {
  const { data } = await node.query(
    `mutation($address: String) { trpd { clearUnverifiedInquiries(address: $address) { archived remaining { ${SUMMARY} } } } }`,
    { address },
  )
  return data.trpd.clearUnverifiedInquiries
}

it('a flood from one address fills neither the VASPs nor the inbox, and a trusted VASP is still served', async () => {
  const FLOOD = 300
  const AT_ONCE = 20
  await trust(node, 'http://trusted.local')
  const statuses: number[] = []
  let next = 0
  async function flood(): Promise<void> {
    for (let index = next; index < FLOOD; index = next) {
      next += 1
      const { status, headers } = await send({ host: `flood-${index}`, path: addresses[index % 4] })
      statuses.push(status)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  }
  const flooding = Promise.all(Array.from({ length: AT_ONCE }, flood))
  expect((await send({ host: 'trusted', from: '192.0.2.9' })).status).toBe(200)
  await flooding
  const stored = statuses.filter((status) => status === 200).length
  expect(stored).toBe(LIMITS.address)
  expect(statuses.filter((status) => status === 429)).toHaveLength(FLOOD - stored)
  // Exactly the acknowledged inquiries are stored.
  expect(await counts()).toEqual({ vaspsCount: stored, transactionsCount: stored + 1 })
  expect(await unverified()).toEqual({
    summary: `20 unverified inquiries wait, and ${FLOOD - stored} more were refused, from 1 address.`,
    waiting: stored,
    vasps: stored,
    refused: FLOOD - stored,
    addresses: 1,
    sources: [{ address: '192.0.2.1', waiting: stored, refused: FLOOD - stored, travelAddresses: 4 }],
  })
  // The name of a trusted VASP is only claimed, not proven.
  expect((await send({ host: 'trusted', from: '192.0.2.1' })).status).toBe(429)
})

it('one action archives waiting inquiries and resets the counts of refused ones, for one address or all', async () => {
  await clear()
  await send({ host: 'one', from: '192.0.2.1' })
  await send({ host: 'two', from: '192.0.2.2' })
  expect(await clear('192.0.2.2')).toMatchObject({ archived: 1, remaining: { waiting: 1, addresses: 1 } })
  expect(await clear()).toEqual({
    archived: 1,
    remaining: {
      summary: 'No unverified inquiries.',
      waiting: 0,
      vasps: 0,
      refused: 0,
      addresses: 0,
      sources: [],
    },
  })
  const { errors } = await node.query(
    'mutation { trpd { clearUnverifiedInquiries { archived } } }',
    {},
    {
      ...officer,
      scopes: ['trpd:read'],
    },
  )
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
})

it('the limits apply per travel address, per VASP and in total, for inquiries from any address', async () => {
  await clear()
  let from = 0
  const sendSome = async (count: number, more: Omit<Sending, 'host'> & { readonly host?: string }) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) {
      from += 1
      const { status } = await send({ host: `some-${from}`, from: `198.51.100.${from}`, ...more })
      statuses.push(status)
    }
    return statuses.filter((status) => status === 200).length
  }
  expect(await sendSome(7, { host: 'same', path: addresses[1] })).toBe(LIMITS.vasp)
  expect(await sendSome(12, { path: addresses[2] })).toBe(LIMITS.travelAddress)
  expect(await sendSome(10, { path: addresses[3] })).toBe(10)
  // 25 are waiting so far, one of them in the name of the trusted VASP; 30 are allowed.
  expect(await sendSome(10, { path: addresses[0] })).toBe(4)
  expect((await clear()).archived).toBe(LIMITS.total - 1)
})

it('a repeat of a stored inquiry gets its response even when a limit is reached', async () => {
  await clear()
  const identifier = randomUUID()
  const from = '203.0.113.1'
  expect((await send({ host: 'repeat', from, identifier })).status).toBe(200)
  for (let index = 0; index < LIMITS.vasp - 1; index += 1) await send({ host: 'repeat', from })
  expect((await send({ host: 'repeat', from })).status).toBe(429)
  expect((await send({ host: 'repeat', from, identifier })).status).toBe(200)
})

it('the inquiries of a VASP no longer count once it is trusted', async () => {
  await clear()
  for (let index = 0; index < LIMITS.vasp; index += 1) await send({ host: 'newcomer' })
  expect((await send({ host: 'newcomer' })).status).toBe(429)
  await trust(node, 'http://newcomer.local')
  expect((await send({ host: 'newcomer' })).status).toBe(200)
  expect(await unverified()).toMatchObject({ waiting: 0 })
})

it('archived inquiries of a VASP that is then trusted do not count either, although trust reopens them', async () => {
  await clear()
  for (let index = 0; index < LIMITS.vasp; index += 1) {
    await send({ host: 'archived', path: addresses[1], from: '203.0.113.7' })
  }
  await clear()
  await trust(node, 'http://archived.local')
  for (let index = 0; index < LIMITS.travelAddress; index += 1) {
    const { status } = await send({ host: `other-${index}`, path: addresses[1], from: `203.0.113.${index + 10}` })
    expect(status).toBe(200)
  }
})

it('a sender without a certificate is limited by address and by travel address, under any name', async () => {
  await clear()
  await trust(node, 'http://famous.local')
  const stored = async (count: number, sendings: (index: number) => Sending) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) statuses.push((await send(sendings(index))).status)
    return statuses.filter((status) => status === 200).length
  }
  const fromOne = (index: number) => ({ host: 'famous', path: addresses[index % 4], from: '203.0.113.101' })
  expect(await stored(25, fromOne)).toBe(LIMITS.address)
  const toOne = (index: number) => ({ host: 'famous', path: addresses[3], from: `203.0.113.${index + 110}` })
  expect(await stored(8, toOne)).toBe(LIMITS.travelAddress - LIMITS.address / 4)
  // Another trusted VASP still reaches that customer.
  await trust(node, 'http://bystander.local')
  expect((await send({ host: 'bystander', path: addresses[3], from: '203.0.113.130' })).status).toBe(200)
})

it('approvals without an officer count until they are confirmed, although nothing is waiting in the inbox', async () => {
  await autoApprove(node, await trust(node, 'http://waived.local'))
  const path = pathOf(await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))
  const sendOne = () => send({ host: 'waived', path, from: '203.0.113.140' })
  for (let index = 0; index < LIMITS.travelAddress; index += 1) expect((await sendOne()).status).toBe(200)
  const { data } = await node.query('{ trpd { transactions(first: 1) { nodes { status sender { verification } } } } }')
  expect(data.trpd.transactions.nodes).toEqual([{ status: 'APPROVED', sender: { verification: 'UNVERIFIED' } }])
  expect((await sendOne()).status).toBe(429)
})

it('the counts of refused inquiries are stored in one statement, from however many addresses they come', async () => {
  await clear()
  const path = pathOf(await issue(node))
  for (let index = 0; index < LIMITS.travelAddress; index += 1)
    await send({ host: `full-${index}`, path, from: `203.0.113.${index + 200}` })
  for (let index = 0; index < 20; index += 1)
    expect((await send({ host: 'refused', path, from: `203.0.113.${index + 220}` })).status).toBe(429)
  const stored = (await requestStatements(() => clear())).filter((text) => text.includes('insert into "refused_'))
  // None on a machine so slow that the periodic flush, every five seconds, came first.
  expect(stored.length).toBeLessThanOrEqual(1)
})

it('inquiries that a rule declines count per address and travel address for an hour, although nothing is waiting', async () => {
  await clear()
  await trust(node, 'http://declined.local')
  await trust(node, 'http://unharmed.local')
  await declineAll()
  const path = pathOf(await issue(node))
  const sendOne = (from: string, to = path, host = 'declined') =>
    send({ host, path: to, from }).then(({ status }) => status)
  const sendMany = async (count: number, sendOneMore: (index: number) => Promise<number>) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) statuses.push(await sendOneMore(index))
    return statuses.filter((status) => status === 200).length
  }
  expect(await sendMany(12, (index) => sendOne(`203.0.113.${index + 150}`))).toBe(LIMITS.travelAddress)
  expect(await sendMany(25, (index) => sendOne('203.0.113.170', addresses[index % 3]))).toBe(LIMITS.address)
  const { data } = await node.query('{ trpd { transactions(first: 1) { nodes { status decidedByRule { name } } } } }')
  expect(data.trpd.transactions.nodes).toEqual([{ status: 'DECLINED', decidedByRule: { name: 'none' } }])
  expect(await sendOne('203.0.113.171', path, 'unharmed')).toBe(200)
  await passAnHour()
  expect(await sendOne('203.0.113.172')).toBe(200)
  expect(await sendOne('203.0.113.170', addresses[0])).toBe(200)
})

async function declineAll(): Promise<void> {
  const { errors } = await node.query(
    `mutation { trpd { replaceRules(expectedVersion: 0, rules: [{ name: "none", action: DECLINE }], note: "none") {
      ruleSet { version } } } }`,
    {},
    { ...officer, scopes: [...officer.scopes, 'autod:write'] },
  )
  expect(errors).toBeUndefined()
}

/** Makes all stored inquiries appear to have arrived an hour earlier. */
async function passAnHour(): Promise<void> {
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  await client.query(`update transfers set created_at = created_at - interval '1 hour'`)
  await client.end()
}
