import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beneficiary, inquire, originator, read, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'

const FIELDS = `id requestIdentifier direction channel status folder delivery { state } asset { id } amount amountUnit travelAddress
  vasp { id } address originAddress txHash reason protocolVersion ivms101Issues { path constraint } deviations { clause }
  sender { address } allowedActions expiresAt history { version event actorType } deliveryAttempts { outcome }
  customerReference originator { accountNumber } beneficiary { accountNumber } ivms101`
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
const OTHER_HASH = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d'
const withdrawal = {
  direction: 'SENT',
  selfHosted: true,
  asset: 'btc',
  amount: '0.5',
  originator,
  beneficiary,
  address: WALLET,
}
const deposit = { ...withdrawal, direction: 'RECEIVED', address: ADDRESS, originAddress: WALLET }
/** A deposit of which only our customer's side is known. */
const { originator: _, ...unexplained } = { ...deposit, selfHosted: false }

let node: TestNode
let counterparty: TestCounterparty
let vasp: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  counterparty = await openTestCounterparty()
  vasp = await trust(node, counterparty.url)
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await counterparty[Symbol.asyncDispose]()
})

const register = (input: object, identity = officer) =>
  node.query(
    `mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { ${FIELDS} } } }`,
    { input },
    identity,
  )
const registered = async (input: object) => {
  const { data, errors } = await register(input)
  expect(errors).toBeUndefined()
  return data.trpd.registerOfflineTx
}
const act = (call: string) => node.query(`mutation { trpd { tx: ${call} { ${FIELDS} } } }`)
const matching = async (filter: object) => {
  const { data } = await node.query(
    `query($filter: TransactionFilter) { trpd { transactions(filter: $filter, first: 500) { nodes { id } } transactionsCount(filter: $filter) } }`,
    { filter },
  )
  const ids = data.trpd.transactions.nodes.map(({ id }: { id: string }) => id)
  expect(data.trpd.transactionsCount).toBe(ids.length)
  return ids
}

