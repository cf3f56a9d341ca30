import type { HttpAnswer, HttpRequest, HttpRequestHead, Route } from '@travel-rule/http-host/http-host'
import {
  type Authenticator,
  bearerToken,
  type Caller,
  type CallerRefusal,
  type TokenMemory,
} from '../../identity/authenticator.ts'
import { openTrace } from '../../identity/trace-context.ts'
import type { ClientCounts } from '../../limits/client-limits.ts'
import type { OperationRefusal, OperationRequest } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline.ts'
import type { EventsRoute, StreamRefusal } from '../event-stream/serve-events.ts'
import { type AnswerOptions, errorResult, type GraphqlAnswers, requestErrorStatus } from './graphql-answer.ts'
import { negotiate, wantsPage } from './negotiate.ts'
import { type RequestProblem, readGraphqlRequest } from './read-graphql-request.ts'

export interface GraphqlRouteParts {
  readonly pipeline: Pipeline
  readonly clients: Pick<ClientCounts, 'ask' | 'work'>
  readonly authenticator: Authenticator
  readonly answers: GraphqlAnswers
  readonly events: EventsRoute
  /** What a browser gets that visits the address without a query. */
  readonly page: (head: HttpRequestHead) => Answered
  readonly bodyBytesMax: number
}

/** The host hands `admit` and `handle` the same object: what was found out rides on it, since a WeakMap makes every collection of garbage longer. */
const ADMITTED = Symbol('admitted')
interface AdmittedRequest extends HttpRequest {
  [ADMITTED]?: Caller
}

/** What rides on a connection. */
const MEMORY = Symbol('token memory')

function memoryOf(connection: { [MEMORY]?: TokenMemory }): TokenMemory {
  connection[MEMORY] ??= { token: '', key: '' }
  return connection[MEMORY]
}

type Answered = HttpAnswer | Promise<HttpAnswer>

