import type { IncomingHttpHeaders } from 'node:http'
import { connectionSlot } from '@travel-rule/http-host/connections'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
} from '@travel-rule/http-host/http-host'
import type { FormattedExecutionResult, GraphQLError } from 'graphql'
import { type Authenticator, bearerToken, type Caller, type LastToken } from '../../identity/authenticator.ts'
import {
  type CallerRefusal,
  isRefusal,
  refusalExtensions,
  refusalHeaders,
  refusalStatus,
} from '../../identity/caller-refusal.ts'
import { openTrace } from '../../identity/trace-context.ts'
import type { ClientCounts, ClientRefusal } from '../../limits/client-limits.ts'
import type { OperationRefusal, OperationRequest, PreparedOperation } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline.ts'
import { errorResult, type GraphqlResponses, type ResponseOptions, requestErrorStatus } from './graphql-response.ts'
import { type AcceptedResponse, negotiate } from './negotiate.ts'
import { type RequestProblem, readGraphqlRequest } from './read-graphql-request.ts'

export interface GraphqlRouteParts {
  readonly pipeline: Pick<Pipeline, 'prepare' | 'execute' | 'forwarded'>
  readonly clients: Pick<ClientCounts, 'takeToken' | 'measure'>
  readonly authenticator: Authenticator
  readonly responses: GraphqlResponses
  readonly events: EventStreamResponder
  /** The page for a browser that visits the URL without a query. */
  readonly page: (head: HttpRequestHead) => Responding
  readonly bodyBytesMax: number
}

/** Serves operations as `text/event-stream`, or in another format. */
export interface EventStreamResponder {
  respond(
    prepared: PreparedOperation | OperationRefusal,
    request: HttpRequest,
    caller: Caller,
    format?: 'EVENTS' | 'PARTS',
  ): HttpResponse | StreamRefusal | Promise<HttpResponse | StreamRefusal>
}

/** Why no further event stream may be opened now: too many are open. */
export interface StreamRefusal {
  readonly error: GraphQLError
  readonly status: 429 | 503
  readonly retryAfterSeconds: number
}

type Responding = HttpResponse | Promise<HttpResponse>

/** What the headers determine, before the body is read. */
interface AdmittedRequest {
  readonly caller: Caller
  readonly accepted: AcceptedResponse
}

/** A browser visit needs no caller. */
const BROWSER_VISIT = { caller: undefined }

/** The last header of a connection with its token and cache key, since most requests repeat it. */
const lastBearer = connectionSlot<LastToken & { header: string | undefined; bearer: string | undefined }>(() => ({
  header: undefined,
  bearer: undefined,
  token: '',
  key: '',
}))

const PATH = '/graphql'
/** The path sent by clients whose base URL ends with a slash. */
const PATH_WITH_SLASH = '/graphql/'

/**
 * `GET`, `POST` and `OPTIONS` of `/graphql` and `/graphql/`. The caller is authenticated before the body is read; a
 * browser without a query gets a page instead.
 */
export function graphqlRoutes(parts: GraphqlRouteParts): Route[] {
  // The page loads its files, and identity providers redirect, relative to the path without a slash.
  const toPage = ({ url }: HttpRequestHead) => ({ status: 308, headers: { location: `..${PATH}${url.search}` } })
  return [...routesAt(PATH, parts), ...routesAt(PATH_WITH_SLASH, { ...parts, page: toPage })]
}

function routesAt(path: string, parts: GraphqlRouteParts): Route[] {
  const { responses } = parts
  const route: Route<AdmittedRequest | typeof BROWSER_VISIT> = {
    method: ['GET', 'POST'],
    path,
    bodyBytesMax: parts.bodyBytesMax,
    admit: (head) => admit(head, parts),
    handle: (request, admitted) =>
      admitted.caller === undefined ? parts.page(request) : respond(request, admitted, parts),
  }
  return [{ method: 'OPTIONS', path, handle: ({ headers }) => responses.cors.preflight(headers) }, route]
}

type Admission = AdmittedRequest | typeof BROWSER_VISIT | AdmitRefusal

