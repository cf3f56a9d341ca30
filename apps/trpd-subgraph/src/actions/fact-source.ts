import type { CheckFacts } from '../domain/checks/check.ts'
import type { Ivms101 } from '../domain/ivms101/model.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import type { AddressBookEntry } from '../store/address-book.ts'

/** What the sources of facts have found; a fact without a source, or that none found, is absent. */
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
 * Where facts come from that are not in the database, such as a service of the operator. It runs
 * before a transaction, never in one.
 */
export interface FactSource {
  readonly name: string
  /** What it finds. */
  readonly fact: keyof LookedUp
  /** Whether the source has facts about a transfer that lacks them. */
  applies(facts: CheckFacts): boolean
  /** Never waits longer than `signal`. What it throws is logged, and leaves its facts unknown. */
  lookUp(subject: LookupSubject, signal: AbortSignal): Promise<LookedUp>
}
