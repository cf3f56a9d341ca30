import type { IncomingHttpHeaders } from 'node:http'
import type { ExecutedResponse } from '@travel-rule/federation/execution/execute-plan'
import { joinChunks } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { type ContentEncoding, chooseEncoding, compress } from '@travel-rule/http-host/content-encoding'
import type { HttpResponse, ProblemRenderer } from '@travel-rule/http-host/http-host'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { type AcceptedResponse, negotiate, type ResponseMediaType } from './negotiate.ts'

export interface ResponseSettings {
  /** Origins of other sites whose pages may read responses, exactly as browsers send them. */
  readonly corsOrigins: readonly string[]
  /** Request headers that are forwarded to subgraphs, which pages of listed origins may set. By lower-case name. */
  readonly forwardedHeaders?: readonly string[]
  /** If true, `data` and `errors` are always present under `application/json`. */
  readonly errorsAlways: boolean
}

/** Turns results and refusals into HTTP responses. */
export interface GraphqlResponses {
  readonly cors: Cors
  /** `accepted` is what was negotiated from the request's headers. */
  write(
    content: ResponseContent,
    headers: IncomingHttpHeaders,
    accepted: AcceptedResponse,
    options?: ResponseOptions,
  ): HttpResponse | Promise<HttpResponse>
  /** For errors of the HTTP host itself. */
  readonly renderProblem: ProblemRenderer
}

export interface ResponseOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Responses are for one caller and may be stale immediately; `private` is for caches that ignore `no-store`. */
export const cacheControl = 'private, no-store'

export function openGraphqlResponses({
  corsOrigins,
  forwardedHeaders = [],
  errorsAlways,
}: ResponseSettings): GraphqlResponses {
  const cors = openCors(corsOrigins, forwardedHeaders)
  const vary = `accept, accept-encoding${cors.vary}`

  function headersOf(mediaType: ResponseMediaType, request: IncomingHttpHeaders) {
    const headers = { 'content-type': CONTENT_TYPES[mediaType], 'cache-control': cacheControl, vary }
    return request.origin === undefined ? headers : { ...headers, ...cors.headersFor(request) }
  }

  return {
    cors,
    write(content, request, accepted, options) {
      const mediaType = mediaTypeOf(accepted)
      const body = writeContent(content, { mediaType, errorsAlways })
      const common = headersOf(mediaType, request)
      const headers = options?.headers === undefined ? common : { ...common, ...options.headers }
      const bodyIsExclusive = 'kind' in content && content.kind === 'bytes' && content.exclusive === true
      const response: HttpResponse = { status: options?.status ?? 200, headers, body, bodyIsExclusive }
      const encoding = chooseEncoding(lengthOf(body), request['accept-encoding'])
      if (encoding === undefined) return response
      return compressed(response, typeof body === 'string' ? body : joinChunks(body), encoding)
    },
    renderProblem({ status, code, message, limit, max, id, request }) {
      const mediaType = mediaTypeOf(negotiate(request.accept))
      const errors = [{ message, extensions: { code: problemCode(status, code), limit, max, id } }]
      return {
        status,
        headers: headersOf(mediaType, request),
        body: writeContent({ errors }, { mediaType, errorsAlways }),
      }
    },
  }
}

/** A result with one error. */
export function errorResult(code: string, message: string): { readonly errors: readonly GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code } }] }
}

/**
 * The status of a request error (parsing, validation, variables): 400, but 200 for
 * `application/json`.
 */
export function requestErrorStatus(accepted: AcceptedResponse): number {
  return mediaTypeOf(accepted) === 'application/json' ? 200 : 400
}

/** `application/json` for a client that accepts neither type. */
function mediaTypeOf({ mediaType }: AcceptedResponse): ResponseMediaType {
  return mediaType ?? 'application/json'
}

const CONTENT_TYPES: Readonly<Record<ResponseMediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
}

function lengthOf(body: string | readonly Buffer[]): number {
  return typeof body === 'string' ? body.length : body.reduce((sum, chunk) => sum + chunk.byteLength, 0)
}

async function compressed(
  { status, headers }: HttpResponse,
  body: string | Buffer,
  encoding: ContentEncoding,
): Promise<HttpResponse> {
  return { status, headers: { ...headers, 'content-encoding': encoding }, body: await compress(body, encoding) }
}

function problemCode(status: number, code: string): string {
  if (status === 413 || status === 414 || status === 431) return 'OPERATION_LIMIT_EXCEEDED'
  if (status === 500) return 'INTERNAL_SERVER_ERROR'
  return status === 405 || status === 415 || status === 400 ? 'BAD_USER_INPUT' : code
}

