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

/** All checks, in display order. */
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

/** The facts needed by any of `checks`. */
export function neededFacts(checks: readonly Check[]): ReadonlySet<FactName> {
  return new Set(checks.flatMap(({ needs }) => needs))
}

/**
 * Runs those of `checks` that apply, and returns their results. A check that throws is `UNKNOWN`, so that a
 * bug in it approves nothing and loses no inquiry; `onError` receives the error.
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
