import { type Client, createClient } from 'graphql-ws'
import { SubscriptionClient } from 'subscriptions-transport-ws'
import { WebSocket } from 'ws'
import type { GraphqlResponse } from './api.ts'
import { type EventLog, openEventLog } from './event-log.ts'
import type { NodeAccess } from './shared-node.ts'

export const PROTOCOLS = ['graphql-transport-ws', 'graphql-ws'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export interface Operation {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/** A connection to `/graphql-ws` through the reference client of its protocol. */
export interface LiveClient extends AsyncDisposable {
  /** The response to a query or mutation. */
  execute<Data>(operation: Operation): Promise<GraphqlResponse<Data>>
  /** The data of a subscription's results. Rejects on a result with errors. */
  follow<Data>(operation: Operation): EventLog<Data>
  /** The results of a subscription, errors included. */
  followResults<Data>(operation: Operation): EventLog<GraphqlResponse<Data>>
  /**
   * Why the connection was refused: the close event, or the payload of `connection_error` in the legacy protocol.
   * Rejects if it was accepted.
   */
  refusal(): Promise<unknown>
}

/** Connects with graphql-ws or subscriptions-transport-ws, with this `connection_init` payload. */
export function openLiveClient(
  { baseUrl }: NodeAccess,
  protocol: Protocol,
  payload: Record<string, unknown>,
): LiveClient {
  const url = `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`
  return protocol === 'graphql-transport-ws' ? openCurrent(url, payload) : openLegacy(url, payload)
}

type Sink = Parameters<Client['subscribe']>[1]
type Listen = (operation: Operation, sink: Sink) => void

function openCurrent(url: string, payload: Record<string, unknown>): LiveClient {
  const client = createClient({ url, connectionParams: payload, webSocketImpl: WebSocket, retryAttempts: 0 })
  const operations = operationsOf((operation, sink) => client.subscribe(operation, sink))
  return {
    ...operations,
    refusal: () =>
      operations.execute({ query: '{ __typename }' }).then(
        () => Promise.reject(new Error(ACCEPTED)),
        (reason: unknown) => reason,
      ),
    [Symbol.asyncDispose]: async () => client.dispose(),
  }
}

/** For a busy machine: by default the legacy client gives up if a connection takes a second to open. */
export const LEGACY_LIMITS = { minTimeout: 600_000, timeout: 600_000 }

function openLegacy(url: string, payload: Record<string, unknown>): LiveClient {
  const refused = Promise.withResolvers<unknown>()
  const connectionCallback = (error: unknown) =>
    error === undefined ? refused.reject(new Error(ACCEPTED)) : refused.resolve(error)
  refused.promise.catch(() => {})
  const client = new SubscriptionClient(
    url,
    { connectionParams: payload, reconnect: false, connectionCallback, ...LEGACY_LIMITS },
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

const ACCEPTED = 'the connection was accepted'

function operationsOf(listen: Listen): Pick<LiveClient, 'execute' | 'follow' | 'followResults'> {
  function followWith<Event>(
    operation: Operation,
    eventOf: (result: GraphqlResponse<never>) => Event,
  ): EventLog<Event> {
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
    execute: (operation) =>
      new Promise((resolve, reject) => {
        listen(operation, {
          next: (result) => resolve(result as never),
          error: reject,
          complete: () => reject(new Error('the operation completed without a result')),
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
