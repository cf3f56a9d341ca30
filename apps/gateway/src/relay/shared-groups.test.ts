import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { checkedIn, graphOf } from '@travel-rule/federation/testing/graph-of'
import { expect, test } from 'vitest'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { identityKey, sharingKey } from './shared-groups.ts'

const SCHEMA = `
  type Query { item: Item }
  type Subscription { changed(id: ID): Item }
  type Item { id: ID price: Int @requiresScopes(scopes: [["p"]]) }
`
const QUERY = 'subscription ($id: ID) { changed(id: $id) { id price } }'

interface Subscription {
  readonly query?: string
  readonly operationName?: string
  readonly id?: string
  readonly refused?: boolean
  readonly subject?: string
}

const graphs = [graphOf(SCHEMA), graphOf(`${SCHEMA} scalar Other`)]

function keyOf(
  { query = QUERY, operationName, id = '1', refused = false, subject = 'ann' }: Subscription,
  graph = graphs[0],
) {
  if (graph === undefined) throw new Error('no graph')
  const checked = checkedIn(graph, query)
  const planned = planWithout(graph, checked, refused ? checked.guards : [])
  const source = { document: query, operationName, checked }
  const prepared = { source, variables: { id }, planned } as unknown as PreparedOperation
  const identity = { subject, clientId: 'app', actsFor: 'PERSON' as const, name: '', roles: [], scopes: [] }
  return sharingKey(prepared, identityKey({ identity, expiresAtSeconds: 0, assertionFor: async () => '' }))
}

test('subscriptions with equal documents (apart from white space), variables, identities and refused fields share a key', () => {
  expect(keyOf({})).toBe(keyOf({}))
  expect(keyOf({}, graphs[1])).toBe(keyOf({}))
  expect(keyOf({ query: `# a comment\n${QUERY.replaceAll(' ', '\n ,\t')} ` })).toBe(keyOf({}))
  const others: Subscription[] = [
    { query: QUERY.replace(/\}/, '__typename }') },
    { operationName: 'A' },
    { id: '2' },
    { refused: true },
    { subject: 'bob' },
  ]
  expect(new Set([{}, ...others].map((other) => keyOf(other))).size).toBe(1 + others.length)
})

test('a sharing key is short, however long the document and variables are', () => {
  expect(keyOf({ query: QUERY + '\n'.repeat(200_000), id: 'x'.repeat(200_000) }).length).toBeLessThan(100)
})