function admit(head: HttpRequestHead, parts: GraphqlRouteParts): Admission | Promise<Admission> {
  const accepted = negotiate(head.headers.accept)
  if (accepted.page && isGet(head) && !head.url.searchParams.has('query')) return BROWSER_VISIT
  const last = lastBearer.of(head.connection)
  const { authorization } = head.headers
  if (authorization !== last.header) {
    last.header = authorization
    last.bearer = bearerToken(authorization)
  }
  const caller = parts.authenticator.authenticate(last.bearer, head, last)
  return caller instanceof Promise
    ? caller.then((authenticated) => admitCaller(authenticated, head, accepted, parts))
    : admitCaller(caller, head, accepted, parts)
}

function isGet({ method }: HttpRequestHead): boolean {
  return method === 'GET' || method === 'HEAD'
}

function admitCaller(
  caller: Caller | CallerRefusal,
  { headers }: HttpRequestHead,
  accepted: AcceptedResponse,
  { clients, responses }: GraphqlRouteParts,
): Admission | Promise<Admission> {
  if (isRefusal(caller)) return refuse(callerReply(caller), headers, accepted, responses)
  const admitted = caller
  // Counted before the body is read, so that unreadable requests count too.
  const limited = clients.takeToken(caller.identity)
  return limited instanceof Promise ? limited.then(conclude) : conclude(limited)

  function conclude(limited: ClientRefusal | undefined): Admission | Promise<Admission> {
    const objection = objectionTo(limited, accepted)
    if (objection !== undefined) return refuse(objection, headers, accepted, responses)
    return { caller: admitted, accepted }
  }
}

function refuse(
  { result, ...options }: Reply,
  headers: IncomingHttpHeaders,
  accepted: AcceptedResponse,
  responses: GraphqlResponses,
): AdmitRefusal | Promise<AdmitRefusal> {
  const response = responses.write(result, headers, accepted, options)
  return response instanceof Promise
    ? response.then((written) => new AdmitRefusal(written))
    : new AdmitRefusal(response)
}

/** The reason to refuse an authenticated caller before the body is read. */
function objectionTo(limited: ClientRefusal | undefined, accepted: AcceptedResponse): Reply | undefined {
  if (limited !== undefined) return refusalReply({ errors: [limited.error] }, accepted)
  if (accepted.mediaType !== undefined || accepted.events !== 'NO' || accepted.parts) return undefined
  return badInput(NOT_ACCEPTABLE, { status: 406 })
}

async function respond(
  request: HttpRequest,
  { caller, accepted }: AdmittedRequest,
  parts: GraphqlRouteParts,
): Promise<HttpResponse> {
  const { pipeline, responses, events } = parts
  const { headers, method } = request
  const reply = ({ result, ...options }: Reply) => responses.write(result, headers, accepted, options)
  const operation = readRequest(request, caller, parts.clients)
  if ('status' in operation) return reply(badInput(operation.message, { status: operation.status }))
  const preparation = pipeline.prepare(resuming(operation, headers), caller, 'REQUEST')
  const prepared = preparation instanceof Promise ? await preparation : preparation
  const type = 'errors' in prepared ? undefined : prepared.type
  if (type === 'mutation' && method !== 'POST') {
    return reply(badInput('A mutation must be sent with POST.', { status: 405, headers: { allow: 'POST' } }))
  }
  const asEvents = accepted.events === 'PREFERRED' || (accepted.events === 'POSSIBLE' && type === 'subscription')
  if (asEvents && !('errors' in prepared && rateLimit(prepared) !== undefined)) {
    const stream = await events.respond(prepared, request, caller)
    return 'error' in stream ? reply(streamReply(stream)) : stream
  }
  if ('errors' in prepared) return reply(refusalReply(prepared, accepted))
  if (type === 'subscription' && accepted.parts) {
    const stream = await events.respond(prepared, request, caller, 'PARTS')
    return 'error' in stream ? reply(streamReply(stream)) : stream
  }
  if (type === 'subscription') return reply(badInput(STREAM_NEEDED, { status: requestErrorStatus(accepted) }))
  const purpose = headers['x-purpose']
  if (purpose !== undefined && !isPurpose(purpose)) return reply(badInput(PURPOSE_INVALID, { status: 400 }))
  const opened = openTrace(headers)
  const trace = purpose === undefined ? opened : { ...opened, 'x-purpose': purpose }
  const run = { caller, trace, forwarded: pipeline.forwarded(headers), signal: request.abortNotice }
  return responses.write(await pipeline.execute(prepared, run), headers, accepted)
}

