import { retryScreening } from '../../store/transfer-screenings.ts'
import type { FactSource } from '../fact-source.ts'
import { secondsAfter, type TransferService } from '../transfer-service.ts'
import { screenTransfer, showScreening } from './screen-transfers.ts'

/** Longer than facts are looked up. */
const RETRY_SECONDS = 60

/** Screens a transfer for the check `SCREENING`. `service` is called when the first transfer is checked. */
export function screeningSource(service: () => TransferService): FactSource {
  return {
    name: 'screening',
    fact: 'screening',
    applies: ({ screening }) => screening === 'PENDING',
    async lookUp({ transfer }, signal) {
      const { database, now } = service()
      // A screening that does not end here is made by the job that screens, also when this process ends.
      await retryScreening(database.db, transfer.id, secondsAfter(now(), RETRY_SECONDS))
      // Another process may have loaded a list since this one looked for it.
      await service().screening.refresh()
      const screening = await screenTransfer(service(), transfer, { signal })
      if (signal.aborted) await showScreening(service(), transfer.id, screening)
      return { screening }
    },
  }
}
