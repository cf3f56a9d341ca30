import { hash } from 'node:crypto'
import type { CheckedOperation } from '@travel-rule/federation/operation/check-operation'
import { stripIgnoredCharacters } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { type ForwardedHeaders, forwardedKey } from '../supergraph-source/header-rules.ts'
import type { LiveGroup } from './live-group.ts'

/** The key and position under which a group is listed. */
export interface GroupPlace {
  /** Equal for groups of the same subscription whose members may read the same fields. */
  readonly key: string
  /** The position after which the group started; `undefined` if it started with new events. */
  readonly after: string | undefined
}

/** The groups that a subscription may join. */
export interface SharedGroups {
  /** The group that a subscription with this key and position joins. */
  find(place: GroupPlace): LiveGroup | undefined
  /** The place under which a group is listed; `undefined` if it cannot be joined. */
  placeOf(group: LiveGroup): GroupPlace | undefined
  add(group: LiveGroup, place: GroupPlace): void
  remove(group: LiveGroup): void
  /**
   * Groups with the same key and position as this one: `others` can be merged into `target`.
   */
  mergeable(group: LiveGroup): { readonly target: LiveGroup; readonly others: readonly LiveGroup[] } | undefined
}

/** Groups of one key. */
interface Sharers {
  /** The group that new subscriptions join. */
  main: LiveGroup | undefined
  /**
   * Groups that resumed after an older position, or got the same key later. They are merged once
   * their positions are equal.
   */
  readonly catchingUp: Set<LiveGroup>
}

export function openSharedGroups(): SharedGroups {
  const sharersByKey = new Map<string, Sharers>()
  const places = new Map<LiveGroup, GroupPlace>()

  function sharersOf(key: string): Sharers {
    const existing = sharersByKey.get(key)
    if (existing !== undefined) return existing
    const created: Sharers = { main: undefined, catchingUp: new Set() }
    sharersByKey.set(key, created)
    return created
  }

  return {
    find({ key, after }) {
      const sharers = sharersByKey.get(key)
      if (after === undefined || sharers?.main?.position() === after) return sharers?.main
      return sharers?.catchingUp.values().find((group) => group.position() === after)
    },
    placeOf: (group) => places.get(group),
    add(group, place) {
      places.set(group, place)
      const sharers = sharersOf(place.key)
      if (place.after === undefined && sharers.main === undefined) sharers.main = group
      else sharers.catchingUp.add(group)
    },
    remove(group) {
      const place = places.get(group)
      const sharers = place && sharersByKey.get(place.key)
      places.delete(group)
      if (place === undefined || sharers === undefined) return
      if (sharers.main === group) sharers.main = undefined
      sharers.catchingUp.delete(group)
      if (sharers.main === undefined && sharers.catchingUp.size === 0) sharersByKey.delete(place.key)
    },
    mergeable(group) {
      const place = places.get(group)
      const { main, catchingUp } = (place && sharersByKey.get(place.key)) ?? { main: undefined, catchingUp: NONE }
      const position = catchingUp.size === 0 ? undefined : group.idlePosition()
      if (position === undefined) return undefined
      const target = main?.idlePosition() === position ? main : group
      const others = [...catchingUp].filter((each) => each !== target && each.idlePosition() === position)
      return { target, others }
    },
  }
}

const NONE: ReadonlySet<LiveGroup> = new Set()

/**
 * A key that is equal for subscriptions that may share an upstream: those with the same document
 * apart from white space, variables, identity and refused fields, on any graph. A sha256, since the
 * key is stored with every subscription and its input may be long.
 *
 * Two identities never share an upstream, since a subgraph may respond to each differently.
 */
export function sharingKey({ source, variables, planned }: PreparedOperation, identity: string): string {
  const refused = new Set<string>()
  for (const { node, parentType } of source.checked.guarded) {
    if (planned.refused.has(node)) refused.add(`${parentType}.${node.name.value}`)
  }
  const { checked, operationName } = source
  const shared = [identity, meaningOf(checked), operationName, variables, [...refused].sort()]
  return hash('sha256', JSON.stringify(shared), 'base64')
}

/** The sha256 of each document, without white space and comments. */
const meanings = new WeakMap<CheckedOperation, string>()

function meaningOf(checked: CheckedOperation): string {
  const known = meanings.get(checked)
  if (known !== undefined) return known
  const meaning = hash('sha256', stripIgnoredCharacters(checked.query), 'base64')
  meanings.set(checked, meaning)
  return meaning
}

/** A key that is equal for callers with equal identity assertions and equal forwarded headers. */
export function identityKey({ identity, anonymous }: Caller, forwarded?: ForwardedHeaders): string {
  const { subject, clientId, name, roles, scopes } = identity
  const read = [[...roles].sort(), [...scopes].sort(), anonymous === true]
  return JSON.stringify([subject, clientId, name, ...read, forwardedKey(forwarded)])
}
