import type { Actor } from '@travel-rule/database/outbox'

/** Whoever has the token of a proof: its customer, or a wallet on their behalf. Nothing more is known of them. */
export const CUSTOMER: Actor = { type: 'CUSTOMER', id: 'customer' }
