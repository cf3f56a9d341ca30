import { isUtf8 } from 'node:buffer'
import type { HttpRequest } from '@travel-rule/http-host/http-host'
import type { OperationRequest } from '../../operation/prepared-operation.ts'

/** A request that says no operation. */
export interface RequestProblem {
  readonly status: 400 | 415
  readonly message: string
}

/**
 * The operation that a `POST` carries in its body, or a `GET` in its query.
 *
 * 415 for a body that is not `application/json` in UTF-8, 400 for one, or a query of the URL, that cannot be read or has no `query`. A byte order mark is passed
 * over. Of a key that JSON has twice the last counts, as for every parser of JavaScript: what was checked is then written anew for the
 * subgraphs, so nobody behind us can read it otherwise.
 */
export function readGraphqlRequest(request: HttpRequest): OperationRequest | RequestProblem {
  if (request.method !== 'POST') return readQuery(request.url)
  const { 'content-type': contentType } = request.headers
  if (contentType !== 'application/json' && !isJson(contentType ?? '')) return NO_JSON
  if (!isUtf8(request.body)) return malformed('The body is not valid UTF-8.')
  const body = parseJson(withoutMark(request.body.toString('utf8')))
  return body === undefined ? malformed('The body is not valid JSON.') : readOperation(body)
}

/** The operation of a parsed JSON body, or of the payload of a WebSocket message. */
export function readOperation(body: unknown): OperationRequest | RequestProblem {
  if (Array.isArray(body)) return malformed('Batches are not taken: send one operation per request.')
  if (!isObject(body)) return malformed('The body must be an object with the key query.')
  const { query, operationName, variables, extensions } = body
  if (!isAbsent(query) && typeof query !== 'string') return malformed('query must be a string.')
  if (!isAbsent(operationName) && typeof operationName !== 'string') return malformed('operationName must be a string.')
  if (!isAbsent(variables) && !isObject(variables)) return malformed('variables must be an object.')
  if (!isAbsent(extensions) && !isObject(extensions)) return malformed('extensions must be an object.')
  if (isAbsent(query) || query === '') {
    // The operation may be known by its hash.
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
  if (!isDecodable(search)) return malformed('The query of the URL is not valid UTF-8, encoded in percents.')
  const parsed: Record<string, unknown> = {}
  for (const name of ['query', 'operationName', 'variables', 'extensions']) {
    const [text = '', another] = parameters.getAll(name)
    if (another !== undefined) return malformed(`${name} is there more than once.`)
    if (text === '') continue
    const isText = name === 'query' || name === 'operationName'
    const value = isText ? text : parseJson(text)
    if (value === undefined) return malformed(`${name} is not valid JSON.`)
    parsed[name] = value
  }
  return readOperation(parsed)
}

/** Parameters that are not would be read as something else. */
function isDecodable(search: string): boolean {
  if (!search.includes('%')) return true
  try {
    decodeURIComponent(search)
    return true
  } catch {
    return false
  }
}

const NO_JSON: RequestProblem = {
  status: 415,
  message: 'The body must be JSON in UTF-8: send it with content-type: application/json.',
}

/** Source: RFC 8259, section 8.1: JSON is UTF-8, and a parser may pass over a byte order mark. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='))
  return type === 'application/json' && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset))
}

/** `undefined` for what is no JSON, which no JSON means. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
