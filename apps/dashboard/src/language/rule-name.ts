import type { Messages } from './messages.ts'

/** The name that the API gives to the limits of a VASP, which are no rule. */
const LIMITS = 'limits of the VASP'

/** The name of a rule, as people read it. */
export function ruleName(name: string, { record }: Messages): string {
  return name === LIMITS ? record.limitsOfVasp : name
}
