import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { autoApprove, issue, transactions, trust } from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { HOUR_DEADLINES, officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf } from '../../testing/trp-client.ts'

/** Number of pooled connections shared by the operations of clients. */
const CLIENT_CONNECTIONS = 6

let node: TestNode
let inquiryPath: string

beforeAll(async () => {
  node = await openTestNode('Bob VASP')
  inquiryPath = pathOf(await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))
})
afterAll(() => node[Symbol.asyncDispose]())

interface Sending {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | undefined
}

async function send({ path = inquiryPath, method = 'POST', headers = {}, body }: Sending) {
  const all = {
    'api-version': '3.2.1',
    'request-identifier': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await fetch(`${node.trpUrl}${path}`, {
    method,
    headers: given,
    ...(method === 'GET' ? {} : { body: body ?? '' }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const inquiry = (more: object = {}) => inquiryBody({ callback: 'http://localhost:9/callback', ...more })

describe('the response to a TRP message', () => {
  it.each([
    ['an inquiry for an officer is acknowledged', { body: inquiry() }, 200],
    ['a missing version', { body: inquiry(), headers: { 'api-version': undefined } }, 400],
    ['a version below 2.1', { body: inquiry(), headers: { 'api-version': '1.0.0' } }, 400],
    ['a version above 3.2', { body: inquiry(), headers: { 'api-version': '4.0.0' } }, 400],
    ['a missing request identifier', { body: inquiry(), headers: { 'request-identifier': undefined } }, 400],
    ['a request identifier that is not a UUID', { body: inquiry(), headers: { 'request-identifier': '7' } }, 400],
    ['malformed JSON', { body: '{' }, 400],
    ['more than one JSON value', { body: `${inquiry()}{}` }, 400],
    ['an unknown travel address', { path: '/x/unknown?t=i', body: inquiry() }, 404],
    ['an unknown callback', { path: '/callbacks/unknown', body: '{"txid":"1"}' }, 404],
    ['GET on a travel address', { method: 'GET' }, 405],
    ['a body above the size limit', { body: inquiry({ padding: 'x'.repeat(300_000) }) }, 413],
    ['a body that is not JSON', { body: inquiry(), headers: { 'content-type': 'text/xml' } }, 415],
    ['an unknown asset', { body: inquiry({ asset: { dti: 'NOSUCHDTI' } }) }, 422],
    ['an asset other than that of the travel address', { body: inquiry({ asset: { slip0044: 'ETH' } }) }, 422],
    ['a negative amount', { body: inquiry({ amount: -1 }) }, 422],
    ['no IVMS101', { body: inquiry({ IVMS101: undefined }) }, 422],
    ['a callback in plain http to a public host', { body: inquiry({ callback: 'http://example.com/c' }) }, 422],
    ['a malformed list of extensions', { body: inquiry(), headers: { 'api-extensions': 'message signing' } }, 400],
  ] as const)('%s: %o', async (_name, request, status) => {
    const response = await send(request)
    expect(response.status).toBe(status)
    expect(response.headers.get('api-version')).toBe('3.2.1')
  })

  it('a 405 response lists the allowed methods', async () => {
    expect((await send({ method: 'GET' })).headers.get('allow')).toContain('POST')
  })

  it('a version without a patch number and a missing content type are accepted', async () => {
    const response = await fetch(`${node.trpUrl}${inquiryPath}`, {
      method: 'POST',
      headers: { 'api-version': '2.1', 'request-identifier': randomUUID() },
      body: Buffer.from(inquiry()),
    })
    expect(response.status).toBe(200)
  })
})

it('an inquiry completes while operations of clients hold all connections available to them', async () => {
  const headers = { 'request-identifier': randomUUID() }
  await send({ body: inquiry(), headers })
  const [{ id }] = await transactions(node)
  const pool = new pg.Pool({ connectionString: node.databaseUrl })
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from transfers where id = $1 for update', [id])
    const cancel = `mutation { trpd { cancelTx(id: "${id}", reason: "test") { id } } }`
    const callers = ['a', 'b'].map((subject) => ({ ...officer, subject }))
    const blocked = callers.flatMap((caller) => Array.from({ length: 8 }, () => node.query(cancel, {}, caller)))
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    const countWaiting = async () => (await pool.query(waiting)).rowCount
    await until(countWaiting, (count) => count === CLIENT_CONNECTIONS)
    expect((await send({ body: inquiry() })).status).toBe(200)
    await holder.query('rollback')
    await Promise.all(blocked)
  } finally {
    holder.release(true)
    await pool.end()
  }
})

it('an inquiry does not wait for another inquiry of the same VASP that is still being processed', async () => {
  await send({ body: inquiry() })
  const other = new pg.Client({ connectionString: node.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query("select from vasps where host = 'localhost:9' for share")
    expect((await send({ body: inquiry() })).status).toBe(200)
  } finally {
    await other.end()
  }
})

describe('a repeated message', () => {
  it('a repeated message gets the same response and creates one transaction, however its JSON is formatted', async () => {
    const identifier = randomUUID()
    const headers = { 'request-identifier': identifier }
    const before = (await transactions(node)).length
    const body = inquiry()
    const responses = await Promise.all([
      send({ body, headers }),
      send({ body: JSON.stringify(JSON.parse(body), null, 2), headers }),
      send({ body, headers: { 'request-identifier': identifier.toUpperCase() } }),
    ])
    expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '{"version":"3.2.1"}']))
    expect((await transactions(node)).length).toBe(before + 1)
    expect(responses[0]?.headers.get('request-identifier')).toBe(identifier)
  })

  it('a repeated message with another body is refused', async () => {
    const headers = { 'request-identifier': randomUUID() }
    await send({ body: inquiry(), headers })
    expect((await send({ body: inquiry({ amount: 0.7 }), headers })).status).toBe(409)
  })
})

it('a request identifier belongs to the counterparty that chose it', async () => {
  const headers = { 'request-identifier': randomUUID() }
  const before = (await transactions(node)).length
  for (const port of [9, 10]) {
    const response = await send({ headers, body: inquiry({ callback: `http://localhost:${port}/callback` }) })
    expect(response.status).toBe(200)
  }
  expect((await transactions(node)).length).toBe(before + 2)
})

it('setting the unit of a blocked VASP releases nothing, and its inquiries are not approved', async () => {
  const vasp = await trust(node, 'http://localhost:6666')
  const change = (field: string) => node.query(`mutation($id: ID!) { trpd { ${field} { id } } }`, { id: vasp })
  const callback = 'http://localhost:6666/c'
  await send({ body: inquiry({ callback }) })
  await change('setWireProfile(id: $id, profile: { amountUnit: null })')
  await send({ body: inquiry({ callback, amount: 2 }) })
  await change('blockVasp(id: $id)')
  await change('setWireProfile(id: $id, profile: { amountUnit: WHOLE })')
  const [held, pending] = await transactions(node)
  expect([held.status, pending.status]).toEqual(['BLOCKED', 'PENDING'])
  const approved = await node.query('mutation($id: ID!) { trpd { assessTx(id: $id, decision: APPROVE) { status } } }', {
    id: pending.id,
  })
  expect(approved).toMatchObject({
    data: { trpd: { assessTx: null } },
    errors: [{ extensions: { code: 'VASP_NOT_TRUSTED' } }],
  })
  await change('trustVasp(id: $id)')
  const [released] = await transactions(node)
  expect(released).toMatchObject({ id: held.id, status: 'PENDING', amountUnit: 'WHOLE' })
})

it('an unknown VASP is recorded as untrusted under the host of its callback, with its claimed name', async () => {
  await send({ body: inquiry({ callback: 'http://localhost:9999/callback' }) })
  const [received] = await transactions(node)
  expect(received).toMatchObject({
    status: 'BLOCKED',
    vasp: { trust: 'UNTRUSTED', name: 'Alice VASP', host: 'http://localhost:9999' },
  })
})

it('an unknown VASP with a blank name is named after its host', async () => {
  const payload = JSON.parse(inquiry({ callback: 'http://localhost:9998/callback' }))
  const [name] = payload.IVMS101.originatingVASP.originatingVASP.legalPerson.name.nameIdentifier
  name.legalPersonName = ' \u202e\n '
  await send({ body: JSON.stringify(payload) })
  const [received] = await transactions(node)
  expect(received.vasp.name).toBe('localhost:9998')
})

it('a claimed LEI does not identify a VASP for officers', async () => {
  const lei = '529900T8BM49AURSDO55'
  const payload = JSON.parse(inquiry({ callback: 'http://localhost:9997/callback' }))
  const { legalPerson } = payload.IVMS101.originatingVASP.originatingVASP
  legalPerson.nationalIdentification = { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' }
  await send({ body: JSON.stringify(payload) })
  expect((await transactions(node))[0].vasp.host).toBe('http://localhost:9997')
  const register = (vasp: object) =>
    node.query('mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { name url } } }', { vasp })
  const unclear = await register({ name: 'Real VASP', lei })
  expect(unclear.errors?.[0]?.extensions.code).toBe('VASP_LEI_CLAIMED')
  const real = await register({ name: 'Real VASP', lei, url: 'https://real.example' })
  expect(real.data.trpd.registerOrUpdateVasp).toEqual({ name: 'Real VASP', url: 'https://real.example' })
})

it('issues of the IVMS101 data are recorded on the transaction', async () => {
  const payload = JSON.parse(inquiry())
  delete payload.IVMS101.originator.originatorPersons[0].naturalPerson.customerIdentification
  await send({ body: JSON.stringify(payload) })
  const [received] = await transactions(node)
  expect(received.ivms101Issues).toContainEqual({
    path: 'originator.originatorPersons[0].naturalPerson',
    constraint: 'C1',
  })
})

it('an approval provides a callback that accepts one hash, any number of times', async () => {
  await using counterparty = await openTestCounterparty()
  const vasp = await trust(node, counterparty.url)
  await autoApprove(node, vasp)
  const reply = await send({ body: inquiry({ callback: `${counterparty.url}/c` }) })
  // The sender only claims the host, so the decision is sent only to the callback.
  expect(JSON.parse(reply.text)).toEqual({ version: '3.2.1' })
  const [resolution] = await until(
    async () => counterparty.requests,
    ({ length }) => length === 1,
  )
  const { approved } = JSON.parse(resolution?.body ?? '')
  expect(approved.address).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  const path = new URL(approved.callback).pathname
  expect(path.split('/').at(-1)?.length).toBeGreaterThanOrEqual(32)
  expect((await send({ path, body: '{"approved":{}}' })).status).toBe(400)
  expect((await send({ path, body: '{"txid":"1","canceled":"2"}' })).status).toBe(400)
  const response = await send({
    path,
    body: '{"txid":"f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"}',
  })
  expect([response.status, response.text]).toEqual([204, ''])
  expect(
    (await send({ path, body: '{"txid":"f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"}' })).status,
  ).toBe(204)
  const other = await send({
    path,
    body: '{"txid":"a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d"}',
  })
  expect([other.status, other.text]).toEqual([422, expect.stringContaining('CONFIRMED')])
  const [received] = await transactions(node)
  expect(received).toMatchObject({
    status: 'CONFIRMED',
    txHash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  })
})

it('an LEI in an inquiry does not bind its host to the VASP that an officer registered with it', async () => {
  const lei = '5493001KJTIIGC8Y1R12'
  const register = (vasp: object) =>
    node.query('mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id url } } }', { vasp })
  const { id } = (await register({ name: 'Bank without a URL', lei })).data.trpd.registerOrUpdateVasp
  const payload = JSON.parse(inquiry({ callback: 'http://localhost:9996/callback' }))
  const { legalPerson } = payload.IVMS101.originatingVASP.originatingVASP
  legalPerson.nationalIdentification = { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' }
  await send({ body: JSON.stringify(payload) })
  const [received] = await transactions(node)
  expect(received.vasp).toMatchObject({ host: 'http://localhost:9996', trust: 'UNTRUSTED' })
  expect(received.vasp.id).not.toBe(id)
})

it('a transfer whose entry is deactivated while it is BLOCKED is not approved automatically', async () => {
  const travelAddress = await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  const callback = 'http://localhost:9997/callback'
  await send({ path: pathOf(travelAddress), body: inquiry({ callback, amount: 2 }) })
  const [held] = await transactions(node)
  const { data } = await node.query('{ trpd { addressBook(limit: 1) { id travelAddress } } }')
  const [entry] = data.trpd.addressBook
  expect(entry.travelAddress).toBe(travelAddress)
  const change = (call: string, id: string) => node.query(`mutation($id: ID!) { trpd { ${call} { id } } }`, { id })
  await change('trustVasp(id: $id)', held.vasp.id)
  await autoApprove(node, held.vasp.id)
  await change('updateAddressBookEntry(id: $id, input: { active: false })', entry.id)
  expect((await transactions(node))[0]).toMatchObject({ id: held.id, status: 'BLOCKED' })
  await change('setWireProfile(id: $id, profile: { amountUnit: WHOLE })', held.vasp.id)
  expect((await transactions(node))[0]).toMatchObject({ id: held.id, status: 'PENDING' })
})

it('the discovery routes report identity, version, extensions and uptime', async () => {
  const get = async (path: string) => (await send({ path, method: 'GET' })).text
  expect(JSON.parse(await get('/identity'))).toEqual({ name: 'Bob VASP' })
  expect(JSON.parse(await get('/version'))).toEqual({ version: '3.2.1', vendor: 'travel-rule-service' })
  expect(JSON.parse(await get('/extensions'))).toEqual({ required: [], supported: [] })
  expect(await get('/uptime')).toMatch(/^\d+$/)
  expect((await send({ path: '/version', method: 'GET', headers: { 'api-version': undefined } })).status).toBe(400)
})

it('a deactivated entry responds like an unknown one, except to repeats of earlier messages', async () => {
  const travelAddress = await issue(node)
  const path = pathOf(travelAddress)
  const headers = { 'request-identifier': randomUUID() }
  const body = inquiry()
  expect((await send({ path, body, headers })).status).toBe(200)
  const { data } = await node.query('{ trpd { addressBook(limit: 1) { id travelAddress } } }')
  expect(data.trpd.addressBook[0].travelAddress).toBe(travelAddress)
  await node.query('mutation($id: ID!) { trpd { updateAddressBookEntry(id: $id, input: { active: false }) { id } } }', {
    id: data.trpd.addressBook[0].id,
  })
  expect((await send({ path, body: inquiry() })).status).toBe(404)
  expect((await send({ path, body: '{' })).status).toBe(404)
  expect((await send({ path, body, headers })).status).toBe(200)
  expect((await send({ path, body: inquiry({ amount: 0.7 }), headers })).status).toBe(404)
})

it('an approval without a confirmation expires', async () => {
  await using brief = await openTestNode('Brief VASP', { deadlines: { ...HOUR_DEADLINES, confirmation: 1 } })
  const vasp = await trust(brief, 'http://localhost:7777')
  await autoApprove(brief, vasp)
  const path = pathOf(await issue(brief, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))
  const response = await fetch(`${brief.trpUrl}${path}`, {
    method: 'POST',
    headers: { 'api-version': '3.2.1', 'request-identifier': randomUUID(), 'content-type': 'application/json' },
    body: inquiry({ callback: 'http://localhost:7777/c' }),
  })
  expect(response.status).toBe(200)
  await until(
    () => transactions(brief),
    ([received]) => received.status === 'EXPIRED',
  )
})
