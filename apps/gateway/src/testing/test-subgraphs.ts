import { EventEmitter, on } from 'node:events'
import { composeServices } from '@apollo/composition'
import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { refusalError } from '@travel-rule/service/graphql-error'
import type { HttpHost } from '@travel-rule/service/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { openSubgraphHost, type SubgraphContext } from '@travel-rule/service/subgraph-host'
import { buildSubgraph } from '@travel-rule/service/subgraph-schema'
import { parse } from 'graphql'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])`

const ORDERS = parse(`${LINK}
  type Query { orders: OrdersQuery @requiresScopes(scopes: [["orders:read"]]) }
  type OrdersQuery { list: [Order!]! order(id: ID!): Order refuse: String crash: String lie: Int! search(limit: Int! = 2): [String!]! whoami: String }
  type Mutation { orders: OrdersMutation @requiresScopes(scopes: [["orders:write"]]) }
  type OrdersMutation { place(item: String!): Order }
  type Subscription { orderChanged(first: ID): Order! @requiresScopes(scopes: [["orders:read"]]) }
  type Order @key(fields: "id") {
    id: ID!
    item: String!
    address: String @requiresScopes(scopes: [["pii:read"]])
    phone: String! @requiresScopes(scopes: [["pii:read"]])
    placedBy: Person
  }
  type Person @key(fields: "id") { id: ID! }
`)

const PEOPLE = parse(`${LINK}
  type Query { people: PeopleQuery }
  type PeopleQuery { all: [Person!]! }
  type Mutation { people: PeopleMutation }
  type PeopleMutation { rename(id: ID!, name: String!): Person }
  type Person @key(fields: "id") { id: ID! name: String nickname: String! }
  type Order @key(fields: "id") { id: ID! notes: [String!] }
`)

/** What happened in the subgraphs, in order, for tests that look behind the gateway. */
export interface Journal {
  readonly entries: string[]
  /** Sends an order to everybody who subscribed to `orderChanged`. */
  publish(order: { id: string; item: string }): void
  /** Subscriptions that `orderChanged` has now. */
  subscribers(): number
  /** Resolves once there are at least so many subscribers. */
  subscribed(count: number): Promise<void>
}

export interface TestSubgraph {
  readonly name: string
  readonly serve: (verifier: AssertionVerifier, port?: number) => Promise<HttpHost>
}

export interface TestSubgraphs {
  readonly supergraph: string
  readonly journal: Journal
  readonly orders: TestSubgraph
  readonly people: TestSubgraph
}

/** Two small real subgraphs that share `Order` and `Person`, and the supergraph they compose to. */
export function testSubgraphs(): TestSubgraphs {
  const bus = new EventEmitter().setMaxListeners(0)
  const entries: string[] = []
  const journal: Journal = {
    entries,
    publish: (order) => void bus.emit('order', order),
    subscribers: () => bus.listenerCount('order'),
    async subscribed(count) {
      while (bus.listenerCount('order') < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
  const composed = composeServices([
    { name: 'orders', typeDefs: ORDERS, url: 'http://orders' },
    { name: 'people', typeDefs: PEOPLE, url: 'http://people' },
  ])
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return {
    supergraph: composed.supergraphSdl,
    journal,
    orders: subgraph('orders', ORDERS, ordersResolvers(entries, bus)),
    people: subgraph('people', PEOPLE, peopleResolvers(entries)),
  }
}

function subgraph(name: string, typeDefs: ReturnType<typeof parse>, resolvers: object): TestSubgraph {
  const schema = buildSubgraph({ typeDefs, resolvers, serialNamespaces: [] })
  const logger = openLogger({ name, level: 'silent' })
  return {
    name,
    serve: (verifier, port = 0) =>
      openSubgraphHost<SubgraphContext>({
        name,
        host: '127.0.0.1',
        port,
        portVariable: 'PORT',
        schema,
        verifier,
        logger,
        readiness: {},
        createContext: ({ identity, signal }) => ({ identity, logger, signal }),
        limits: { drainMs: 100 },
      }),
  }
}

const ORDER_LIST = [
  { id: '1', item: 'tea', address: 'Elm St', phone: '1', placedBy: { id: 'ann' } },
  { id: '2', item: 'cup', address: 'Oak St', phone: '2', placedBy: { id: 'bob' } },
]

function ordersResolvers(entries: string[], bus: EventEmitter) {
  return {
    Query: { orders: () => ({}) },
    Mutation: { orders: () => ({}) },
    OrdersQuery: {
      list: () => ORDER_LIST,
      order: (_: unknown, { id }: { id: string }) => ORDER_LIST.find((order) => order.id === id),
      refuse: () => {
        throw refusalError({ code: 'ORDER_REFUSED', message: 'The order was refused: change the item.' })
      },
      crash: () => {
        throw new Error('password of the database is hunter2')
      },
      lie: () => null,
      search: (_: unknown, { limit }: { limit: number }) => ['a', 'b', 'c'].slice(0, limit),
      whoami: (_: unknown, __: unknown, { identity }: SubgraphContext) => identity.subject,
    },
    OrdersMutation: {
      place: async (_: unknown, { item }: { item: string }) => {
        entries.push(`place ${item} begins`)
        await new Promise((resolve) => setTimeout(resolve, 30))
        entries.push(`place ${item} ends`)
        return { id: item, item, placedBy: { id: 'ann' } }
      },
    },
    Subscription: {
      orderChanged: {
        subscribe: async function* (_: unknown, { first }: { first?: string }, { signal }: SubgraphContext) {
          if (first === 'refuse') throw refusalError({ code: 'ORDER_REFUSED', message: 'No such order.' })
          if (first !== undefined) yield { orderChanged: ORDER_LIST.find((order) => order.id === first) }
          if (first === '2') return
          try {
            for await (const [order] of on(bus, 'order', signal ? { signal } : {})) {
              yield { orderChanged: { phone: '3', placedBy: { id: 'ann' }, ...order } }
            }
          } catch (error) {
            if (signal?.aborted !== true) throw error
          }
        },
      },
    },
    Order: {
      __resolveReference: ({ id }: { id: string }) => ORDER_LIST.find((order) => order.id === id) ?? { id, item: id },
    },
  }
}

function peopleResolvers(entries: string[]) {
  const person = (id: string) => ({ id, name: id.toUpperCase(), nickname: `${id}y` })
  return {
    Query: { people: () => ({}) },
    Mutation: { people: () => ({}) },
    PeopleQuery: { all: () => [person('ann'), person('bob')] },
    PeopleMutation: {
      rename: async (_: unknown, { id, name }: { id: string; name: string }) => {
        entries.push(`rename ${id} begins`)
        await new Promise((resolve) => setTimeout(resolve, 10))
        entries.push(`rename ${id} ends`)
        return { id, name, nickname: name }
      },
    },
    Person: {
      __resolveReference: ({ id }: { id: string }) => {
        entries.push(`person ${id}`)
        return person(id)
      },
    },
    Order: { __resolveReference: ({ id }: { id: string }) => ({ id, notes: [`note of ${id}`] }) },
  }
}
