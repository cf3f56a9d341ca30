import { isObject } from './data-object.ts'
import { parseExact } from './exact-json.ts'
import type { SubgraphBytes } from './fetch-attempt.ts'
import { joined } from './pieces.ts'
import { type SubgraphFault, subgraphFault } from './subgraph-fault.ts'

/** What a subgraph answered, as far as it was checked: `data` is an object or null. */
export interface SubgraphAnswer {
  readonly data: Record<string, unknown> | null
  readonly errors: readonly SubgraphError[]
}

/** One entry of a subgraph's `errors`, of which nothing is certain. */
export interface SubgraphError {
  readonly message?: unknown
  readonly path?: unknown
  readonly extensions?: unknown
}

/**
 * The GraphQL answer in what a subgraph sent.
 *
 * A status other than 200 is no fault as long as the body is a GraphQL answer: it says better what is wrong. With 401 and 403 errors
 * without a code have the one of the status.
 */
export function readAnswer({ status, body }: SubgraphBytes): SubgraphAnswer | SubgraphFault {
  const parsed = parseObject(joined(body))
  const errors = errorsOf(parsed?.errors)
  const data = parsed?.data
  const refusal = status === 401 ? 'UNAUTHENTICATED' : status === 403 ? 'FORBIDDEN' : undefined
  const fault = refusal ?? 'UNAVAILABLE'
  if (parsed === undefined || !(isObject(data) || data === null || data === undefined)) {
    return subgraphFault(fault, `status ${status}, and the body is no GraphQL answer`)
  }
  if (!isObject(data) && errors.length === 0) {
    return subgraphFault(fault, `status ${status}, with neither data nor errors`)
  }
  return {
    data: isObject(data) ? data : null,
    errors: refusal === undefined ? errors : errors.map((error) => withCode(error, refusal)),
  }
}

/** What is no list is one error, and what is no object has nothing that a client may see. */
function errorsOf(errors: unknown): readonly SubgraphError[] {
  if (errors === undefined || errors === null) return []
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [errors]
  return list.map((error) => (isObject(error) ? error : { message: error }))
}

function withCode(error: SubgraphError, code: string): SubgraphError {
  const extensions = isObject(error.extensions) ? error.extensions : {}
  return typeof extensions.code === 'string' ? error : { ...error, extensions: { ...extensions, code } }
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseExact(body.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
