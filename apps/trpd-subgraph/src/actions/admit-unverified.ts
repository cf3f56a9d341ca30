import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { SenderProof } from '../domain/sender-proof.ts'
import type { Vasp } from '../domain/vasp.ts'
import { countAsUnverified, countOfKey, countUnverified, type UnverifiedCounts } from '../store/unverified-inquiries.ts'
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
 * trusted and to those that require mutual TLS, so that a flood cannot fill the inbox. A verified
 * sender that is not trusted has a limit of its own: one certificate can be for any number of hosts.
 *
 * Returns what to do once the inquiry is stored. Refused with `INQUIRY_LIMIT_REACHED`.
 */
export async function admitUnverified(
  service: TransferService,
  work: UnitOfWork,
  newcomer: Newcomer,
): Promise<Result<(transferId: string) => Promise<void>>> {
  const { vasp, sender, addressBookEntryId } = newcomer
  const reached = await reachedLimit(service, work, newcomer)
  if (reached === undefined) {
    const counts = sender.verification !== 'VERIFIED' && isLimited(service, vasp)
    return ok(async (transferId) => (counts ? countAsUnverified(work.tx, transferId) : undefined))
  }
  const [limit, subject] = reached
  service.refusedInquiries.count({ address: sender.address, addressBookEntryId, limit })
  const message = `Too many inquiries ${subject} wait for a decision. This one was not stored: send it again later.`
  return refuse('INQUIRY_LIMIT_REACHED', message)
}

/** Whether inquiries in the name of `vasp` are limited unless a certificate proves their sender. */
function isLimited(service: TransferService, vasp: Vasp): boolean {
  return vasp.trust !== 'TRUSTED' || requiresMutualTls(service, vasp)
}

async function reachedLimit(
  service: TransferService,
  { tx }: UnitOfWork,
  { vasp, sender: { verification, address, certificate }, addressBookEntryId }: Newcomer,
): Promise<Limit | undefined> {
  const limits = service.rules.unverified
  if (verification === 'VERIFIED') {
    if (vasp.trust === 'TRUSTED' || certificate === undefined) return undefined
    return (await countOfKey(tx, certificate.keySha256)) >= limits.perVasp ? LIMIT_OF_VASP : undefined
  }
  if (!isLimited(service, vasp)) return undefined
  const counts = await countUnverified(tx, { address, addressBookEntryId, vaspId: vasp.id })
  // A flood in other names must not refuse a trusted VASP.
  const applicable = vasp.trust === 'TRUSTED' ? LIMITS_OF_SENDER : [...LIMITS_OF_SENDER, ...LIMITS_OF_ALL]
  return applicable.find(([name]) => counts[name] >= limits[name])
}

type Limit = readonly [keyof UnverifiedCounts, string]

const LIMIT_OF_VASP: Limit = ['perVasp', 'of your VASP']
const LIMITS_OF_SENDER: readonly Limit[] = [['perAddress', 'from your address'], LIMIT_OF_VASP]

const LIMITS_OF_ALL: readonly Limit[] = [
  ['perTravelAddress', 'to this travel address'],
  ['total', 'of unverified senders'],
]