describe('a registered transaction', () => {
  it('a withdrawal to a self-hosted wallet has its own values, and null for fields that exist only over TRP', async () => {
    const tx = await registered({ ...withdrawal, customerReference: 'customer 7' })
    expect(tx).toMatchObject({
      direction: 'SENT',
      channel: 'SELF_HOSTED',
      status: 'APPROVED',
      folder: 'INBOX',
      delivery: { state: 'NONE' },
      amount: '0.5',
      amountUnit: 'WHOLE',
      travelAddress: null,
      vasp: null,
      address: WALLET,
      originAddress: null,
      txHash: null,
      protocolVersion: null,
      ivms101Issues: [],
      deviations: [],
      sender: null,
      allowedActions: ['CONFIRM', 'CANCEL'],
      expiresAt: null,
      history: [{ version: 1, event: 'transfer.registered', actorType: 'USER' }],
      customerReference: 'customer 7',
      originator: { accountNumber: ['account-1'] },
    })
    const payload = JSON.parse(tx.ivms101)
    expect(payload.originatingVASP.originatingVASP.legalPerson.name.nameIdentifier[0].legalPersonName).toBe(
      'Alice VASP',
    )
    expect(payload).not.toHaveProperty('beneficiaryVASP')
  })

  it('a deposit reported by a VASP through another channel names the VASP, trusted or not, and is confirmed by its hash', async () => {
    await node.query(`mutation { trpd { blockVasp(id: "${vasp}") { trust } } }`)
    const tx = await registered({ ...deposit, selfHosted: false, vasp, txHash: HASH })
    expect(tx).toMatchObject({
      direction: 'RECEIVED',
      channel: 'OFFLINE',
      status: 'CONFIRMED',
      folder: 'ARCHIVE',
      vasp: { id: vasp },
      address: ADDRESS,
      originAddress: WALLET,
      txHash: HASH,
      travelAddress: null,
      allowedActions: [],
    })
    const payload = JSON.parse(tx.ivms101)
    const nameOf = (key: string) => payload[key][key].legalPerson.name.nameIdentifier[0].legalPersonName
    expect([nameOf('originatingVASP'), nameOf('beneficiaryVASP')]).toEqual([
      `VASP at ${counterparty.url}`,
      'Alice VASP',
    ])
  })

  it('a deposit without an originator is registered, and ivms101Issues lists what is missing', async () => {
    const tx = await registered(unexplained)
    expect(tx).toMatchObject({ channel: 'OFFLINE', vasp: null, originator: null, folder: 'WAITING' })
    expect(tx.ivms101Issues).toEqual([
      { path: 'originator', constraint: 'REQUIRED' },
      { path: 'originatingVASP.originatingVASP', constraint: 'REQUIRED' },
    ])
  })

  it('registered transactions are in the same lists, counts and filters as others', async () => {
    const { data } = await inquire(node, counterparty.travelAddress)
    const sent = await registered({ ...withdrawal, amount: '77.5', customerReference: 'customer 8' })
    const received = await registered({ ...unexplained, amount: '77.25', txHash: OTHER_HASH })
    const all = await matching({})
    expect(all.slice(0, 3)).toEqual([received.id, sent.id, data.trpd.inquire.id])
    expect(await matching({ channel: ['TRP'] })).toEqual([data.trpd.inquire.id])
    const others = await matching({ channel: ['OFFLINE', 'SELF_HOSTED'] })
    expect(others).toEqual(all.filter((id: string) => id !== data.trpd.inquire.id))
    for (const filter of [
      { channel: ['SELF_HOSTED'], folder: ['INBOX'], amountFrom: '77' },
      { customerReference: 'customer 8' },
      { requestIdentifier: sent.requestIdentifier },
      { search: sent.id.slice(0, 13) },
    ]) {
      expect(await matching(filter)).toEqual([sent.id])
    }
    expect(await matching({ txHash: OTHER_HASH, status: ['CONFIRMED'], direction: ['RECEIVED'] })).toEqual([
      received.id,
    ])
    expect(await matching({ search: WALLET.slice(0, 8) })).toContain(received.id)
    expect(await matching({ vasp: [vasp], channel: ['SELF_HOSTED'] })).toEqual([])
  })

  it('a subscription receives registered transactions, and their entity can be read by id', async () => {
    const live = node.subscribe(
      `subscription($filter: TransactionFilter) { trpdTransactions(filter: $filter) { amount status channel vasp { id } } }`,
      { filter: { channel: ['SELF_HOSTED'], amountFrom: '900' } },
    )
    let isReceived = false
    const next = live.next().finally(() => {
      isReceived = true
    })
    // The subscription starts after some of these, and receives the next one.
    while (!isReceived) await registered({ ...withdrawal, amount: '901' })
    const { value } = await next
    await live.return?.()
    const shown = { amount: '901', status: 'APPROVED', channel: 'SELF_HOSTED', vasp: null }
    expect(value?.data.trpdTransactions).toEqual(shown)
    const { id } = await registered(withdrawal)
    const { data } = await node.query(
      'query($representations: [_Any!]!) { _entities(representations: $representations) { ... on Transaction { address originAddress } } }',
      { representations: [{ __typename: 'Transaction', id }] },
    )
    expect(data._entities).toEqual([{ address: WALLET, originAddress: null }])
  })

  it('the audit event of a registration names the channel and contains no personal data', async () => {
    const { id } = await registered({ ...withdrawal, customerReference: 'customer 9' })
    const assertion = await node.signers.autod.mint({ ...officer, subject: 'autod' }, 'events')
    const response = await fetch(new URL('/events?after=0&limit=1000', node.graphqlUrl), {
      headers: { 'x-identity-assertion': assertion },
    })
    const page = await response.text()
    const events: { subject: { id: string } }[] = JSON.parse(page).events
    const own = events.filter(({ subject }) => subject.id === id)
    expect(own).toMatchObject([
      {
        type: 'transfer.registered',
        actor: { type: 'USER', id: officer.subject },
        detail: { channel: 'SELF_HOSTED', direction: 'SENT', status: 'APPROVED', vaspId: null, version: 1 },
      },
    ])
    expect(page).not.toMatch(/Engels|Marx|customer 9/)
  })
})

