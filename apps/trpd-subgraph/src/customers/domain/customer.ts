import { namesOf, type Person } from '../../ivms101/domain/model.ts'

/** A customer of this VASP, with the fields that checks and searches need. Personal data. */
export interface Customer {
  readonly id: string
  /** Number of the latest change, from 1. */
  readonly version: number
  /** The customer's identifier in other systems, used by address book entries. */
  readonly reference: string
  readonly name: string
  readonly person?: Person
  /** Account numbers and ledger addresses. */
  readonly accounts: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** All names of a customer, in any script. */
export function customerNames({ name, person }: Pick<Customer, 'name' | 'person'>): string[] {
  return [...new Set([name, ...(person === undefined ? [] : namesOf(person))])]
}

/** The distinct words of names, normalized for comparison: without case, diacritics and punctuation. */
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

/** Maximum number of words that are searchable per transfer or customer. */
const WORDS_MAX = 60
