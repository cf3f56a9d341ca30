import type { AmountUnit } from './amount.ts'
import type { IvmsIssue } from './ivms101/issue.ts'

export type Direction = 'SENT' | 'RECEIVED'

/** Why a transfer is BLOCKED. It is released when the last hold is gone. */
export type Hold = 'VASP_NOT_TRUSTED' | 'AMOUNT_UNIT_UNKNOWN'

/** The business state. Source: TRP facts of this project, "States". */
export type TransferState =
  | { readonly status: 'BLOCKED'; readonly holds: readonly Hold[] }
  | { readonly status: 'PENDING'; readonly expiresAt?: Date }
  | { readonly status: 'APPROVED'; readonly address: string; readonly expiresAt?: Date }
  | { readonly status: 'CONFIRMED'; readonly address: string; readonly txHash: string }
  | { readonly status: 'DECLINED'; readonly reason: string }
  | { readonly status: 'CANCELED'; readonly reason: string; readonly address?: string }
  | { readonly status: 'EXPIRED'; readonly reason: string; readonly address?: string }
  | { readonly status: 'FAILED'; readonly reason: string }

export type TransferStatus = TransferState['status']

/** What never changes about a transfer. */
export interface TransferFacts {
  readonly id: string
  readonly direction: Direction
  /** UUID of the inquiry: ours when SENT, the counterparty's when RECEIVED. Never the key. */
  readonly requestIdentifier: string
  /** Id of the asset in our registry. */
  readonly assetId: string
  /** Exact decimal as the sender wrote it; `amountUnit` says in which unit. */
  readonly amount: string
  readonly travelAddress: string
  readonly vaspId: string
  /** The entry of our address book that was inquired; RECEIVED only. */
  readonly addressBookEntryId?: string
  /** The TRP version of the inquiry. */
  readonly protocolVersion: string
  /** Every deviation of the received IVMS101 payload; never personal data. */
  readonly ivms101Issues: readonly IvmsIssue[]
  readonly createdAt: Date
}

/** One exchange of Travel Rule data with another VASP; `Transaction` in the API. Holds no personal data. */
export interface Transfer extends TransferFacts {
  /** Counts the changes, from 1. */
  readonly version: number
  readonly state: TransferState
  readonly delivery: Delivery
  /** Absent while nobody has said in which unit the counterparty writes amounts. */
  readonly amountUnit?: AmountUnit
  /** Subject of the person who decided last. */
  readonly decidedBy?: string
  readonly archivedAt?: Date
  readonly updatedAt: Date
}

interface Opening {
  readonly facts: TransferFacts
  readonly amountUnit: AmountUnit | undefined
  readonly vaspTrusted: boolean
}

/** A transfer that we start. BLOCKED until the VASP is trusted and its unit is known, else its inquiry is queued. */
export function openSent({
  facts,
  amountUnit,
  vaspTrusted,
  expiresAt,
}: Opening & { readonly expiresAt: Date }): Transfer {
  const holds = holdsOf(vaspTrusted, amountUnit)
  return {
    ...facts,
    version: 1,
    // Outgoing amounts are given to us in whole units; the wire profile only rules how they are sent.
    amountUnit: 'WHOLE',
    state: holds.length > 0 ? { status: 'BLOCKED', holds } : { status: 'PENDING', expiresAt },
    delivery: holds.length > 0 ? noDelivery : queued('INQUIRY'),
    updatedAt: facts.createdAt,
  }
}

/** A transfer that a counterparty starts. BLOCKED until the VASP is trusted and its unit is known. */
export function openReceived({ facts, amountUnit, vaspTrusted }: Opening): Transfer {
  const holds = holdsOf(vaspTrusted, amountUnit)
  return {
    ...facts,
    version: 1,
    ...(amountUnit === undefined ? {} : { amountUnit }),
    state: holds.length > 0 ? { status: 'BLOCKED', holds } : { status: 'PENDING' },
    delivery: noDelivery,
    updatedAt: facts.createdAt,
  }
}

/** What keeps a transfer with this VASP from going on. */
function holdsOf(vaspTrusted: boolean, amountUnit: AmountUnit | undefined): Hold[] {
  const holds: Hold[] = []
  if (!vaspTrusted) holds.push('VASP_NOT_TRUSTED')
  if (amountUnit === undefined) holds.push('AMOUNT_UNIT_UNKNOWN')
  return holds
}

/** `true` when the business is finished. FAILED counts as finished until somebody retries. */
export function isTerminal({ status }: TransferState): boolean {
  return status !== 'BLOCKED' && status !== 'PENDING' && status !== 'APPROVED'
}

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
