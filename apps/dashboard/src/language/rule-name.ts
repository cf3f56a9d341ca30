import type { Messages } from './messages.ts'

/** The API's name for the limits of a VASP, which are not a rule. */
const LIMITS = 'limits of the VASP'

/** The name of a rule, in readable form. */
export function ruleName(name: string, { record }: Messages): string {
  return name === LIMITS ? record.limitsOfVasp : name
}
