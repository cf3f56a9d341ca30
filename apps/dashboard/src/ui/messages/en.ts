/** English: buttons and notes of forms. */
export const formWordsEn = {
  close: 'Close',
  cancelDialog: 'Back',
  required: 'This field is required.',
  working: 'Working …',
}

/** English: why an operation failed. */
export const problemsEn = {
  title: 'That did not work',
  unreachable: 'The service cannot be reached. Check your connection and try again; nothing was changed twice.',
  FORBIDDEN: 'Your role does not allow this.',
  UNAUTHENTICATED: 'Your session has ended. Sign in again.',
  SUBGRAPH_UNAVAILABLE: 'A part of the service does not respond now. Try again in a moment.',
  SUBGRAPH_TIMEOUT: 'A part of the service did not respond in time. Look at the status before you try again.',
  TRANSACTION_SECOND_PERSON_MISSING:
    'A decision about this amount needs two people: propose it, and another person accepts it.',
  TRANSACTION_VERSION_CONFLICT:
    'Someone else changed this transaction first. Load the page again to see what has changed.',
  TRANSACTION_RESUBMITTED: 'Another transaction has already been sent in its place.',
  DATA_REQUEST_CLOSED: 'The request is closed: withdrawn, expired or answered.',
  DATA_REQUESTS_TOO_MANY: 'Too many requests for this transaction are open. Withdraw one first.',
  SAVED_VIEWS_TOO_MANY: 'You have as many saved views as one person can have. Delete one first.',
  SAVED_VIEW_EXISTS: 'Another of your views has this name.',
  SAVED_VIEW_NOT_FOUND: 'This view was deleted meanwhile.',
  TRANSACTION_ON_HOLD: 'The transaction is on hold. Release it first.',
  BATCH_INTERRUPTED: 'The batch ended before this transaction, which is unchanged. Try again.',
  CASE_ASSIGNEE_NOT_ALLOWED: 'Choose a person who may decide about transactions, and has used this service lately.',
  PROPOSAL_OWN: 'You cannot accept your own proposal. Another person has to.',
  PROPOSAL_EXISTS: 'A decision is already proposed. Withdraw that proposal first, or accept it.',
  PROPOSAL_EXPIRED: 'The proposal has expired.',
  PROPOSAL_NOT_FOUND: 'The proposal was withdrawn or accepted meanwhile.',
  EVIDENCE_INCOMPLETE: 'Evidence needs every part of the service, and one does not respond now. Try again in a moment.',
  EVIDENCE_KEYS_MISSING: 'Evidence cannot be signed here: this node has no keys for checkpoints. Ask its operator.',
  EVIDENCE_PDF_BUSY: 'Other PDFs are being made. Try again in a moment.',
  EVIDENCE_PDF_TOO_LARGE: 'The evidence is too large for a PDF.',
  EVIDENCE_PDF_TIMEOUT: 'Making the PDF took too long. Try again in a moment.',
  RATE_LIMITED: 'Too many requests. Try again in a moment.',
  conflict: 'Someone else changed this transaction first. The page shows the current state; please look again.',
  other: 'The service could not do this.',
  code: (code: string) => `Code: ${code}`,
  retry: 'Try again',
  load: 'This cannot be loaded now.',
}
