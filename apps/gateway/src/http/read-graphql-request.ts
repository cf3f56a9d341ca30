import type { HttpRequest } from '@travel-rule/service/http-host'
import type { OperationRequest } from '../pipeline.ts'

/** A request that says no operation. */
export interface RequestProblem {
  readonly status: 400 | 415
  readonly message: string
}

/**
 * The operation that a `POST` carries in its body, or a `GET` in its query.
 *
 * 415 for a body that is not `application/json` in UTF-8, 400 for one that cannot be read or has no `query`.
 */
export function readGraphqlRequest(request: HttpRequest): OperationRequest | RequestProblem {
  if (request.method !== 'POST') return readQuery(request.url.searchParams)
  if (!isJson(request.headers['content-type'])) {
    return { status: 415, message: 'The body must be JSON: send it with content-type: application/json.' }
  }
  let body: unknown
  try {
    body = JSON.parse(utf8.decode(request.body))
  } catch {
    return malformed('The body is not valid JSON in UTF-8.')
  }
  return readOperation(body)
}

/** The operation of a parsed JSON body, or of the payload of a WebSocket message. */
export function readOperation(body: unknown): OperationRequest | RequestProblem {
  if (Array.isArray(body)) return malformed('Batches are not taken: send one operation per request.')
  if (!isObject(body)) return malformed('The body must be an object with the key query.')
  const { query, operationName, variables, extensions } = body
  if (query === undefined || query === null || query === '') return malformed('The request has no query.')
  if (typeof query !== 'string') return malformed('query must be a string.')
  if (!isAbsent(operationName) && typeof operationName !== 'string') return malformed('operationName must be a string.')
  if (!isAbsent(variables) && !isObject(variables)) return malformed('variables must be an object.')
  if (!isAbsent(extensions) && !isObject(extensions)) return malformed('extensions must be an object.')
  return { query, operationName: operationName ?? undefined, variables: variables ?? undefined }
}

function readQuery(parameters: URLSearchParams): OperationRequest | RequestProblem {
  const parsed: Record<string, unknown> = {
    query: parameters.get('query'),
    operationName: parameters.get('operationName') || null,
  }
  for (const name of ['variables', 'extensions']) {
    const text = parameters.get(name)
    if (text === null || text === '') continue
    try {
      parsed[name] = JSON.parse(text)
    } catch {
      return malformed(`${name} is not valid JSON.`)
    }
  }
  return readOperation(parsed)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  return type === 'application/json' && (charset === undefined || /^"?utf-?8"?$/.test(charset))
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
