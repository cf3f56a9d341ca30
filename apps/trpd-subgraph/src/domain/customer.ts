import type { Person } from './ivms101/model.ts'
import { namesOf } from './ivms101/names.ts'

/** A customer of this VASP, as far as checks and searches need to know. Personal data. */
export interface Customer {
  readonly id: string
  /** Number of the latest change, from 1. */
  readonly version: number
  /** Identifier of the customer in other systems, by which address book entries name the customer. */
  readonly reference: string
  readonly name: string
  readonly person?: Person
  /** Account numbers and addresses on ledgers. */
  readonly accounts: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Every name of a customer, in any writing. */
export function customerNames({ name, person }: Pick<Customer, 'name' | 'person'>): string[] {
  return [...new Set([name, ...(person === undefined ? [] : namesOf(person))])]
}

/**
 * The words of names, in the spelling by which they are compared: without case, marks and
 * punctuation, each once.
 */
export function nameWords(names: readonly string[]): string[] {
  const words = names.flatMap((name) =>
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(words.filter((word) => word !== ''))].slice(0, WORDS_MAX)
}

/** Maximum number of words of all names of one transfer or customer that are found again. */
const WORDS_MAX = 60
