import { randomUUID } from 'node:crypto'
import type { Exchange } from './exchange-log.ts'
import type { TrpAsset } from './inquiry-body.ts'

export const INQUIRIES_MAX = 1_000
export const ANSWERS_MAX = 5_000

/** Which of the three travel addresses an inquiry came to. */
export const behaviours = ['approve', 'callback', 'reject'] as const
export type Behaviour = (typeof behaviours)[number]

export type DeliveryKind = 'inquiry' | 'resolution' | 'confirmation'

/** One message to another VASP; every attempt carries the same request identifier and the same bytes. */
export interface Delivery {
  readonly kind: DeliveryKind
  readonly url: string
  readonly requestIdentifier: string
  readonly text: string
  /** Unix time in milliseconds of the next attempt. */
  dueAt: number
  attempts: number
  state: 'WAITING' | 'DELIVERED' | 'GIVEN_UP'
  /** What went wrong last. */
  problem?: string
}

interface AnyInquiry {
  readonly id: string
  readonly requestIdentifier: string
  readonly asset: TrpAsset
  readonly amount: string
  readonly ivms101: unknown
  /** Makes the callback URL that we handed out unguessable. */
  readonly token: string
  readonly at: string
  readonly deliveries: Delivery[]
  approved?: { readonly address: string; readonly callback: string }
  rejected?: string
  txid?: string
  canceled?: string
}

export interface ReceivedInquiry extends AnyInquiry {
  readonly direction: 'RECEIVED'
  readonly behaviour: Behaviour
  readonly callback: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CONFIRMED' | 'CANCELED'
}

export interface SentInquiry extends AnyInquiry {
  readonly direction: 'SENT'
  readonly travelAddress: string
  readonly idempotencyKey?: string
  /** The request that made it, so that the same key with another request is noticed. */
  readonly request: string
  /** Wait between approval and confirmation; `null` = until somebody asks for it. */
  readonly confirmAfterMs: number | null
  status: 'SENDING' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'CONFIRMED' | 'CANCELED' | 'FAILED'
}

export type Inquiry = ReceivedInquiry | SentInquiry

/** What was answered to a message, to be given again when the message comes again. */
export interface GivenAnswer {
  /** sha256 of the canonical body. */
  readonly digest: string
  readonly status: number
  readonly body: string
  readonly inquiryId?: string
}

export interface State {
  readonly inquiries: Map<string, Inquiry>
  /** By message kind and request identifier. */
  readonly answers: Map<string, GivenAnswer>
  log: Exchange[]
  nextSequence: number
}

export function emptyState(): State {
  return { inquiries: new Map(), answers: new Map(), log: [], nextSequence: 1 }
}

/** Adds an inquiry and forgets the oldest one beyond the limit. */
export function keepInquiry(state: State, inquiry: Inquiry): void {
  keep(state.inquiries, inquiry.id, inquiry, INQUIRIES_MAX)
}

export function keepAnswer(state: State, key: string, answer: GivenAnswer): void {
  keep(state.answers, key, answer, ANSWERS_MAX)
}

export function findByToken(state: State, direction: Inquiry['direction'], token: string): Inquiry | undefined {
  return state.inquiries.values().find((inquiry) => inquiry.direction === direction && inquiry.token === token)
}

/** A message that waits to be sent `afterMs` from `now`. */
export function newDelivery(
  message: { kind: DeliveryKind; url: string; text: string; requestIdentifier?: string },
  dueAt: number,
): Delivery {
  return { requestIdentifier: randomUUID(), ...message, dueAt, attempts: 0, state: 'WAITING' }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, entriesMax: number): void {
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= entriesMax) return
    map.delete(oldest)
  }
}
