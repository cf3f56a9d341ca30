import { maskError } from '@travel-rule/federation/execution/run/mask-error'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { HttpRequest } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { type FormattedExecutionResult, GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'
import type { LiveMember } from '../../identity/live-callers.ts'
import { openTrace } from '../../identity/trace-context.ts'
import type { OperationRefusal, PreparedOperation } from '../../operation/prepared-operation.ts'
import type { OperationRun, Pipeline } from '../../pipeline/pipeline.ts'
import type { LiveOperation } from '../../relay/live-result.ts'
import { endReasonOf, type ProtocolMetrics } from '../delivery/live-metrics.ts'
import { slowConsumer } from '../delivery/result-writer.ts'
import { rootFieldOf } from '../delivery/root-field.ts'
import { resultBytes } from '../http/graphql-response.ts'
import type { EventStream } from './event-stream.ts'

export interface StreamOperationParts {
  readonly pipeline: Pick<Pipeline, 'execute' | 'subscribe' | 'forwarded'>
  readonly metrics: Pick<ProtocolMetrics, 'ended'>
  readonly logger: Logger
}

/** Opens the stream that an operation writes to. */
export type OpenStream = (field: string | undefined, onSlow: () => void, onClosed: () => void) => EventStream

/**
 * Runs an operation and writes its results to a new stream, until it ends, the client disconnects
 * or the caller's token expires or is revoked.
 */
export function streamOperation(
  prepared: PreparedOperation,
  request: HttpRequest,
  caller: Caller,
  openStream: OpenStream,
  { pipeline, metrics, logger }: StreamOperationParts,
): EventStream {
  const token = watchToken(caller, request.signal)
  const { headers } = request
  const forwarded = pipeline.forwarded(headers)
  const run: OperationRun = { caller, trace: openTrace(headers), forwarded, signal: token.signal }
  let live: LiveOperation | undefined
  const stream = openStream(
    fieldOf(prepared),
    () => {
      live?.end()
      stream.complete(errorBytes(slowConsumer()))
    },
    () => {
      live?.end()
      token[Symbol.dispose]()
    },
  )
  const fail = (error: GraphQLError): void => {
    metrics.ended(endReasonOf(error))
    stream.complete(errorBytes(error))
  }
  token.signal.addEventListener('abort', () => {
    const { reason } = token.signal
    if (!(reason instanceof GraphQLError)) return
    live?.end()
    fail(reason)
  })
  if (prepared.type === 'subscription') {
    const begun = pipeline.subscribe(prepared, run, { next: stream.next, complete: () => stream.complete(), fail })
    if ('errors' in begun) begun.errors.forEach(fail)
    else live = begun
    return stream
  }
  pipeline.execute(prepared, run).then(
    (result) => stream.complete(resultBytes('errors' in result ? resultOf(result) : result)),
    (error: unknown) => stream.complete(resultBytes({ errors: [maskError(error, logger)] })),
  )
  return stream
}

function fieldOf({ type, planned }: PreparedOperation): string | undefined {
  return type === 'subscription' ? rootFieldOf(planned.definition, planned.document) : undefined
}

function errorBytes(error: GraphQLError): Buffer {
  return resultBytes(resultOf({ errors: [error] }))
}

function resultOf({ errors }: OperationRefusal): FormattedExecutionResult {
  return { errors: errors.map((error) => error.toJSON()) }
}

/**
 * Aborted with `TOKEN_EXPIRED` or `TOKEN_REVOKED`, a `GraphQLError`, when the token ends; with the reason of
 * `disconnected` when that is aborted; and when the watch is disposed.
 */
interface TokenWatch extends Disposable {
  readonly signal: AbortSignal
}

/** Maximum delay of a Node timer. */
const timerMaxMs = 2_147_000_000

function watchToken(caller: Caller, disconnected: AbortSignal): TokenWatch {
  const { acceptedUntilSeconds = caller.expiresAtSeconds } = caller
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onDisconnect = () => ended.abort(disconnected.reason)
  function wait(): void {
    const remainingMs = acceptedUntilSeconds * 1_000 - Date.now()
    const onTimer = () => (remainingMs > timerMaxMs ? wait() : ended.abort(tokenExpired()))
    timer = setTimeout(onTimer, Math.min(remainingMs, timerMaxMs))
  }
  wait()
  const member: LiveMember = { caller, revoke: () => ended.abort(tokenRevoked()) }
  caller.live?.add(member)
  if (disconnected.aborted) onDisconnect()
  else disconnected.addEventListener('abort', onDisconnect, { once: true })
  return {
    signal: ended.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      caller.live?.delete(member)
      disconnected.removeEventListener('abort', onDisconnect)
      ended.abort(STREAM_CLOSED)
    },
  }
}

const STREAM_CLOSED = new Error('the stream is closed')

function tokenExpired(): GraphQLError {
  const message = 'The access token has expired. Send the operation again with a new one.'
  return refusalError({ code: 'TOKEN_EXPIRED', message })
}

function tokenRevoked(): GraphQLError {
  const message = 'The access token was revoked, for example by signing out. Sign in, and send the operation again.'
  return refusalError({ code: 'TOKEN_REVOKED', message })
}
