import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import type { Sealer } from '@travel-rule/database/seal'
import type { RequestTerms } from '../domain/request-proof.ts'
import type { Tables } from '../store/tables.ts'

/** The queue of the jobs that end proofs in time; `data` is `{ proofId }`. */
export const EXPIRY_QUEUE = 'proof-expiry'

/** What the actions work with. */
export interface ProofService {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly jobs: Pick<Jobs<typeof EXPIRY_QUEUE>, 'enqueue'>
  readonly terms: RequestTerms
  readonly now: () => Date
}
