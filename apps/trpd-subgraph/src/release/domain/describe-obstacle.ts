import type { Obstacle } from './may-do.ts'

/** Explains to a person what stops an act and how to remove the obstacle. Contains no personal data. */
export function describeObstacle({ code, check, verdict, list }: Obstacle): string {
  switch (code) {
    case 'TRANSACTION_WRONG_DIRECTION':
      return 'This is for the other side of the transaction.'
    case 'TRANSACTION_WRONG_STATUS':
      return 'The status of the transaction does not allow it.'
    case 'VASP_NOT_TRUSTED':
      return 'The VASP is not trusted: call trustVasp.'
    case 'AMOUNT_UNIT_UNKNOWN':
      return 'It is not known how the VASP writes amounts: call setWireProfile.'
    case 'CASE_ON_HOLD':
      return 'The case is on hold: an officer has to release it with releaseTx.'
    case 'CHECK_NOT_RUN':
      return `${check} has not run on the data and the lists as they are now: it runs automatically.`
    case 'FINDING_OPEN':
      return `${check} is ${verdict}: an officer has to accept this finding with acceptFinding, or the data has to change.`
    case 'FINDING_NEEDS_SECOND_PERSON':
      return `${check} is ${verdict}: one officer has accepted this finding, and the amount needs a second one.`
    case 'SCREENING_LIST_MISSING':
      return `The sanctions list ${list} is not loaded.`
    case 'SCREENING_LIST_OUTDATED':
      return `The sanctions list ${list} is too old: load it again.`
  }
}
