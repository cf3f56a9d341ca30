import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { SenderProof } from '../domain/sender-proof.ts'
import type { Vasp } from '../domain/vasp.ts'
import { countAsUnverified, countUnverified, type UnverifiedCounts } from '../store/unverified-inquiries.ts'
import { requiresMutualTls } from './check-sender.ts'
import type { TransferService } from './transfer-service.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** An inquiry before it is stored. */
export interface Newcomer {
  readonly vasp: Vasp
  readonly sender: SenderProof
  readonly addressBookEntryId: string
}

/**
 * Checks the limits on open inquiries whose sender is not verified. They apply to VASPs that are not
 * trusted and to those that require mutual TLS, so that a flood cannot fill the inbox.
 *
 * Returns what to do once the inquiry is stored. Refused with `INQUIRY_LIMIT_REACHED`.
 */
export async function admitUnverified(
  service: TransferService,
  { tx }: UnitOfWork,
  { vasp, sender, addressBookEntryId }: Newcomer,
): Promise<Result<(transferId: string) => Promise<void>>> {
  if (sender.verification === 'VERIFIED') return ok(async () => undefined)
  if (vasp.trust === 'TRUSTED' && !requiresMutualTls(service, vasp)) return ok(async () => undefined)
  const { address } = sender
  const counts = await countUnverified(tx, { address, addressBookEntryId, vaspId: vasp.id })
  const limits = service.rules.unverified
  // A flood in other names must not refuse a trusted VASP.
  const applicable = vasp.trust === 'TRUSTED' ? LIMITS_OF_SENDER : [...LIMITS_OF_SENDER, ...LIMITS_OF_ALL]
  const reached = applicable.find(([name]) => counts[name] >= limits[name])
  if (reached === undefined) return ok((transferId) => countAsUnverified(tx, transferId))
  const [limit, subject] = reached
  service.refusedInquiries.count({ address, addressBookEntryId, limit })
  const message = `Too many inquiries ${subject} wait for a decision. This one was not stored: send it again later.`
  return refuse('INQUIRY_LIMIT_REACHED', message)
}

type Limit = readonly [keyof UnverifiedCounts, string]

const LIMITS_OF_SENDER: readonly Limit[] = [
  ['perAddress', 'from your address'],
  ['perVasp', 'of your VASP'],
]

const LIMITS_OF_ALL: readonly Limit[] = [
  ['perTravelAddress', 'to this travel address'],
  ['total', 'of unverified senders'],
]
