import type { IncomingHttpHeaders } from 'node:http'
import { connectionSlot } from '@travel-rule/http-host/connections'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
} from '@travel-rule/http-host/http-host'
import { type Authenticator, bearerToken, type Caller, type LastToken } from '../../identity/authenticator.ts'
import { isRefusal } from '../../identity/caller-refusal.ts'
import { openTrace, type TraceContext } from '../../identity/trace-context.ts'
import type { ClientCounts } from '../../limits/client-limits.ts'
import type { OperationRequest, Preparation } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import {
  badInput,
  callerReply,
  isRateLimited,
  type Reply,
  refusalReply,
  type StreamRefusal,
  streamReply,
} from './graphql-reply.ts'
import { type GraphqlResponses, requestErrorStatus } from './graphql-response.ts'
import { type AcceptedResponse, negotiate } from './negotiate.ts'
import { type RequestProblem, readGraphqlRequest } from './read-graphql-request.ts'

export interface GraphqlRouteParts {
  readonly pipeline: Pick<Pipeline, 'prepare' | 'execute' | 'forwarded'>
  readonly clients: Pick<ClientCounts, 'takeToken' | 'measure'>
  readonly authenticator: Authenticator
  readonly responses: GraphqlResponses
  readonly events: EventStreamResponder
  /** The page for a browser that visits the URL without a query. */
  readonly page: (head: HttpRequestHead) => HttpResponse | Promise<HttpResponse>
  readonly bodyBytesMax: number
}

/** `EVENTS`: `text/event-stream`; `PARTS`: `multipart/mixed`. */
type StreamedAs = 'EVENTS' | 'PARTS'

/** Serves operations as streams. */
export interface EventStreamResponder {
  respond(
    prepared: Preparation,
    request: HttpRequest,
    caller: Caller,
    format: StreamedAs,
  ): HttpResponse | StreamRefusal | Promise<HttpResponse | StreamRefusal>
}

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

async function admit(
  head: HttpRequestHead,
  { authenticator, clients, responses }: GraphqlRouteParts,
): Promise<AdmittedRequest | typeof BROWSER_VISIT | AdmitRefusal> {
  const { headers } = head
  const accepted = negotiate(headers.accept)
  if (accepted.page && isGet(head) && !head.url.searchParams.has('query')) return BROWSER_VISIT
  const refuse = async ({ result, ...options }: Reply) =>
    new AdmitRefusal(await responses.write(result, headers, accepted, options))
  const caller = await authenticate(head, authenticator)
  if (isRefusal(caller)) return refuse(callerReply(caller))
  // Before the body is read, so that unreadable requests count too.
  const overRate = await clients.takeToken(caller.identity)
  if (overRate !== undefined) return refuse(refusalReply({ errors: [overRate.error] }, accepted))
  const isAcceptable = accepted.mediaType !== undefined || accepted.events !== 'NO' || accepted.parts
  return isAcceptable ? { caller, accepted } : refuse(badInput(NOT_ACCEPTABLE, { status: 406 }))
}

function isGet({ method }: HttpRequestHead): boolean {
  return method === 'GET' || method === 'HEAD'
}

function authenticate(head: HttpRequestHead, authenticator: Authenticator): ReturnType<Authenticator['authenticate']> {
  const last = lastBearer.of(head.connection)
  const { authorization } = head.headers
  if (authorization !== last.header) {
    last.header = authorization
    last.bearer = bearerToken(authorization)
  }
  return authenticator.authenticate(last.bearer, head, last)
}

async function respond(
  request: HttpRequest,
  { caller, accepted }: AdmittedRequest,
  { pipeline, clients, responses, events }: GraphqlRouteParts,
): Promise<HttpResponse> {
  const { headers, method } = request
  const refuse = ({ result, ...options }: Reply) => responses.write(result, headers, accepted, options)
  const operation = readRequest(request, caller, clients)
  if ('status' in operation) return refuse(badInput(operation.message, { status: operation.status }))
  const prepared = await pipeline.prepare(resuming(operation, headers), caller, 'REQUEST')
  if ('type' in prepared && prepared.type === 'mutation' && method !== 'POST') {
    return refuse(badInput('A mutation must be sent with POST.', { status: 405, headers: { allow: 'POST' } }))
  }
  const streamedAs = streamFor(prepared, accepted)
  if (streamedAs !== undefined) {
    const stream = await events.respond(prepared, request, caller, streamedAs)
    return 'error' in stream ? refuse(streamReply(stream)) : stream
  }
  if ('errors' in prepared) return refuse(refusalReply(prepared, accepted))
  if (prepared.type === 'subscription') return refuse(badInput(STREAM_NEEDED, { status: requestErrorStatus(accepted) }))
  const trace = openPurposeTrace(headers)
  if (trace === undefined) return refuse(badInput(PURPOSE_INVALID, { status: 400 }))
  const run = { caller, trace, forwarded: pipeline.forwarded(headers), signal: request.abortNotice }
  const response = await pipeline.execute(prepared, run)
  return 'errors' in response ? refuse(refusalReply(response, accepted)) : responses.write(response, headers, accepted)
}

/** How the response is streamed; `undefined` for an ordinary response, which a refusal for the client's rate always is. */
function streamFor(prepared: Preparation, { events, parts }: AcceptedResponse): StreamedAs | undefined {
  const isSubscription = 'type' in prepared && prepared.type === 'subscription'
  if (events === 'PREFERRED' || (events === 'POSSIBLE' && isSubscription)) {
    return 'errors' in prepared && isRateLimited(prepared) ? undefined : 'EVENTS'
  }
  return isSubscription && parts ? 'PARTS' : undefined
}

/** The trace of a request with its purpose; `undefined` if the purpose is invalid. */
function openPurposeTrace(headers: IncomingHttpHeaders): TraceContext | undefined {
  const purpose = headers['x-purpose']
  if (purpose === undefined) return openTrace(headers)
  return isPurpose(purpose) ? { ...openTrace(headers), 'x-purpose': purpose } : undefined
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

const NOT_ACCEPTABLE =
  'Responses are application/json, application/graphql-response+json, text/event-stream or multipart/mixed;subscriptionSpec=1.0: accept one of these.'
const STREAM_NEEDED =
  'A subscription needs a WebSocket at /graphql-ws, or accept: text/event-stream or multipart/mixed;subscriptionSpec=1.0.'
