import type { Logout } from '@travel-rule/auth/logout-token'
import type { CheckResult } from '@travel-rule/http-host/health'
import type { MetricsSnapshot } from '@travel-rule/service/merge-metrics'
import type { Place, SharedLimit } from '../limits/shared-counts.ts'
import type { TokenGrant } from '../limits/token-lender.ts'

/** A result of the primary process, which alone reads the supergraph source. */
export type SharedRead =
  | {
      readonly ok: true
      /** `undefined` if the worker already has this hash. */
      readonly sdl: string | undefined
      readonly hash: string
      readonly problem: string | undefined
      readonly subgraphSchemas: Readonly<Record<string, string>>
    }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Requests from a worker to the primary process. */
export interface ToPrimary {
  /** Leases tokens of a client's rate limit; `left` is the number of unused tokens of an earlier lease. */
  readonly lend: { readonly sent: { readonly client: string; readonly left: number }; readonly reply: TokenGrant }
  /** Takes tokens for work, possibly more than remain. */
  readonly charge: { readonly sent: { readonly client: string; readonly tokens: number }; readonly reply: undefined }
  /** Counts a connection. Returns the first limit that is reached, if any. */
  readonly enter: {
    readonly sent: { readonly id: number; readonly places: readonly Place[] }
    readonly reply: SharedLimit | undefined
  }
  /** Stops counting a connection towards these limits, or towards all. */
  readonly leave: {
    readonly sent: { readonly id: number; readonly limits?: readonly SharedLimit[] }
    readonly reply: undefined
  }
  /** Reads the supergraph source, or returns a recent result. */
  readonly readSupergraph: { readonly sent: { readonly known: string | undefined }; readonly reply: SharedRead }
  /** The last result cannot be served. */
  readonly invalidateSupergraph: { readonly sent: undefined; readonly reply: undefined }
  /** A session ended at the identity provider; settles once all processes have ended it. */
  readonly endSession: { readonly sent: Logout; readonly reply: undefined }
  /** The sessions that ended before this process started. */
  readonly endedSessions: { readonly sent: undefined; readonly reply: readonly Logout[] }
}

/** Requests from the primary process to a worker. */
export interface ToWorker {
  readonly metrics: { readonly sent: undefined; readonly reply: MetricsSnapshot }
  readonly health: { readonly sent: undefined; readonly reply: Readonly<Record<string, CheckResult>> }
  readonly endSession: { readonly sent: Logout; readonly reply: undefined }
  /** The supergraph has probably changed. */
  readonly supergraphHint: { readonly sent: undefined; readonly reply: undefined }
  /** Heartbeat: a reply shows that the event loop runs. */
  readonly heartbeat: { readonly sent: undefined; readonly reply: undefined }
  readonly stop: { readonly sent: undefined; readonly reply: undefined }
}
