import type { ChangePorts } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { DeliveryKind, Transfer } from '../../transfers/domain/transfer.ts'
import type { Act } from '../domain/release-policy.ts'
import { permissionFor } from './permission.ts'

/** True if the current message of a locked transfer may be sent now. A refusal and a cancellation always may. */
export async function mayLeave(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  kind: DeliveryKind,
): Promise<boolean> {
  const act = actOf(kind, transfer)
  return act === undefined || (await permissionFor(service, work, transfer, act)) === 'MAY'
}

function actOf(kind: DeliveryKind, { state }: Transfer): Act | undefined {
  switch (kind) {
    case 'INQUIRY':
      return 'SEND'
    case 'RESOLUTION':
      return state.status === 'APPROVED' ? 'APPROVE' : undefined
    case 'CONFIRMATION':
      return 'REPORT'
    case 'CANCELLATION':
      return undefined
  }
}
