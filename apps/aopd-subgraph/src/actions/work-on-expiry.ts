import type { Jobs } from '@travel-rule/database/jobs'
import { expireProof } from './expire-proof.ts'
import { EXPIRY_QUEUE, type ProofService } from './proof-service.ts'

export const EXPIRY_QUEUES = {
  [EXPIRY_QUEUE]: {
    concurrency: 2,
    retryLimit: 100,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 3600,
    expireInSeconds: 60,
  },
} as const

/** Lets this process end the proofs whose time is over. */
export function workOnExpiry(service: ProofService, jobs: Pick<Jobs<typeof EXPIRY_QUEUE>, 'work'>): Promise<void> {
  return jobs.work<{ readonly proofId: string }>(EXPIRY_QUEUE, async ({ proofId }) => {
    // The queue goes by the database's clock, the proof by ours.
    if (!(await expireProof(service, proofId)))
      throw new Error(`proof ${proofId} has not expired by this clock: try again`)
  })
}
