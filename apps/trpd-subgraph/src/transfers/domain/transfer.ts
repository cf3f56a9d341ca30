import type { AmountUnit } from '../../foundation/domain/amount.ts'
import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import type { SenderProof } from '../../vasps/domain/sender-proof.ts'

export type Direction = 'SENT' | 'RECEIVED'

/**
 * How the Travel Rule data of a transfer is exchanged: over TRP, through another channel (or not yet), or
 * with no VASP because the other wallet is self-hosted. Nothing is sent for the latter two.
 */
export type TransferChannel = 'TRP' | 'OFFLINE' | 'SELF_HOSTED'

/** A reason why a transfer is BLOCKED. It is released when its last hold is lifted. */
export type Hold = 'VASP_NOT_TRUSTED' | 'AMOUNT_UNIT_UNKNOWN'

/** The business state. Source: TRP facts of this project, "States". */
export type TransferState =
  | { readonly status: 'BLOCKED'; readonly holds: readonly Hold[] }
  | { readonly status: 'PENDING'; readonly expiresAt?: Date }
  | { readonly status: 'APPROVED'; readonly address: string; readonly expiresAt?: Date }
  | { readonly status: 'CONFIRMED'; readonly address: string; readonly txHash: string }
  | ({ readonly status: 'DECLINED' | 'CANCELED' | 'EXPIRED'; readonly reason: string } & FormerApproval)
  | { readonly status: 'FAILED'; readonly reason: string }

/** The remains of an approval that was withdrawn or canceled, or has expired. */
interface FormerApproval {
  readonly address?: string
  /** The hash that the counterparty reported afterwards; RECEIVED only. */
  readonly lateTxHash?: string
}

export type TransferStatus = TransferState['status']

/** The fields of a transfer that never change. */
export interface TransferFacts {
  readonly id: string
  readonly direction: Direction
  readonly channel: TransferChannel
  /** UUID of the inquiry, chosen by its sender. Unique among SENT and among registered transfers. */
  readonly requestIdentifier: string
  /** Id of the asset in our registry. */
  readonly assetId: string
  /** The exact decimal as written by the sender, in `amountUnit`. */
  readonly amount: string
  /** Present only over TRP, and always there. */
  readonly travelAddress?: string
  /** Always present over TRP, never for a self-hosted wallet. */
  readonly vaspId?: string
  /** The address from which the asset comes, if it was registered. */
  readonly originAddress?: string
  /** The address book entry to which the inquiry was sent; RECEIVED only. */
  readonly addressBookEntryId?: string
  /** The TRP version in which the inquiry was last sent. Present only over TRP, and always there. */
  readonly protocolVersion?: string
  /** The issues of the received IVMS101 payload. They contain no personal data. */
  readonly ivms101Issues: readonly IvmsIssue[]
  /** Tolerated deviations of received messages from TRP. */
  readonly deviations: readonly Deviation[]
  /** A keyed hash of the customer reference, used to filter lists. */
  readonly customerFingerprint?: Buffer
  /** The sender of the inquiry; RECEIVED only, and absent for transfers stored before this was recorded. */
  readonly sender?: SenderProof
  readonly createdAt: Date
}

/** One exchange of Travel Rule data with another VASP, without personal data. */
export interface Transfer extends TransferFacts {
  /** Number of the latest change, from 1. */
  readonly version: number
  readonly state: TransferState
  readonly delivery: Delivery
  /** Absent while the counterparty's amount unit is unknown. */
  readonly amountUnit?: AmountUnit
  /** Subject of the officer who made the latest decision. */
  readonly decidedBy?: string
  readonly archivedAt?: Date
  /** When its personal data was erased; after that, nothing can change. */
  readonly erasedAt?: Date
  readonly updatedAt: Date
}

/** The facts that a message to the other VASP depends on. */
interface TrpFacts {
  readonly travelAddress: string
  readonly vaspId: string
  readonly protocolVersion: string
}

/**
 * The facts needed for TRP messages. Throws unless the transfer is exchanged over TRP, since no message may
 * be sent about others.
 */
export function trpFactsOf({ channel, travelAddress, vaspId, protocolVersion }: Transfer): TrpFacts {
  if (channel !== 'TRP' || travelAddress === undefined || vaspId === undefined || protocolVersion === undefined) {
    throw new Error(`a transfer of the channel ${channel} has no messages`)
  }
  return { travelAddress, vaspId, protocolVersion }
}

interface Opening {
  readonly facts: Omit<TransferFacts, 'channel'> & TrpFacts
  readonly amountUnit: AmountUnit | undefined
  readonly vaspTrusted: boolean
}

/** Opens a transfer started by us: BLOCKED if it has holds, otherwise with its inquiry queued. */
export function openSent({
  facts,
  amountUnit,
  vaspTrusted,
  expiresAt,
}: Opening & { readonly expiresAt: Date }): Transfer {
  const holds = holdsOf(vaspTrusted, amountUnit)
  return {
    ...facts,
    channel: 'TRP',
    version: 1,
    // Our amounts are in whole units. The wire profile applies only when they are sent.
    amountUnit: 'WHOLE',
    state: holds.length > 0 ? { status: 'BLOCKED', holds } : { status: 'PENDING', expiresAt },
    delivery: holds.length > 0 ? noDelivery : queued('INQUIRY'),
    updatedAt: facts.createdAt,
  }
}

