import { furtherStatements, requestStatements } from '@travel-rule/database/testing/request-statements'
import { entitiesQuery, listQueries } from '@travel-rule/subgraph/testing/whole-selection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeTravelAddress } from '../address-book/domain/travel-address.ts'
import { buildSchema } from '../schema.ts'
import { beneficiary, issue, originator } from '../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'

const LENGTH = 20
const DEPTH = 3

const schema = buildSchema()

let node: TestNode
let ids: Readonly<Record<string, readonly string[]>>

beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  const made = { Transaction: [] as string[], AddressBookEntry: [] as string[], Vasp: [] as string[] }
  for (let number = 0; number < LENGTH; number += 1) {
    const url = `https://vasp-${number}.example`
    const vasp = await change('registerOrUpdateVasp(vasp: $input)', 'VaspInput', { name: `VASP ${number}`, url })
    const reference = `customer ${number}`
    await change('upsertCustomer(input: $input)', 'CustomerInput', { reference, name: `Name ${number}` })
    const address = {
      asset: 'btc',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      customerReference: reference,
    }
    const entry = await change('createTravelAddress(input: $input)', 'CreateTravelAddressInput', address)
    const transaction = await change('inquire(input: $input)', 'InquireInput', {
      travelAddress: encodeTravelAddress(`vasp-${number}.example/x/1?t=i`),
      asset: 'btc',
      amount: '0.5',
      customerReference: reference,
      originator,
      beneficiary,
    })
    made.Vasp.push(vasp)
    made.AddressBookEntry.push(entry)
    made.Transaction.push(transaction)
  }
  ids = made
  // Another process, which has not cached any keys.
  await node.stop()
  await node.restart()
})
afterAll(() => node[Symbol.asyncDispose]())

async function change(field: string, type: string, input: object): Promise<string> {
  const query = `mutation ($input: ${type}!) { trpd { made: ${field} { id } } }`
  const { data, errors } = await node.query(query, { input })
  expect(errors).toBeUndefined()
  return data.trpd.made.id
}

async function statementsOf(query: string, variables: object): Promise<string[]> {
  const statements = await requestStatements(async () => {
    const { data, errors } = await node.query(query, variables)
    expect({ data, errors }).toEqual({ data: expect.anything(), errors: undefined })
  })
  // The caller is recorded once a minute.
  return statements.filter((statement) => !statement.startsWith('insert into "assignees"'))
}

it.each(listQueries(schema, 'trpd', 'TrpdQuery', DEPTH))(
  'the list $name takes as many statements with 20 records as with one',
  async ({ query }) => {
    const one = () => statementsOf(query, { length: 1 })
    const all = () => statementsOf(query, { length: LENGTH })
    await expect.poll(() => furtherStatements(one, all)).toEqual([])
  },
)

it.each(['Transaction', 'Vasp', 'AddressBookEntry'])(
  'any number of references to %s takes the same number of statements',
  async (name) => {
    const representations = (ids[name] ?? []).map((id) => ({ __typename: name, id }))
    const query = entitiesQuery(schema, name, DEPTH)
    const one = () => statementsOf(query, { representations: representations.slice(0, 1) })
    const all = () => statementsOf(query, { representations })
    await expect.poll(() => furtherStatements(one, all)).toEqual([])
  },
)

const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }

/** The number of statements of a mutation field, which must succeed. */
async function changeStatements(field: string): Promise<number> {
  const statements = await requestStatements(async () => {
    const { data, errors } = await node.query(`mutation { trpd { ${field} } }`, {}, administrator)
    expect({ data, errors }).toEqual({ data: { trpd: expect.anything() }, errors: undefined })
  })
  return statements.length
}

/** Sends inquiries from as many unknown VASPs to a travel address. */
async function flood(travelAddress: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const body = inquiryBody({ callback: `http://stranger-${crypto.randomUUID()}.local/c` })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  }
}

it('clearing unverified inquiries takes as many statements for 20 as for one', async () => {
  const travelAddress = await issue(node)
  const clear = async (count: number) => {
    await flood(travelAddress, count)
    return changeStatements('clearUnverifiedInquiries { archived }')
  }
  await clear(1)
  expect(await clear(LENGTH)).toBe(await clear(1))
})

it('erasing a customer takes as many statements with 20 open inquiries of strangers as with one', async () => {
  const erase = async (count: number) => {
    const customerReference = crypto.randomUUID()
    const { data } = await node.query(
      'mutation ($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { travelAddress } } }',
      { input: { asset: 'btc', customerReference } },
    )
    await flood(data.trpd.createTravelAddress.travelAddress, count)
    return changeStatements(
      `eraseCustomer(customerReference: "${customerReference}", ground: DATA_SUBJECT_REQUEST) { transactions }`,
    )
  }
  await erase(1)
  expect(await erase(LENGTH)).toBe(await erase(1))
})

it('an import of VASPs takes as many statements for 20 of each kind as for one', async () => {
  let batch = 0
  const imported = async (count: number) => {
    batch += 1
    const rows = Array.from({ length: count }, (_, number) => ({
      name: `New ${batch}.${number}`,
      url: `https://new-${batch}-${number}.example`,
      furtherHosts: `further-${batch}-${number}.example`,
      amountUnit: 'WHOLE',
      licence: 'ACTIVE',
      reviewedAt: '2026-01-31',
    }))
    const changes = rows.map((row) => ({ ...row, name: `Changed ${row.name}`, amountUnit: 'BASE' }))
    const statements: number[] = []
    for (const content of [rows, changes]) {
      const literal = JSON.stringify(JSON.stringify(content))
      statements.push(
        await changeStatements(`importVasps(format: JSON, content: ${literal}, dryRun: false) { added changed }`),
      )
    }
    return statements
  }
  await imported(1)
  expect(await imported(LENGTH)).toEqual(await imported(1))
})
