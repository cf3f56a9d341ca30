import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { checkedIn, graphOf } from '@travel-rule/federation/testing/graph-of'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorisation, authorise } from './authorise.ts'
import { decidePolicies, denyAll, loadPolicies, meetsNone } from './policies.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policies-'))
})
afterAll(() => rm(folder, { recursive: true }))

const graph = graphOf({
  items: `
    type Query { item: Item nodes: [Node] any: [Any] open: Int secret: Int @requiresScopes(scopes: [["s"], ["a", "b"]]) }
    type Item @key(fields: "id") { id: ID! name: String @policy(policies: [["p", "q"], ["r"]]) known: Int @authenticated other: Item }
    interface Node { id: ID! }
    type Plain implements Node { id: ID! }
    type Hidden implements Node @requiresScopes(scopes: [["h"]]) { id: ID! word: String }
    union Any = Plain | Hidden
  `,
  more: `type Item @key(fields: "id") { id: ID! far: String @requiresScopes(scopes: [["f"]]) near: String }`,
})

const identity = (scopes: readonly string[]) => ({
  subject: 'ann',
  clientId: 'app',
  actsFor: 'PERSON' as const,
  name: '',
  roles: [],
  scopes,
})

async function refusedFields(
  query: string,
  {
    scopes = [],
    in: within = graph,
    ...options
  }: Partial<Authorisation> & {
    scopes?: readonly string[]
    in?: Graph
  } = {},
) {
  const checked = checkedIn(within, query)
  const authorisation = { decide: denyAll, rejectUnauthorized: false, ...options }
  const meetsPolicy = await decidePolicies(authorisation.decide, checked.policies, identity(scopes))
  const authorised = authorise(checked, identity(scopes), meetsPolicy, authorisation)
  if (!('refused' in authorised)) throw new Error(authorised.map(({ message }) => message).join('\n'))
  return authorised.refused.flatMap(({ fields }) =>
    fields.map(({ node, parentType }) => `${parentType}.${node.name.value}`),
  )
}

describe('required scopes', () => {
  test.each([
    [[], ['Query.secret']],
    [['s'], []],
    [['a'], ['Query.secret']],
    [['a', 'b'], []],
  ])('all scopes of one alternative must be granted: %j', async (scopes, refused) => {
    expect(await refusedFields('{ open secret }', { scopes })).toEqual(refused)
  })

  test('required scopes apply under an alias, in fragments and in inline fragments', async () => {
    const query = '{ open x: secret ...F ... { y: secret } } fragment F on Query { z: secret }'
    expect(await refusedFields(query)).toEqual(['Query.secret', 'Query.secret', 'Query.secret'])
  })

  test('required scopes of a type apply in unions, and to fields of the interfaces that it implements', async () => {
    expect(await refusedFields('{ any { ... on Hidden { word } ... on Plain { id } } }')).toEqual(['Hidden.word'])
    // Composition adds the requirements of any type to its interfaces.
    expect(await refusedFields('{ nodes { id } }')).toEqual(['Query.nodes', 'Node.id'])
    expect(await refusedFields('{ nodes { id } any { ... on Hidden { word } } }', { scopes: ['h'] })).toEqual([])
  })

  test('required scopes in a fragment that the operation does not use do not apply', async () => {
    expect(await refusedFields('{ open }')).toEqual([])
  })

  test('required scopes are read under the name by which the supergraph imports @requiresScopes', async () => {
    const renamed = graphOf(`
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@requiresScopes", as: "@needs" }, { name: "@policy", as: "@rule" }])
      type Query { a: Int @needs(scopes: [["s"]]) b: Int @rule(policies: [["p"]]) }
    `)
    expect(await refusedFields('{ a b }', { in: renamed })).toEqual(['Query.a', 'Query.b'])
  })

  test('a refused field is not fetched, and the field beside it is', async () => {
    const checked = checkedIn(graph, '{ item { id far } }')
    const authorised = authorise(checked, identity([]), meetsNone, { rejectUnauthorized: false })
    if (!('refused' in authorised)) throw new Error('the operation was refused')
    expect(JSON.stringify(planWithout(graph, checked, authorised.refused))).not.toContain('"more"')
    expect(JSON.stringify(planWithout(graph, checked, []))).toContain('"more"')
    expect([...checked.plans.keys()]).toEqual(['0', ''])
  })
})

describe('required policies', () => {
  test.each([
    [[], ['Item.name']],
    [['p'], ['Item.name']],
    [['p', 'q'], []],
    [['r'], []],
  ])('all policies of one alternative must be met: %j', async (granted, refused) => {
    expect(await refusedFields('{ item { name } }', { decide: () => granted })).toEqual(refused)
  })

  test('required policies are decided once per operation, with the identity, and only when needed', async () => {
    const asked: unknown[] = []
    const decide: Authorisation['decide'] = async (policies, { subject }) => {
      asked.push([...policies], subject)
      return new Set(policies)
    }
    expect(await refusedFields('{ item { name other { name } } }', { decide })).toEqual([])
    expect(asked).toEqual([['p', 'q', 'r'], 'ann'])
    await refusedFields('{ open secret }', { decide })
    expect(asked).toHaveLength(2)
  })

  test('an operation is rejected when its policies cannot be decided', async () => {
    const decide = () => Promise.reject(new Error('the policy server is down'))
    await expect(refusedFields('{ item { name } }', { decide })).rejects.toThrow('the policy server is down')
  })

  test('policies are decided by the function of a module', async () => {
    const path = join(folder, 'policies.mjs')
    await writeFile(path, 'export const decide = async (policies, { roles }) => policies.filter((p) => p === "r")')
    expect(await refusedFields('{ item { name } }', { decide: await loadPolicies(path) })).toEqual([])
  })

  test.each([
    ['a missing module', undefined],
    ['a module without decide', 'export const other = 1'],
  ])('policies from %s are refused with the name of the setting', async (_, text) => {
    const path = join(folder, `${text === undefined}.mjs`)
    if (text !== undefined) await writeFile(path, text)
    await expect(loadPolicies(path)).rejects.toThrow(/^GATEWAY_POLICIES: /)
  })
})

test('a field with @authenticated is allowed for every caller', async () => {
  expect(await refusedFields('{ item { known } }')).toEqual([])
})

test('with rejectUnauthorized, the operation is refused with an error for each forbidden field', async () => {
  const checked = checkedIn(graph, '{ open secret item { far near } }')
  const rejected = authorise(checked, identity([]), meetsNone, { rejectUnauthorized: true })
  expect(rejected).toMatchObject([
    {
      message: 'You are not authorized to use Query.secret: it requires s, or a and b.',
      extensions: { code: 'FORBIDDEN' },
    },
    { message: 'You are not authorized to use Item.far: it requires f.', extensions: { code: 'FORBIDDEN' } },
  ])
  expect(await refusedFields('{ open }', { rejectUnauthorized: true })).toEqual([])
})