/** Opens a transfer started by a counterparty: BLOCKED if it has holds, otherwise PENDING. */
export function openReceived({ facts, amountUnit, vaspTrusted }: Opening): Transfer {
  const holds = holdsOf(vaspTrusted, amountUnit)
  return {
    ...facts,
    channel: 'TRP',
    version: 1,
    ...(amountUnit === undefined ? {} : { amountUnit }),
    state: holds.length > 0 ? { status: 'BLOCKED', holds } : { status: 'PENDING' },
    delivery: noDelivery,
    updatedAt: facts.createdAt,
  }
}

/** Opens a registered transfer: CONFIRMED with a hash, otherwise APPROVED without a time limit. */
export function openRegistered({ facts, address, txHash }: Registration): Transfer {
  return {
    ...facts,
    version: 1,
    amountUnit: 'WHOLE',
    state: txHash === undefined ? { status: 'APPROVED', address } : { status: 'CONFIRMED', address, txHash },
    delivery: noDelivery,
    updatedAt: facts.createdAt,
  }
}

interface Registration {
  readonly facts: TransferFacts & { readonly channel: Exclude<TransferChannel, 'TRP'> }
  /** The payment address. */
  readonly address: string
  readonly txHash: string | undefined
}

function holdsOf(vaspTrusted: boolean, amountUnit: AmountUnit | undefined): Hold[] {
  const holds: Hold[] = []
  if (!vaspTrusted) holds.push('VASP_NOT_TRUSTED')
  if (amountUnit === undefined) holds.push('AMOUNT_UNIT_UNKNOWN')
  return holds
}

/** A hash that was reported too late and that no officer has accepted; `undefined` without one. */
export function lateTxHashOf({ state }: Transfer): string | undefined {
  return 'lateTxHash' in state ? state.lateTxHash : undefined
}

/** True if the transfer is finished. A FAILED transfer is finished until an officer retries it. */
export function isTerminal({ status }: TransferState): boolean {
  return status !== 'BLOCKED' && status !== 'PENDING' && status !== 'APPROVED'
}

/** The TRP message that a delivery carries. A transfer has at most one of each kind. */
export type DeliveryKind = 'INQUIRY' | 'RESOLUTION' | 'CONFIRMATION' | 'CANCELLATION'

/** The progress of a message to the counterparty, independent of the status of the transfer. */
export type DeliveryState = 'NONE' | 'QUEUED' | 'IN_FLIGHT' | 'DELIVERED' | 'RETRYING' | 'FAILED'

/** The latest message of a transfer to its counterparty. */
export type Delivery =
  | { readonly state: 'NONE' }
  | {
      readonly state: Exclude<DeliveryState, 'NONE'>
      readonly kind: DeliveryKind
      /** Number of finished attempts, over all retries. */
      readonly attempts: number
      /** Time of the next attempt; set while RETRYING. */
      readonly nextAttemptAt?: Date
      /** The problem at the last attempt, for an officer; may quote the counterparty. */
      readonly lastProblem?: string
    }

export const noDelivery: Delivery = { state: 'NONE' }

/** The delivery of a message that was just queued. */
export function queued(kind: DeliveryKind): Delivery {
  return { state: 'QUEUED', kind, attempts: 0 }
}

/** True if a message of this kind has not been delivered yet. */
export function isUnderway(delivery: Delivery, kind: DeliveryKind): boolean {
  if (delivery.state === 'NONE' || delivery.kind !== kind) return false
  return delivery.state === 'QUEUED' || delivery.state === 'IN_FLIGHT' || delivery.state === 'RETRYING'
}

/** Marks a message of this kind as delivered, because the counterparty's next message proves it. */
export function markDelivered(delivery: Delivery, kind: 'INQUIRY' | 'RESOLUTION'): Delivery {
  if (delivery.state === 'NONE' || delivery.kind !== kind) return delivery
  return { state: 'DELIVERED', kind, attempts: delivery.attempts }
}

/** Ends the delivery of an obsolete message. `why` is a clause. */
export function abandon(delivery: Delivery, why: string): Delivery {
  if (delivery.state === 'NONE' || delivery.state === 'DELIVERED') return delivery
  return {
    state: 'FAILED',
    kind: delivery.kind,
    attempts: delivery.attempts,
    lastProblem: `No longer sent: ${why}.`,
  }
}

/** The address of the other party, if it is known. */
export function counterpartyAddressOf(transfer: Transfer): string | undefined {
  return (transfer.direction === 'SENT' ? addressOf(transfer) : transfer.originAddress) || undefined
}

/** The payment address, once there is one. */
export function addressOf({ state }: Transfer): string | undefined {
  return 'address' in state ? state.address : undefined
}
