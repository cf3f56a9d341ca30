import { addressOfAsset } from './address-of-asset.ts'
import { beneficiaryMatch } from './beneficiary-match.ts'
import type { Check, CheckFacts, CheckFinding, CheckResult, FactName } from './check.ts'
import { duplicate } from './duplicate.ts'
import { ivms101Completeness } from './ivms101-completeness.ts'
import { meaningfulNames } from './meaningful-names.ts'
import { ownershipProof } from './ownership-proof.ts'
import { screening } from './screening.ts'
import { usualAmount } from './usual-amount.ts'
import { vaspDueDiligence } from './vasp-due-diligence.ts'

/** Every check, in the order in which results are shown. */
export const CHECKS: readonly Check[] = [
  ivms101Completeness,
  meaningfulNames,
  beneficiaryMatch,
  addressOfAsset,
  duplicate,
  usualAmount,
  vaspDueDiligence,
  ownershipProof,
  screening,
]

/** The facts that any of `checks` needs. */
export function neededFacts(checks: readonly Check[]): ReadonlySet<FactName> {
  return new Set(checks.flatMap(({ needs }) => needs))
}

/**
 * The results of the `checks` that apply. A check that throws is `UNKNOWN`, so that a defect in it
 * approves nothing and loses no inquiry; `onError` receives what was thrown.
 */
export function runChecks(
  checks: readonly Check[],
  facts: CheckFacts,
  onError: (error: unknown, check: Check) => void,
): CheckResult[] {
  return checks.flatMap((check) => {
    const finding = judge(check, facts, onError)
    return finding === undefined ? [] : [{ check: check.name, version: check.version, at: facts.at, ...finding }]
  })
}

function judge(
  check: Check,
  facts: CheckFacts,
  onError: (error: unknown, check: Check) => void,
): CheckFinding | undefined {
  try {
    return check.judge(facts)
  } catch (error) {
    onError(error, check)
    return { verdict: 'UNKNOWN', reason: 'The check failed because of a defect in this service, which the log shows.' }
  }
}
