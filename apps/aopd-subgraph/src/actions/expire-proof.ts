import type { Actor } from '@travel-rule/database/outbox'
import { changeProof } from './change-proof.ts'
import type { ProofService } from './proof-service.ts'

const SYSTEM: Actor = { type: 'SYSTEM', id: 'aopd' }

/** Ends a proof whose time is over. `false`: it is not over yet; a proof that is gone or has ended stays as it is. */
export async function expireProof(service: ProofService, id: string): Promise<boolean> {
  const result = await changeProof(service, { id }, SYSTEM, (_, at) => ({ type: 'expire', at }))
  return !result.ok || result.value.status !== 'REQUESTED'
}
