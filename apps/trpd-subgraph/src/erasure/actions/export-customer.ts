import { fingerprintId } from '@travel-rule/database/erasure'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type AddressBookEntry, markEntries } from '../../address-book/store/address-book.ts'
import { customerFingerprints } from '../../customers/actions/customer-reference.ts'
import { findCustomer } from '../../customers/store/customers.ts'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { addressOf, lateTxHashOf, type Transfer } from '../../transfers/domain/transfer.ts'
import { loadAllSecrets, loadTransfers, type TransferSecrets } from '../../transfers/store/transfers.ts'
import { listCustomerEntries, listCustomerTransferIds } from '../store/customer-records.ts'

/** Maximum number of transfers in one part of an export. */
const TRANSFERS_MAX = 500

/** A part of the data held about a customer. */
export interface CustomerExport {
  readonly json: string
  readonly transactions: number
  /** The records that the data comes from, named as in events. */
  readonly records: readonly { readonly type: string; readonly id: string }[]
  /** Cursor of the next part; undefined in the last one. */
  readonly next: string | undefined
}

/**
 * The data held about a customer, to be given to that person: the customer record, the travel addresses and
 * the customer's own data in transfers, without the other party's data or anything internal. The audit log
 * records the export.
 *
 * Refused with `CUSTOMER_REFERENCE_INVALID` and `CUSTOMER_EXPORT_CURSOR_INVALID`.
 */
export async function exportCustomer(
  service: WorkPorts & Ports<'onBrokenSeal'>,
  { customerReference, after }: { readonly customerReference: string; readonly after?: string | undefined },
  actor: Actor,
): Promise<Result<CustomerExport>> {
  const { sealer } = service
  const fingerprints = customerFingerprints(service, customerReference)
  if (!fingerprints.ok) return fingerprints
  if (after !== undefined && !isUuid(after)) {
    return refuse('CUSTOMER_EXPORT_CURSOR_INVALID', 'after must be the next of an earlier part.')
  }
  return inTransaction(service, async ({ tx, record }) => {
    await markEntries(tx, sealer, { max: TRANSFERS_MAX, onBroken: service.onBrokenSeal })
    const customer = await findCustomer(tx, sealer, fingerprints.value)
    const entries = after === undefined ? await listCustomerEntries(tx, sealer, fingerprints.value) : []
    const found = await listCustomerTransferIds(tx, fingerprints.value, { after, limit: TRANSFERS_MAX + 1 })
    const ids = found.slice(0, TRANSFERS_MAX)
    const transfers = ids.length === 0 ? [] : await loadTransfers(tx, sealer, ids)
    const secrets = ids.length === 0 ? new Map<string, TransferSecrets>() : await loadAllSecrets(tx, sealer, ids)
    const at = service.now()
    const content = {
      customerReference: customerReference.trim(),
      exportedAt: at,
      customer: customer && { name: customer.name, person: customer.person, accounts: customer.accounts },
      travelAddresses: entries.map(entryContent),
      transactions: transfers.map((transfer) => transferContent(transfer, secrets.get(transfer.id))),
    }
    const subject = { type: 'customer', id: customer?.id ?? fingerprintId(fingerprints.value[0]) }
    record({
      type: 'customer.exported',
      subject,
      actor,
      at,
      detail: { transactions: transfers.length, continued: after !== undefined },
    })
    const next = found.length > TRANSFERS_MAX ? ids.at(-1) : undefined
    const records = [
      ...(customer ? [subject] : []),
      ...entries.map(({ id }) => ({ type: 'address', id })),
      ...transfers.map(({ id }) => ({ type: 'transfer', id })),
    ]
    return ok({ json: JSON.stringify(content), transactions: transfers.length, records, next })
  })
}

/** Omits the label, which is internal. */
function entryContent({ travelAddress, assetId, address, active, createdAt }: AddressBookEntry) {
  return { travelAddress, asset: assetId, address, active, createdAt }
}

/** The customer is the originator of SENT transfers and the beneficiary of RECEIVED ones. */
function transferContent(transfer: Transfer, secrets: TransferSecrets | undefined) {
  const { id, direction, state, assetId, amount, amountUnit, travelAddress, createdAt, updatedAt } = transfer
  const { originator, beneficiary } = secrets?.ivms101 ?? {}
  return {
    id,
    direction,
    status: state.status,
    asset: assetId,
    amount,
    amountUnit,
    travelAddress,
    address: addressOf(transfer),
    txHash: state.status === 'CONFIRMED' ? state.txHash : lateTxHashOf(transfer),
    createdAt,
    updatedAt,
    party: direction === 'SENT' ? originator : beneficiary,
  }
}
