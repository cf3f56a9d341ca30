import { EventEmitter, on, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql'
import { WebSocketServer } from 'ws'
import { apolloListener } from '../apollo-listener.ts'

// All from the same build of graphql-js, which refuses a schema of another build.
const require = createRequire(import.meta.url)
const { ApolloServer } = require('@apollo/server') as typeof import('@apollo/server')
const { buildSubgraphSchema } = require('@apollo/subgraph') as typeof import('@apollo/subgraph')
const { useServer } = require('graphql-ws/use/ws') as typeof import('graphql-ws/use/ws')
const { createYoga } = require('graphql-yoga') as Yoga

/** Its own types require browser types. */
interface Yoga {
  createYoga(options: { schema: GraphQLSchema; logging: boolean }): RequestListener
}

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'

/** Served by Apollo Server, with graphql-ws for subscriptions. */
export const MESSAGES: DocumentNode = parse(`${LINK}
  type Query { messages: [Message!]! }
  type Subscription { messageAdded: Message! refuses: Message! }
  type Message @key(fields: "id") { id: ID! text: String! author: User! }
  type User @key(fields: "id") { id: ID! greeting: String! }`)

/** Served by GraphQL Yoga, which sends server-sent events. */
export const USERS: DocumentNode = parse(`${LINK}
  type Query { users: [User!]! }
  type Subscription { userRenamed: User! }
  type User @key(fields: "id") { id: ID! name: String! }`)

export interface ForeignSubgraph extends AsyncDisposable {
  readonly url: string
  /** Resolves once a subscription has begun. */
  readonly subscribed: Promise<void>
  publish(event: object): void
  /** Identity assertions of the connections or requests of subscriptions. */
  readonly assertions: readonly unknown[]
}

/** Apollo Server as its documentation sets it up, behind node:http. */
export async function openApolloSubgraph(): Promise<ForeignSubgraph> {
  const events = openEvents()
  const refuse = () => {
    throw new Error('Messages are closed.')
  }
  const resolvers = {
    Query: { messages: () => [] },
    Subscription: {
      messageAdded: { subscribe: events.subscribe, resolve: (message: object) => message },
      refuses: { subscribe: refuse },
    },
    User: { greeting: ({ id }: { id: string }) => `hello ${id}` },
  }
  const schema = buildSubgraphSchema([{ typeDefs: MESSAGES, resolvers: resolvers as never }])
  const apollo = new ApolloServer({ schema })
  await apollo.start()
  const server = createServer(apolloListener(apollo))
  const assertions: unknown[] = []
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  const onConnect = ({
    connectionParams,
    extra,
  }: {
    connectionParams?: object
    extra: { request: { headers: object } }
  }) => void assertions.push({ ...connectionParams }, extra.request.headers)
  useServer({ schema, onConnect: onConnect as never }, sockets)
  return serve(server, events, assertions, () => apollo.stop())
}

/** GraphQL Yoga with its defaults. */
export function openYogaSubgraph(): Promise<ForeignSubgraph> {
  const events = openEvents()
  const assertions: unknown[] = []
  const resolvers = {
    Query: { users: () => [] },
    Subscription: {
      userRenamed: {
        subscribe(_: unknown, __: unknown, { request }: { request: Request }) {
          assertions.push(request.headers.get('x-identity-assertion'))
          return events.subscribe()
        },
        resolve: (user: object) => user,
      },
    },
    User: { __resolveReference: ({ id }: { id: string }) => ({ id, name: `name of ${id}` }) },
  }
  const schema = buildSubgraphSchema([{ typeDefs: USERS, resolvers: resolvers as never }])
  return serve(createServer(createYoga({ schema, logging: false })), events, assertions)
}

function openEvents() {
  const bus = new EventEmitter()
  const begun = Promise.withResolvers<void>()
  return {
    subscribed: begun.promise,
    publish: (event: object) => void bus.emit('event', event),
    /** Starts to listen when called, not when the first event is read. */
    subscribe() {
      const events = on(bus, 'event')
      begun.resolve()
      return (async function* () {
        for await (const [event] of events) yield event
      })()
    },
  }
}

async function serve(
  server: Server,
  { subscribed, publish }: ReturnType<typeof openEvents>,
  assertions: readonly unknown[],
  stop: () => Promise<void> = async () => {},
): Promise<ForeignSubgraph> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    subscribed,
    publish,
    assertions,
    async [Symbol.asyncDispose]() {
      await stop()
      server.close()
      server.closeAllConnections()
    },
  }
}
