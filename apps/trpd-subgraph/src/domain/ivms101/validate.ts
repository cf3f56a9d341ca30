import { checkConstraints } from './constraints.ts'
import { checkForm } from './form.ts'
import type { IvmsIssue } from './issue.ts'
import type { Ivms101 } from './model.ts'

/**
 * Every way in which `payload` does not satisfy IVMS101: required fields, lengths in code points, codes, and the constraints C1 to
 * C12. Empty when it may be sent. `at` is the moment of the check, against which dates of birth are held.
 *
 * Messages never hold what stands in the payload.
 */
export function validateIvms101(payload: Ivms101, at: Date): readonly IvmsIssue[] {
  return [...checkForm(payload), ...checkConstraints(payload, at)]
}
