import { compareNames, STRONG_MATCH_SCORE } from '@travel-rule/name-matching/compare-names'
import type { Asset } from '../asset.ts'
import type { Ivms101, Person } from '../ivms101/model.ts'
import { namesOf } from '../ivms101/names.ts'
import { checkAddress, withoutMemo } from '../ledger-string.ts'
import type { Check, CheckFinding } from './check.ts'

/** Below this score, names have too little in common to be the same person's. */
const PARTIAL_SCORE = 0.6

/** Whether the beneficiary of an inquiry is our customer to whom the travel address belongs. */
export const beneficiaryMatch: Check = {
  name: 'BENEFICIARY_MATCH',
  version: 1,
  needs: ['CUSTOMER'],
  judge({ transfer, payload, asset, entry, customer, customerReference }) {
    if (transfer.direction !== 'RECEIVED') return undefined
    if (customer === undefined || 'problem' in customer)
      return unknown(customer?.problem ?? whyUnknown(customerReference))
    const beneficiaries = payload.beneficiary?.beneficiaryPersons ?? []
    const best = bestPair(beneficiaries, customer.names)
    if (best === undefined) return unknown('The beneficiary or the customer has no name.')
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

/** The names that agree most. A beneficiary of several persons matches by any of them. */
function bestPair(beneficiaries: readonly Person[], known: readonly string[]): NamePair | undefined {
  const pairs = beneficiaries.flatMap((person) =>
    namesOf(person).flatMap((name) => known.map((each) => compare(name, each, person))),
  )
  return pairs.reduce<NamePair | undefined>((best, pair) => (best && best.score >= pair.score ? best : pair), undefined)
}

function compare(name: string, known: string, { legalPerson }: Person): NamePair {
  const { score, pairs, missingLeft, missingRight } = compareNames(name, known, legalPerson ? 'ORGANISATION' : 'PERSON')
  const explanation = [
    ...pairs.map(({ left, right, how }) => `${left} = ${right} (${how})`),
    ...(missingRight.length > 0 ? [`only in the inquiry: ${missingRight.join(' ')}`] : []),
    ...(missingLeft.length > 0 ? [`only in our record: ${missingLeft.join(' ')}`] : []),
  ]
  return { name, known, score, explanation: explanation.join('; ') }
}

type AccountVerdict = 'SAME' | 'OTHER' | 'NOT_COMPARABLE'

const ACCOUNT_WORDS: Readonly<Record<AccountVerdict, string>> = {
  SAME: 'one of the customer',
  OTHER: 'none of the customer',
  NOT_COMPARABLE: 'not comparable',
}

interface KnownAccounts {
  readonly known: readonly string[]
  /** Others that a counterparty may write: the payment address first. */
  readonly more: readonly [string | undefined, ...(string | undefined)[]]
}

/**
 * Counterparties write account numbers of their own where they know none of ours. They are not
 * comparable unless the operator has told us the accounts of the customer, or they are addresses.
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

/** Addresses of some ledgers may be written in any case, and a memo is not part of an account. */
function comparable(account: string): string {
  return withoutMemo(account.trim()).toLowerCase()
}
