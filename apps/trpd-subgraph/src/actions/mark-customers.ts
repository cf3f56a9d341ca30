import { ok } from '@travel-rule/service/result'
import type { Transaction } from 'kysely'
import { loadEntries, markEntries } from '../store/address-book.ts'
import { hasUnmarked, lockUnmarkedTransfers, markTransfers } from '../store/customer-fingerprints.ts'
import type { Tables } from '../store/tables.ts'
import { customerFingerprint } from './customer-reference.ts'
import type { TransferService } from './transfer-service.ts'
import { inTransaction } from './unit-of-work.ts'

/** Maximum number of transfers, and of address book entries, that one transaction marks. */
export const MARK_MAX = 500
/** Maximum number of transactions for which a caller of `markEverything` waits. */
const BATCHES_MAX = 20

/**
 * Gives transfers of an older version the customer reference of their address book entry. Returns
 * their number. Those that another process is marking are skipped unless it `waits`.
 */
export async function markCustomers(
  service: Pick<TransferService, 'sealer'>,
  tx: Transaction<Tables>,
  { waits = false }: { readonly waits?: boolean } = {},
): Promise<number> {
  const unmarked = await lockUnmarkedTransfers(tx, { max: MARK_MAX, waits })
  if (unmarked.length === 0) return 0
  const entryIds = new Set(unmarked.flatMap(({ addressBookEntryId }) => addressBookEntryId ?? []))
  const entries = entryIds.size === 0 ? [] : await loadEntries(tx, service.sealer, [...entryIds])
  const references = new Map(entries.map(({ id, customerReference }) => [id, customerReference]))
  const marks = unmarked.map(({ id, addressBookEntryId }) => {
    const reference = addressBookEntryId === null ? undefined : references.get(addressBookEntryId)
    return { id, fingerprint: reference === undefined ? Buffer.alloc(0) : customerFingerprint(service, reference) }
  })
  await markTransfers(tx, marks)
  return unmarked.length
}

/**
 * Makes all transfers and address book entries known by their customer, those included that another
 * process is marking. False when some are left, because there were too many or others were added.
 */
export async function markEverything(service: TransferService): Promise<boolean> {
  const { database, sealer } = service
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if (!(await hasUnmarked(database.db))) return true
    await inTransaction(service, async ({ tx }) => {
      await markEntries(tx, sealer, { max: MARK_MAX, waits: true })
      await markCustomers(service, tx, { waits: true })
      return ok(true)
    })
  }
  return !(await hasUnmarked(database.db))
}
