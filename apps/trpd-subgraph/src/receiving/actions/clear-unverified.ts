import type { Actor } from '@travel-rule/database/outbox'
import { ok } from '@travel-rule/service/result'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { archiveInquiries } from '../../transfers/actions/archive-inquiries.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { forgetRefused, listUnverified } from '../store/unverified-inquiries.ts'

export interface ClearedInquiries {
  readonly archived: number
}

/** Maximum number of inquiries that one call archives, and that one database transaction archives. */
const CLEARED_MAX = 2_000
const BATCH_MAX = 100

/**
 * Archives the BLOCKED inquiries of unverified senders and resets the counts of refused inquiries, either for
 * all senders or for one address. Nothing is sent. Trusting a VASP later brings its inquiries back. One call
 * archives at most 2,000, so more may remain.
 */
export async function clearUnverified(
  service: WorkPorts & Ports<'assets' | 'refusedInquiries'>,
  address: string | undefined,
  actor: Actor,
): Promise<ClearedInquiries> {
  await service.refusedInquiries.flush()
  let archived = 0
  while (archived < CLEARED_MAX) {
    const ids = await listUnverified(service.database.db, { address, limit: BATCH_MAX })
    const batch = await archiveAll(service, ids, actor)
    archived += batch
    if (batch === 0) break
  }
  await forgetRefused(service.database.db, address)
  return { archived }
}

async function archiveAll(service: WorkPorts & Ports<'assets'>, ids: readonly string[], actor: Actor): Promise<number> {
  const archived = await inTransaction(service, async (work) => {
    // An officer may have trusted the VASP in the meantime.
    const isWanted = ({ state }: Transfer) => state.status === 'BLOCKED'
    return ok(await archiveInquiries(service, work, { ids, isWanted, evenPending: false, actor }))
  })
  if (!archived.ok) throw new Error('BLOCKED inquiries could not be archived', { cause: archived.refusal })
  return archived.value
}
