import { EventEmitter, on } from 'node:events'
import { composeServices } from '@apollo/composition'
import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { HttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { openSubgraphHost, type SubgraphContext } from '@travel-rule/subgraph/subgraph-host'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import { type DocumentNode, parse } from 'graphql'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])`

export const ORDERS: DocumentNode = parse(`${LINK}
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
    price: Int
    placedBy: Person
  }
  type Person @key(fields: "id") { id: ID! }
`)

export const PEOPLE: DocumentNode = parse(`${LINK}
  type Query { people: PeopleQuery }
  type PeopleQuery { all: [Person!]! }
  type Mutation { people: PeopleMutation }
  type PeopleMutation { rename(id: ID!, name: String!): Person }
  type Person @key(fields: "id") { id: ID! name: String nickname: String! }
  type Order @key(fields: "id") { id: ID! notes: [String!] }
`)

/** The events in the subgraphs, in order, for tests that check what the subgraphs receive. */
export interface Journal {
  readonly entries: string[]
  /** Stores a change of an order and sends it to all subscriptions to `orderChanged`. */
  publish(order: { id: string; item: string; address?: string }): void
  /** Number of open subscriptions to `orderChanged`. */
  subscribers(): number
  /** Resolves once there are at least `count` subscribers. */
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

/** Two small real subgraphs that share `Order` and `Person`, and their supergraph. */
export function testSubgraphs(): TestSubgraphs {
  const changes = openChanges()
  const entries: string[] = []
  const journal: Journal = {
    entries,
    publish: changes.store,
    subscribers: changes.subscribers,
    async subscribed(count) {
      while (changes.subscribers() < count) await new Promise((resolve) => setTimeout(resolve, 5))
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
    orders: subgraph('orders', ORDERS, ordersResolvers(entries, changes)),
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
        createContext: (request) => request,
        limits: { drainMs: 100 },
      }),
  }
}

const ORDER_LIST = [
  { id: '1', item: 'tea', address: 'Elm St', phone: '1', placedBy: { id: 'ann' } },
  { id: '2', item: 'cup', address: 'Oak St', phone: '2', placedBy: { id: 'bob' } },
]

function ordersResolvers(entries: string[], changes: ReturnType<typeof openChanges>) {
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
        subscribe: (_: unknown, { first }: { first?: string }, { signal, resumeAfter }: SubgraphContext) => {
          if (first === 'refuse') throw refusalError({ code: 'ORDER_REFUSED', message: 'No such order.' })
          if (first !== undefined) return withoutPositions(first, changes.live(signal))
          const after = Number(resumeAfter ?? changes.stored.length)
          if (!(after <= changes.stored.length)) throw resumeRefusal('NOT_REPLAYABLE')
          const live = changes.live(signal)
          return resumable({ after: String(after), pages: inOrder(changes.stored.slice(after), live) })
        },
      },
    },
    Order: {
      __resolveReference: ({ id }: { id: string }) => ORDER_LIST.find((order) => order.id === id) ?? { id, item: id },
    },
  }
}

interface Changed {
  readonly orderChanged: object
}

async function* inOrder(past: readonly PositionedEvent<Changed>[], live: AsyncIterable<PositionedEvent<Changed>>) {
  yield past
  for await (const change of live) yield [change]
}

/** An order of the list, followed by changes. A subscription to the second order ends after it. */
async function* withoutPositions(first: string, live: AsyncIterable<PositionedEvent<Changed>>) {
  yield { orderChanged: ORDER_LIST.find((order) => order.id === first) }
  if (first === '2') return
  for await (const { value } of live) yield value
}

/** Changes of orders, kept across restarts of the subgraph. */
function openChanges() {
  const bus = new EventEmitter().setMaxListeners(0)
  const stored: PositionedEvent<Changed>[] = []
  return {
    stored,
    subscribers: () => bus.listenerCount('order'),
    store(order: object): void {
      const value = { orderChanged: { phone: '3', price: 7, placedBy: { id: 'ann' }, ...order } }
      const change = { position: String(stored.length + 1), at: new Date(), value }
      stored.push(change)
      bus.emit('order', change)
    },
    /** Starts to listen when called, not when the first event is read. */
    live(signal: AbortSignal | undefined): AsyncIterable<PositionedEvent<Changed>> {
      const events = on(bus, 'order', signal ? { signal } : {})
      return (async function* () {
        try {
          for await (const [change] of events) yield change
        } catch (error) {
          if (signal?.aborted !== true) throw error
        }
      })()
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
