import type { FactSource } from '../fact-source.ts'
import type { TransferService } from '../transfer-service.ts'
import { screenTransfer } from './screen-transfers.ts'

/** Screens a transfer for the check `SCREENING`. `service` is called when the first transfer is checked. */
export function screeningSource(service: () => TransferService): FactSource {
  return {
    name: 'screening',
    applies: ({ screening }) => screening === 'PENDING',
    lookUp: async ({ transfer }, signal) => ({ screening: await screenTransfer(service(), transfer, signal) }),
  }
}
