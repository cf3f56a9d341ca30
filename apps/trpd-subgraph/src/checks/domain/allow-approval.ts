import type { CheckName, CheckResult } from './check.ts'

/**
 * True if results allow an automatic approval: no check fails, and each of `required` passes. A WARN outside
 * `required` does not prevent it.
 */
export function allowApproval(
  results: readonly Pick<CheckResult, 'check' | 'verdict'>[],
  required: ReadonlySet<CheckName>,
): boolean {
  const passed = new Set(results.filter(({ verdict }) => verdict === 'PASS').map(({ check }) => check))
  return results.every(({ verdict }) => verdict !== 'FAIL') && [...required].every((name) => passed.has(name))
}
