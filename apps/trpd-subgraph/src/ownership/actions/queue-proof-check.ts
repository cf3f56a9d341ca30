import type { Transaction } from 'kysely'
import type { ProofSourceState } from '../../checks/domain/check.ts'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'

/** A job for a transfer whose wallet may have new proofs. */
export interface ProofCheckJob {
  readonly transferId: string
  /** Number of times the check was postponed because the proofs were unreliable. */
  readonly delays?: number
}

const DELAY_SECONDS = 20
const DELAY_MAX_SECONDS = 300

/** True if ownership proofs are configured but currently unreliable. */
export function isUnreliable(source: ProofSourceState | undefined): boolean {
  return source !== undefined && source !== 'READ' && source !== 'NOT_CONFIGURED'
}

/** Postpones the check of a wallet until its proofs may be reliable, longer each time. */
export async function queueProofCheck(
  jobs: TransferService['jobs'],
  tx: Transaction<Tables>,
  { transferId, delays = 0 }: ProofCheckJob,
): Promise<void> {
  const seconds = Math.min(DELAY_SECONDS * 2 ** delays, DELAY_MAX_SECONDS)
  const startAfter = new Date(Date.now() + seconds * 1_000)
  await jobs.enqueue(tx, 'proofCheck', { transferId, delays: delays + 1 }, { startAfter })
}
