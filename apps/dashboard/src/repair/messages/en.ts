/** English: correcting data, and sending an inquiry again. */
export const repairEn = {
  back: 'Back to the transaction',
  CORRECT: {
    button: 'Correct the data',
    title: 'Correct the data',
    text: 'The counterparty has not accepted this inquiry, so its data can still be changed. What it replaces is kept in the history.',
    save: 'Save the correction',
  },
  RESUBMIT: {
    button: 'Send again as a new transaction',
    title: 'Send again as a new transaction',
    text: 'This inquiry has ended. Another one is sent in its place, and the two are linked with each other.',
    save: 'Send the inquiry',
  },
  impossible: 'The data of this transaction cannot be changed now.',
  role: 'Only someone who may see personal data can change it: a compliance officer.',
  sendNow: 'Send it again at once',
  sendNowHint: 'Otherwise it is sent when someone retries its delivery.',
  amountHint: 'A decimal number with a point.',
  nothing: 'Nothing has been changed yet.',
  receives: 'What the counterparty receives',
  linkOf: 'Sent in the place of',
  linkAs: 'Sent again as',
}
