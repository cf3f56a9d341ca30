import type { FetcherParams } from '@graphiql/toolkit'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { createClient } from 'graphql-ws'
import { besidePage } from '../page-settings.ts'
import { closeText } from './close-text.ts'
import type { EventLog } from './event-log.ts'
import type { TokenHolder } from './open-fetcher.ts'
import { shownProblem } from './shown-problem.ts'

export type Result = ExecutionResult<Record<string, unknown>, Record<string, unknown>>

/** The socket for subscriptions; open while one runs. */
export interface LiveConnection {
  /** Follows a subscription, also over a lost connection, and over the end of a token that has been renewed. */
  follow(params: FetcherParams, name: string): AsyncIterableIterator<Result>
  /** Gives the gateway the token that the holder has now, so that what runs goes on without a gap. */
  renew(): void
  close(): void
}

const RETRIES_MAX = 5
const CLOSE_WAIT_MS = 1_000

export function openLiveConnection(holder: TokenHolder, log: EventLog): LiveConnection {
  let socket: WebSocket | undefined
  let givenToken: string | undefined
  let closed = Promise.withResolvers<void>()
  const client = createClient({
    url: besidePage('graphql-ws').replace(/^http/, 'ws'),
    connectionParams: () => {
      givenToken = holder.token()
      return { bearer_token: givenToken ?? '' }
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
    let isOver = false
    log.begin(name)

    function end(value?: Result): IteratorResult<Result> {
      isOver = true
      log.end()
      return value === undefined ? { done: true, value: undefined } : { done: false, value }
    }

    async function next(): Promise<IteratorResult<Result>> {
      if (isOver) return end()
      try {
        const step = await stream.next()
        if (step.done === true) return end()
        log.add(step.value, (step.value.errors?.length ?? 0) > 0)
        return step as IteratorResult<Result>
      } catch (error) {
        if (isOver) return end()
        if (isExpired(error) && holder.token() !== token) {
          // The gateway closes the socket next: the new one is opened with the new token.
          await Promise.race([closed.promise, new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS))])
          token = holder.token()
          stream = begin()
          return next()
        }
        if (Array.isArray(error)) return end({ errors: error as GraphQLError[] })
        end()
        throw shownProblem(closeText(error))
      }
    }

    return {
      next,
      async return() {
        const ended = end()
        await stream.return?.()
        return ended
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
      if (socket?.readyState !== WebSocket.OPEN || token === undefined || token === givenToken) return
      givenToken = token
      socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: token } }))
    },
    close: () => void client.dispose(),
  }
}

/** What the gateway rejects every operation of a socket with whose token has ended. */
function isExpired(error: unknown): boolean {
  return Array.isArray(error) && error.some(({ extensions }: GraphQLError) => extensions?.code === 'TOKEN_EXPIRED')
}