/**
 * A reference such as a ticket number. Restricted, since it is stored in the audit log, which holds no personal data.
 */
function isPurpose(header: string | readonly string[]): header is string {
  return typeof header === 'string' && /^[A-Za-z0-9][A-Za-z0-9 ._:/#-]{0,99}$/.test(header)
}

const PURPOSE_INVALID =
  'The header x-purpose must have 1 to 100 of the characters A-Z a-z 0-9 . _ : / # - and space, and begin with a letter or digit.'

/**
 * Adds the id of the last event that the client received as `resumeAfter`, unless the operation has one. Source: WHATWG
 * HTML, section 9.2.4.
 */
function resuming(operation: OperationRequest, headers: IncomingHttpHeaders): OperationRequest {
  const lastEventId = headers['last-event-id']
  if (typeof lastEventId !== 'string' || lastEventId === '') return operation
  const { extensions } = operation
  if (extensions?.resumeAfter != null) return operation
  return { ...operation, extensions: { ...extensions, resumeAfter: lastEventId } }
}

/** Bodies up to this size are parsed in a fraction of the time that one operation is allowed. */
const quicklyParsedBytesMax = 16_384

/** Reads a request. The time to parse a long one counts towards the client's rate. */
function readRequest(
  request: HttpRequest,
  { identity }: Caller,
  clients: GraphqlRouteParts['clients'],
): OperationRequest | RequestProblem {
  if (request.body.byteLength <= quicklyParsedBytesMax) return readGraphqlRequest(request)
  return clients.measure(identity, () => readGraphqlRequest(request))
}

/** A refusal as a GraphQL result. */
interface Reply extends ResponseOptions {
  readonly result: FormattedExecutionResult
}

function callerReply(refusal: CallerRefusal): Reply {
  const result = { errors: [{ message: refusal.message, extensions: refusalExtensions(refusal) }] }
  return { result, status: refusalStatus(refusal), headers: refusalHeaders(refusal) }
}

function refusalReply(refusal: OperationRefusal, accepted: AcceptedResponse): Reply {
  const result = { errors: refusal.errors.map((error) => error.toJSON()) }
  return { result, ...(rateLimit(refusal) ?? { status: requestErrorStatus(accepted) }) }
}

function streamReply({ error, status, retryAfterSeconds }: StreamRefusal): Reply {
  return { result: { errors: [error.toJSON()] }, status, headers: { 'retry-after': String(retryAfterSeconds) } }
}

function badInput(message: string, options: ResponseOptions): Reply {
  return { result: errorResult('BAD_USER_INPUT', message), ...options }
}

const NOT_ACCEPTABLE =
  'Responses are application/json, application/graphql-response+json, text/event-stream or multipart/mixed;subscriptionSpec=1.0: accept one of these.'
const STREAM_NEEDED =
  'A subscription needs a WebSocket at /graphql-ws, or accept: text/event-stream or multipart/mixed;subscriptionSpec=1.0.'

/** Rate limiting has its own HTTP status even for GraphQL clients, so that proxies understand it. */
function rateLimit({ errors }: OperationRefusal): ResponseOptions | undefined {
  const extensions = errors.find(({ extensions: { code } }) => code === 'RATE_LIMITED')?.extensions
  if (extensions === undefined) return undefined
  const { retryAfterSeconds } = extensions
  const seconds = typeof retryAfterSeconds === 'number' ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1
  return { status: 429, headers: { 'retry-after': String(seconds) } }
}
