import { isObject } from '@travel-rule/service/json'
import { parsePosition } from './feed-position.ts'
import type { Actor, StoredEvent } from './outbox.ts'

/** Maximum length of a feed page, in bytes of JSON. */
export const FEED_PAGE_BYTES_MAX = 16_777_216
const ACTOR_TYPES: readonly string[] = ['USER', 'SYSTEM', 'COUNTERPARTY', 'CUSTOMER'] satisfies Actor['type'][]

export interface FeedPage {
  /** Epoch of the source's outbox; `undefined` from a source of an earlier version. */
  readonly epoch: string | undefined
  readonly events: readonly StoredEvent[]
  /** Position from which to continue. */
  readonly next: bigint
  /** Position of the source's last event; `undefined` from a source of an earlier version. */
  readonly head: bigint | undefined
}

/** A page as JSON: positions are strings of decimal digits, instants RFC 3339 in UTC. */
export function encodeFeedPage(
  events: readonly StoredEvent[],
  { after, epoch, head }: { readonly after: bigint; readonly epoch: string; readonly head: bigint },
): string {
  return JSON.stringify({
    epoch,
    head: String(head),
    events: events.map((event) => ({ ...event, position: String(event.position) })),
    next: String(events.at(-1)?.position ?? after),
  })
}

/**
 * The page in a feed's response to `after`. Throws for a wrong shape, positions that do not increase from `after`, and
 * a `next` that differs from the last position.
 */
export function decodeFeedPage(body: string, after: bigint): FeedPage {
  const page = parseObject(JSON.parse(body), 'page')
  if (!Array.isArray(page.events)) throw new Error('A feed page has no list of events')
  const events = page.events.map(decodeEvent)
  let last = after
  for (const { position } of events) {
    if (position <= last) throw new Error(`Position ${position} of a feed page does not follow ${last}`)
    last = position
  }
  if (parsePosition(page.next) !== last) throw new Error(`A feed page continues at ${page.next} instead of ${last}`)
  if (page.epoch !== undefined && !isEpoch(page.epoch)) throw new Error('The epoch of a feed page is not a UUID')
  const head = page.head === undefined ? undefined : parsePosition(page.head)
  if (page.head !== undefined && head === undefined) throw new Error('The head of a feed page is not a position')
  return { epoch: page.epoch, events, next: last, head }
}

/** True for the id of an epoch: a UUID in lower case. */
export function isEpoch(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

function decodeEvent(value: unknown): StoredEvent {
  const event = parseObject(value, 'event')
  const subject = parseObject(event.subject, 'subject')
  const actor = parseObject(event.actor, 'actor')
  const position = parsePosition(event.position)
  const at = new Date(parseString(event.at, 'at'))
  const actorType = parseString(actor.type, 'actor.type')
  if (position === undefined) throw new Error('An event of a feed page has no position')
  if (Number.isNaN(at.getTime())) throw new Error('The time of an event is not RFC 3339')
  if (!isActorType(actorType)) throw new Error(`An event has an actor of unknown type ${JSON.stringify(actorType)}`)
  return {
    position,
    id: parseString(event.id, 'id'),
    type: parseString(event.type, 'type'),
    subject: { type: parseString(subject.type, 'subject.type'), id: parseString(subject.id, 'subject.id') },
    actor: {
      type: actorType,
      id: parseString(actor.id, 'actor.id'),
      ...(actor.name === undefined ? {} : { name: parseString(actor.name, 'actor.name') }),
    },
    at,
    detail: decodeDetail(event.detail),
  }
}

function decodeDetail(value: unknown): StoredEvent['detail'] {
  const facts = Object.entries(parseObject(value, 'detail')).map(([name, fact]) => {
    const plain = fact === null || typeof fact === 'string' || typeof fact === 'number' || typeof fact === 'boolean'
    if (!plain) throw new Error(`Detail ${JSON.stringify(name)} of an event is not a plain value`)
    return [name, fact] as const
  })
  return Object.fromEntries(facts)
}

function isActorType(type: string): type is Actor['type'] {
  return ACTOR_TYPES.includes(type)
}

function parseObject(value: unknown, name: string): Record<string, unknown> {
  if (!isObject(value)) throw new Error(`The ${name} is not an object`)
  return value
}

function parseString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`The ${name} of an event is not a string`)
  return value
}
