import { isObject, parseExact } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError, SubgraphResponse } from '@travel-rule/federation/subgraph-client/subgraph-response'

/**
 * A message from a subgraph. Payloads of `next` and `error` are not validated here, so that an invalid one ends only
 * its own subscription.
 */
export type UpstreamMessage =
  | { readonly type: 'connection_ack' | 'ping' | 'pong' }
  | {
      readonly type: 'next'
      readonly id: string
      readonly payload: unknown
      /** The payload as the subgraph serialized it, if known. */
      readonly json: string | undefined
      /** Length of the message. */
      readonly characters: number
    }
  | { readonly type: 'error'; readonly id: string; readonly payload: unknown }
  | { readonly type: 'complete'; readonly id: string }
  /** Not a message of the protocol. `reason` fits into a close frame. */
  | { readonly type: 'invalid'; readonly reason: string }

/** The payload of a `next` message. */
export interface UpstreamEvent {
  readonly payload: { readonly data?: unknown; readonly errors?: unknown; readonly extensions?: unknown }
  /**
   * The payload exactly as the subgraph serialized it, if known. May include white space and duplicate members;
   * `payload` has the last of each.
   */
  readonly json: string | undefined
  /** Length of the message that contained it. */
  readonly characters: number
}

/** An event of a subscription. */
export interface LiveEvent {
  readonly response: SubgraphResponse
  /**
   * The position from which the subgraph can resume after this event; `undefined` if it sent none.
   */
  readonly position: string | undefined
  /** When the change was stored, RFC 3339. */
  readonly at: string | undefined
  /**
   * The payload as the subgraph serialized it, if it has only `data` and the two fields above as
   * `extensions`.
   */
  readonly json: string | undefined
  /** Length of the message that contained it. */
  readonly characters: number
}

/**
 * Reads one text message, parsing it once. Integers beyond the precision of a JavaScript number
 * keep their digits.
 *
 * Source: graphql-ws, PROTOCOL.md, of `graphql-transport-ws`.
 */
export function readUpstreamMessage(message: string): UpstreamMessage {
  return readNext(message) ?? readAny(message)
}

/** The head of a `next` message as most servers write it. Our ids are digits, which JSON never escapes. */
const NEXT_HEAD = /^\{"id":"(\d{1,15})","type":"next","payload":/

/**
 * Extracts the payload of a `next`: everything between the head and the last brace. If that is
 * valid JSON, it is the complete payload. With another member after it, even a second `payload`,
 * the extracted text would not be valid JSON.
 */
function readNext(message: string): UpstreamMessage | undefined {
  const head = NEXT_HEAD.exec(message)
  if (head?.[1] === undefined || !message.endsWith('}')) return undefined
  const json = message.slice(head[0].length, -1)
  try {
    return { type: 'next', id: head[1], payload: parseExact(json), json, characters: message.length }
  } catch {
    return undefined
  }
}

function readAny(json: string): UpstreamMessage {
  let message: unknown
  try {
    message = parseExact(json)
  } catch {
    return invalid('A message is not valid JSON')
  }
  if (!isObject(message)) return invalid('A message is not an object')
  const { type, id, payload } = message
  switch (type) {
    case 'connection_ack':
    case 'ping':
    case 'pong':
      return payload == null || isObject(payload) ? { type } : invalid(`The payload of ${type} is not an object`)
    case 'next':
      return isId(id)
        ? { type, id, payload, json: undefined, characters: json.length }
        : invalid(`The id of ${type} is not a string`)
    case 'error':
      return isId(id) ? { type, id, payload } : invalid(`The id of ${type} is not a string`)
    case 'complete':
      return isId(id) ? { type, id } : invalid(`The id of ${type} is not a string`)
    default:
      return invalid('A message has an unknown type')
  }
}

/** The position that the subgraph announces, from which every event follows. */
export function announcedPosition({ payload: { data, errors, extensions } }: UpstreamEvent): string | undefined {
  return data === null && errors === undefined ? positionOf(extensions) : undefined
}

export function readLiveEvent({ payload, json, characters }: UpstreamEvent): LiveEvent {
  const { data, errors, extensions } = payload
  const listed: SubgraphError[] = Array.isArray(errors) ? errors.filter(isObject) : []
  const response = isObject(data)
    ? { data, errors: listed }
    : { data: null, errors: listed.length > 0 ? listed : [{ message: 'an event without data' }] }
  const isPlain = isObject(data) && hasNoNull(data) && hasOnly(payload, PAYLOAD_NAMES) && hasPlainExtensions(extensions)
  return {
    response,
    position: positionOf(extensions),
    at: isObject(extensions) && typeof extensions.at === 'string' ? extensions.at : undefined,
    json: isPlain ? json : undefined,
    characters,
  }
}

/** A null value may violate the schema, so such data is not passed on unchecked. */
const hasNoNull = (data: object) => !Object.values(data).includes(null)

const PAYLOAD_NAMES = ['data', 'extensions']
const EXTENSION_NAMES = ['position', 'at']

function positionOf(extensions: unknown): string | undefined {
  if (!isObject(extensions)) return undefined
  const { position } = extensions
  return isPosition(position) ? position : undefined
}

const positionCharactersMax = 200

/** Limited in length, since clients send positions back. */
export function isPosition(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= positionCharactersMax
}

/** True if `position` and `at` are written exactly as the gateway would serialize them. */
function hasPlainExtensions(extensions: unknown): boolean {
  if (extensions === undefined) return true
  if (!isObject(extensions) || !hasOnly(extensions, EXTENSION_NAMES)) return false
  const { position, at } = extensions
  return isPosition(position) && (at === undefined || typeof at === 'string')
}

function hasOnly(object: object, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name))
}

function invalid(reason: string): UpstreamMessage {
  return { type: 'invalid', reason }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
