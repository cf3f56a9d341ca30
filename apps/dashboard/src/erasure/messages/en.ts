/** English: erasure, legal holds, retention, and the customer’s own data. */
export const erasureEn = {
  title: 'Legal hold and erasure',
  free: 'No legal hold. The personal data can be erased once the transaction is finished.',
  held: (name: string, when: string) =>
    `Under a legal hold: set by ${name}, ${when}. Its personal data cannot be erased.`,
  erased: (when: string) =>
    `The personal data of this transaction was erased on ${when}. What happened when, the asset, the amount, the VASP and the hash remain; the transaction can no longer be changed.`,
  SET: {
    button: 'Set a legal hold',
    title: 'Set a legal hold?',
    text: 'The personal data is kept until the hold is ended, regardless of the retention period. The counterparty does not notice.',
  },
  END: {
    button: 'End the legal hold',
    title: 'End the legal hold?',
    text: 'If its retention period has ended, the personal data may then be erased at any time.',
  },
  erase: {
    transaction: 'Erase the personal data',
    customer: 'Erase a customer',
    destroys: 'Destroyed for good',
    destroyed: {
      transaction:
        'Both parties, texts and reasons, messages, addresses, the customer reference, the evidence of the checks, and the ownership proofs that were requested for it.',
      customer:
        'What is stored about the customer, the travel addresses, which become inactive, and the personal data of all transactions and ownership proofs of the customer. Saved views of all people that have the reference or the name are deleted.',
    },
    remains: 'What remains',
    remaining:
      'What happened when and by whom, the asset, the amount, the VASP and the hash. The audit log records the erasure.',
    ground: 'Why',
    grounds: {
      DATA_SUBJECT_REQUEST: 'The person concerned has asked for it',
      RETENTION_ENDED: 'The retention period has ended',
      AUTHORITY_ORDER: 'An authority or a court has ordered it',
      RECORDED_IN_ERROR: 'It should not have been recorded',
    },
    name: 'Name of the customer',
    nameHint: 'Optional. Saved views that have every word of it are deleted.',
    ticket: 'Your reference to the request or order',
    ticketHint: 'Optional. The audit log keeps it: no personal data.',
    confirm: (word: string) => `Type ${word} to confirm`,
    word: 'ERASE',
    wrong: (word: string) => `Type the word ${word}.`,
    button: 'Erase for good',
    done: (transactions: string, addresses: string, proofs: string, views: string) =>
      `Erased: transactions ${transactions}, travel addresses ${addresses}, ownership proofs ${proofs}, saved views ${views}.`,
  },
  certificate: {
    title: 'Certificate of erasure',
    list: 'Erasures',
    empty: 'Nothing has been erased yet.',
    soon: 'The audit log receives the certificate in a moment.',
    what: 'What',
    ticket: 'Reference',
    by: 'By',
    at: 'When',
    entry: 'Audit log',
    destroys: 'Destroyed',
    destroyed: {
      transfer:
        'Both parties, texts and reasons, messages, addresses, the customer reference, and the evidence of the checks.',
      proof: 'The address, the challenge, every signature, the customer reference, the reasons, and the link.',
    },
    amount: (transactions: string, addresses: string) =>
      `Transactions: ${transactions}. Travel addresses: ${addresses}.`,
  },
  retention: {
    title: 'Retention',
    intro: 'How long the law requires personal data, and what is past that time.',
    periods: 'Periods',
    columns: { kind: 'Kind', period: 'Period', source: 'Source' },
    kinds: {
      transaction: 'Transactions',
      screeningHit: 'Transactions with a finding of the screening',
      unusedProof: 'Requested for no transaction, and never verified',
      transactionProof: 'Requested for a transaction, or verified and revoked',
    },
    years: (count: number, text: string) => (count === 1 ? '1 year' : `${text} years`),
    unknown: 'not known: nothing is erased',
    noJurisdiction: 'No jurisdiction is set (TRPD_JURISDICTION): no period is known, and nothing is erased.',
    under: (code: string) => `The law of ${code}, counted from the last change of a transaction.`,
    plan: 'Dry run',
    on: 'Data that is due is erased automatically.',
    off: 'Nothing is erased automatically (TRPD_RETENTION_ERASES). This is what would be erased.',
    dueCount: 'Past the period, and can be erased',
    keptCount: 'Past the period, and kept: open, under a legal hold, or with a finding',
    heldCount: 'Of those, under a legal hold',
    oldest: (count: string) => `The oldest ${count}`,
    proofs: {
      periods: 'Periods of ownership proofs',
      noJurisdiction: 'No jurisdiction is set (AOPD_JURISDICTION): no period is known, and nothing is erased.',
      under: (code: string) =>
        `The law of ${code}, counted from the last change of a proof. Verified proofs are in use and have no period.`,
      plan: 'Dry run of ownership proofs',
      off: 'Nothing is erased automatically (AOPD_RETENTION_ERASES). This is what would be erased.',
      keptCount: 'Past a period, and kept: in use, under a legal hold, or of a kind whose period is not known',
    },
    customerText:
      'When a customer asks for it, or an authority orders it. Refused while a transaction is open or under a legal hold.',
  },
  download: {
    button: 'Download the data of this customer',
    text: 'For the customer: what is held about that person, without the other parties and without anything internal. The audit log records it.',
    progress: (count: string) => `${count} transactions loaded …`,
    done: 'The file is saved.',
  },
}
