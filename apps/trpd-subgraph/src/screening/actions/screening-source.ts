import type { FactSource } from '../../checks/actions/fact-source.ts'
import { secondsAfter, type TransferService } from '../../foundation/actions/transfer-service.ts'
import { retryScreening } from '../store/transfer-screenings.ts'
import { screenTransfer, showScreening } from './screen-transfers.ts'

/** Longer than the time limit of a lookup. */
const RETRY_SECONDS = 60

/** Screens a transfer for the check `SCREENING`. `service` is first called when the first transfer is checked. */
export function screeningSource(service: () => TransferService): FactSource {
  return {
    name: 'screening',
    fact: 'screening',
    applies: ({ screening }) => screening === 'PENDING',
    async lookUp({ transfer }, signal) {
      const { database, now } = service()
      // If the screening does not finish here, or this process ends, the screening job repeats it.
      await retryScreening(database.db, transfer.id, secondsAfter(now(), RETRY_SECONDS))
      // Another process may have loaded a list since this one last looked.
      await service().screening.refresh()
      const screening = await screenTransfer(service(), transfer, { signal })
      if (signal.aborted) await showScreening(service(), transfer.id, screening)
      return { screening }
    },
  }
}
