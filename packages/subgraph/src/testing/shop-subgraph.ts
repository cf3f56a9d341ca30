import { EventEmitter, on } from 'node:events'
import { type CapturedLog, captureLog } from '@travel-rule/service/testing/capture-log'
import { GraphQLError, parse } from 'graphql'
import { refusalError } from '../graphql-error.ts'
import { openSubgraphHost, type SubgraphContext, type SubgraphHostOptions } from '../subgraph-host.ts'
import { type PositionedEvent, resumable, resumeRefusal } from '../subgraph-resume.ts'
import { buildSubgraph } from '../subgraph-schema.ts'
import { openTestAssertions, type TestAssertions } from './assertions.ts'

/** A running subgraph for tests, with everything needed to call it. */
export interface ShopSubgraph extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly assertions: TestAssertions
  readonly log: CapturedLog
  /** `put` publishes an event of `puts`; `waiting` marks the start of a wait or subscription. */
  readonly events: EventEmitter
  /** The signals of all operations so far. */
  readonly signals: readonly AbortSignal[]
}

interface ShopContext extends SubgraphContext {
  readonly serial: number
}

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])
  type Query {
    me: String
    trace: String
    wait: String
    items(first: Int!): [Item]
    refused: String
    broken: String
    disguised: String
    vault: String @requiresScopes(scopes: [["vault"]])
  }
  type Mutation { put(name: String!): Item }
  type Subscription {
    puts: Item
    endless: Item
    tearing: Item
    sourceless: Item
    counted(to: Int!): Item
    guarded: Item @requiresScopes(scopes: [["vault"]])
  }
  type Item @key(fields: "name") { name: String! context: Int broken: String }
`)

export async function openShopSubgraph(options: Partial<SubgraphHostOptions<ShopContext>> = {}): Promise<ShopSubgraph> {
  const assertions = await openTestAssertions()
  const log = captureLog()
  const events = new EventEmitter()
  const signals: AbortSignal[] = []
  let contexts = 0
  const resolvers = {
    Query: {
      me: (_: unknown, __: unknown, { identity }: ShopContext) => identity.name,
      wait: (_: unknown, __: unknown, { signal }: ShopContext) => {
        events.emit('waiting')
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
      trace: (_: unknown, __: unknown, { logger }: ShopContext) => {
        logger.info('seen')
        return 'ok'
      },
      items: (_: unknown, { first }: { first: number }) =>
        Array.from({ length: first }, (_item, at) => ({ name: `${at}` })),
      refused: () => {
        throw refusalError({ code: 'ITEM_UNKNOWN', message: 'There is no such item', extensions: { item: '1' } })
      },
      broken: () => Promise.reject(new Error('password of the database')),
      disguised: () => Promise.reject(Object.assign(new Error('inside'), { extensions: { code: 'ITEM_UNKNOWN' } })),
    },
    Mutation: {
      put: (_: unknown, { name }: { name: string }) => {
        events.emit('put', name)
        return { name }
      },
    },
    Subscription: {
      puts: {
        subscribe: async function* (_: unknown, __: unknown, { signal }: ShopContext) {
          const stream = on(events, 'put', signal === undefined ? {} : { signal })
          events.emit('waiting')
          for await (const [name] of stream) yield { puts: { name } }
        },
      },
      endless: {
        subscribe: async function* () {
          events.emit('waiting')
          await new Promise(() => undefined)
          yield {}
        },
      },
      guarded: {
        subscribe: async function* () {
          yield { guarded: { name: 'gold' } }
        },
      },
      tearing: {
        subscribe: async function* () {
          yield { tearing: { name: 'first' } }
          throw new GraphQLError('connection string of the database')
        },
      },
      counted: {
        subscribe: (_: unknown, { to }: { to: number }, { resumeAfter = '0' }: ShopContext) => {
          const after = /^[0-9]$/.test(resumeAfter) ? Number(resumeAfter) : undefined
          if (after === undefined) throw resumeRefusal('MALFORMED')
          if (after > to) throw resumeRefusal('NOT_REPLAYABLE')
          return resumable({ after: resumeAfter, pages: count(after, to) })
        },
      },
    },
    Item: {
      __resolveReference: ({ name }: { name: string }) => ({ name }),
      context: (_: unknown, __: unknown, { serial }: ShopContext) => serial,
      broken: () => Promise.reject(new Error('inside')),
    },
  }
  const host = await openSubgraphHost<ShopContext>({
    name: 'shop',
    host: '127.0.0.1',
    port: 0,
    portVariable: 'SHOP_PORT',
    schema: buildSubgraph({ typeDefs, resolvers, serialNamespaces: [] }),
    verifier: assertions.verifier,
    createContext: (request) => {
      contexts += 1
      if (!signals.includes(request.signal)) signals.push(request.signal)
      return { ...request, serial: contexts }
    },
    logger: log.logger,
    readiness: { shelf: async () => undefined },
    ...options,
  })
  return {
    url: host.url,
    port: host.port,
    assertions,
    log,
    events,
    signals,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]()
      await assertions[Symbol.asyncDispose]()
    },
  }
}

async function* count(after: number, to: number): AsyncGenerator<PositionedEvent<object>[]> {
  for (let position = after + 1; position <= to; position += 1) {
    yield [{ position: `${position}`, at: new Date(position * 1_000), value: { counted: { name: `${position}` } } }]
  }
}
