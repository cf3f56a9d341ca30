import type { HttpAnswer, HttpRequest } from '@travel-rule/service/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import { resultOf } from '../execution/execute-plan.ts'
import { maskedError } from '../execution/shown-error.ts'
import type { Caller } from '../identity/authenticator.ts'
import { openTrace } from '../identity/trace-context.ts'
import type { OperationRefusal, Pipeline, PreparedOperation, ResultStream } from '../pipeline.ts'
import { singleResult } from '../sockets/single-result.ts'
import { openEventStream } from './event-stream.ts'
import { cacheControl, type GraphqlAnswers } from './graphql-answer.ts'
import { openTokenWatch } from './token-watch.ts'

export interface EventsParts {
  readonly pipeline: Pipeline
  readonly answers: GraphqlAnswers
  readonly logger: Logger
  readonly limits: EventsLimits
}

export interface EventsLimits {
  readonly streamsMax: number
  readonly keepAliveMs: number
}

/** Operations over `text/event-stream`: the same pipeline and relay as over a WebSocket. */
export interface EventsRoute {
  /** `undefined` when there are too many streams already. */
  answer(prepared: PreparedOperation | OperationRefusal, request: HttpRequest, caller: Caller): HttpAnswer | undefined
  /** Streams open now. */
  count(): number
}

export function openEventsRoute({ pipeline, answers, logger, limits }: EventsParts): EventsRoute {
  let open = 0

  function resultsOf(prepared: PreparedOperation, request: HttpRequest, caller: Caller, signal: AbortSignal) {
    const run = { caller, trace: openTrace(request.headers), signal }
    if (prepared.type === 'subscription') return pipeline.subscribe(prepared, run)
    return singleResult(async (left) => resultOf(await pipeline.execute(prepared, { ...run, signal: left })), signal)
  }

  return {
    count: () => open,
    answer(prepared, request, caller) {
      if (open >= limits.streamsMax) return undefined
      open += 1
      const token = openTokenWatch(caller, request.signal)
      const results = 'errors' in prepared ? refused(prepared) : resultsOf(prepared, request, caller, token.signal)
      const body = openEventStream(results, {
        keepAliveMs: limits.keepAliveMs,
        signal: request.signal,
        mask: (error) => {
          const { message, extensions } = maskedError(error, logger)
          return new GraphQLError(message, { extensions })
        },
        onClosed: () => {
          open -= 1
          token[Symbol.dispose]()
        },
      })
      const { headers } = request
      return {
        status: 200,
        headers: { ...HEADERS, ...answers.cors.headersFor(headers), vary: `accept${answers.cors.vary}` },
        body,
        longLived: true,
      }
    },
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': cacheControl,
  // For proxies that would collect events before they pass them on.
  'x-accel-buffering': 'no',
}

/** A browser shows nothing of an answer that is not 200: what is wrong with an operation is said in the stream. */
function refused({ errors }: OperationRefusal): ResultStream {
  return singleResult(async () => ({ errors: errors.map((error) => error.toJSON()) }), new AbortController().signal)
}
