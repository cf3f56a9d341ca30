import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers that propagate a trace. */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string
  /** The client's stated purpose of a read. Only for queries and mutations over HTTP. */
  readonly 'x-purpose'?: string
}

/**
 * Source: W3C Trace Context, section 3.2 "traceparent header" (version 00, neither id all zeros).
 */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/
const tracestateCharactersMax = 512

/**
 * The trace of the client if its header is valid, otherwise a new one, with a span for the gateway.
 */
export function openTrace(headers: IncomingHttpHeaders): TraceContext {
  const { traceparent, tracestate } = headers
  const parent = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null
  const span = randomHex(8)
  if (parent === null) return { traceparent: `00-${randomHex(16)}-${span}-01` }
  const continued = `00-${parent[1]}-${span}-${parent[2]}`
  const state = typeof tracestate === 'string' && tracestate.length <= tracestateCharactersMax ? tracestate : undefined
  return state === undefined ? { traceparent: continued } : { traceparent: continued, tracestate: state }
}

/**
 * Random bytes are generated in bulk, since one call to the crypto library costs as much as parsing
 * a small request.
 */
const poolBytes = 4_096
let pool = ''
let used = 0

function randomHex(bytes: number): string {
  if (used + 2 * bytes > pool.length) {
    pool = randomBytes(poolBytes).toString('hex')
    used = 0
  }
  used += 2 * bytes
  return pool.slice(used - 2 * bytes, used)
}
