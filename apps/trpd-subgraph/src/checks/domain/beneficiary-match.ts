import { comparePrepared, STRONG_MATCH_SCORE } from '@travel-rule/name-matching/compare-names'
import { type PreparedName, prepareName } from '@travel-rule/name-matching/prepare-name'
import type { Asset } from '../../assets/domain/asset.ts'
import { checkAddress, withoutMemo } from '../../assets/domain/ledger-string.ts'
import { type Ivms101, namesOf, type Person } from '../../ivms101/domain/model.ts'
import type { Check, CheckFinding } from './check.ts'

/** Below this score, names have too little in common to be the same person's. */
const PARTIAL_SCORE = 0.6

/** Maximum number of names of all beneficiaries, and of the customer. All pairs are compared synchronously. */
const NAMES_MAX = 50

/** Checks that the beneficiary of an inquiry is the customer to whom the travel address belongs. */
export const beneficiaryMatch: Check = {
  name: 'BENEFICIARY_MATCH',
  version: 1,
  needs: ['CUSTOMER'],
  judge({ transfer, payload, asset, entry, customer, customerReference }) {
    if (transfer.direction !== 'RECEIVED') return undefined
    if (customer === undefined || 'problem' in customer)
      return unknown(customer?.problem ?? whyUnknown(customerReference))
    const beneficiaries = payload.beneficiary?.beneficiaryPersons ?? []
    const named = beneficiaries.filter((person) => namesOf(person).length > 0)
    if (named.length === 0 || customer.names.length === 0)
      return unknown('The beneficiary or the customer has no name.')
    if (named.flatMap(namesOf).length > NAMES_MAX || customer.names.length > NAMES_MAX)
      return unknown(`The beneficiary or the customer has more than ${NAMES_MAX} names.`)
    const persons = comparePersons(named, customer.names)
    // Every beneficiary must be the customer, so the worst match decides.
    const best = persons.map((pairs) => pairs.reduce(higher)).reduce(lower)
    const account = compareAccounts(payload, asset, {
      known: customer.accounts,
      more: [entry?.address, entry?.travelAddress, customerReference],
    })
    const { score } = best
    const evidence = {
      score: String(score),
      beneficiary: best.name,
      customer: best.known,
      explanation: best.explanation,
      account: ACCOUNT_WORDS[account],
    }
    if (score < PARTIAL_SCORE) {
      return { verdict: 'FAIL', reason: `The beneficiary is not the customer by name (score ${score}).`, evidence }
    }
    if (score < STRONG_MATCH_SCORE) {
      const reason = `The name of the beneficiary agrees only in part with that of the customer (score ${score}).`
      return { verdict: 'WARN', reason, evidence }
    }
    if (named.length < beneficiaries.length) {
      return { verdict: 'WARN', reason: 'One of the beneficiaries has no name.', evidence }
    }
    // If only one of many names is the customer's, the names may be guesses.
    const other = persons.flat().find((pair) => pair.score < STRONG_MATCH_SCORE)
    if (other !== undefined) {
      const reason = 'The beneficiary also has a name that the customer does not have.'
      return { verdict: 'WARN', reason, evidence: { ...evidence, otherName: other.name } }
    }
    if (account === 'OTHER') {
      const reason = `The name of the beneficiary is that of the customer (score ${score}), but the account is another one.`
      return { verdict: 'WARN', reason, evidence }
    }
    return {
      verdict: 'PASS',
      reason: `The name of the beneficiary is that of the customer (score ${score}).`,
      evidence,
    }
  },
}

function unknown(reason: string): CheckFinding {
  return { verdict: 'UNKNOWN', reason }
}

function whyUnknown(reference: string | undefined): string {
  return reference === undefined
    ? 'The travel address has no customer reference.'
    : 'The customer of the travel address is not known: call upsertCustomer.'
}

interface NamePair {
  readonly name: string
  readonly known: string
  readonly score: number
  readonly explanation: string
}

/** For each person, pairs each name with the best-matching name of the customer. */
function comparePersons(persons: readonly Person[], known: readonly string[]): NamePair[][] {
  const prepared = {
    PERSON: known.map((each) => prepareName(each, 'PERSON')),
    ORGANISATION: known.map((each) => prepareName(each, 'ORGANISATION')),
  }
  return persons.map((person) => {
    const kind = person.legalPerson ? 'ORGANISATION' : 'PERSON'
    return namesOf(person).map((name) => {
      const left = prepareName(name, kind)
      return known.map((each, index) => compare(name, left, each, prepared[kind][index] as PreparedName)).reduce(higher)
    })
  })
}

function compare(name: string, left: PreparedName, known: string, right: PreparedName): NamePair {
  const { score, pairs, missingLeft, missingRight } = comparePrepared(left, right)
  const explanation = [
    ...pairs.map((pair) => `${pair.left} = ${pair.right} (${pair.how})`),
    ...(missingRight.length > 0 ? [`only in the inquiry: ${missingRight.join(' ')}`] : []),
    ...(missingLeft.length > 0 ? [`only in our record: ${missingLeft.join(' ')}`] : []),
  ]
  return { name, known, score, explanation: explanation.join('; ') }
}

function higher(a: NamePair, b: NamePair): NamePair {
  return a.score >= b.score ? a : b
}

function lower(a: NamePair, b: NamePair): NamePair {
  return a.score <= b.score ? a : b
}

type AccountVerdict = 'SAME' | 'OTHER' | 'NOT_COMPARABLE'

const ACCOUNT_WORDS: Readonly<Record<AccountVerdict, string>> = {
  SAME: 'one of the customer',
  OTHER: 'none of the customer',
  NOT_COMPARABLE: 'not comparable',
}

interface KnownAccounts {
  readonly known: readonly string[]
  /** Other acceptable spellings by a counterparty, the payment address first. */
  readonly more: readonly [string | undefined, ...(string | undefined)[]]
}

/**
 * Counterparties write account numbers of their own if they know none of ours. These cannot be compared
 * unless the operator has told us the customer's accounts, or they are addresses.
 */
function compareAccounts({ beneficiary }: Ivms101, asset: Asset, { known, more }: KnownAccounts): AccountVerdict {
  const written = (beneficiary?.accountNumber ?? []).map(comparable).filter((account) => account !== '')
  const accounts = new Set(
    [...known, ...more].flatMap((account) => (account === undefined ? [] : [comparable(account)])),
  )
  if (written.some((account) => accounts.has(account))) return 'SAME'
  const isAddress = (account: string) => asset.addressFormat !== 'ANY' && checkAddress(asset, account).ok
  const addresses = (beneficiary?.accountNumber ?? []).filter(isAddress)
  const isComparable = written.length > 0 && (known.length > 0 || (more[0] !== undefined && addresses.length > 0))
  return isComparable ? 'OTHER' : 'NOT_COMPARABLE'
}

/** Accounts may be written in groups, and addresses of some ledgers in any case; a memo is not part of either. */
function comparable(account: string): string {
  return withoutMemo(account.replace(/\s/g, '')).toLowerCase()
}
