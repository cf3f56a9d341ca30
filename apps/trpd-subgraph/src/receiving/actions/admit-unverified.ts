import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { SenderProof } from '../../vasps/domain/sender-proof.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { countOfKey, countUnverified, type UnverifiedCounts } from '../store/unverified-inquiries.ts'

/** An inquiry before it is stored. */
export interface Newcomer {
  readonly vasp: Vasp
  readonly sender: SenderProof
  readonly addressBookEntryId: string
}

/**
 * Checks the limits on inquiries whose sender has not proved that it is the VASP it names. The name of a
 * trusted VASP lifts only the limits that a flood in other names would exhaust. A verified sender that is not
 * trusted has a limit of its own: one certificate can be for any number of hosts.
 *
 * Refused with `INQUIRY_LIMIT_REACHED`.
 */
export async function admitUnverified(
  service: Ports<'policy' | 'refusedInquiries'>,
  work: UnitOfWork,
  newcomer: Newcomer,
): Promise<Result<true>> {
  const { sender, addressBookEntryId } = newcomer
  const reached = await reachedLimit(service, work, newcomer)
  if (reached === undefined) return ok(true)
  const [limit, subject] = reached
  service.refusedInquiries.count({ address: sender.address, addressBookEntryId, limit })
  const message = `Too many inquiries ${subject} wait for a decision or were declined in the last hour. This one was not stored: send it again later.`
  return refuse('INQUIRY_LIMIT_REACHED', message)
}

async function reachedLimit(
  service: Ports<'policy'>,
  { tx, now }: UnitOfWork,
  { vasp, sender: { verification, address, certificate }, addressBookEntryId }: Newcomer,
): Promise<Limit | undefined> {
  const limits = service.policy.senders.unverifiedMax
  const isTrusted = vasp.trust === 'TRUSTED'
  if (verification === 'VERIFIED') {
    if (isTrusted || certificate === undefined) return undefined
    return (await countOfKey(tx, certificate.keySha256)) >= limits.perVasp ? LIMIT_OF_VASP : undefined
  }
  const counts = await countUnverified(tx, {
    address,
    addressBookEntryId,
    vaspId: vasp.id,
    isTrusted,
    at: now(),
  })
  const applicable = isTrusted ? LIMITS_OF_ALL_SENDERS : [...LIMITS_OF_ALL_SENDERS, ...LIMITS_OF_UNTRUSTED]
  return applicable.find(([name]) => counts[name] >= limits[name])
}

type Limit = readonly [keyof UnverifiedCounts, string]

const LIMIT_OF_VASP: Limit = ['perVasp', 'of your VASP']

const LIMITS_OF_ALL_SENDERS: readonly Limit[] = [
  ['perAddress', 'from your address'],
  ['perTravelAddress', 'to this travel address'],
]

/** Strangers could exhaust these in the name of a trusted VASP, or under their own names. */
const LIMITS_OF_UNTRUSTED: readonly Limit[] = [LIMIT_OF_VASP, ['total', 'of unverified senders']]
