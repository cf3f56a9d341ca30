import { Pool } from 'undici'
import { type SubgraphFault, subgraphFault } from './subgraph-fault.ts'

/** One request to a subgraph. */
export interface SubgraphRequest {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Aborted when nobody waits for the operation any more. */
  readonly signal: AbortSignal
}

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

export interface SubgraphClientOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly fetchTimeoutMs: number
  readonly connectTimeoutMs: number
  readonly answerBytesMax: number
}

/** Sends operations to one subgraph over a pool of connections. A request is sent at most once. */
export interface SubgraphClient extends AsyncDisposable {
  /** Never throws: what goes wrong is a fault, with a reason for the log. */
  send(request: SubgraphRequest): Promise<SubgraphAnswer | SubgraphFault>
}

export function openSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { origin, pathname, search } = new URL(options.url)
  const pool = new Pool(origin, {
    connections: options.connectionsMax,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs },
    headersTimeout: options.fetchTimeoutMs,
    bodyTimeout: options.fetchTimeoutMs,
  })

  async function send({ query, operationName, variables, headers, signal }: SubgraphRequest) {
    const timeout = AbortSignal.timeout(options.fetchTimeoutMs)
    try {
      const response = await pool.request({
        method: 'POST',
        path: `${pathname}${search}`,
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables, ...(operationName !== undefined && { operationName }) }),
        signal: AbortSignal.any([signal, timeout]),
      })
      const text = await readText(response.body, options.answerBytesMax)
      if (text === undefined) return subgraphFault('UNAVAILABLE', `its answer is over ${options.answerBytesMax} bytes`)
      return readAnswer(response.statusCode, text)
    } catch (error) {
      return faultOf(error, { timedOut: timeout.aborted, left: signal })
    }
  }

  return { send, [Symbol.asyncDispose]: () => pool.destroy() }
}

/** The body as text; `undefined` as soon as it is longer than `bytesMax`. */
async function readText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes).toString('utf8')
}

/** A status other than 200 is no fault as long as the body is a GraphQL answer: it says better what is wrong. */
function readAnswer(status: number, text: string): SubgraphAnswer | SubgraphFault {
  const body = parseObject(text)
  const errors = Array.isArray(body?.errors) ? body.errors.filter(isObject) : []
  const data = body?.data
  if (body === undefined || !(isObject(data) || data === null || data === undefined)) {
    return subgraphFault('UNAVAILABLE', `status ${status}, and the body is no GraphQL answer`)
  }
  if (!isObject(data) && errors.length === 0) {
    return subgraphFault('UNAVAILABLE', `status ${status}, with neither data nor errors`)
  }
  return { data: isObject(data) ? data : null, errors }
}

function faultOf(error: unknown, { timedOut, left }: { timedOut: boolean; left: AbortSignal }): SubgraphFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const late = timedOut || ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(code)
  const outOfTime = left.aborted && left.reason instanceof Error && left.reason.name === 'TimeoutError'
  return subgraphFault(late || outOfTime ? 'TIMEOUT' : 'UNAVAILABLE', code || String(error))
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