describe('commands about a registered transaction', () => {
  it.each([withdrawal, deposit])('a registered transaction is confirmed by us, once: $direction', async (input) => {
    const { id } = await registered(input)
    for (let times = 0; times < 2; times += 1) {
      const { data } = await act(`confirmTx(id: "${id}", txHash: "${HASH}")`)
      expect(data.trpd.tx).toMatchObject({ status: 'CONFIRMED', txHash: HASH, folder: 'ARCHIVE', allowedActions: [] })
      expect(data.trpd.tx.history.map(({ event }: { event: string }) => event)).toEqual([
        'transfer.registered',
        'transfer.confirmed',
      ])
    }
    const { errors } = await act(`confirmTx(id: "${id}", txHash: "${OTHER_HASH}")`)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'TRANSACTION_WRONG_STATUS', status: 'CONFIRMED' })
  })

  it.each([withdrawal, deposit])(
    'a registered transaction can be canceled by us until it is confirmed: $direction',
    async (input) => {
      const { id } = await registered(input)
      const { data } = await act(`cancelTx(id: "${id}", reason: "entered by mistake")`)
      expect(data.trpd.tx).toMatchObject({ status: 'CANCELED', reason: 'entered by mistake', folder: 'ARCHIVE' })
      const { errors } = await act(`confirmTx(id: "${id}", txHash: "${HASH}")`)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'TRANSACTION_WRONG_STATUS', status: 'CANCELED' })
    },
  )

  it('missing data of a registered transaction is requested by e-mail only if e-mail is set up', async () => {
    const { id } = await registered(unexplained)
    const asked = `requestData(id: "${id}", fields: [NAME], email: "ada@sender.example")`
    const { errors } = await node.query(`mutation { trpd { ${asked} { link } } }`)
    expect(errors?.[0]?.extensions.code).toBe('MAIL_NOT_SET_UP')
  })

  it('commands that belong to a TRP message are refused for a registered transaction', async () => {
    const { id } = await registered(withdrawal)
    for (const call of [
      `assessTx(id: "${id}", decision: APPROVE)`,
      `assessTx(id: "${id}", decision: DECLINE)`,
      `retryDelivery(id: "${id}")`,
      `acceptConfirmation(id: "${id}")`,
    ]) {
      const { data, errors } = await act(call)
      expect(data.trpd.tx).toBeNull()
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'TRANSACTION_NOT_OVER_TRP', status: 'APPROVED' })
    }
  })

  it('nothing is sent about a registered transaction, even to a trusted VASP that accepts inquiries', async () => {
    await trust(node, counterparty.url)
    const { id } = await registered({ ...withdrawal, selfHosted: false, vasp })
    const other = await registered({ ...deposit, selfHosted: false, vasp })
    await act(`confirmTx(id: "${id}", txHash: "${HASH}")`)
    await act(`cancelTx(id: "${other.id}", reason: "sold out")`)
    const client = new pg.Client({ connectionString: node.databaseUrl })
    await client.connect()
    try {
      // Sending a message would require a row and a job.
      const { rows } = await client.query(
        `select (select count(*)::int from deliveries where transfer_id = any($1)) as messages,
          (select count(*)::int from callback_tokens where transfer_id = any($1)) as tokens,
          (select count(*)::int from deliveries) as all_messages,
          (select count(*)::int from jobs.job where name = 'deliver') as jobs`,
        [[id, other.id]],
      )
      // The only message of this file is that of `inquire`.
      expect(rows).toEqual([{ messages: 0, tokens: 0, all_messages: 1, jobs: expect.any(Number) }])
      expect(rows[0].jobs).toBeLessThanOrEqual(1)
    } finally {
      await client.end()
    }
    expect(counterparty.requests.every(({ path }) => path === '/x/1?t=i')).toBe(true)
    const { data } = await read(
      node,
      `{ trpd { transaction(id: "${id}") { delivery { state } deliveryAttempts { outcome } } } }`,
    )
    expect(data.trpd.transaction).toEqual({ delivery: { state: 'NONE' }, deliveryAttempts: [] })
  })
})

