import { ok } from '@travel-rule/service/result'
import type { ChangePorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { rewriteInquiry } from '../../messages/actions/queue-message.ts'
import { mayLeave } from '../../release/actions/may-leave.ts'
import { markInFlight } from '../../transfers/store/transfers.ts'
import { agreedVersion, storeDiscovery } from '../../vasps/actions/store-discovery.ts'
import type { VaspDiscovery } from '../../vasps/domain/vasp-discovery.ts'
import { noteDiscoveryTime } from '../../vasps/store/vasps.ts'
import { isCurrent, lockMessage, type ReadyAttempt, withhold } from './begin-attempt.ts'
import { failDelivery } from './schedule-retry.ts'

/**
 * Stores the result of discovery, and returns the attempt in the version that the counterparty speaks.
 *
 * `undefined` when the attempt is no longer needed, or when the delivery ends because the counterparty
 * requires an extension that this node lacks or shares no version with it.
 */
export async function prepareAttempt(
  service: WorkPorts & ChangePorts,
  attempt: ReadyAttempt,
  discovery: VaspDiscovery,
): Promise<ReadyAttempt | undefined> {
  const result = await inTransaction<ReadyAttempt | undefined>(service, async (work) => {
    const vasp = await storeDiscovery(work, attempt.vasp.id, { discovery, at: work.now() })
    const locked = await lockMessage(work, attempt.message.id)
    if (vasp === undefined || locked === undefined) return ok(undefined)
    const { transfer, message } = locked
    const { attempts } = attempt
    if (!isCurrent(transfer, message, { attempts, tries: attempt.message.tries })) return ok(undefined)
    // A check may have found something during discovery.
    if (!(await mayLeave(service, work, transfer, message.kind))) {
      await withhold(work, { transfer, message, vasp, attempts })
      return ok(undefined)
    }
    const version = agreedVersion(vasp)
    if (!version.ok) {
      // Discovery runs again before the next inquiry, since an officer may have talked to the counterparty.
      await noteDiscoveryTime(work.tx, vasp.id, null)
      await failDelivery(service, work, { transfer, message, problem: version.refusal.message, attempts })
      return ok(undefined)
    }
    const ready = { ...attempt, vasp, message, discoveryDue: false }
    // A repeat must have the same body as the first attempt, which may have arrived.
    if (message.version === version.value || attempt.earlier === 'UNKNOWN') return ok(ready)
    const { earlier } = attempt
    const rewritten = await rewriteInquiry(service, work, { transfer, message, vasp, earlier })
    if (!rewritten.ok) {
      await failDelivery(service, work, { transfer, message, problem: rewritten.refusal.message, attempts })
      return ok(undefined)
    }
    await markInFlight(work.tx, transfer.id, version.value)
    return ok({ ...ready, message: rewritten.value, version: version.value })
  })
  if (!result.ok) throw new Error('the discovery of a VASP could not be stored', { cause: result.refusal })
  return result.value
}
