/** English: what stops a transaction, and accepting a finding. */
export const releaseEn = {
  title: 'What stops this transaction',
  checking: 'The checks are running. The transaction continues automatically if they allow it.',
  requiresNothing:
    'No check has to pass on this node: neither a jurisdiction nor a sanctions list is set. Look at the checks yourself.',
  acts: {
    SEND: 'to send the inquiry',
    APPROVE: 'to approve',
    PAY: 'to pay',
    CREDIT: 'to credit the customer',
    REPORT: 'to send the hash',
  },
  stops: (acts: string) => `Not allowed: ${acts}`,
  codes: {
    TRANSACTION_WRONG_DIRECTION: 'This is for the other side.',
    TRANSACTION_WRONG_STATUS: 'The status does not allow it.',
    VASP_NOT_TRUSTED: 'The VASP is not trusted yet.',
    AMOUNT_UNIT_UNKNOWN: 'The unit in which the VASP writes amounts is not known.',
    CASE_ON_HOLD: 'The case is on hold until an officer releases it.',
    CHECK_NOT_RUN: 'It is being checked on the data and the lists as they are now.',
    FINDING_OPEN: 'No person has accepted this finding.',
    FINDING_NEEDS_SECOND_PERSON: 'One person has accepted this finding. The amount needs a second one.',
    SCREENING_LIST_MISSING: 'A sanctions list is not loaded. The operator has to load it.',
    SCREENING_LIST_OUTDATED: 'A sanctions list is too old. The operator has to load it again.',
  },
  accept: 'Accept this finding',
  acceptTitle: 'Accept this finding?',
  acceptText:
    'It then stops nothing, as long as the check finds the same. Your reason is kept in the case, and your name in the audit log.',
}