/**
 * Cross-origin resource sharing, for pages of the listed origins.
 *
 * Browser credentials are never allowed: callers identify themselves in a header that a page must
 * set.
 */
export interface Cors {
  /** Appended to `vary`; empty when no origin is listed. */
  readonly vary: '' | ', origin'
  /** The response headers that let the page read the response; empty for other origins. */
  headersFor(request: IncomingHttpHeaders): Readonly<Record<string, string>>
  /** The response to `OPTIONS`, whether it is a preflight or not. */
  preflight(request: IncomingHttpHeaders): HttpResponse
}

function openCors(origins: readonly string[], forwardedHeaders: readonly string[]): Cors {
  const shared = {
    ...PREFLIGHT,
    'access-control-allow-headers': [...new Set([...ALLOWED_HEADERS, ...forwardedHeaders])].join(', '),
  }
  const allowed = new Map(
    origins.map((origin) => [
      origin,
      { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders },
    ]),
  )
  const vary = origins.length === 0 ? '' : ', origin'
  return {
    vary,
    headersFor: ({ origin }) => (origin === undefined ? NO_HEADERS : (allowed.get(origin) ?? NO_HEADERS)),
    preflight({ origin, 'access-control-request-method': method }) {
      const headers = { allow: methods, ...(vary !== '' && { vary: 'origin' }) }
      if (origin === undefined || method === undefined || !allowed.has(origin)) return { status: 204, headers }
      return { status: 204, headers: { ...headers, ...shared, 'access-control-allow-origin': origin } }
    },
  }
}

const NO_HEADERS: Readonly<Record<string, string>> = {}
const methods = 'GET, HEAD, OPTIONS, POST'
const exposedHeaders = 'retry-after, www-authenticate'
/** Chromium's maximum cache time for a preflight. */
const preflightSeconds = 7_200

/** Request headers that a page of a listed origin may set, besides forwarded headers. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'traceparent',
  'tracestate',
  'x-purpose',
  'x-request-id',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
  'x-apollo-operation-name',
]

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': String(preflightSeconds),
}

/** A result, or the bytes of a JSON object `{"data":…}` without errors as written by a subgraph. */
export type ResponseContent = FormattedExecutionResult | ExecutedResponse

export interface ContentFormat {
  readonly mediaType: ResponseMediaType
  /**
   * If true, `data` and `errors` are always present under `application/json`, if necessary as `null` and `[]`, as the
   * published interface promises. Otherwise, the GraphQL specification decides.
   */
  readonly errorsAlways: boolean
}

/** The JSON of a result. A subgraph's bytes are chunks, so that long ones are not copied. */
export function writeContent(
  content: ResponseContent,
  { mediaType, errorsAlways }: ContentFormat,
): string | readonly Buffer[] {
  const always = errorsAlways && mediaType === 'application/json'
  if (!('kind' in content)) return writeResult(content, always)
  if (content.kind === 'result') return writeResult(content.result, always)
  return always ? withEmptyErrors(content.body) : content.body
}

/**
 * The bytes of a result in a WebSocket message or event, in the form of the GraphQL specification.
 */
export function resultBytes(content: ResponseContent): Buffer {
  const written = writeContent(content, { mediaType: 'application/graphql-response+json', errorsAlways: false })
  return typeof written === 'string' ? Buffer.from(written) : joinChunks(written)
}

function writeResult({ data, errors, extensions }: FormattedExecutionResult, always: boolean): string {
  return JSON.stringify(
    always ? { data: data ?? null, errors: errors ?? [], extensions } : { errors, data, extensions },
  )
}

const EMPTY_ERRORS = Buffer.from(',"errors":[]}')
const closingBrace = 0x7d

/** From this size on, copying costs more than another chunk. */
const chunksFromBytes = 16_384

/** Appends a key to the object without parsing it. */
function withEmptyErrors(chunks: readonly Buffer[]): readonly Buffer[] {
  const last = chunks.at(-1) ?? EMPTY_ERRORS
  const end = last.lastIndexOf(closingBrace)
  if (chunks.length > 1 || end >= chunksFromBytes) return [...chunks.slice(0, -1), last.subarray(0, end), EMPTY_ERRORS]
  const spliced = Buffer.allocUnsafe(end + EMPTY_ERRORS.byteLength)
  last.copy(spliced, 0, 0, end)
  EMPTY_ERRORS.copy(spliced, end)
  return [spliced]
}
