import type { AddressBookEntry } from '../../address-book/store/address-book.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import type { CheckFacts } from '../domain/check.ts'

/** Facts that were looked up. A fact is absent if it has no source or its source found nothing. */
export type LookedUp = Pick<CheckFacts, 'customer' | 'screening'>

/** What is known about a transfer before facts are looked up. */
export interface LookupSubject {
  readonly transfer: Transfer
  readonly payload: Ivms101
  readonly vasp?: Vasp
  readonly entry?: AddressBookEntry
  /** Our own reference to the customer. */
  readonly customerReference?: string
}

/**
 * A source of facts that are not in the database, such as a service of the operator. It runs before a
 * transaction, never in one.
 */
export interface FactSource {
  readonly name: string
  /** The fact that this source provides. */
  readonly fact: keyof LookedUp
  /** True if the source has facts that `facts` lacks. */
  applies(facts: CheckFacts): boolean
  /** Must settle when `signal` aborts. Errors are logged and leave the facts unknown. */
  lookUp(subject: LookupSubject, signal: AbortSignal): Promise<LookedUp>
}
