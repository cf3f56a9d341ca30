import { isUtf8 } from 'node:buffer'
import { isObject, parseVerbatim } from '@travel-rule/federation/subgraph-client/data-object'
import type { HttpRequest } from '@travel-rule/http-host/http-host'
import type { OperationRequest } from '../../operation/prepared-operation.ts'

/** Why a request has no operation. */
export interface RequestProblem {
  readonly status: 400 | 415
  readonly message: string
}

/**
 * The operation in the body of a `POST`, or in the URL's query of a `GET`.
 *
 * 415 for a body that is not `application/json` in UTF-8; 400 for a body or URL that is malformed or has no `query`. A
 * byte order mark is ignored. Of duplicate keys, the last one counts, as in `JSON.parse`. Subgraphs receive the checked
 * value, serialized again, so they cannot interpret it differently.
 */
export function readGraphqlRequest(request: HttpRequest): OperationRequest | RequestProblem {
  if (request.method !== 'POST') return readQuery(request.url)
  const { 'content-type': contentType } = request.headers
  if (contentType !== 'application/json' && !isJsonType(contentType ?? '')) return NOT_JSON
  if (!isUtf8(request.body)) return malformed('The body is not valid UTF-8.')
  const body = parseJson(withoutByteOrderMark(request.body.toString('utf8')))
  return body === undefined ? malformed('The body is not valid JSON.') : readOperation(body)
}

/** The operation in a parsed JSON body, or in the payload of a WebSocket message. */
export function readOperation(body: unknown): OperationRequest | RequestProblem {
  if (Array.isArray(body)) return malformed('Batches are not supported: send one operation per request.')
  if (!isObject(body)) return malformed('The body must be an object with the key query.')
  const { query, operationName, variables, extensions } = body
  if (!isAbsent(query) && typeof query !== 'string') return malformed('query must be a string.')
  if (!isAbsent(operationName) && typeof operationName !== 'string') return malformed('operationName must be a string.')
  if (!isAbsent(variables) && !isObject(variables)) return malformed('variables must be an object.')
  if (!isAbsent(extensions) && !isObject(extensions)) return malformed('extensions must be an object.')
  if (isAbsent(query) || query === '') {
    // A persisted operation is identified by its hash.
    if (!isObject(extensions?.persistedQuery)) return malformed('The request has no query.')
  }
  return {
    query: query ?? '',
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  }
}

function readQuery({ search, searchParams: parameters }: URL): OperationRequest | RequestProblem {
  if (!isDecodable(search)) return malformed('The query of the URL is not valid percent-encoded UTF-8.')
  const parsed: Record<string, unknown> = {}
  for (const name of ['query', 'operationName', 'variables', 'extensions']) {
    const [parameter = '', duplicate] = parameters.getAll(name)
    if (duplicate !== undefined) return malformed(`${name} must not appear more than once.`)
    if (parameter === '') continue
    const isJson = name === 'variables' || name === 'extensions'
    const value = isJson ? parseJson(parameter) : parameter
    if (value === undefined) return malformed(`${name} is not valid JSON.`)
    parsed[name] = value
  }
  return readOperation(parsed)
}

/** `URLSearchParams` would replace invalid sequences. */
function isDecodable(search: string): boolean {
  if (!search.includes('%')) return true
  try {
    decodeURIComponent(search)
    return true
  } catch {
    return false
  }
}

const NOT_JSON: RequestProblem = {
  status: 415,
  message: 'The body must be JSON in UTF-8: send it with content-type: application/json.',
}

/** Source: RFC 8259, section 8.1: JSON is UTF-8, and a parser may ignore a byte order mark. */
function withoutByteOrderMark(json: string): string {
  return json.charCodeAt(0) === 0xfeff ? json.slice(1) : json
}

function isJsonType(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='))
  return type === 'application/json' && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset))
}

/** Numbers keep the digits that the client sent. For invalid JSON returns `undefined`, which is not a JSON value. */
export function parseJson(json: string): unknown {
  try {
    return parseVerbatim(json)
  } catch {
    return undefined
  }
}

function malformed(message: string): RequestProblem {
  return { status: 400, message }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}