/** `GET`, `POST` and `OPTIONS` of `/graphql`. The caller is known before the body is read; a browser without a query gets a page instead. */
export function graphqlRoute(parts: GraphqlRouteParts): Route {
  const { pipeline, clients, answers, events } = parts

  function problem(code: string, message: string, { headers }: HttpRequestHead, options: AnswerOptions): Answered {
    return answers.write(errorResult(code, message), headers, options)
  }

  function refuseCaller(refusal: CallerRefusal, head: HttpRequestHead): Answered {
    if (refusal === 'UNAUTHENTICATED') {
      const message = 'A valid access token is needed: send it as authorization: Bearer <token>.'
      return problem(refusal, message, head, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    const message = 'Tokens cannot be checked, because the identity provider does not answer. Try again later.'
    return problem(refusal, message, head, { status: 503, headers: { 'retry-after': '5' } })
  }

  function refuseOperation({ errors }: OperationRefusal, { headers }: HttpRequestHead): Answered {
    const shown = { errors: errors.map((error) => error.toJSON()) }
    const limited = rateLimit({ errors })
    return answers.write(shown, headers, limited ?? { status: requestErrorStatus(headers) })
  }

  /** Nothing when the request may go on: then the caller rides on it. */
  function admitCaller(caller: Caller | CallerRefusal, head: HttpRequestHead): Answered | undefined {
    if (typeof caller === 'string') return refuseCaller(caller, head)
    // Before anything of the request is read, so that one that is none counts as well.
    const tooOften = clients.ask(caller.identity)
    if (tooOften !== undefined) return refuseOperation({ errors: [tooOften.error] }, head)
    const { mediaType, events: stream } = negotiate(head.headers.accept)
    if (mediaType === undefined && stream === 'NO') {
      return problem('BAD_USER_INPUT', NOT_ACCEPTABLE, head, { status: 406 })
    }
    ;(head as AdmittedRequest)[ADMITTED] = caller
    return undefined
  }

  function refuseStream({ error, status, retryAfterSeconds }: StreamRefusal, { headers }: HttpRequest): Answered {
    const options = { status, headers: { 'retry-after': String(retryAfterSeconds) } }
    return answers.write({ errors: [error.toJSON()] }, headers, options)
  }

  /** The time that it takes counts, but for what is too short to take any. */
  function read(request: HttpRequest, { identity }: Caller): OperationRequest | RequestProblem {
    if (request.body.byteLength <= quicklyReadBytesMax) return readGraphqlRequest(request)
    return clients.work(identity, () => readGraphqlRequest(request))
  }

  async function answer(request: HttpRequest, caller: Caller): Promise<HttpAnswer> {
    const { headers } = request
    const operation = read(request, caller)
    if ('status' in operation) return problem('BAD_USER_INPUT', operation.message, request, operation)
    const preparation = pipeline.prepare(operation, caller, 'ASKED')
    const prepared = preparation instanceof Promise ? await preparation : preparation
    const accepted = negotiate(headers.accept)
    const type = 'errors' in prepared ? undefined : prepared.type
    if (type === 'mutation' && request.method !== 'POST') {
      const options = { status: 405, headers: { allow: 'POST' } }
      return problem('BAD_USER_INPUT', 'A mutation must be sent with POST.', request, options)
    }
    const asEvents = accepted.events === 'PREFERRED' || (accepted.events === 'POSSIBLE' && type === 'subscription')
    if (asEvents && !('errors' in prepared && rateLimit(prepared) !== undefined)) {
      const stream = events.answer(prepared, request, caller)
      return 'error' in stream ? refuseStream(stream, request) : stream
    }
    if ('errors' in prepared) return refuseOperation(prepared, request)
    if (type === 'subscription') {
      return problem('BAD_USER_INPUT', STREAM_NEEDED, request, { status: requestErrorStatus(headers) })
    }
    const result = await pipeline.execute(prepared, { caller, trace: openTrace(headers), signal: request.left })
    return answers.write(result, headers)
  }

  return {
    method: ['GET', 'POST', 'OPTIONS'],
    path: '/graphql',
    bodyBytesMax: parts.bodyBytesMax,
    admit(head) {
      if (head.method === 'OPTIONS') return answers.cors.preflight(head.headers)
      if (isBrowserVisit(head)) return parts.page(head)
      const caller = parts.authenticator.authenticate(
        bearerToken(head.headers.authorization),
        memoryOf(head.connection),
      )
      return caller instanceof Promise ? caller.then((found) => admitCaller(found, head)) : admitCaller(caller, head)
    },
    handle(request: AdmittedRequest) {
      const caller = request[ADMITTED]
      return caller === undefined ? refuseCaller('UNAUTHENTICATED', request) : answer(request, caller)
    },
  }
}

/** Read in a fraction of the time that counts as one operation. */
const quicklyReadBytesMax = 16_384

const NOT_ACCEPTABLE =
  'Answers are application/json, application/graphql-response+json or text/event-stream: accept one of these.'
const STREAM_NEEDED = 'A subscription needs a WebSocket at /graphql-ws, or accept: text/event-stream.'

/** Too many requests are refused in the language of HTTP, so that everything on the way understands it. */
function rateLimit({ errors }: OperationRefusal): AnswerOptions | undefined {
  const extensions = errors.find(({ extensions: { code } }) => code === 'RATE_LIMITED')?.extensions
  if (extensions === undefined) return undefined
  const { retryAfterSeconds } = extensions
  const seconds = typeof retryAfterSeconds === 'number' ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1
  return { status: 429, headers: { 'retry-after': String(seconds) } }
}

function isBrowserVisit(head: HttpRequestHead): boolean {
  // The URL is made when it is asked for: a POST needs none.
  return (
    (head.method === 'GET' || head.method === 'HEAD') &&
    !head.url.searchParams.has('query') &&
    wantsPage(head.headers.accept)
  )
}
