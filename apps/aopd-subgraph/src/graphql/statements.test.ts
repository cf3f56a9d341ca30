import { furtherStatements, requestStatements } from '@travel-rule/database/testing/request-statements'
import { entitiesQuery, listQueries } from '@travel-rule/subgraph/testing/whole-selection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchema } from '../schema.ts'
import { openTestNode } from '../testing/open-test-node.ts'
import { requestProof } from '../testing/proof-operations.ts'

const LENGTH = 20
const DEPTH = 3
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const schema = buildSchema()

let node: Awaited<ReturnType<typeof openTestNode>>
const ids: Readonly<Record<string, string[]>> = { SignatureProof: [], Transaction: [], AddressBookEntry: [] }
beforeAll(async () => {
  node = await openTestNode()
  for (let number = 0; number < LENGTH; number += 1) {
    const transactionId = crypto.randomUUID()
    const addressBookEntryId = crypto.randomUUID()
    const customerReference = `customer ${number}`
    const { id } = await requestProof(node, {
      asset: 'BTC',
      address: ADDRESS,
      customerReference,
      transactionId,
      addressBookEntryId,
    })
    ids.SignatureProof?.push(id)
    ids.Transaction?.push(transactionId)
    ids.AddressBookEntry?.push(addressBookEntryId)
  }
})
afterAll(() => node[Symbol.asyncDispose]())

async function statementsOf(query: string, variables: object): Promise<string[]> {
  return await requestStatements(async () => {
    const { data, errors } = await node.query(query, variables)
    expect({ data, errors }).toEqual({ data: expect.anything(), errors: [] })
  })
}

it.each(listQueries(schema, 'aopd', 'AopdQuery', DEPTH))(
  'the list $name takes as many statements with 20 records as with one',
  async ({ query }) => {
    const one = () => statementsOf(query, { length: 1 })
    const all = () => statementsOf(query, { length: LENGTH })
    await expect.poll(() => furtherStatements(one, all)).toEqual([])
  },
)

it.each(Object.keys(ids))('any number of references to %s takes the same number of statements', async (name) => {
  const required = { counterpartyAddress: ADDRESS, asset: { id: 'btc' } }
  const representations = ids[name]?.map((id) => ({ __typename: name, id, ...(name === 'Transaction' && required) }))
  const query = entitiesQuery(schema, name, DEPTH)
  const one = () => statementsOf(query, { representations: representations?.slice(0, 1) })
  const all = () => statementsOf(query, { representations })
  await expect.poll(() => furtherStatements(one, all)).toEqual([])
})
