import { type Client, createClient } from 'graphql-ws'
import { SubscriptionClient } from 'subscriptions-transport-ws'
import { WebSocket } from 'ws'
import type { Answer } from './api.ts'
import { type EventLog, openEventLog } from './event-log.ts'
import type { SharedNode } from './shared-node.ts'

export const PROTOCOLS = ['graphql-transport-ws', 'graphql-ws'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export interface Operation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/** A connection to `/graphql-ws` through the library that made its protocol. */
export interface LiveClient extends AsyncDisposable {
  /** The only answer of a query or mutation. */
  ask<Data>(operation: Operation): Promise<Answer<Data>>
  /** What a subscription delivers. A result with errors counts as a failure. */
  follow<Data>(operation: Operation): EventLog<Data>
  /** What a subscription delivers, with its errors. */
  followResults<Data>(operation: Operation): EventLog<Answer<Data>>
  /** What the client is told when it is not let in: the close event, in the older protocol the payload of `connection_error`. */
  refusal(): Promise<unknown>
}

/** Connects with the client of graphql-ws or of subscriptions-transport-ws. `payload` is that of `connection_init`. */
export function openLiveClient(
  { baseUrl }: SharedNode,
  protocol: Protocol,
  payload: Record<string, unknown>,
): LiveClient {
  const url = `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`
  return protocol === 'graphql-transport-ws' ? openModern(url, payload) : openLegacy(url, payload)
}

type Sink = Parameters<Client['subscribe']>[1]
type Listen = (operation: Operation, sink: Sink) => void

function openModern(url: string, payload: Record<string, unknown>): LiveClient {
  const client = createClient({ url, connectionParams: payload, webSocketImpl: WebSocket, retryAttempts: 0 })
  const operations = operationsOf((operation, sink) => client.subscribe(operation, sink))
  return {
    ...operations,
    refusal: () =>
      operations.ask({ query: '{ __typename }' }).then(
        () => Promise.reject(new Error(LET_IN)),
        (reason: unknown) => reason,
      ),
    [Symbol.asyncDispose]: async () => client.dispose(),
  }
}

function openLegacy(url: string, payload: Record<string, unknown>): LiveClient {
  const refused = Promise.withResolvers<unknown>()
  const connectionCallback = (problem: unknown) =>
    problem === undefined ? refused.reject(new Error(LET_IN)) : refused.resolve(problem)
  refused.promise.catch(() => {})
  const client = new SubscriptionClient(
    url,
    { connectionParams: payload, reconnect: false, connectionCallback },
    WebSocket,
  )
  return {
    ...operationsOf((operation, sink) => {
      client
        .request(operation)
        .subscribe({ next: (result) => sink.next(result as never), error: sink.error, complete: sink.complete })
    }),
    refusal: () => refused.promise,
    [Symbol.asyncDispose]: async () => client.close(),
  }
}

const LET_IN = 'the client was let in'

function operationsOf(listen: Listen): Pick<LiveClient, 'ask' | 'follow' | 'followResults'> {
  function followWith<Event>(operation: Operation, eventOf: (result: Answer<never>) => Event): EventLog<Event> {
    const log = openEventLog<Event>()
    listen(operation, {
      next: (result) => {
        try {
          log.add(eventOf(result as never))
        } catch (error) {
          log.fail(error)
        }
      },
      error: (error) => log.fail(error),
      complete: () => log.fail(new Error('the subscription completed')),
    })
    return log
  }
  return {
    ask: (operation) =>
      new Promise((resolve, reject) => {
        listen(operation, {
          next: (result) => resolve(result as never),
          error: reject,
          complete: () => reject(new Error('completed without a result')),
        })
      }),
    follow: (operation) =>
      followWith(operation, ({ data, errors }) => {
        if (errors?.length) throw new Error(JSON.stringify(errors))
        return data
      }),
    followResults: (operation) => followWith(operation, (result) => result),
  }
}
