import type { Sealer } from '@travel-rule/database/seal'
import type { SubgraphContext, SubgraphRequest } from '@travel-rule/subgraph/subgraph-host'
import type { Kysely } from 'kysely'
import type { EvidenceParts } from '../evidence/actions/make-evidence.ts'
import type { EvidenceRenderer } from '../evidence/pdf/evidence-renderer.ts'
import type { SeeCaller } from '../feeds/actions/record-activity.ts'
import type { Tables } from '../store/tables.ts'
import type { KnownCheckpoints } from '../store/verify-audit.ts'
import { type Loaders, openLoaders } from './loaders.ts'

/** A transaction to collect evidence about, with the fields that the gateway adds from trpd and aopd. */
export interface EvidenceReference {
  readonly transactionId: string
  readonly exchange?: string | null
  readonly proofs?: string | null
}

/** The context of the resolvers of one operation. */
export interface Context extends SubgraphContext, ContextParts {
  readonly loaders: Loaders
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number
}

export interface ContextParts {
  readonly db: Kysely<Tables>
  readonly sealer: Sealer
  readonly seeCaller: SeeCaller
  /** The services whose feeds the audit log follows. */
  readonly sources: readonly string[]
  readonly now: () => Date
  /** Loads the checkpoints that the audit log is compared with; `undefined` without checkpoint keys. */
  readonly loadCheckpoints: () => Promise<KnownCheckpoints | undefined>
  /** `undefined` without checkpoint keys. */
  readonly evidence: EvidenceParts | undefined
  readonly evidenceRenderer: EvidenceRenderer
}

export function createContext(request: SubgraphRequest, parts: ContextParts): Context {
  return { ...request, ...parts, loaders: openLoaders(parts.db, request.identity.scopes) }
}
