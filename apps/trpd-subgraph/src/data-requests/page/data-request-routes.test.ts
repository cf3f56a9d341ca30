import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beneficiary, inquire, issue, mutate, originator, read, trust } from '../../testing/operations.ts'
import { openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'
import { MISTAKES_MAX } from '../domain/data-request.ts'

const REQUEST = `id status party fields message email mail mistakes requestedBy { id } settledAt
  response { form isApplied issues { path } received former }`
const CASE = 'case { status allowedActions changes { event actorType text } }'
const PERSON = {
  familyName: 'Ångström',
  givenNames: 'Anders',
  street: 'Storgatan 1',
  postCode: '753 20',
  townName: 'Uppsala',
  country: 'SE',
}

let node: TestNode
let smtp: SmtpServer
beforeAll(async () => {
  smtp = await openSmtpServer()
  node = await openTestNode('Alice VASP', { mail: { url: smtp.url, from: 'desk@alice.example' } })
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

/** Registers a deposit of which only our customer's side is known. */
async function deposit(more: object = {}): Promise<string> {
  const input = {
    direction: 'RECEIVED',
    selfHosted: false,
    asset: 'btc',
    amount: '0.5',
    beneficiary,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ...more,
  }
  const { data } = await node.query(
    'mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }',
    { input },
  )
  return data.trpd.registerOfflineTx.id
}

async function call(field: string, selection: string) {
  const { data, errors } = await node.query(`mutation { trpd { result: ${field} { ${selection} } } }`)
  return { result: data?.trpd?.result, code: errors?.[0]?.extensions.code }
}

async function ask(id: string, more = 'fields: [NAME, ADDRESS]') {
  const { result, code } = await call(
    `requestData(id: "${id}", ${more})`,
    `link request { ${REQUEST} } transaction { ${CASE} }`,
  )
  expect(code).toBeUndefined()
  return { ...result, path: result.link && new URL(result.link).pathname }
}

async function load(id: string) {
  const { data } = await read(
    node,
    `{ trpd { transaction(id: "${id}") { status version repairActions history { event actorType } ivms101 ivms101Issues { path } ${CASE} checkRuns { cause } dataRequests { ${REQUEST} } } } }`,
  )
  return data.trpd.transaction
}

function show(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${node.trpUrl}${path}`, { headers, redirect: 'manual' })
}

function send(path: string, fields: Readonly<Record<string, string | Blob>>): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return fetch(`${node.trpUrl}${path}`, { method: 'POST', body, redirect: 'manual' })
}

async function expire(requestId: string): Promise<void> {
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  await client.query('update data_requests set expires_at = created_at where id = $1', [requestId])
  await client.end()
}

const fileOf = (content: unknown) => ({
  file: new File([typeof content === 'string' ? content : JSON.stringify(content)], 'data.json'),
})

describe('a person with the link', () => {
  it('a person with the link sees what is requested, by whom and until when, and nothing internal or about others', async () => {
    const id = await deposit({ customerReference: 'customer 7' })
    await mutate(node, `commentTx(id: "${id}", text: "a suspicion")`)
    const { path, request, transaction } = await ask(
      id,
      'fields: [ADDRESS], message: "Who has sent this?\\nThank you."',
    )
    expect(request).toMatchObject({ status: 'OPEN', party: 'ORIGINATOR', fields: ['ADDRESS'], mail: null, mistakes: 0 })
    expect(transaction.case.status).toBe('WAITING_FOR_DATA')
    const response = await show(path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<html lang="en">')
    for (const shown of ['Alice VASP', 'Bitcoin (BTC)', '0.5', 'Postal address', 'Who has sent this?', 'Family name']) {
      expect(html).toContain(shown)
    }
    expect(html).not.toMatch(/Marx|customer 7|suspicion|officer|WAITING|Date of birth/)
    expect(html).not.toContain('<script')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('a person with the link reads the page in the language of the browser, or the language chosen on the page', async () => {
    const { path } = await ask(await deposit())
    expect(await (await show(path, { 'accept-language': 'fr, de-CH;q=0.9, en;q=0.8' })).text()).toContain('Nachname')
    expect(await (await show(`${path}?lang=en`, { 'accept-language': 'de' })).text()).toContain('Family name')
  })

  it('a person with the link completes the form, and the data, the checks and the case of the transaction are updated', async () => {
    const id = await deposit()
    const { path } = await ask(id)
    const sent = await send(`${path}?lang=en`, PERSON)
    expect(sent.status).toBe(303)
    const next = await show(new URL(sent.headers.get('location') ?? '', `${node.trpUrl}${path}`).pathname)
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('your information has arrived')])
    const tx = await load(id)
    const [person] = JSON.parse(tx.ivms101).originator.originatorPersons
    expect(person.naturalPerson).toMatchObject({
      name: { nameIdentifier: [{ primaryIdentifier: 'Ångström', secondaryIdentifier: 'Anders' }] },
      geographicAddress: [{ addressLine: ['Storgatan 1'], townName: 'Uppsala', country: 'SE' }],
    })
    expect(JSON.parse(tx.ivms101).beneficiary.beneficiaryPersons).toHaveLength(1)
    expect(tx.ivms101Issues).toEqual([{ path: 'originatingVASP.originatingVASP' }])
    expect(tx.checkRuns.map(({ cause }: { cause: string }) => cause)).toEqual(['CHANGE', 'INQUIRY'])
    expect(tx.case.status).toBe('IN_REVIEW')
    expect(tx.case.changes[0]).toMatchObject({ event: 'case.data_received', actorType: 'CUSTOMER' })
    expect(tx.dataRequests).toMatchObject([{ status: 'RECEIVED', response: { form: 'FORM', isApplied: true } }])
    expect(JSON.parse(tx.dataRequests[0].response.former)).toEqual({})
    const { data } = await node.query('{ trpd { transactions(filter: { name: "anders angstrom" }) { nodes { id } } } }')
    expect(data.trpd.transactions.nodes).toEqual([{ id }])
  })

  it('a person with the link sees each mistake at its field, with what was entered, and nothing is stored', async () => {
    const id = await deposit()
    const { path } = await ask(id, 'fields: [NAME, ADDRESS, BIRTH]')
    const entered = { ...PERSON, townName: '', dateOfBirth: '2999-01-01', placeOfBirth: '' }
    const response = await send(`${path}?as=person&lang=de`, entered)
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain('value="Ångström"')
    expect(html).toMatch(/id="townName"[^>]*aria-invalid="true"/)
    expect(html).toContain('Ort fehlt.')
    expect(html).toContain('Geburtsdatum muss ein Tag in der Vergangenheit sein')
    expect(html).toMatch(/<a href="#placeOfBirth">/)
    expect(await load(id)).toMatchObject({
      case: { status: 'WAITING_FOR_DATA' },
      dataRequests: [{ status: 'OPEN', mistakes: 1, response: null }],
    })
  })

  it('a person with the link responds for an organisation without entering the GLEIF code of its register', async () => {
    const id = await deposit()
    const { path } = await ask(id, 'fields: [NATIONAL_ID, ACCOUNT, BIRTH]')
    const entered = {
      legalName: 'Sjö AB',
      idType: 'RAID',
      idNumber: '556000-1',
      account: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    }
    expect((await send(`${path}?as=organisation`, entered)).status).toBe(303)
    const { originator: party } = JSON.parse((await load(id)).ivms101)
    expect(party.accountNumber).toEqual([entered.account])
    expect(party.originatorPersons[0].legalPerson.nationalIdentification).toEqual({
      nationalIdentifier: '556000-1',
      nationalIdentifierType: 'RAID',
      registrationAuthority: 'RA888888',
    })
  })
})

describe('a file', () => {
  it('a file with IVMS101 is read like a message, and only the party that was asked about is kept', async () => {
    const id = await deposit()
    const { path } = await ask(id, 'fields: [NAME, CUSTOMER_NUMBER, ACCOUNT]')
    const other = { beneficiaryPersons: [{ naturalPerson: { name: {} } }] }
    expect((await send(`${path}?as=file`, fileOf({ originator, beneficiary: other }))).status).toBe(303)
    const { dataRequests, ivms101 } = await load(id)
    expect(dataRequests[0].response).toMatchObject({ form: 'FILE', issues: [] })
    expect(JSON.parse(dataRequests[0].response.received)).toEqual({ originator })
    expect(JSON.parse(ivms101).beneficiary.beneficiaryPersons[0].naturalPerson.name.nameIdentifier).toHaveLength(1)
  })

  it('a file with deviations or without the requested data is refused, with their paths', async () => {
    const { path } = await ask(await deposit(), 'fields: [ADDRESS]')
    const [person] = originator.originatorPersons as [(typeof originator.originatorPersons)[0]]
    const named = { ...person.naturalPerson.name.nameIdentifier[0], primaryIdentifier: 'x'.repeat(101) }
    const wrong = { originatorPersons: [{ naturalPerson: { name: { nameIdentifier: [named] } } }] }
    const response = await send(`${path}?as=file&lang=en`, fileOf({ originator: wrong }))
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain('nameIdentifier[0].primaryIdentifier is too long. (LENGTH)')
    expect(html).toContain('Postal address: please enter it.')
  })

  it.each([
    ['is nested deeply', '['.repeat(100_000), 422, 'nested too deeply'],
    ['is not JSON', 'PK\u0003\u0004 a zip file', 422, 'is not JSON'],
    ['has too many values', `[${'1,'.repeat(50_000)}1]`, 422, 'nested too deeply, or contains'],
    ['has a forbidden key', '{"__proto__":{"x":1}}', 422, 'cannot be stored'],
    ['is empty', '', 422, 'Choose a file'],
    ['is longer than JSON may be', `"${'x'.repeat(263_000)}"`, 422, 'too large'],
    ['has 10 MB', 'x'.repeat(10_000_000), 413, 'at most 250 kB'],
  ])('a file that %s is refused with the texts of the page', async (_what, content, status, words) => {
    const { path } = await ask(await deposit())
    const response = await send(`${path}?as=file&lang=en`, fileOf(content)).catch(() => undefined)
    // A client that is still sending may see a closed connection instead of the response.
    if (status === 413 && response === undefined) return
    expect([response?.status, await response?.text()]).toEqual([status, expect.stringContaining(words)])
  })

  it('a file is accepted only as part of a form', async () => {
    const { path } = await ask(await deposit())
    const response = await fetch(`${node.trpUrl}${path}?lang=en`, { method: 'POST', body: '{"originator":{}}' })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('did not arrive complete')])
  })
})

describe('a link', () => {
  it('the link of a data request accepts the same data any number of times, concurrently and later, and stores it once', async () => {
    const id = await deposit()
    const { path } = await ask(id)
    const tabs = await Promise.all(Array.from({ length: 4 }, () => send(path, PERSON)))
    expect(tabs.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect((await send(path, PERSON)).status).toBe(303)
    const other = await send(`${path}?lang=en`, { ...PERSON, familyName: 'Celsius' })
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('was not stored')])
    const { case: current, ivms101 } = await load(id)
    expect(current.changes.filter(({ event }: { event: string }) => event === 'case.data_received')).toHaveLength(1)
    expect(ivms101).toContain('Ångström')
    expect(ivms101).not.toContain('Celsius')
  })

  it('the link of a data request shows and accepts nothing if it was guessed, replaced or withdrawn', async () => {
    const id = await deposit()
    const { path, request } = await ask(id)
    const guessed = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
    const renewed = await call(`renewDataRequest(id: "${request.id}")`, `link request { ${REQUEST} }`)
    const current = new URL(renewed.result.link).pathname
    expect(renewed.result.request).toMatchObject({ id: request.id, status: 'OPEN' })
    for (const unknown of [guessed, path, '/data/x', `/data/${'x'.repeat(500)}`]) {
      expect((await show(unknown)).status).toBe(404)
      expect((await send(unknown, PERSON)).status).toBe(404)
    }
    expect((await show(current)).status).toBe(200)
    const withdrawn = await call(`withdrawDataRequest(id: "${request.id}")`, REQUEST)
    expect(withdrawn.result.status).toBe('WITHDRAWN')
    expect((await call(`withdrawDataRequest(id: "${request.id}")`, REQUEST)).result.status).toBe('WITHDRAWN')
    for (const response of [await show(current), await send(current, PERSON)]) {
      expect([response.status, await response.text()]).toEqual([410, expect.stringContaining('no longer needed')])
    }
    expect((await load(id)).case).toMatchObject({ status: 'IN_REVIEW' })
    expect((await call(`renewDataRequest(id: "${request.id}")`, 'link')).code).toBe('DATA_REQUEST_CLOSED')
  })

  it('the link of a data request expires after too many mistakes, and a new link works', async () => {
    const id = await deposit()
    const { path, request } = await ask(id)
    for (let times = 0; times < MISTAKES_MAX; times += 1) expect((await send(path, {})).status).toBe(422)
    expect((await send(path, PERSON)).status).toBe(410)
    expect((await show(path)).status).toBe(410)
    expect((await load(id)).dataRequests[0]).toMatchObject({ status: 'EXPIRED', mistakes: MISTAKES_MAX })
    const { result } = await call(`renewDataRequest(id: "${request.id}")`, 'link')
    expect((await send(new URL(result.link).pathname, PERSON)).status).toBe(303)
  })

  it('the link of a data request shows nothing of its request once it has ended, for any file sent to it', async () => {
    const [withdrawn, expired, received] = [
      await ask(await deposit(), 'fields: [NAME], message: "about Karl"'),
      await ask(await deposit(), 'fields: [NAME], message: "about Karl"'),
      await ask(await deposit(), 'fields: [NAME], message: "about Karl"'),
    ]
    expect((await send(`${withdrawn.path}?as=file`, {})).status).toBe(422)
    await call(`withdrawDataRequest(id: "${withdrawn.request.id}")`, 'id')
    await expire(expired.request.id)
    expect((await send(received.path, PERSON)).status).toBe(303)
    const ends = [
      [withdrawn, 410, 'no longer needed'],
      [expired, 410, 'has expired'],
      [received, 409, 'was not stored'],
    ] as const
    for (const [{ path }, status, words] of ends) {
      for (const fields of [{ other: 'x' }, fileOf(''), fileOf('not JSON')]) {
        const response = await send(`${path}?as=file&lang=en`, fields)
        const html = await response.text()
        expect([response.status, html]).toEqual([status, expect.stringContaining(words)])
        expect(html).not.toMatch(/about Karl|BTC|Requested/)
      }
    }
  })

  it('the link of a data request expires at its time limit', async () => {
    const { path, request } = await ask(await deposit())
    await expire(request.id)
    const response = await send(`${path}?lang=en`, PERSON)
    expect([response.status, await response.text()]).toEqual([410, expect.stringContaining('has expired')])
  })
})

describe('a request about an inquiry', () => {
  const receive = async () => {
    const travelAddress = await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    await trust(node, 'https://localhost:9')
    const requestIdentifier = crypto.randomUUID()
    const response = await sendTrp({
      url: `${node.trpUrl}${pathOf(travelAddress)}`,
      body: inquiryBody(),
      headers: { 'request-identifier': requestIdentifier },
    })
    expect(response.status).toBe(200)
    const { data } = await read(
      node,
      `{ trpd { transactions(filter: { requestIdentifier: "${requestIdentifier}" }) { nodes { id } } } }`,
    )
    return data.trpd.transactions.nodes[0].id as string
  }

  it('data received for a declined inquiry is kept as evidence, and then nothing more is requested', async () => {
    const id = await receive()
    const { path } = await ask(id)
    const before = (await load(id)).ivms101
    await mutate(node, `assessTx(id: "${id}", decision: DECLINE, reason: "no")`)
    expect((await show(path)).status).toBe(410)
    const incomplete = await send(`${path}?lang=en`, {})
    expect([incomplete.status, await incomplete.text()]).toEqual([410, expect.stringContaining('no longer needed')])
    // A form that was opened earlier.
    expect((await send(path, PERSON)).status).toBe(303)
    const tx = await load(id)
    expect(tx.ivms101).toBe(before)
    expect(tx.dataRequests[0]).toMatchObject({ status: 'RECEIVED', response: { isApplied: false } })
    expect(tx.dataRequests[0].response.received).toContain('Ångström')
    expect((await call(`requestData(id: "${id}", fields: [NAME])`, 'link')).code).toBe('TRANSACTION_WRONG_STATUS')
  })

  it('data received for an inquiry creates a new version of it, so that no decision based on the earlier data takes effect', async () => {
    const id = await receive()
    const { path } = await ask(id)
    const { version } = await load(id)
    expect((await send(path, PERSON)).status).toBe(303)
    const approve = (seen: number) =>
      call(`assessTx(id: "${id}", decision: APPROVE, expectedVersion: ${seen})`, 'id status')
    expect((await approve(version)).code).toBe('TRANSACTION_VERSION_CONFLICT')
    const tx = await load(id)
    expect(tx).toMatchObject({ status: 'PENDING', version: version + 1 })
    expect(tx.history).toContainEqual({ event: 'transfer.data_completed', actorType: 'CUSTOMER' })
    expect((await approve(tx.version)).result).toMatchObject({ status: 'APPROVED' })
  })

  it('an inquiry of ours is corrected with received data only by an officer', async () => {
    await using counterparty = await openTestCounterparty()
    const { data } = await inquire(node, counterparty.travelAddress)
    const { id } = data.trpd.inquire
    const { path, request } = await ask(id)
    expect(request.party).toBe('BENEFICIARY')
    const { ivms101, version } = await load(id)
    expect((await send(path, PERSON)).status).toBe(303)
    const tx = await load(id)
    expect(tx).toMatchObject({ status: 'BLOCKED', version, ivms101, case: { status: 'IN_REVIEW' } })
    expect(tx).toMatchObject({ repairActions: ['CORRECT'], dataRequests: [{ response: { isApplied: false } }] })
    expect(tx.dataRequests[0].response.received).toContain('Ångström')
  })

  it('data received for an inquiry does not end a hold, and the transaction is still not decided automatically', async () => {
    const id = await receive()
    await mutate(node, `holdTx(id: "${id}", reason: "look closer")`)
    const { path, transaction } = await ask(id)
    expect(transaction.case.status).toBe('ON_HOLD')
    expect((await send(path, PERSON)).status).toBe(303)
    expect(await load(id)).toMatchObject({ status: 'PENDING', case: { status: 'ON_HOLD' } })
  })
})

describe('a request', () => {
  it.each([
    ['fields: []', 'DATA_REQUEST_INVALID'],
    ['fields: [NAME], message: " "', 'DATA_REQUEST_INVALID'],
    ['fields: [NAME], email: "a@b.example, c@d.example"', 'DATA_REQUEST_INVALID'],
    ['fields: [NAME], email: "a@b.example\\r\\nbcc: c@d.example"', 'DATA_REQUEST_INVALID'],
    ['fields: [NAME], expectedVersion: 7', 'CASE_VERSION_CONFLICT'],
  ])('a data request with %s is refused with %s', async (input, code) => {
    const id = await deposit()
    expect((await call(`requestData(id: "${id}", ${input})`, 'link')).code).toBe(code)
    expect((await load(id)).dataRequests).toEqual([])
  })

  it('a data request needs trpd:write, and its personal data needs pii:read', async () => {
    const id = await deposit()
    const mutation = `mutation { trpd { requestData(id: "${id}", fields: [NAME]) { link } } }`
    const reader = { ...officer, scopes: ['trpd:read'] }
    expect((await node.query(mutation, {}, reader)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    await ask(id, 'fields: [NAME], message: "hello"')
    const { data } = await node.query(
      `{ trpd { transaction(id: "${id}") { dataRequests { status message } } } }`,
      {},
      reader,
    )
    expect(data.trpd.transaction.dataRequests).toEqual([{ status: 'OPEN', message: null }])
  })

  it('a data request counts towards a limit on open requests', async () => {
    const id = await deposit()
    for (let times = 0; times < 5; times += 1) await ask(id)
    expect((await call(`requestData(id: "${id}", fields: [NAME])`, 'link')).code).toBe('DATA_REQUESTS_TOO_MANY')
    expect((await call('renewDataRequest(id: "1")', 'link')).code).toBe('DATA_REQUEST_NOT_FOUND')
  })

  it('a data request can be renewed after it has expired only while few others are open', async () => {
    const id = await deposit()
    const { request } = await ask(id)
    await expire(request.id)
    for (let times = 0; times < 4; times += 1) await ask(id)
    const renewed = await call(`renewDataRequest(id: "${request.id}")`, 'link')
    expect(renewed.result.link).toContain('/data/')
    // One of five open requests.
    expect((await call(`renewDataRequest(id: "${request.id}")`, 'link')).code).toBeUndefined()
    await expire(request.id)
    await ask(id)
    expect((await call(`renewDataRequest(id: "${request.id}")`, 'link')).code).toBe('DATA_REQUESTS_TOO_MANY')
  })

  it("a data request is listed among all transactions' requests, newest first, by current state and in pages", async () => {
    const id = await deposit()
    const [expired, open, withdrawn] = [await ask(id), await ask(id), await ask(id)].map(({ request }) => request.id)
    await expire(expired)
    await call(`withdrawDataRequest(id: "${withdrawn}")`, 'id')
    const list = async (args: string) => {
      const { data } = await read(node, `{ trpd { dataRequests(${args}) { id status transaction { id } } } }`)
      return data.trpd.dataRequests.filter(({ transaction }: { transaction: { id: string } }) => transaction.id === id)
    }
    const count = async (status: string) =>
      (await read(node, `{ trpd { dataRequestsCount(status: [${status}]) } }`)).data.trpd.dataRequestsCount
    expect(await list('limit: 500')).toMatchObject([
      { id: withdrawn, status: 'WITHDRAWN' },
      { id: open, status: 'OPEN' },
      { id: expired, status: 'EXPIRED' },
    ])
    expect(await list('status: [EXPIRED, WITHDRAWN], limit: 500')).toMatchObject([{ id: withdrawn }, { id: expired }])
    expect(await list('limit: 1, offset: 1')).toMatchObject([{ id: open }])
    const all = await read(
      node,
      '{ trpd { dataRequests(status: [OPEN], limit: 500) { id } none: dataRequests(status: []) { id } } }',
    )
    expect(all.data.trpd.dataRequests).toHaveLength(await count('OPEN'))
    expect(all.data.trpd.none).toEqual([])
    expect(await count('OPEN, EXPIRED')).toBe((await count('OPEN')) + (await count('EXPIRED')))
  })

  it('a data request is possible until the transaction has ended without a payment, and the transaction says whether it is', async () => {
    const id = await deposit()
    const possible = async () =>
      (await read(node, `{ trpd { transaction(id: "${id}") { acceptsDataRequests } } }`)).data.trpd.transaction
    expect(await possible()).toEqual({ acceptsDataRequests: true })
    await mutate(node, `cancelTx(id: "${id}", reason: "entered by mistake")`)
    expect(await possible()).toEqual({ acceptsDataRequests: false })
    expect((await call(`requestData(id: "${id}", fields: [NAME])`, 'link')).code).toBe('TRANSACTION_WRONG_STATUS')
  })

  it('a data request keeps its dates and no personal data when its transaction is erased', async () => {
    const hash = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
    const id = await deposit({ txHash: hash })
    const first = await ask(id, 'fields: [NAME], message: "about Karl"')
    expect((await send(first.path, PERSON)).status).toBe(303)
    const { path, request } = await ask(id)
    await call(`withdrawDataRequest(id: "${request.id}")`, 'id')
    expect((await load(id)).case.status).toBe('CLOSED')
    const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }
    const erased = await node.query(
      `mutation { trpd { eraseTransaction(id: "${id}", ground: DATA_SUBJECT_REQUEST) { id } } }`,
      {},
      administrator,
    )
    expect(erased.errors).toBeUndefined()
    const { dataRequests } = await load(id)
    expect(dataRequests).toMatchObject([
      { status: 'WITHDRAWN', response: null },
      { status: 'RECEIVED', message: null, response: { form: 'FORM', received: null, former: null } },
    ])
    expect((await show(path)).status).toBe(410)
    expect((await send(path, PERSON)).status).toBe(404)
  })

  it('a data request notifies live clients when data arrives', async () => {
    const id = await deposit({ amount: '777' })
    const { path } = await ask(id)
    const live = node.subscribe(
      'subscription($filter: TransactionFilter) { trpdTransactions(filter: $filter) { id case { status } } }',
      {
        filter: { amountFrom: '777' },
      },
    )
    // The subscription starts after some of these.
    let isLive = false
    const first = live.next().finally(() => {
      isLive = true
    })
    while (!isLive) await mutate(node, `commentTx(id: "${id}", text: "waiting")`)
    await first
    await send(path, PERSON)
    for await (const { data } of live) if (data.trpdTransactions.case.status === 'IN_REVIEW') break
  })
})

describe('an e-mail', () => {
  const mailTo = (to: string) => smtp.mails.filter((mail) => mail.to === to)
  const stateOf = async (id: string) => (await load(id)).dataRequests[0]

  it('the e-mail of a data request carries the link and nothing internal, and the link is in no response and no row afterwards', async () => {
    const id = await deposit()
    const asked = await ask(id, 'fields: [NAME], message: "about Karl", email: "ada@sender.example"')
    expect(asked).toMatchObject({ link: null, request: { mail: 'QUEUED', email: 'ada@sender.example' } })
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'SENT',
    )
    const [mail] = mailTo('ada@sender.example')
    expect(mail?.text).toContain('Alice VASP asks you for information')
    expect(mail?.text).toContain('Alice VASP bittet Sie um Angaben')
    expect(mail?.text).not.toMatch(/Karl|BTC|0\.5|officer/)
    const [path = ''] = /\/data\/[\w-]+/.exec(mail?.text ?? '') ?? []
    expect((await send(path, PERSON)).status).toBe(303)
    expect(JSON.stringify(await load(id))).not.toContain(path.slice('/data/'.length))
  })

  it('the e-mail of a data request is given up when the server refuses it permanently, and the request says so', async () => {
    smtp.respondWith(550)
    const id = await deposit()
    await ask(id, 'fields: [NAME], email: "gone@sender.example"')
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'FAILED',
    )
    smtp.respondWith(250)
    const { id: requestId } = await stateOf(id)
    await call(`renewDataRequest(id: "${requestId}")`, 'link')
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'SENT',
    )
    expect(mailTo('gone@sender.example')).toHaveLength(1)
  })

  it('the e-mail of a data request is retried when the server refuses it temporarily', async () => {
    smtp.respondWith(450)
    const before = smtp.refused
    const id = await deposit()
    await ask(id, 'fields: [NAME], email: "busy@sender.example"')
    await until(
      async () => smtp.refused,
      (refused) => refused > before,
    )
    expect((await stateOf(id)).mail).toBe('QUEUED')
    smtp.respondWith(250)
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'SENT',
    )
    expect(mailTo('busy@sender.example')).toHaveLength(1)
  })

  it('the e-mail of a data request is given up once its request has ended', async () => {
    smtp.respondWith(450)
    const before = smtp.refused
    const id = await deposit()
    const { request } = await ask(id, 'fields: [NAME], email: "late@sender.example"')
    await until(
      async () => smtp.refused,
      (refused) => refused > before,
    )
    await call(`withdrawDataRequest(id: "${request.id}")`, 'id')
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'FAILED',
    )
    smtp.respondWith(250)
    expect(await stateOf(id)).toMatchObject({ status: 'WITHDRAWN' })
    expect(mailTo('late@sender.example')).toEqual([])
  })

  it('the e-mail of a data request is not queued without a mail server, and the earlier link still works', async () => {
    smtp.respondWith(250)
    const id = await deposit()
    const { request } = await ask(id, 'fields: [NAME], email: "ivy@sender.example"')
    await until(
      () => stateOf(id),
      ({ mail }) => mail === 'SENT',
    )
    await node.stop()
    await node.restart({ mail: undefined })
    expect((await call(`renewDataRequest(id: "${request.id}")`, 'link')).code).toBe('MAIL_NOT_SET_UP')
    const [path = ''] = /\/data\/[\w-]+/.exec(mailTo('ivy@sender.example')[0]?.text ?? '') ?? []
    expect((await show(path)).status).toBe(200)
    await node.stop()
    await node.restart({ mail: { url: smtp.url, from: 'desk@alice.example' } })
  })
})
