import { runInPages, type WorkedPage } from '@travel-rule/database/run-in-pages'
import { ok } from '@travel-rule/service/result'
import type { Transaction } from 'kysely'
import { loadReadableEntries, markEntries } from '../../address-book/store/address-book.ts'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { hasUnmarked, lockUnmarkedTransfers, type MarkOptions, markTransfers } from '../store/customer-fingerprints.ts'
import { customerFingerprint } from './customer-reference.ts'

/** Maximum number of transfers, and of address book entries, that one transaction marks. */
const MARK_MAX = 500
/** A maintenance run starts no transaction after this time; the next run continues. */
const RUN_MS = 5_000
/** Maximum number of transactions in one call of `markEverything`. */
const BATCHES_MAX = 20

type Marking = Ports<'database' | 'sealer' | 'onBrokenSeal'>

/** Marks transfers of older versions, skipping those that another process is marking. */
export async function markOlderTransfers(service: Marking): Promise<void> {
  await runInPages(
    service.database,
    { name: 'transfers', deadlineMs: performance.now() + RUN_MS },
    (tx, after: string | undefined) =>
      markCustomers(service, tx, { max: MARK_MAX, after, onBroken: service.onBrokenSeal }),
  )
}

/** Marks address book entries of older versions, skipping those that another process is marking. */
export async function markOlderEntries({ database, sealer, onBrokenSeal: onBroken }: Marking): Promise<void> {
  await runInPages(
    database,
    { name: 'address book', deadlineMs: performance.now() + RUN_MS },
    (tx, after: string | undefined) => markEntries(tx, sealer, { max: MARK_MAX, after, onBroken }),
  )
}

/**
 * Gives transfers of an older version the customer reference of their address book entry. Transfers whose
 * entry cannot be opened stay unchanged.
 */
async function markCustomers(
  service: Ports<'sealer'>,
  tx: Transaction<Tables>,
  { onBroken, ...options }: MarkOptions,
): Promise<WorkedPage<string>> {
  const unmarked = await lockUnmarkedTransfers(tx, options)
  if (unmarked.length === 0) return { done: 0, next: undefined }
  const entryIds = new Set(unmarked.flatMap(({ addressBookEntryId }) => addressBookEntryId ?? []))
  const entries = entryIds.size === 0 ? [] : await loadReadableEntries(tx, service.sealer, [...entryIds], onBroken)
  const references = new Map(entries.map(({ id, customerReference }) => [id, customerReference]))
  const marks = unmarked.flatMap(({ id, addressBookEntryId }) => {
    const isBroken = addressBookEntryId !== null && !references.has(addressBookEntryId)
    if (isBroken) return []
    const reference = addressBookEntryId === null ? undefined : references.get(addressBookEntryId)
    return { id, fingerprint: reference === undefined ? Buffer.alloc(0) : customerFingerprint(service, reference) }
  })
  await markTransfers(tx, marks)
  return { done: marks.length, next: unmarked.length < options.max ? undefined : unmarked.at(-1)?.id }
}

/**
 * Marks all transfers and address book entries with their customer, including those that another process is
 * marking. Returns false if some remain unmarked, because there were too many, others were added, or an entry
 * cannot be opened.
 */
export async function markEverything(service: WorkPorts & Ports<'onBrokenSeal'>): Promise<boolean> {
  const { database, sealer, onBrokenSeal: onBroken } = service
  let [entry, transfer]: (string | undefined)[] = []
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if (!(await hasUnmarked(database.db))) return true
    await inTransaction(service, async ({ tx }) => {
      const waiting = { max: MARK_MAX, waits: true, onBroken }
      entry = (await markEntries(tx, sealer, { ...waiting, after: entry })).next
      transfer = (await markCustomers(service, tx, { ...waiting, after: transfer })).next
      return ok(true)
    })
  }
  return !(await hasUnmarked(database.db))
}
