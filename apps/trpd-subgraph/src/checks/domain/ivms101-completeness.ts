import type { ValueIn } from '../../assets/domain/rates.ts'
import { isBelow, type Requirement, type Tier } from '../../jurisdictions/domain/jurisdiction.ts'
import { type MissingData, missingData, missingWords } from '../../jurisdictions/domain/missing-fields.ts'
import { addressOf } from '../../transfers/domain/transfer.ts'
import type { Check, CheckFacts, CheckFinding } from './check.ts'

/**
 * Checks that the data of the parties is complete under the law of this node. The payment address, the origin
 * address and that of the address book count as accounts.
 *
 * Amounts are converted to the currency of the law at the operator's rates. While the value is unknown, data
 * that satisfies the highest tier passes, and data that lacks a field of a higher tier is `UNKNOWN`.
 */
export const ivms101Completeness: Check = {
  name: 'IVMS101_COMPLETENESS',
  version: 3,
  needs: [],
  judge({ jurisdiction, valueIn, ...facts }) {
    if (jurisdiction === undefined) {
      return { verdict: 'UNKNOWN', reason: 'The jurisdiction of this node is not set: TRPD_JURISDICTION.' }
    }
    const { code, version, law, tiers } = jurisdiction
    const evidence = { jurisdiction: code, version: String(version), law }
    const findings = tiers.map((tier) => judgeTier(tier, facts, valueIn))
    const worst =
      findings.find(({ verdict }) => verdict === 'FAIL') ?? findings.find(({ verdict }) => verdict !== 'PASS')
    if (worst !== undefined) return { ...worst, evidence }
    return { verdict: 'PASS', reason: `The data that the law of ${code} requires is present.`, evidence }
  },
}

function judgeTier(
  { amount, originator, beneficiary }: Tier,
  facts: Known,
  valueIn: ValueIn = () => undefined,
): CheckFinding {
  const value = valueIn(amount.currency)
  if (value !== undefined && isBelow(value, amount)) return { verdict: 'PASS', reason: '' }
  const parts = [lackOf('originator', originator, facts), lackOf('beneficiary', beneficiary, facts)]
  const missing = parts.flatMap((part) => part.missing)
  if (missing.length === 0) {
    const unknown = parts.find((part) => part.unknown)
    if (unknown === undefined) return { verdict: 'PASS', reason: '' }
    return { verdict: 'UNKNOWN', reason: `The data that the law requires of the ${unknown.role} is not set.` }
  }
  const lists = parts.filter((part) => part.missing.length > 0)
  const list = lists.map((part) => `${part.role} ${part.missing.map(missingWords).join(', ')}`).join('; ')
  if (amount.value === '0' && amount.operator === '>=') return { verdict: 'FAIL', reason: `Missing: ${list}.`, missing }
  if (amount.value === null) {
    const reason = `The amount from which the law requires it is not set. Missing: ${list}.`
    return { verdict: 'UNKNOWN', reason, missing }
  }
  const from = `${amount.operator === '>' ? 'above' : 'from'} ${amount.value} ${amount.currency}`
  if (value !== undefined)
    return { verdict: 'FAIL', reason: `The law requires more ${from}. Missing: ${list}.`, missing }
  const reason = `The law requires more ${from}, and the value of the amount in ${amount.currency} is unknown. Missing: ${list}.`
  return { verdict: 'UNKNOWN', reason, missing }
}

type Known = Pick<CheckFacts, 'payload' | 'transfer' | 'entry'>

function lackOf(role: 'originator' | 'beneficiary', { value }: Requirement, { payload, transfer, entry }: Known) {
  if (value === null) return { role, unknown: true, missing: [] }
  const known = role === 'originator' ? transfer.originAddress : (addressOf(transfer) ?? entry?.address)
  const missing: readonly MissingData[] = missingData(role, value, payload, known)
  return { role, unknown: false, missing }
}
