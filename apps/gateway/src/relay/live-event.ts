import type { SubgraphAnswer, SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-client'
import type { UpstreamEvent } from './upstream/upstream.ts'

/** What a subgraph sent for one event of a subscription. */
export interface LiveEvent {
  readonly answer: SubgraphAnswer
  /** Where the subgraph can take the subscription up again after this event; `undefined` when it does not say. */
  readonly position: string | undefined
  /** When the change was stored, RFC 3339. */
  readonly at: string | undefined
  /** The payload as the subgraph wrote it, when it holds nothing but data, and the two above as its `extensions`. */
  readonly text: string | undefined
}

/** The position from which on a subscription is live, when the subgraph announces that. */
export function announcedPosition({ payload: { data, errors, extensions } }: UpstreamEvent): string | undefined {
  return data === null && errors === undefined ? positionOf(extensions) : undefined
}

export function readLiveEvent({ payload, text }: UpstreamEvent): LiveEvent {
  const { data, errors, extensions } = payload
  const listed: SubgraphError[] = Array.isArray(errors) ? errors.filter(isObject) : []
  const answer = isObject(data)
    ? { data, errors: listed }
    : { data: null, errors: listed.length > 0 ? listed : [{ message: 'an event without data' }] }
  return {
    answer,
    position: positionOf(extensions),
    at: isObject(extensions) && typeof extensions.at === 'string' ? extensions.at : undefined,
    text: isObject(data) && isWhole(data) && hasOnly(payload, PAYLOAD_NAMES) && isPlain(extensions) ? text : undefined,
  }
}

/** A null there may be one that the schema forbids. */
const isWhole = (data: object) => !Object.values(data).includes(null)

const PAYLOAD_NAMES = ['data', 'extensions']
const EXTENSION_NAMES = ['position', 'at']
/** Longer ones are no positions: clients send them back. */
const positionCharactersMax = 200

function positionOf(extensions: unknown): string | undefined {
  if (!isObject(extensions)) return undefined
  const { position } = extensions
  return isPosition(position) ? position : undefined
}

function isPosition(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= positionCharactersMax
}

/** Whether these are `position` and `at` as they would be written here. */
function isPlain(extensions: unknown): boolean {
  if (extensions === undefined) return true
  if (!isObject(extensions) || !hasOnly(extensions, EXTENSION_NAMES)) return false
  const { position, at } = extensions
  return isPosition(position) && (at === undefined || typeof at === 'string')
}

function hasOnly(object: object, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
