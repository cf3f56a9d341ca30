import type { HttpAnswer, HttpRequest, HttpRequestHead, ProblemRenderer, Route } from '@travel-rule/service/http-host'
import { type Authenticator, bearerToken, type Caller, type CallerRefusal } from '../identity/authenticator.ts'
import { openTrace } from '../identity/trace-context.ts'
import type { Pipeline } from '../pipeline.ts'
import { errorResult, graphqlAnswer, requestErrorStatus } from './graphql-answer.ts'
import { wantsPage } from './negotiate.ts'
import { readGraphqlRequest } from './read-graphql-request.ts'
import { renderUsagePage } from './usage-page.ts'

export interface GraphqlRouteParts {
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly baseUrl: string
  readonly bodyBytesMax: number
}

/** `GET` and `POST /graphql`. The caller is known before the body is read; a browser without a query gets a page instead. */
export function graphqlRoute(parts: GraphqlRouteParts): Route {
  const callers = new WeakMap<HttpRequestHead, Caller>()
  return {
    method: ['GET', 'POST'],
    path: '/graphql',
    bodyBytesMax: parts.bodyBytesMax,
    async admit(head) {
      if (isBrowserVisit(head)) return renderUsagePage(parts.baseUrl)
      const caller = await parts.authenticator.authenticate(bearerToken(head.headers.authorization))
      if (typeof caller === 'string') return refuseCaller(caller, head)
      callers.set(head, caller)
      return undefined
    },
    async handle(request) {
      const caller = callers.get(request)
      return caller === undefined ? refuseCaller('UNAUTHENTICATED', request) : answer(request, caller, parts.pipeline)
    },
  }
}

async function answer(request: HttpRequest, caller: Caller, pipeline: Pipeline): Promise<HttpAnswer> {
  const { headers } = request
  const operation = readGraphqlRequest(request)
  if ('status' in operation) {
    return graphqlAnswer(errorResult('BAD_USER_INPUT', operation.message), headers, { status: operation.status })
  }
  const prepared = pipeline.prepare(operation, caller)
  if ('errors' in prepared) {
    const errors = prepared.errors.map((error) => error.toJSON())
    return graphqlAnswer({ errors }, headers, { status: requestErrorStatus(headers) })
  }
  if (prepared.type === 'subscription') {
    const message = 'A subscription needs a WebSocket: use /graphql-ws.'
    return graphqlAnswer(errorResult('BAD_USER_INPUT', message), headers, { status: requestErrorStatus(headers) })
  }
  if (prepared.type === 'mutation' && request.method !== 'POST') {
    const error = errorResult('BAD_USER_INPUT', 'A mutation must be sent with POST.')
    return graphqlAnswer(error, headers, { status: 405, headers: { allow: 'POST' } })
  }
  const result = await pipeline.execute(prepared, { caller, trace: openTrace(headers), signal: request.signal })
  return graphqlAnswer(result, headers)
}

function refuseCaller(refusal: CallerRefusal, { headers }: HttpRequestHead): Promise<HttpAnswer> {
  if (refusal === 'UNAUTHENTICATED') {
    const error = errorResult(refusal, 'A valid access token is needed: send it as authorization: Bearer <token>.')
    return graphqlAnswer(error, headers, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  }
  const error = errorResult(
    refusal,
    'Tokens cannot be checked, because the identity provider does not answer. Try again later.',
  )
  return graphqlAnswer(error, headers, { status: 503, headers: { 'retry-after': '5' } })
}

/** What the HTTP host itself refuses, in the shape of a GraphQL answer. */
export const renderProblem: ProblemRenderer = ({ status, code, message, id }) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ data: null, errors: [{ message, extensions: { code: problemCode(status, code), id } }] }),
})

function problemCode(status: number, code: string): string {
  if (status === 413 || status === 414 || status === 431) return 'OPERATION_LIMIT_EXCEEDED'
  if (status === 500) return 'INTERNAL_SERVER_ERROR'
  return status === 405 || status === 415 || status === 400 ? 'BAD_USER_INPUT' : code
}

function isBrowserVisit({ method, headers, url }: HttpRequestHead): boolean {
  return method === 'GET' && !url.searchParams.has('query') && wantsPage(headers.accept)
}
