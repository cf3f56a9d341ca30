import type { Ivms101 } from '../ivms101/model.ts'
import { isBelow, type Requirement, type Tier } from '../jurisdictions/jurisdiction.ts'
import { missingFields } from '../jurisdictions/missing-fields.ts'
import type { ValueIn } from '../rates.ts'
import type { Check, CheckFinding } from './check.ts'

/**
 * Whether the data of the parties is complete by the law of this node.
 *
 * Amounts are compared in the currency of the law by the operator's rates. While the value is unknown,
 * data that satisfies the highest tier passes, and data that lacks a field of a higher tier is
 * `UNKNOWN`.
 */
export const ivms101Completeness: Check = {
  name: 'IVMS101_COMPLETENESS',
  version: 2,
  needs: [],
  judge({ jurisdiction, payload, valueIn }) {
    if (jurisdiction === undefined) {
      return { verdict: 'UNKNOWN', reason: 'The jurisdiction of this node is not set: TRPD_JURISDICTION.' }
    }
    const { code, version, law, tiers } = jurisdiction
    const evidence = { jurisdiction: code, version: String(version), law }
    const findings = tiers.map((tier) => judgeTier(tier, payload, valueIn))
    const worst =
      findings.find(({ verdict }) => verdict === 'FAIL') ?? findings.find(({ verdict }) => verdict !== 'PASS')
    if (worst !== undefined) return { ...worst, evidence }
    return { verdict: 'PASS', reason: `The data that the law of ${code} requires is present.`, evidence }
  },
}

function judgeTier(
  { amount, originator, beneficiary }: Tier,
  payload: Ivms101,
  valueIn: ValueIn = () => undefined,
): CheckFinding {
  const value = valueIn(amount.currency)
  if (value !== undefined && isBelow(value, amount)) return { verdict: 'PASS', reason: '' }
  const parts = [lackOf('originator', originator, payload), lackOf('beneficiary', beneficiary, payload)]
  const missing = parts.filter((part) => part.missing !== '').map((part) => part.missing)
  if (missing.length === 0) {
    const unknown = parts.find((part) => part.unknown)
    if (unknown === undefined) return { verdict: 'PASS', reason: '' }
    return { verdict: 'UNKNOWN', reason: `The data that the law requires of the ${unknown.role} is not set.` }
  }
  const list = missing.join('; ')
  if (amount.value === '0' && amount.operator === '>=') return { verdict: 'FAIL', reason: `Missing: ${list}.` }
  if (amount.value === null) {
    return { verdict: 'UNKNOWN', reason: `The amount from which the law requires it is not set. Missing: ${list}.` }
  }
  const from = `${amount.operator === '>' ? 'above' : 'from'} ${amount.value} ${amount.currency}`
  if (value !== undefined) return { verdict: 'FAIL', reason: `The law requires more ${from}. Missing: ${list}.` }
  const reason = `The law requires more ${from}, and the value of the amount in ${amount.currency} is unknown. Missing: ${list}.`
  return { verdict: 'UNKNOWN', reason }
}

function lackOf(role: 'originator' | 'beneficiary', { value }: Requirement, payload: Ivms101) {
  if (value === null) return { role, unknown: true, missing: '' }
  const groups = missingFields(role, value, payload)
  const missing = groups.length === 0 ? '' : `${role} ${groups.join(', ')}`
  return { role, unknown: false, missing }
}
