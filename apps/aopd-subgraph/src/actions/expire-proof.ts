import type { Actor } from '@travel-rule/database/outbox'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

const SYSTEM: Actor = { type: 'SYSTEM', id: 'aopd' }

/** Ends a proof whose time is over; one that is gone, ended, or not due stays as it is. */
export async function expireProof(service: ProofService, id: string): Promise<void> {
  await changeProof(service, { id }, SYSTEM, (_, at) => ({ type: 'expire', at }))
}
