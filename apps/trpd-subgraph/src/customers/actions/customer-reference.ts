import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isSingleLine } from '../../foundation/domain/string-format.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import * as stored from '../store/customer-fingerprints.ts'
import * as customers from '../store/customers.ts'

/** Maximum number of code points in a customer reference. */
const REFERENCE_LENGTH_MAX = 200

type Sealing = Ports<'sealer'>

/** The fingerprint stored for `reference`. */
export function customerFingerprint({ sealer }: Sealing, reference: string): Buffer {
  return stored.customerFingerprint(sealer, reference)
}

/** The transfer field by which the lists of this customer find it. */
export function withCustomer(sealing: Sealing, reference: string | undefined): Pick<Transfer, 'customerFingerprint'> {
  return reference === undefined ? {} : { customerFingerprint: customerFingerprint(sealing, reference) }
}

/** Makes an erasure of the customer wait until this transaction ends, or waits for one in progress. */
export async function shareCustomer({ tx, sealer }: UnitOfWork, reference: string | null | undefined): Promise<void> {
  if (reference != null) await customers.shareCustomer(tx, stored.customerFingerprints(sealer, reference))
}

/** All fingerprints under which `reference` may be stored. Refused with `CUSTOMER_REFERENCE_INVALID`. */
export function customerFingerprints({ sealer }: Sealing, reference: string): Result<readonly [Buffer, ...Buffer[]]> {
  const checked = checkCustomerReference(reference)
  return checked.ok ? ok(stored.customerFingerprints(sealer, checked.value)) : checked
}

/** Returns `reference` without surrounding spaces. Refused with `CUSTOMER_REFERENCE_INVALID`. */
export function checkCustomerReference(reference: string): Result<string> {
  const trimmed = reference.trim()
  if (isSingleLine(trimmed, REFERENCE_LENGTH_MAX)) return ok(trimmed)
  const message = `customerReference must have 1 to ${REFERENCE_LENGTH_MAX} characters on one line.`
  return refuse('CUSTOMER_REFERENCE_INVALID', message)
}
