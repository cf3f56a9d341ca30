import type { Identity } from '@travel-rule/auth/identity'
import type { Logger } from '@travel-rule/service/logger'

/** What every resolver of a subgraph finds in its context. */
export interface SubgraphContext {
  readonly identity: Identity
  readonly logger: Logger
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal
  /** The position after which a subscription is to go on; absent when it begins with the next event. */
  readonly resumeAfter?: string | undefined
}

/** One operation that a subgraph is asked for, by a caller whose assertion is verified. */
export interface SubgraphRequest {
  readonly identity: Identity
  /** Carries `requestId` and, when there is a trace, `traceId` and `spanId`. */
  readonly logger: Logger
  /** As W3C Trace Context writes it. */
  readonly traceparent?: string
  readonly signal: AbortSignal
  /** `extensions.resumeAfter` of a `subscribe`. */
  readonly resumeAfter?: string
}

/** The request of one operation. A `traceparent` that is none is ignored. */
export function openSubgraphRequest(parts: {
  readonly identity: Identity
  readonly logger: Logger
  readonly requestId: string
  readonly traceparent: unknown
  readonly signal: AbortSignal
  readonly resumeAfter?: string | undefined
}): SubgraphRequest {
  const { identity, signal, requestId, resumeAfter } = parts
  const trace = typeof parts.traceparent === 'string' ? TRACEPARENT.exec(parts.traceparent) : null
  const traceBindings = trace === null ? {} : { traceId: trace[1], spanId: trace[2] }
  const logger = parts.logger.child({ requestId, ...traceBindings })
  return {
    identity,
    logger,
    signal,
    ...(trace !== null && { traceparent: trace[0] }),
    ...(resumeAfter !== undefined && { resumeAfter }),
  }
}

/** Source: W3C Trace Context, section 3.2 "traceparent header" (version 00, neither id all zeros). */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
