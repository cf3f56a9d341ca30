import { furtherStatements, requestStatements } from '@travel-rule/database/testing/request-statements'
import { entitiesQuery, listQueries } from '@travel-rule/subgraph/testing/whole-selection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchema } from '../schema.ts'
import { officer, openTestAutod, type TestAutod } from '../testing/open-test-autod.ts'
import { openTestSource, transferEvent } from '../testing/open-test-source.ts'

const LENGTH = 20
const DEPTH = 3
const caller = { ...officer, roles: ['administrator'], scopes: [...officer.scopes, 'pii:read', 'autod:admin'] }

const schema = buildSchema()
const numbers = Array.from({ length: LENGTH }, (_, number) => number)

const stack = new AsyncDisposableStack()
let autod: TestAutod
beforeAll(async () => {
  const trpd = stack.use(await openTestSource())
  autod = stack.use(await openTestAutod({ feeds: `trpd=${trpd.url}` }))
  trpd.trust(`${autod.url}/.well-known/jwks.json`)
  const events = numbers.map((number) =>
    transferEvent({
      subject: { type: 'transfer', id: `Transaction-${number}` },
      actor: { type: 'USER', id: `User-${number}`, name: `Name ${number}` },
      detail: { vaspId: `Vasp-${number}`, version: 1 },
    }),
  )
  await trpd.append(...events)
  await autod.until('{ autod { auditLogsCount } }', ({ autod: { auditLogsCount } }) => auditLogsCount === LENGTH)
  // This process serves the feed reader, and its statements would be counted.
  await trpd.stop()
  // The caller is recorded as seen once.
  await autod.graphql('{ autod { usersCount } }', {}, caller)
})
afterAll(() => stack.disposeAsync())

async function statementsOf(query: string, variables: Record<string, unknown>): Promise<string[]> {
  return await requestStatements(async () => {
    const { data, errors } = await autod.graphql(query, variables, caller)
    expect({ data, errors }).toEqual({ data: expect.anything(), errors: undefined })
  })
}

it.each(listQueries(schema, 'autod', 'AutodQuery', DEPTH).filter(({ name }) => name !== 'verifyAuditLog'))(
  'the list $name takes as many statements with 20 records as with one',
  async ({ query }) => {
    const one = () => statementsOf(query, { length: 1 })
    const all = () => statementsOf(query, { length: LENGTH })
    await expect.poll(() => furtherStatements(one, all)).toEqual([])
  },
)

it.each(['Transaction', 'Vasp', 'User'])(
  'any number of references to %s takes the same number of statements',
  async (name) => {
    const representations = numbers.map((number) => ({ __typename: name, id: `${name}-${number}` }))
    const query = entitiesQuery(schema, name, DEPTH)
    const one = () => statementsOf(query, { representations: representations.slice(0, 1) })
    const all = () => statementsOf(query, { representations })
    await expect.poll(() => furtherStatements(one, all)).toEqual([])
  },
)
