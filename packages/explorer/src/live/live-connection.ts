import type { FetcherParams } from '@graphiql/toolkit'
import { openLiveSocket } from '@travel-rule/web-app/live-socket'
import type { ExecutionResult, GraphQLError } from 'graphql'
import type { EventLog } from './event-log.ts'

export type Result = ExecutionResult<Record<string, unknown>, Record<string, unknown>>

/** The token of the signed-in person. */
export interface TokenSource {
  token(): string | undefined
  /** Called when the gateway has refused the token. */
  refused(): void
}

/** The WebSocket for subscriptions, open while one runs. */
export interface LiveConnection {
  /** The events of a subscription, which continues after a lost connection and with a renewed token. */
  follow(params: FetcherParams, name: string): AsyncIterableIterator<Result>
  /** Sends a renewed token to the gateway, so that running subscriptions continue without a gap. */
  renew(): Promise<void>
  close(): void
}

export interface LiveConnectionOptions {
  /** URL of `/graphql-ws`, `ws:` or `wss:`. */
  readonly url: string
  readonly tokens: TokenSource
  readonly log: EventLog
}

const RETRIES_MAX = 5
const CLOSE_WAIT_MS = 1_000

export function openLiveConnection({ url, tokens, log }: LiveConnectionOptions): LiveConnection {
  let hasConnected = false
  let closed = Promise.withResolvers<void>()
  const { client, renew } = openLiveSocket({
    url,
    token: tokens.token,
    retryAttempts: RETRIES_MAX,
    // A connection that is reset fails with an event that has no close code.
    shouldRetry: (failure) => hasConnected || closeCodeOf(failure) !== undefined,
  })
  client.on('connected', () => {
    hasConnected = true
  })
  client.on('closed', () => {
    log.interrupted()
    closed.resolve()
    closed = Promise.withResolvers()
  })

  function follow({ query, variables, operationName }: FetcherParams, name: string): AsyncIterableIterator<Result> {
    // After each reconnect, the client sends these again, with the position at that time.
    const extensions: { announce: true; resumeAfter?: unknown } = { announce: true }
    const subscribe = () =>
      client.iterate<Record<string, unknown>, Record<string, unknown>>({
        query,
        variables: (variables ?? null) as Record<string, unknown> | null,
        operationName: operationName ?? null,
        extensions: extensions as unknown as Record<string, unknown>,
      })
    let token = tokens.token()
    let stream = subscribe()
    let hasEnded = false
    log.begin(name)

    function end(value?: Result): IteratorResult<Result> {
      hasEnded = true
      log.end()
      return value === undefined ? { done: true, value: undefined } : { done: false, value }
    }

    async function next(): Promise<IteratorResult<Result>> {
      if (hasEnded) return end()
      try {
        const step = await stream.next()
        if (step.done === true) return end()
        const { data, errors, extensions: { position } = {} } = step.value
        extensions.resumeAfter = position ?? extensions.resumeAfter
        if (!data && !errors) {
          log.live()
          return next()
        }
        log.add(step.value, (errors?.length ?? 0) > 0)
        return step as IteratorResult<Result>
      } catch (error) {
        if (hasEnded) return end()
        if (isExpired(error) && tokens.token() !== token) {
          // The gateway then closes the socket, and the client opens another one with the new token.
          await Promise.race([closed.promise, new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS))])
          token = tokens.token()
          stream = subscribe()
          return next()
        }
        if (Array.isArray(error)) return end({ errors: error as GraphQLError[] })
        end()
        throw displayedError(closeMessage(error))
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

  return { follow, renew, close: () => void client.dispose() }
}

/** An error whose message the editor shows without a stack. */
export function displayedError(message: string): Error {
  return Object.assign(new Error(message), { stack: undefined })
}

/** The message that explains to a person why a socket has ended. `error` is the client's rejection. */
export function closeMessage(error: unknown): string {
  const code = closeCodeOf(error)
  if (code !== undefined) {
    const { reason } = error as { readonly reason?: unknown }
    const details = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
    return CLOSE_MESSAGES[code] ?? `The connection for live events ended (${code}${details}).`
  }
  return error instanceof Error ? error.message : 'The connection for live events could not be opened.'
}

const CLOSE_MESSAGES: Readonly<Record<number, string>> = {
  1006: 'The connection for live events was lost and could not be restored.',
  1013: 'The gateway has too many connections. Try again in a moment.',
  4401: 'The gateway does not accept your token for live events. Sign in again.',
  4403: 'The gateway does not accept your token for live events, or it has expired. Sign in again.',
  4408: 'The gateway did not receive your token in time. Try again.',
}

function closeCodeOf(failure: unknown): number | undefined {
  const code = (failure as { readonly code?: unknown } | null | undefined)?.code
  return typeof code === 'number' ? code : undefined
}

/** The error of every operation on a socket whose token has expired. */
function isExpired(error: unknown): boolean {
  return Array.isArray(error) && error.some(({ extensions }: GraphQLError) => extensions?.code === 'TOKEN_EXPIRED')
}
