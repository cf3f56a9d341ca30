import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TrpAsset } from './message-bodies.ts'
import type { Persona } from './personas.ts'

const INQUIRIES_MAX = 1_000
const RESPONSES_MAX = 5_000
const LOG_ENTRIES_MAX = 500
const BODY_LENGTH_MAX = 20_000
const LOGGED_HEADERS = ['api-version', 'api-extensions', 'request-identifier', 'content-type', 'user-agent'] as const

export type DeliveryKind = 'inquiry' | 'resolution' | 'confirmation'

/** One message to another VASP. Every attempt has the same request identifier and body. */
export interface Delivery {
  readonly kind: DeliveryKind
  readonly url: string
  readonly requestIdentifier: string
  /** The body. */
  readonly text: string
  /** Unix time in milliseconds of the next attempt. */
  dueAt: number
  attempts: number
  state: 'WAITING' | 'DELIVERED' | 'GIVEN_UP'
  /** The reason why the last attempt failed. */
  problem?: string
}

interface AnyInquiry {
  readonly id: string
  readonly requestIdentifier: string
  readonly asset: TrpAsset
  readonly amount: string
  readonly ivms101: unknown
  /** The unguessable part of our callback URL. */
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
  readonly persona: Persona
  readonly callback: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CONFIRMED' | 'CANCELED'
}

export interface SentInquiry extends AnyInquiry {
  readonly direction: 'SENT'
  readonly travelAddress: string
  readonly idempotencyKey?: string
  /** The original request, so that a different request with the same key is refused. */
  readonly request: string
  /** Delay between approval and confirmation. With `null`, a confirmation must be requested. */
  readonly confirmAfterMs: number | null
  status: 'SENDING' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'CONFIRMED' | 'CANCELED' | 'FAILED'
}

export type Inquiry = ReceivedInquiry | SentInquiry

/** A received or sent request with its response; an entry of `/control/log`. */
export interface Exchange {
  /** From 1; continues after a restart. */
  readonly sequence: number
  /** RFC 3339, UTC. */
  readonly at: string
  readonly direction: 'RECEIVED' | 'SENT'
  readonly kind: ExchangeKind
  readonly method: string
  /** Path and query of a received request; the complete URL of a sent one. */
  readonly path: string
  /** `null` without a response. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Body of the response. */
  readonly answer: string
  readonly inquiryId: string | null
  readonly problem: string | null
  /** Number of repetitions of this message after this entry. */
  repeated: number
  /** The `sequence` of the entry that this one repeats. */
  readonly repeatOf: number | null
}

export type ExchangeKind = 'inquiry' | 'resolution' | 'confirmation' | 'discovery' | 'other'

export type NewExchange = Pick<Exchange, 'direction' | 'kind' | 'method' | 'path' | 'status' | 'body' | 'answer'> & {
  readonly at: Date
  readonly headers: IncomingHttpHeaders
  readonly inquiryId?: string | undefined
  readonly problem?: string | undefined
  readonly isRepeat?: boolean
}

/** The response to a message, which is sent again if the message is repeated. */
export interface StoredResponse {
  /** SHA-256 of the path and the canonical body. */
  readonly digest: string
  readonly status: number
  readonly body: string
  readonly inquiryId?: string
}

export interface State {
  readonly inquiries: Map<string, Inquiry>
  /** Responses by message kind and request identifier. */
  readonly responses: Map<string, StoredResponse>
  log: Exchange[]
  nextSequence: number
}

export function emptyState(): State {
  return { inquiries: new Map(), responses: new Map(), log: [], nextSequence: 1 }
}

/** Adds an inquiry, and removes the oldest if there are too many. */
export function storeInquiry(state: State, inquiry: Inquiry): void {
  addBounded(state.inquiries, inquiry.id, inquiry, INQUIRIES_MAX)
}

/** Adds a response, and removes the oldest if there are too many. */
export function storeResponse(state: State, key: string, response: StoredResponse): void {
  addBounded(state.responses, key, response, RESPONSES_MAX)
}

export function findByToken(state: State, direction: Inquiry['direction'], token: string): Inquiry | undefined {
  return state.inquiries.values().find((inquiry) => inquiry.direction === direction && inquiry.token === token)
}

/** A message that is due at `dueAt`, in Unix milliseconds. */
export function newDelivery(
  message: { kind: DeliveryKind; url: string; text: string; requestIdentifier?: string },
  dueAt: number,
): Delivery {
  return { requestIdentifier: randomUUID(), ...message, dueAt, attempts: 0, state: 'WAITING' }
}

/**
 * Adds an entry, links it to the entry that it repeats, and removes the oldest if there are too
 * many.
 */
export function logExchange(state: State, exchange: NewExchange): void {
  const { at, inquiryId, problem, isRepeat, headers, body, answer, ...rest } = exchange
  const first = isRepeat ? findFirst(state, exchange) : undefined
  if (first !== undefined) first.repeated += 1
  state.log.push({
    sequence: state.nextSequence,
    at: at.toISOString(),
    ...rest,
    headers: Object.fromEntries(
      LOGGED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
    body: body.slice(0, BODY_LENGTH_MAX),
    answer: answer.slice(0, BODY_LENGTH_MAX),
    inquiryId: inquiryId ?? null,
    problem: problem ?? null,
    repeated: 0,
    repeatOf: first?.sequence ?? null,
  })
  state.nextSequence += 1
  state.log = state.log.slice(-LOG_ENTRIES_MAX)
}

function addBounded<Value>(map: Map<string, Value>, key: string, value: Value, entriesMax: number): void {
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= entriesMax) return
    map.delete(oldest)
  }
}

function findFirst(state: State, { kind, direction, headers }: NewExchange): Exchange | undefined {
  const identifier = headers['request-identifier']
  return state.log.find(
    (entry) =>
      entry.direction === direction &&
      entry.kind === kind &&
      entry.headers['request-identifier'] === identifier &&
      entry.repeatOf === null,
  )
}
