import { checkTicket, type Grounded } from '@travel-rule/database/erasure'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Transaction } from 'kysely'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { lockVasp } from '../../vasps/store/vasps.ts'
import type { DueDiligenceRecord } from '../domain/due-diligence.ts'
import { eraseRecord, findRecord } from '../store/due-diligence.ts'

/**
 * Erases the answers and documents of a due-diligence record; its findings remain. A record that is already
 * erased stays unchanged.
 *
 * Refused with `DUE_DILIGENCE_NOT_FOUND`, `ERASURE_TICKET_INVALID`.
 */
export async function eraseDueDiligence(
  service: WorkPorts,
  { id, ground, ticket }: Grounded & { readonly id: string },
  actor: Actor,
): Promise<Result<Vasp>> {
  const named = checkTicket(ticket)
  if (!named.ok) return named
  return inTransaction(service, async ({ tx, record: publish, now }) => {
    const found = await lockRecord(tx, id)
    if (!found.ok) return found
    const { vasp, record } = found.value
    if (record.erasedAt !== undefined) return ok(vasp)
    const at = now()
    await eraseRecord(tx, record.id, at)
    publish({
      type: 'vasp.due_diligence_erased',
      subject: { type: 'vasp', id: vasp.id },
      actor,
      at,
      detail: { version: vasp.version, dueDiligence: record.id, ground, ticket: named.value },
    })
    return ok(vasp)
  })
}

/** A record with its VASP, which gets locked. Refused with `DUE_DILIGENCE_NOT_FOUND`. */
export async function lockRecord(
  tx: Transaction<Tables>,
  id: string,
): Promise<Result<{ readonly vasp: Vasp; readonly record: DueDiligenceRecord }>> {
  const first = isUuid(id) ? await findRecord(tx, id) : undefined
  const vasp = first && (await lockVasp(tx, first.vaspId))
  // Loaded again under the lock: the record may have been erased in the meantime.
  const record = vasp && (await findRecord(tx, id))
  if (vasp === undefined || record === undefined) {
    return refuse('DUE_DILIGENCE_NOT_FOUND', 'No record of due diligence has this id.')
  }
  return ok({ vasp, record })
}
