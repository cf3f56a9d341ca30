import { planWithout } from '@travel-rule/federation/planning/plan-operation'
import { checkedIn, graphOf } from '@travel-rule/federation/testing/graph-of'
import { expect, test } from 'vitest'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { sharingKey } from './sharing-key.ts'

const SCHEMA = `
  type Query { item: Item }
  type Subscription { changed(id: ID): Item }
  type Item { id: ID price: Int @requiresScopes(scopes: [["p"]]) }
`
const QUERY = 'subscription ($id: ID) { changed(id: $id) { id price } }'

interface Asked {
  readonly query?: string
  readonly operationName?: string
  readonly id?: string
  readonly refused?: boolean
  readonly subject?: string
}

const graphs = [graphOf(SCHEMA), graphOf(`${SCHEMA} scalar Other`)]

function keyOf({ query = QUERY, operationName, id = '1', refused = false, subject = 'ann' }: Asked, graph = graphs[0]) {
  if (graph === undefined) throw new Error('no graph')
  const checked = checkedIn(graph, query)
  const planned = planWithout(graph, checked, refused ? checked.guards : [])
  const source = { text: query, operationName, checked }
  const prepared = { source, variables: { id }, planned } as unknown as PreparedOperation
  const identity = { subject, clientId: 'app', name: '', roles: [], scopes: [] }
  return sharingKey(prepared, { identity, expiresAtSeconds: 0, assertionFor: async () => '' })
}

test('the same text and variables, asked for by the same identity with the same refused, have the same key', () => {
  expect(keyOf({})).toBe(keyOf({}))
  expect(keyOf({}, graphs[1])).toBe(keyOf({}))
  const others: Asked[] = [
    { query: `${QUERY} ` },
    { operationName: 'A' },
    { id: '2' },
    { refused: true },
    { subject: 'bob' },
  ]
  expect(new Set([{}, ...others].map((asked) => keyOf(asked))).size).toBe(1 + others.length)
})

test('a key is short, however long the text and the variables are', () => {
  expect(keyOf({ query: QUERY + '\n'.repeat(200_000), id: 'x'.repeat(200_000) }).length).toBeLessThan(100)
})
