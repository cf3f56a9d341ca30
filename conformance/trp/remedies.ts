/** What to do about broken rules, in order of dependency. */
export const REMEDIES = {
  version:
    'Name your version in the header api-version whenever you refuse another one, so that no sender has to guess it.',
  headers:
    'Send api-version and request-identifier in each message and each response, and refuse messages without them.',
  inquiry: 'Respond to an inquiry as TRP says: 200 with exactly one of version, approved and rejected.',
  message:
    'Write your messages as TRP says: an inquiry has asset, amount, callback and IVMS101, a confirmation txid or canceled.',
  decision: 'Write decisions as TRP says: approved with address and callback, or rejected with the reason.',
  confirmation: 'Respond to confirmations as TRP says: 204, and 400 if it has neither txid nor canceled, or both.',
  callback:
    'Respond to decisions at your callback as TRP says: 204, and 400 if approved and rejected are both present.',
  address: 'Respond with 404 where a travel address or a callback is unknown.',
  extensions: 'Ignore extensions that you do not know, or refuse the message with 501.',
  validation: 'Validate inquiries before you accept them, and refuse immediately what cannot be completed.',
  idempotency: 'Make repeats safe: one message under one request-identifier has one effect and one response.',
  discovery: 'Let other VASPs look up your identity and version before they send personal data.',
  http: 'Refuse malformed requests with the status that HTTP defines for them.',
} as const

export type Remedy = keyof typeof REMEDIES
