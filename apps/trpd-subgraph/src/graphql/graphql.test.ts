import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeTravelAddress } from '../address-book/domain/travel-address.ts'
import { beneficiary, inquire, issue, originator, transactions, trust } from '../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../testing/test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
})
afterAll(() => node[Symbol.asyncDispose]())

const travelAddress = encodeTravelAddress('vasp.example/x/1?t=i')
const post = (headers: Record<string, string>, query: string) =>
  fetch(node.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })

describe('authorization of trpd fields', () => {
  it.each(['{ trpd { vasps { name } } }', '{ _service { sdl } }', '{ _entities(representations: []) { __typename } }'])(
    'trpd requires an assertion by the gateway for trpd: %s',
    async (query) => {
      const elsewhere = await node.signers.gateway.mint(officer, 'aopd')
      const forged = await node.signers.autod.mint(officer, 'trpd')
      for (const headers of [{}, { 'x-identity-assertion': elsewhere }, { 'x-identity-assertion': forged }]) {
        const response = await post(headers as Record<string, string>, query)
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
      }
    },
  )

  it('mutations require trpd:write, and personal data requires pii:read', async () => {
    const observer = { ...officer, scopes: ['trpd:read'] }
    const refused = await node.query('mutation { trpd { trustVasp(id: "1") { id } } }', {}, observer)
    expect(refused).toMatchObject({ data: { trpd: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    await inquire(node, travelAddress)
    const query = '{ trpd { transactions { nodes { id originator { accountNumber } } } } }'
    const seen = await node.query(query, {}, observer)
    expect(seen.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect(seen.data.trpd.transactions.nodes[0]).toMatchObject({ id: expect.any(String), originator: null })
    const whole = await node.query(query)
    expect(whole.data.trpd.transactions.nodes[0].originator.accountNumber).toEqual(['account-1'])
  })

  it('entities require trpd:read, even by id', async () => {
    const { data } = await inquire(node, travelAddress)
    await issue(node)
    const { id, vasp } = data.trpd.inquire
    const book = await node.query('{ trpd { addressBook(limit: 1) { id } } }')
    const known = { Transaction: id, Vasp: vasp.id, AddressBookEntry: book.data.trpd.addressBook[0].id }
    const representations = Object.entries(known).map(([__typename, id]) => ({ __typename, id }))
    const auditor = { ...officer, scopes: ['autod:read', 'aopd:read'] }
    const seen = await node.query(
      `query($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Transaction { status amount vasp { name } } ... on Vasp { trust } ... on AddressBookEntry { travelAddress } } }`,
      { representations },
      auditor,
    )
    expect(seen.data._entities).toEqual([null, null, null])
    expect(seen.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  })

  it('the event feed requires an assertion for the feed, and contains no personal data', async () => {
    await inquire(node, travelAddress)
    const url = new URL('/events?after=0', node.graphqlUrl)
    expect((await fetch(url)).status).toBe(401)
    const assertion = await node.signers.autod.mint({ ...officer, subject: 'autod' }, 'events')
    const response = await fetch(url, { headers: { 'x-identity-assertion': assertion } })
    const page = await response.text()
    expect(JSON.parse(page).events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['vasp.discovered', 'transfer.inquired']),
    )
    expect(page).not.toMatch(/Engels|Friedrich|customer-1/)
  })
})

describe('travel addresses', () => {
  it('validating a travel address returns true, or null with the reason for a mistyped one', async () => {
    const ask = (text: string) =>
      node.query('query($text: String!) { trpd { validateTravelAddress(travelAddress: $text) } }', { text })
    expect(await ask(travelAddress)).toMatchObject({ data: { trpd: { validateTravelAddress: true } } })
    const wrong = await ask(`${travelAddress.slice(0, -1)}${travelAddress.endsWith('1') ? '2' : '1'}`)
    expect(wrong).toMatchObject({
      data: { trpd: { validateTravelAddress: null } },
      errors: [{ message: expect.stringContaining('checksum'), extensions: { code: 'TRAVEL_ADDRESS_CHECKSUM' } }],
    })
    expect((await ask('bc1qwallet')).errors?.[0]?.extensions.code).toBe('TRAVEL_ADDRESS_PREFIX')
  })

  it('a travel address is decoded to its URL and VASP', async () => {
    await inquire(node, travelAddress)
    const { data } = await node.query(
      'query($text: String!) { trpd { decodeTravelAddress(travelAddress: $text) { form url host vasp { trust } } } }',
      { text: travelAddress },
    )
    expect(data.trpd.decodeTravelAddress).toEqual({
      form: 'TRAVEL_ADDRESS',
      url: 'vasp.example/x/1?t=i',
      host: 'vasp.example',
      vasp: { trust: 'UNTRUSTED' },
    })
  })
})

describe('an inquiry that cannot be sent is refused, and nothing is stored', () => {
  const [{ naturalPerson }] = originator.originatorPersons as [(typeof originator.originatorPersons)[0]]
  const nameless = { originatorPersons: [{ naturalPerson: { ...naturalPerson, name: { nameIdentifier: [] } } }] }
  it.each([
    ['a bad checksum', { travelAddress: 'ta3MNQE1Y' }, 'TRAVEL_ADDRESS_CHECKSUM'],
    ['an unknown asset', { asset: 'tulips' }, 'ASSET_UNKNOWN'],
    ['no amount', { amount: '0' }, 'AMOUNT_NOT_POSITIVE'],
    ['an exponent', { amount: '1e3' }, 'AMOUNT_FORMAT'],
    ['more decimal places than the asset has', { amount: '0.123456789' }, 'AMOUNT_PRECISION'],
    ['a request identifier that is not a UUID', { requestIdentifier: 'x' }, 'REQUEST_IDENTIFIER_INVALID'],
    ['an originator without a name', { originator: nameless }, 'IVMS101_INVALID'],
  ])('%s', async (_name, change, code) => {
    const before = (await transactions(node)).length
    const response = await inquire(node, travelAddress, change)
    expect(response.data.trpd.inquire).toBeNull()
    expect(response.errors?.[0]?.extensions.code).toBe(code)
    expect((await transactions(node)).length).toBe(before)
  })

  it('an inquiry with invalid IVMS101 data is refused with the path and the constraint', async () => {
    const { customerIdentification: _, ...bare } = naturalPerson
    const response = await inquire(node, travelAddress, {
      originator: { originatorPersons: [{ naturalPerson: bare }] },
    })
    expect(response.errors?.[0]).toMatchObject({
      message: expect.stringContaining('originator.originatorPersons[0].naturalPerson (C1)'),
      extensions: { issues: [{ path: 'originator.originatorPersons[0].naturalPerson', constraint: 'C1' }] },
    })
    expect(JSON.stringify(response)).not.toContain('Engels')
  })
})

it('repeating an inquiry with its identifier returns the same transaction, and is refused with different input', async () => {
  const requestIdentifier = crypto.randomUUID()
  const [first, second] = await Promise.all([
    inquire(node, travelAddress, { requestIdentifier }),
    inquire(node, travelAddress, { requestIdentifier: requestIdentifier.toUpperCase() }),
  ])
  expect(second.data.trpd.inquire.id).toBe(first.data.trpd.inquire.id)
  const other = await inquire(node, travelAddress, { requestIdentifier, amount: '0.6' })
  expect(other.errors?.[0]?.extensions.code).toBe('REQUEST_IDENTIFIER_REUSED')
})

it('a search string that occurs in no name matches nothing, and a search string that is too long is refused', async () => {
  const search = (text: string) => node.query('query($text: String) { trpd { vasps(search: $text) { id } } }', { text })
  expect((await search('a\0b')).data.trpd.vasps).toEqual([])
  expect((await search('x'.repeat(200))).data.trpd.vasps).toEqual([])
  expect((await search('x'.repeat(201))).errors?.[0]?.extensions.code).toBe('VASP_SEARCH_TOO_LONG')
})

it('a reason that cannot be encoded as JSON is refused', async () => {
  const { data } = await inquire(node, encodeTravelAddress('reason.example/x/1?t=i'))
  for (const reason of ['a\0b', 'a\ud800']) {
    const response = await node.query(
      'mutation($id: ID!, $reason: String!) { trpd { cancelTx(id: $id, reason: $reason) { id } } }',
      {
        id: data.trpd.inquire.id,
        reason,
      },
    )
    expect(response.errors?.[0]?.extensions.code).toBe('TRANSACTION_REASON_INVALID')
  }
})

it('repeating a change of a VASP has no effect, unless the note differs', async () => {
  const say = async (call: string) => {
    const { data } = await node.query(`mutation { trpd { vasp: ${call} { id trust trustNote updatedAt } } }`)
    return data.trpd.vasp
  }
  const registering = 'registerOrUpdateVasp(vasp: { name: "Same VASP", url: "https://same.example" })'
  const { id } = await say(registering)
  for (const call of [
    registering,
    `trustVasp(id: "${id}")`,
    `trustVasp(id: "${id}", note: "met them")`,
    `setAutoApprove(id: "${id}", enabled: true)`,
    `setWireProfile(id: "${id}", profile: { amountUnit: BASE, apiVersion: "3.1.0" })`,
    `blockVasp(id: "${id}")`,
  ]) {
    const first = await say(call)
    expect(await say(call), call).toEqual(first)
  }
  expect(await say(`blockVasp(id: "${id}", note: "they moved")`)).toMatchObject({ trustNote: 'they moved' })
})

it('an LEI matches a VASP that was registered without a URL, but none at another host', async () => {
  const lei = '529900T8BM49AURSDO55'
  const register = async (vasp: object) => {
    const query = 'mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id url } } }'
    return (await node.query(query, { vasp: { name: 'Bank', lei, ...vasp } })).data.trpd.registerOrUpdateVasp
  }
  const { id } = await register({})
  expect(await register({ url: 'https://bank.example' })).toEqual({ id, url: 'https://bank.example' })
  await node.query('mutation($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id })
  expect((await register({ url: 'https://branch.example' })).id).not.toBe(id)
  expect((await register({})).id).toBe(id)
})

it('mutations of the trpd namespace run in document order', async () => {
  const { data } = await node.query(`mutation { trpd {
    first: registerOrUpdateVasp(vasp: { name: "One", url: "https://order.example" }) { name }
    second: registerOrUpdateVasp(vasp: { name: "Two", url: "https://order.example" }) { id name }
  } }`)
  expect(data.trpd).toMatchObject({ first: { name: 'One' }, second: { name: 'Two' } })
  const after = await node.query('{ trpd { vasps(search: "ORDER.ex") { name } vaspsCount(search: "order.ex") } }')
  expect(after.data.trpd).toEqual({ vasps: [{ name: 'Two' }], vaspsCount: 1 })
})

it('each mutation in a document returns the state after it', async () => {
  const { data } = await inquire(node, encodeTravelAddress('stale.example/x/1?t=i'))
  const { id, vasp } = data.trpd.inquire
  const response = await node.query(
    `mutation($id: ID!, $vasp: ID!) { trpd {
      first: assessTx(id: $id, decision: DECLINE, reason: "no") { history { event } vasp { trust } }
      blockVasp(id: $vasp) { trust }
      second: assessTx(id: $id, decision: DECLINE, reason: "no") { vasp { trust } }
    } }`,
    { id, vasp: vasp.id },
  )
  expect(response.data.trpd).toMatchObject({
    first: { history: [{ event: 'transfer.inquired' }, { event: 'transfer.declined' }], vasp: { trust: 'UNTRUSTED' } },
    second: { vasp: { trust: 'BLOCKED' } },
  })
})

it('an empty string in a filter matches nothing, and a list that is too long is refused', async () => {
  const nothing = await node.query('{ trpd { transactions(filter: { travelAddress: "" }) { nodes { id } } } }')
  expect(nothing.data.trpd.transactions.nodes).toEqual([])
  const hash = await node.query('{ trpd { transactions(filter: { txHash: "" }) { nodes { id } } } }')
  expect(hash.data.trpd.transactions.nodes).toEqual([])
  for (const field of ['travelAddress', 'txHash', 'asset']) {
    const response = await node.query(`{ trpd { transactions(filter: { ${field}: "\\u0000" }) { nodes { id } } } }`)
    expect(response.data.trpd.transactions.nodes).toEqual([])
  }
  const ids = Array.from({ length: 501 }, () => crypto.randomUUID())
  const refused = await node.query(
    'query($ids: [ID!]) { trpd { transactions(filter: { id: $ids }) { nodes { id } } } }',
    { ids },
  )
  expect(refused).toMatchObject({
    data: { trpd: { transactions: null } },
    errors: [{ message: expect.stringContaining('filter.id'), extensions: { code: 'TRANSACTION_FILTER_TOO_LONG' } }],
  })
})

it('transactions are paginated newest first, without gaps or repeats', async () => {
  for (let count = 0; count < 5; count += 1) await inquire(node, travelAddress)
  const total = (await node.query('{ trpd { transactionsCount } }')).data.trpd.transactionsCount
  const ids: string[] = []
  let after: string | null = null
  do {
    const { data } = await node.query(
      'query($after: String) { trpd { transactions(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }',
      { after },
    )
    const page = data.trpd.transactions
    ids.push(...page.nodes.map(({ id }: { id: string }) => id))
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null)
  expect(new Set(ids).size).toBe(total)
  expect(ids).toHaveLength(total)
  expect(ids).toEqual((await transactions(node)).map(({ id }: { id: string }) => id))
})

it('a filter by folder agrees with the folder of each record', async () => {
  const all = await transactions(node)
  for (const folder of ['INBOX', 'WAITING', 'ARCHIVE']) {
    const { data } = await node.query(`{ trpd { transactions(filter: { folder: ${folder} }) { nodes { id } } } }`)
    const wanted = all.filter((tx: { folder: string }) => tx.folder === folder).map(({ id }: { id: string }) => id)
    expect(data.trpd.transactions.nodes.map(({ id }: { id: string }) => id)).toEqual(wanted)
  }
})

it('entities are resolved by id, and an invalid id by null', async () => {
  const vasp = await trust(node, 'https://entity.example')
  const [transaction] = await transactions(node)
  const { data, errors } = await node.query(
    `query($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Vasp { name } ... on Transaction { status } ... on AddressBookEntry { travelAddress } } }`,
    {
      representations: [
        { __typename: 'Vasp', id: vasp },
        { __typename: 'Vasp', id: 'nobody' },
        { __typename: 'Transaction', id: transaction.id },
        { __typename: 'AddressBookEntry', id: crypto.randomUUID() },
      ],
    },
  )
  expect(errors).toBeUndefined()
  expect(data._entities).toEqual([
    { name: 'VASP at https://entity.example' },
    null,
    { status: transaction.status },
    null,
  ])
})

it('a payload with many issues lists some of them and counts the others', async () => {
  const validate = async (persons: number, more: number) => {
    const person = { naturalPerson: { geographicAddress: Array.from({ length: more }, () => ({})) } }
    const payload = JSON.stringify({ originator: { originatorPersons: Array.from({ length: persons }, () => person) } })
    const query =
      'query($payload: String!) { trpd { validateIvms101(payload: $payload) { issues { path constraint message } } } }'
    return (await node.query(query, { payload })).data.trpd.validateIvms101.issues
  }
  const issues = await validate(20, 20)
  expect(issues.length).toBe(201)
  expect(issues.at(-1)).toMatchObject({
    path: '',
    constraint: 'LIMIT',
    message: expect.stringMatching(/not listed: \d+/),
  })
  const [beyond, ...others] = await validate(70, 100)
  expect(beyond).toMatchObject({ constraint: 'LIMIT', message: 'The payload has more than 5000 values: shorten it.' })
  expect(others).toEqual([])
})

it('an IVMS101 payload is validated without being stored', async () => {
  const payload = JSON.stringify({ originator, beneficiary })
  const { data } = await node.query(
    'query($payload: String!) { trpd { validateIvms101(payload: $payload, version: V2023) { valid version issues { path constraint } } } }',
    { payload },
  )
  expect(data.trpd.validateIvms101).toMatchObject({ valid: false, version: 'V2020' })
  expect(data.trpd.validateIvms101.issues).toEqual(
    expect.arrayContaining([{ path: '', constraint: 'DIALECT' }, expect.objectContaining({ constraint: 'REQUIRED' })]),
  )
})

it("an IVMS101 issue has the field names of the payload's edition, and the name of the constraint", async () => {
  const legalPerson = { name: { nameIdentifier: [{ legalPersonName: 'A', legalPersonNameIdentifierType: 'TRAD' }] } }
  const payload = JSON.stringify({
    originator: { originatorPerson: [{ legalPerson }] },
    payloadMetadata: { payloadVersion: '101.2023' },
  })
  const { data } = await node.query(
    'query($payload: String!) { trpd { validateIvms101(payload: $payload) { issues { path constraint constraintName message } } } }',
    { payload },
  )
  expect(data.trpd.validateIvms101.issues).toContainEqual({
    path: 'originator.originatorPerson[0].legalPerson.name',
    constraint: 'C5',
    constraintName: 'LegalNamePresentLegalPerson',
    message: 'The legal person has no legal name: add one to nameIdentifier with the type LEGL.',
  })
  expect(data.trpd.validateIvms101.issues).toContainEqual({
    path: 'beneficiary',
    constraint: 'REQUIRED',
    constraintName: null,
    message: 'beneficiary is missing: add it.',
  })
})

it('the payload of an inquiry can be read in both editions, and requires pii:read', async () => {
  const { data } = await inquire(node, travelAddress)
  const variables = { id: data.trpd.inquire.id }
  const query = 'query($id: ID!) { trpd { transaction(id: $id) { ivms101 v2023: ivms101(edition: V2023) } } }'
  const { ivms101, v2023 } = (await node.query(query, variables)).data.trpd.transaction
  expect(JSON.parse(ivms101)).toMatchObject({ originator, beneficiaryVASP: { beneficiaryVASP: expect.anything() } })
  const [person] = originator.originatorPersons
  const { nameIdentifierType, ...name } = person?.naturalPerson.name.nameIdentifier[0] ?? {}
  expect(JSON.parse(v2023)).toMatchObject({
    originator: {
      originatorPerson: [
        {
          naturalPerson: {
            name: { nameIdentifier: [{ ...name, naturalPersonNameIdentifierType: nameIdentifierType }] },
          },
        },
      ],
    },
    payloadMetadata: { payloadVersion: '101.2023' },
  })
  const refused = await node.query(query, variables, { ...officer, scopes: ['trpd:read'] })
  expect(refused.data.trpd.transaction).toEqual({ ivms101: null, v2023: null })
  expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
})

it('trpd reports its version and its latest event', async () => {
  const position = async () => {
    const { data } = await node.query('{ trpd { programVersion eventPosition } }')
    expect(data.trpd.programVersion).toMatch(/^\d+\.\d+\.\d+$/)
    return BigInt(data.trpd.eventPosition)
  }
  const before = await position()
  await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  expect(await position()).toBeGreaterThan(before)
})

it('the address book, the assets and our own identity can be queried', async () => {
  const issued = await issue(node, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  const { data } = await node.query(
    '{ trpd { addressBook(limit: 1) { travelAddress address asset { symbol } } assets { id } ownIdentity { name apiVersion } } }',
  )
  expect(data.trpd).toMatchObject({
    addressBook: [
      { travelAddress: issued, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', asset: { symbol: 'BTC' } },
    ],
    assets: expect.arrayContaining([{ id: 'btc' }, { id: 'usdc-ethereum' }]),
    ownIdentity: { name: 'Alice VASP', apiVersion: '3.2.1' },
  })
})

describe('names that are shown', () => {
  it('displayed names contain no bidirectional controls, while the payload stays as received', async () => {
    const url = 'https://reversed.example'
    const registered = await node.query(
      'mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id name } } }',
      { vasp: { name: 'Bank \u202eevil\u200f', url } },
    )
    expect(registered.data.trpd.registerOrUpdateVasp.name).toBe('Bank evil')
    const blank = await node.query(
      'mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }',
      { vasp: { name: '\u202e', url: 'https://blank.example' } },
    )
    expect(blank.errors?.[0]?.extensions.code).toBe('VASP_NAME_INVALID')

    const identifier = {
      primaryIdentifier: 'Engels\u202e',
      secondaryIdentifier: '\u2067Friedrich',
      nameIdentifierType: 'LEGL',
    }
    const [{ naturalPerson }] = originator.originatorPersons as [(typeof originator.originatorPersons)[number]]
    const named = {
      ...originator,
      originatorPersons: [{ naturalPerson: { ...naturalPerson, name: { nameIdentifier: [identifier] } } }],
    }
    const { data } = await inquire(node, travelAddress, { originator: named })
    const query = `query($id: ID!) { trpd { transaction(id: $id) { originator { originatorPersons { naturalPerson {
      name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } } } } } }`
    const shown = await node.query(query, { id: data.trpd.inquire.id })
    const [person] = shown.data.trpd.transaction.originator.originatorPersons
    expect(person.naturalPerson.name.nameIdentifier).toEqual([
      { primaryIdentifier: 'Engels', secondaryIdentifier: 'Friedrich' },
    ])
  })
})
