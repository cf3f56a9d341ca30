import type { FetcherParams } from '@graphiql/toolkit'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { createClient } from 'graphql-ws'
import { urlBesidePage } from '../page-settings.ts'
import { closeMessage } from './close-message.ts'
import type { EventLog } from './event-log.ts'
import { messageError } from './message-error.ts'

export type Result = ExecutionResult<Record<string, unknown>, Record<string, unknown>>

/** Source of the token to send. */
export interface TokenHolder {
  token(): string | undefined
  /** Called when the gateway did not accept it. */
  refused(): void
}

/** The socket for subscriptions, open while there is one. */
export interface LiveConnection {
  /** The results of a subscription. It survives a lost connection, and the expiry of a token that was renewed. */
  follow(params: FetcherParams, name: string): AsyncIterableIterator<Result>
  /** Sends the holder's current token to the gateway, so that subscriptions continue without a gap. */
  renew(): void
  close(): void
}

const RETRIES_MAX = 5
const CLOSE_WAIT_MS = 1_000

export function openLiveConnection(holder: TokenHolder, log: EventLog): LiveConnection {
  let socket: WebSocket | undefined
  let sentToken: string | undefined
  let closed = Promise.withResolvers<void>()
  const client = createClient({
    url: urlBesidePage('graphql-ws').replace(/^http/, 'ws'),
    connectionParams: () => {
      sentToken = holder.token()
      return { bearer_token: sentToken ?? '' }
    },
    retryAttempts: RETRIES_MAX,
    on: {
      connected: (opened) => {
        socket = opened as WebSocket
        log.connected()
      },
      closed: () => {
        socket = undefined
        log.disconnected()
        closed.resolve()
        closed = Promise.withResolvers()
      },
    },
  })

  function follow({ query, variables, operationName }: FetcherParams, name: string): AsyncIterableIterator<Result> {
    const begin = () =>
      client.iterate<Record<string, unknown>, Record<string, unknown>>({
        query,
        variables: (variables ?? null) as Record<string, unknown> | null,
        operationName: operationName ?? null,
      })
    let token = holder.token()
    let stream = begin()
    let ended = false
    log.begin(name)

    function end(value?: Result): IteratorResult<Result> {
      ended = true
      log.end()
      return value === undefined ? { done: true, value: undefined } : { done: false, value }
    }

    async function next(): Promise<IteratorResult<Result>> {
      if (ended) return end()
      try {
        const step = await stream.next()
        if (step.done === true) return end()
        log.add(step.value, (step.value.errors?.length ?? 0) > 0)
        return step as IteratorResult<Result>
      } catch (error) {
        if (ended) return end()
        if (isExpired(error) && holder.token() !== token) {
          // The gateway is about to close the socket; the next one is opened with the new token.
          await Promise.race([closed.promise, new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS))])
          token = holder.token()
          stream = begin()
          return next()
        }
        if (Array.isArray(error)) return end({ errors: error as GraphQLError[] })
        end()
        throw messageError(closeMessage(error))
      }
    }

    return {
      next,
      async return() {
        const result = end()
        await stream.return?.()
        return result
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  return {
    follow,
    renew() {
      const token = holder.token()
      if (socket?.readyState !== WebSocket.OPEN || token === undefined || token === sentToken) return
      sentToken = token
      socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: token } }))
    },
    close: () => void client.dispose(),
  }
}

/** The error with which the gateway ends every operation of a socket when its token expires. */
function isExpired(error: unknown): boolean {
  return Array.isArray(error) && error.some(({ extensions }: GraphQLError) => extensions?.code === 'TOKEN_EXPIRED')
}
