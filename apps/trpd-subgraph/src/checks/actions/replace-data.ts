import type { CheckPorts } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { saveNames } from '../../foundation/store/name-tokens.ts'
import { partyNames } from '../../ivms101/domain/model.ts'
import { saveSecrets, type TransferSecrets } from '../../transfers/store/transfers.ts'
import { type CheckRequest, checkTransfer } from './check-transfer.ts'

/** A new version of a transfer, and the data that it has now. */
interface ReplacedData extends Pick<CheckRequest, 'transfer' | 'vasp'> {
  readonly secrets: TransferSecrets
}

/** Stores the data of the parties, and runs the checks again. */
export async function replaceData(
  service: CheckPorts,
  work: UnitOfWork,
  { transfer, secrets, ...known }: ReplacedData,
): Promise<void> {
  const { id, state } = transfer
  await saveSecrets(work.tx, work.sealer, id, secrets)
  await saveNames(work.tx, work.sealer, id, partyNames(secrets.ivms101))
  await checkTransfer(service, work, { transfer, cause: 'CHANGE', secrets, ...known })
  // For a PENDING transfer, the checks have already queued this lookup.
  if (service.policy.screening.isOn && state.status !== 'PENDING') {
    await work.jobs.enqueue(work.tx, 'check', { transferId: id, cause: 'CHANGE' })
  }
}
