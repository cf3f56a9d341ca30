import { isObject, parseExact } from './data-object.ts'

/**
 * A body of one or more buffers: a long one keeps the network's chunks, since joining them costs
 * more than forwarding them. Each of several chunks holds at least one complete character.
 */
export type BodyChunks = readonly [Buffer, ...Buffer[]]

/** A response body that is JSON by its content type and valid UTF-8, not yet parsed. */
export interface SubgraphBytes {
  readonly status: number
  readonly body: BodyChunks
  /** True if the HTTP framing marks the end of the body, so that truncation is detected as an error. */
  readonly framed: boolean
  /** True if other callers have received the same chunks. */
  readonly shared?: boolean
}

/** A parsed GraphQL response. */
export interface SubgraphResponse {
  readonly data: Record<string, unknown> | null
  readonly errors: readonly SubgraphError[]
}

/** One entry of a subgraph's `errors`, unchecked. */
export interface SubgraphError {
  readonly message?: unknown
  readonly locations?: unknown
  readonly path?: unknown
  readonly extensions?: unknown
}

/** The reason why no GraphQL response was received. `reason` is only for the log. */
export interface SubgraphFault {
  /** `UNAUTHENTICATED` and `FORBIDDEN`: status 401 or 403 without a GraphQL response. */
  readonly fault: 'UNAVAILABLE' | 'TIMEOUT' | 'UNAUTHENTICATED' | 'FORBIDDEN'
  readonly reason: string
}

/**
 * The GraphQL response in a body.
 *
 * A GraphQL response is accepted with any status. With 401 and 403, errors without a code get the
 * code of the status.
 */
export function parseResponse({ status, body }: SubgraphBytes): SubgraphResponse | SubgraphFault {
  const parsed = parseObject(joinChunks(body))
  const errors = errorsOf(parsed?.errors)
  const data = parsed?.data
  const refusal = status === 401 ? 'UNAUTHENTICATED' : status === 403 ? 'FORBIDDEN' : undefined
  const fault = refusal ?? 'UNAVAILABLE'
  if (parsed === undefined || !(isObject(data) || data === null || data === undefined)) {
    return subgraphFault(fault, `status ${status}, and the body is not a GraphQL response`)
  }
  if (!isObject(data) && errors.length === 0) {
    return subgraphFault(fault, `status ${status}, and the response has neither data nor errors`)
  }
  return {
    data: isObject(data) ? data : null,
    errors: refusal === undefined ? errors : errors.map((error) => withCode(error, refusal)),
  }
}

/**
 * A value that is not a list counts as one error. An entry that is not an object becomes an error with that message.
 */
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

export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

export function subgraphFault(fault: SubgraphFault['fault'], reason: string): SubgraphFault {
  return { fault, reason }
}

/** The caller cancelled the operation; the subgraph is not at fault. */
export const CANCELLED = subgraphFault('UNAVAILABLE', 'cancelled by the caller')

/** The error that a client sees for a fault. */
export function describeFault(subgraph: string, { fault }: SubgraphFault): { readonly code: string; message: string } {
  switch (fault) {
    case 'TIMEOUT':
      return { code: 'SUBGRAPH_TIMEOUT', message: `The ${subgraph} service took too long to respond. Try again later.` }
    case 'UNAVAILABLE':
      return { code: 'SUBGRAPH_UNAVAILABLE', message: `The ${subgraph} service is not available. Try again later.` }
    case 'UNAUTHENTICATED':
      return { code: fault, message: `The ${subgraph} service did not accept the caller's identity.` }
    case 'FORBIDDEN':
      return { code: fault, message: `The ${subgraph} service does not allow this.` }
  }
}
