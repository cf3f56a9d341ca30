import { randomUUID } from 'node:crypto'
import { checkHolds, checkTicket, type Grounded, namedRecords, recordErasures } from '@travel-rule/database/erasure'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { customerFingerprints } from '../../customers/actions/customer-reference.ts'
import { markEverything } from '../../customers/actions/mark-customers.ts'
import { hasUnmarked } from '../../customers/store/customer-fingerprints.ts'
import { lockCustomer } from '../../customers/store/customers.ts'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { archiveInquiries } from '../../transfers/actions/archive-inquiries.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { loadTransfers } from '../../transfers/store/transfers.ts'
import { eraseCustomerRows, lockCustomerEntries } from '../store/erase-customer.ts'
import { type Erasable, eraseTransfers, isErased, lockErasable, TRANSFERS } from '../store/erase-transfers.ts'

/** What was erased. */
export interface Erasure extends Grounded {
  readonly ticket: string | null
  readonly at: Date
  readonly transactions: number
  readonly addressBookEntries: number
  readonly customers: number
}

/**
 * Erases the personal data of a finished transfer, in one transaction. Returns the earlier erasure if the
 * transfer is already erased.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `ERASURE_TICKET_INVALID`, and as by `checkErasable`.
 */
export async function eraseTransaction(
  service: WorkPorts,
  { id, ground, ticket }: Grounded & { readonly id: string },
  actor: Actor,
): Promise<Result<Transfer>> {
  const named = checkTicket(ticket)
  if (!named.ok) return named
  return inTransaction<Transfer>(service, async (work) => {
    const found = isUuid(id) ? await lockErasable(work.tx, { ids: [id] }) : []
    if (found.length === 0 && !(isUuid(id) && (await isErased(work.tx, id)))) {
      return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
    }
    const allowed = checkErasable(found)
    if (!allowed.ok) return allowed
    await eraseLocked(work, found, { ground, ticket, actor, at: service.now() })
    const [erased] = await loadTransfers(work.tx, service.sealer, [id])
    if (erased === undefined) throw new Error('a locked transfer does not exist')
    return ok(erased)
  })
}

/**
 * Erases everything about a customer, in one transaction: the customer's record, the address book entries,
 * and the personal data of all transfers for the customer. Open inquiries of unverified senders that no
 * person has started to review are archived and erased.
 *
 * Refused with `CUSTOMER_REFERENCE_INVALID`, `ERASURE_TICKET_INVALID`, `ERASURE_NOT_READY`, and as by
 * `checkErasable`.
 */
export async function eraseCustomer(
  service: WorkPorts & Ports<'assets' | 'onBrokenSeal'>,
  { customerReference, ground, ticket }: Grounded & { readonly customerReference: string },
  actor: Actor,
): Promise<Result<Erasure>> {
  const named = checkTicket(ticket)
  if (!named.ok) return named
  const fingerprints = customerFingerprints(service, customerReference)
  if (!fingerprints.ok) return fingerprints
  if (!(await markEverything(service))) return NOT_READY
  return inTransaction(service, async (work) => {
    const { tx } = work
    await lockCustomer(tx, service.sealer, fingerprints.value)
    // Locked before the transfers: this waits for inquiries that are being stored, which hold a lock on their
    // entry.
    await lockCustomerEntries(tx, fingerprints.value)
    // A process of an older version may have added some in the meantime.
    if (await hasUnmarked(tx)) return NOT_READY
    const customers = { fingerprints: fingerprints.value }
    // Anyone who knows a travel address can send such inquiries, and could use them to prevent the erasure.
    const ofStrangers = (await lockErasable(tx, customers)).filter((each) => each.isOfStranger && !each.isFinished)
    const ids = ofStrangers.map(({ id }) => id)
    await archiveInquiries(service, work, { ids, isWanted: () => true, evenPending: true, actor })
    const transfers = await lockErasable(tx, customers)
    const allowed = checkErasable(transfers)
    if (!allowed.ok) return allowed
    const at = service.now()
    await eraseLocked(work, transfers, { ground, ticket, actor, at })
    const { id, addressBookEntries } = await eraseCustomerRows(tx, fingerprints.value, at)
    const counts = { transactions: transfers.length, addressBookEntries, customers: id === undefined ? 0 : 1 }
    work.record({
      type: 'customer.erased',
      subject: { type: 'customer', id: id ?? randomUUID() },
      actor,
      at,
      detail: { ground, ticket: named.value, ...counts },
    })
    return ok({ at, ground, ticket: named.value, ...counts })
  })
}

const NOT_READY = refuse(
  'ERASURE_NOT_READY',
  'The customers of some transactions of an older version are not known yet: try again in a minute. ' +
    'If this persists, the log names the address book entries that cannot be opened.',
  { retryable: true },
)

/** Erases locked transfers, and records each erasure. */
export async function eraseLocked(
  work: UnitOfWork,
  transfers: readonly Erasable[],
  erasure: Grounded & { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  await eraseTransfers(
    work.tx,
    transfers.map(({ id }) => id),
    erasure.at,
  )
  recordErasures(work, TRANSFERS, transfers, erasure)
}

/**
 * Refused with `LEGAL_HOLD_SET` if a transfer is under a legal hold, and with `TRANSACTION_OPEN` if a
 * decision, a delivery or a case is still open.
 */
function checkErasable(transfers: readonly Erasable[]): Result<true> {
  const open = transfers.filter(({ isFinished }) => !isFinished)
  const holds = checkHolds(transfers)
  if (!holds.ok || open.length === 0) return holds
  const message = 'A transaction is open, or a message of it is being delivered, or its case is: finish it first.'
  return refuse('TRANSACTION_OPEN', message, namedRecords(open))
}