describe('a repeated registration', () => {
  it('a repeated registration returns the same transaction, even if all calls run at the same time', async () => {
    const input = { ...deposit, requestIdentifier: '0B1F6B4E-3C44-4F7E-8E7A-1DF0C93D2A11' }
    const all = await Promise.all(Array.from({ length: 6 }, () => registered(input)))
    const again = await registered(input)
    expect(new Set([...all, again].map(({ id }) => id)).size).toBe(1)
    expect(again).toMatchObject({ requestIdentifier: input.requestIdentifier.toLowerCase(), history: [{ version: 1 }] })
    expect(await matching({ requestIdentifier: input.requestIdentifier })).toEqual([again.id])
  })

  it('a repeated registration is refused with different input, or if an inquiry has the identifier', async () => {
    const requestIdentifier = '5e0f7e0a-7d07-4b51-9f4e-6a2d3c6f1b22'
    const { id } = await registered({ ...deposit, requestIdentifier })
    await act(`confirmTx(id: "${id}", txHash: "${HASH}")`)
    const inquiry = await inquire(node, counterparty.travelAddress)
    for (const input of [
      { ...deposit, amount: '0.6', requestIdentifier },
      { ...withdrawal, requestIdentifier },
      { ...withdrawal, requestIdentifier: inquiry.data.trpd.inquire.requestIdentifier },
    ]) {
      const { errors } = await register(input)
      expect(errors?.[0]?.extensions.code).toBe('REQUEST_IDENTIFIER_REUSED')
    }
    // A repeat returns the current state.
    expect(await registered({ ...deposit, requestIdentifier })).toMatchObject({ id, status: 'CONFIRMED' })
  })
})

describe('a registration that is refused stores nothing', () => {
  const [person] = originator.originatorPersons as [(typeof originator.originatorPersons)[0]]
  const nameless = [{ naturalPerson: { ...person.naturalPerson, name: { nameIdentifier: [] } } }]
  it.each([
    ['an unknown asset', { ...withdrawal, asset: 'doubloon' }, 'ASSET_UNKNOWN'],
    ['an amount of zero', { ...withdrawal, amount: '0' }, 'AMOUNT_NOT_POSITIVE'],
    ['an amount that is too precise', { ...withdrawal, amount: '0.123456789' }, 'AMOUNT_PRECISION'],
    ['a payment address of another asset', { ...withdrawal, asset: 'eth' }, 'ADDRESS_NOT_OF_ASSET'],
    ['an invalid origin address', { ...deposit, originAddress: 'hello' }, 'ADDRESS_NOT_OF_ASSET'],
    ['a hash that is not one', { ...deposit, txHash: 'hello' }, 'TRANSACTION_HASH_NOT_OF_ASSET'],
    ['a request identifier that is not a UUID', { ...deposit, requestIdentifier: '1' }, 'REQUEST_IDENTIFIER_INVALID'],
    ['a blank customer reference', { ...deposit, customerReference: ' ' }, 'CUSTOMER_REFERENCE_INVALID'],
    ['a VASP of a self-hosted wallet', { ...deposit, vasp: '1' }, 'VASP_NOT_EXPECTED'],
    ['an unknown VASP', { ...deposit, selfHosted: false, vasp: '1' }, 'VASP_NOT_FOUND'],
    ['no originator that sends', { ...withdrawal, originator: undefined }, 'IVMS101_INVALID'],
    ['no beneficiary that receives', { ...deposit, beneficiary: undefined }, 'IVMS101_INVALID'],
    [
      'a nameless originator that sends',
      { ...withdrawal, originator: { originatorPersons: nameless } },
      'IVMS101_INVALID',
    ],
  ])('%s', async (_name, input, code) => {
    const before = await matching({})
    const { data, errors } = await register(input)
    expect(data.trpd.registerOfflineTx).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code } }])
    expect(await matching({})).toEqual(before)
  })

  it('the refusal of an address names the input field', async () => {
    const { errors } = await register({ ...deposit, originAddress: 'hello' })
    expect(errors?.[0]?.message).toBe('originAddress is not an address of Bitcoin (btc).')
  })

  it('a registration without trpd:write is refused', async () => {
    const { data, errors } = await register(withdrawal, { ...officer, scopes: ['trpd:read', 'pii:read'] })
    expect(data).toEqual({ trpd: null })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})
