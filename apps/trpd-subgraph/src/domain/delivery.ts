/** The TRP message that a delivery carries. A transfer has at most one of each kind. */
export type DeliveryKind = 'INQUIRY' | 'RESOLUTION' | 'CONFIRMATION' | 'CANCELLATION'

/** How far a message to the counterparty has come. Never merged with the business status of the transfer. */
export type DeliveryState = 'NONE' | 'QUEUED' | 'IN_FLIGHT' | 'DELIVERED' | 'RETRYING' | 'FAILED'

/** The latest message of a transfer to its counterparty. */
export type Delivery =
  | { readonly state: 'NONE' }
  | {
      readonly state: Exclude<DeliveryState, 'NONE'>
      readonly kind: DeliveryKind
      /** Finished attempts, over all retries. */
      readonly attempts: number
      /** When the next attempt is made; set while RETRYING. */
      readonly nextAttemptAt?: Date
      /** What went wrong at the last attempt, in words for an officer; may quote the counterparty. */
      readonly lastProblem?: string
    }

export const noDelivery: Delivery = { state: 'NONE' }

/** A message that has just been put into the queue. */
export function queued(kind: DeliveryKind): Delivery {
  return { state: 'QUEUED', kind, attempts: 0 }
}

/** `true` while the message of this kind still has to reach the counterparty. */
export function isUnderway(delivery: Delivery, kind: DeliveryKind): boolean {
  if (delivery.state === 'NONE' || delivery.kind !== kind) return false
  return delivery.state === 'QUEUED' || delivery.state === 'IN_FLIGHT' || delivery.state === 'RETRYING'
}

/** An answer proves that our inquiry has arrived, whatever the last attempt looked like. */
export function inquiryArrived(delivery: Delivery): Delivery {
  return arrived(delivery, 'INQUIRY')
}

/** A confirmation proves that our resolution has arrived. */
export function resolutionArrived(delivery: Delivery): Delivery {
  return arrived(delivery, 'RESOLUTION')
}

function arrived(delivery: Delivery, kind: 'INQUIRY' | 'RESOLUTION'): Delivery {
  if (delivery.state === 'NONE' || delivery.kind !== kind) return delivery
  return { state: 'DELIVERED', kind, attempts: delivery.attempts }
}

/** A message that is not sent any more because of `why`. */
export function notNeeded(delivery: Delivery, why: string): Delivery {
  if (delivery.state === 'NONE' || delivery.state === 'DELIVERED') return delivery
  return {
    state: 'FAILED',
    kind: delivery.kind,
    attempts: delivery.attempts,
    lastProblem: `Not sent any more: ${why}.`,
  }
}
