import type { Identity } from '@travel-rule/auth/identity'
import type { Logger } from '@travel-rule/service/logger'
import { type Accesses, type NotedAccess, openAccesses } from './accesses.ts'
import type { HeavyWork, Pause, RunHeavy } from './heavy-work.ts'

/** The part of the context that the resolvers of every subgraph have. */
export interface SubgraphContext {
  readonly identity: Identity
  readonly logger: Logger
  /** Aborted when no client is waiting for the result. */
  readonly signal?: AbortSignal
  /** For resolvers that compute for more than a millisecond. */
  readonly runHeavy: RunHeavy
  /** Pauses between the parts of a long result. */
  readonly pause: Pause
  /** Notes the reads of recorded fields; required if the schema has any. */
  readonly accesses?: Accesses
  /** The position after which a subscription resumes; absent when it starts with the next event. */
  readonly resumeAfter?: string | undefined
}

/** One operation of a caller whose assertion has been verified. */
export interface SubgraphRequest {
  readonly identity: Identity
  /** Bound to `requestId` and, within a trace, to `traceId` and `spanId`. */
  readonly logger: Logger
  /** In the format of W3C Trace Context. */
  readonly traceparent?: string
  /** Arrival time on the clock of `performance.now`, before the operation waits for its turn. */
  readonly startedAt: number
  readonly signal: AbortSignal
  readonly runHeavy: RunHeavy
  readonly pause: Pause
  readonly accesses: Accesses
  /** `extensions.resumeAfter` of a `subscribe`. */
  readonly resumeAfter?: string
}

/** The reads of a request, with its caller and purpose. */
export interface RequestAccess extends NotedAccess {
  readonly identity: Identity
  readonly requestId: string
  readonly traceId: string | undefined
  readonly purpose: string | undefined
}

/** Stores the reads of a request before its response is sent. Rejects when they are not stored. */
export type RecordRequestAccess = (access: RequestAccess) => Promise<void>

/** The request of one operation. An invalid `traceparent` is ignored. */
export function openSubgraphRequest(parts: {
  readonly identity: Identity
  readonly logger: Logger
  readonly requestId: string
  readonly traceparent: unknown
  readonly signal: AbortSignal
  readonly heavyWork: HeavyWork
  readonly recordAccess: RecordRequestAccess | undefined
  /** The purpose of the read, as stated by the caller. */
  readonly purpose: unknown
  readonly isSubscription?: boolean
  readonly resumeAfter?: string | undefined
}): SubgraphRequest {
  const { identity, signal, requestId, resumeAfter } = parts
  const trace = typeof parts.traceparent === 'string' ? TRACEPARENT.exec(parts.traceparent) : null
  const traceBindings = trace === null ? {} : { traceId: trace[1], spanId: trace[2] }
  const logger = parts.logger.child({ requestId, ...traceBindings })
  const purpose = typeof parts.purpose === 'string' && PURPOSE.test(parts.purpose) ? parts.purpose : undefined
  const traceId = trace?.[1]
  return {
    accesses: openAccesses(
      async (access) => {
        if (parts.recordAccess === undefined) throw new Error('reads cannot be recorded here')
        await parts.recordAccess({ ...access, identity, requestId, traceId, purpose })
      },
      { remembers: parts.isSubscription === true },
    ),
    identity,
    logger,
    startedAt: performance.now(),
    signal,
    runHeavy: parts.heavyWork.runHeavyOf(identity, signal),
    pause: parts.heavyWork.pauseOf(identity, signal),
    ...(trace !== null && { traceparent: trace[0] }),
    ...(resumeAfter !== undefined && { resumeAfter }),
  }
}

/** The form of a stated purpose: a reference, never personal data. */
const PURPOSE = /^[A-Za-z0-9][A-Za-z0-9 ._:/#-]{0,99}$/

/**
 * Source: W3C Trace Context, section 3.2 "traceparent header" (version 00, neither id all zeros).
 */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
