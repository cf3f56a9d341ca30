import type { Transaction } from 'kysely'
import type { ProofSourceState } from '../../domain/checks/check.ts'
import type { Tables } from '../../store/tables.ts'
import type { TransferService } from '../transfer-service.ts'

/** A transfer whose wallet may have other proofs now. */
export interface ProofCheckJob {
  readonly transferId: string
  /** How often it was put off because the proofs could not be relied on. */
  readonly delays?: number
}

const DELAY_SECONDS = 20
const DELAY_MAX_SECONDS = 300

/** Whether the proofs, which are read, cannot be relied on at present. */
export function isUnreliable(source: ProofSourceState | undefined): boolean {
  return source !== undefined && source !== 'READ' && source !== 'NOT_CONFIGURED'
}

/** Puts off the check of a wallet until its proofs may be reliable, each time for longer. */
export async function queueProofCheck(
  jobs: TransferService['jobs'],
  tx: Transaction<Tables>,
  { transferId, delays = 0 }: ProofCheckJob,
): Promise<void> {
  const seconds = Math.min(DELAY_SECONDS * 2 ** delays, DELAY_MAX_SECONDS)
  const startAfter = new Date(Date.now() + seconds * 1_000)
  await jobs.enqueue(tx, 'proofCheck', { transferId, delays: delays + 1 }, { startAfter })
}
