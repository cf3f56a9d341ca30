import { setTimeout } from 'node:timers/promises'
import { maskError } from '@travel-rule/federation/execution/run/mask-error'
import type { SendFetch } from '@travel-rule/federation/execution/run/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { OperationRefusal, PreparedOperation } from '../operation/prepared-operation.ts'
import type { ForwardedHeaders, HeaderRules } from '../supergraph-source/header-rules.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import { openEntityBatches } from './entity-batches.ts'
import type { ResubscribeOptions } from './follow-upstream.ts'
import { refusalAfterChange, resumeImpossible } from './live-errors.ts'
import { failMember, type LiveGroup, type LiveGroupHost, type Member, openLiveGroup } from './live-group.ts'
import type { LiveOperation, ResultSink } from './live-result.ts'
import { type GroupPlace, identityKey, openSharedGroups, sharingKey } from './shared-groups.ts'

export interface RelayParts {
  readonly resubscribe: ResubscribeOptions
  /** Returns the current graph snapshot. */
  readonly snapshot: () => GraphSnapshot
  /** The same operation for another caller, or on the current graph. Never rejects. */
  readonly reprepare: (prepared: PreparedOperation, caller: Caller) => Promise<PreparedOperation | OperationRefusal>
  /**
   * The plan for the fields of an event that a caller may read, or the error that ends the
   * subscription. Never rejects.
   */
  readonly authorise: (prepared: PreparedOperation, caller: Caller) => Promise<PlannedOperation | GraphQLError>
  /** The headers for a subgraph, except the identity assertion. */
  readonly headersFor: HeaderRules['headersFor']
  /** Sends fetches for a caller. */
  readonly send: (prepared: PreparedOperation, run: LiveRun) => SendFetch
  readonly observer: RelayObserver
  /** For the delivery of results. */
  readonly turns: LoopTurns
  readonly logger: Logger
}

/** The client for which an operation runs. */
export interface LiveRun {
  readonly caller: Caller
  readonly trace: TraceContext
  /** Headers of the client's request that may be forwarded to subgraphs. */
  readonly forwarded?: ForwardedHeaders | undefined
}

/** Observes the relay. Every method must be cheap enough to be called for each event. */
export interface RelayObserver {
  readonly upstreams: { opened(): void; closed(): void }
  /** A subscription shares the upstream that another client started. */
  deduplicated(): void
  /** A subgraph sent an event. */
  event(): void
}

/** Live subscriptions. Equal subscriptions share an upstream, even those of different clients. */
export interface Relay {
  /**
   * Starts a subscription. The sink is not called before this returns. `lease` is disposed when the
   * subscription ends.
   */
  subscribe(prepared: PreparedOperation, run: LiveRun, sink: ResultSink, lease: Disposable): LiveOperation
  /** Moves all subscriptions to the current graph, a few at a time. */
  migrate(): void
  counts(): { readonly upstreams: number; readonly subscriptions: number }
}

/** The state of a subscription that has left its group. */
interface Detached {
  readonly prepared: PreparedOperation
  /** The position of the last received event; `undefined` before the first one. */
  readonly after: string | undefined
  readonly mayMissEvents: boolean
}

/** How long groups are moved before the event loop runs other work. Planning one may take milliseconds. */
const sliceMs = 10
/** Groups that need another request to their subgraph are spread over this time. */
const spreadMs = 2_000

export function openRelay(parts: RelayParts): Relay {
  const { logger, observer } = parts
  const shared = openSharedGroups()
  const groups = new Set<LiveGroup>()
  const groupOf = new Map<Member, LiveGroup>()
  /** Subscriptions between two groups. */
  const moving = new Map<Member, Detached>()
  const batches = openEntityBatches()
  const host: LiveGroupHost = {
    resubscribe: parts.resubscribe,
    turns: parts.turns,
    logger,
    authorise: parts.authorise,
    headersFor: parts.headersFor,
    sendFor: (prepared, run) => batches.through(parts.send(prepared, run), batchKey(prepared, run)),
    onEvent: observer.event,
    onIdle: mergeEqual,
    onEnding: shared.remove,
    onEnd: removeGroup,
  }
  /** Number of migrations. A new one replaces the one in progress. */
  let migrations = 0

  function place(member: Member, prepared: PreparedOperation, after: string | undefined): void {
    const at: GroupPlace = { key: sharingKey(prepared, member.identityKey), after }
    const group = shared.find(at)
    if (group === undefined) {
      openGroup(member, prepared, at)
    } else {
      observer.deduplicated()
      join(member, group)
    }
  }

  function join(member: Member, group: LiveGroup): void {
    groupOf.set(member, group)
    // Replaces an equal string by the one that is already in memory.
    member.identityKey = group.representative().identityKey
    group.join(member)
  }

  function openGroup(member: Member, prepared: PreparedOperation, at: GroupPlace): void {
    const group = openLiveGroup({ prepared, first: member, after: at.after }, host)
    groups.add(group)
    observer.upstreams.opened()
    shared.add(group, at)
    groupOf.set(member, group)
    // The graph was replaced after the operation was prepared.
    if (prepared.snapshot !== parts.snapshot()) moveToCurrentGraph(group)
  }

  function removeGroup(group: LiveGroup, remaining: readonly Member[]): void {
    groups.delete(group)
    shared.remove(group)
    observer.upstreams.closed()
    for (const member of remaining) groupOf.delete(member)
  }

  /** Merges groups that have reached the same position. */
  function mergeEqual(group: LiveGroup): void {
    const { target, others = [] } = shared.mergeable(group) ?? {}
    if (target === undefined) return
    for (const each of others) {
      for (const member of each.members()) {
        each.leave(member)
        join(member, target)
      }
    }
  }

  function remove(member: Member): void {
    moving.delete(member)
    const group = groupOf.get(member)
    groupOf.delete(member)
    group?.leave(member)
  }

  /**
   * Removes a subscription from its group, or from an unfinished move; `undefined` if it has ended.
   */
  function detach(member: Member): Detached | undefined {
    const group = groupOf.get(member)
    group?.catchUp(member)
    const detached =
      group === undefined
        ? moving.get(member)
        : { prepared: group.prepared, after: group.position(), mayMissEvents: group.mayMissEvents() }
    remove(member)
    return detached
  }

  /** A bug fails the group instead of leaving it on an old graph. */
  function moveToCurrentGraph(group: LiveGroup): void {
    move(group).catch((error: unknown) => group.fail(masked(error)))
  }

  async function move(group: LiveGroup): Promise<void> {
    const mine = migrations
    const isDue = () => groups.has(group) && mine === migrations
    const next = await parts.reprepare(group.prepared, group.representative().caller)
    if (!isDue()) return
    if ('errors' in next) return group.fail(refusalAfterChange(next))
    if (!group.hasSameRequest(next)) await setTimeout(Math.random() * spreadMs, undefined, { ref: false })
    if (!isDue()) return
    const listed = shared.placeOf(group)
    shared.remove(group)
    group.adopt(next)
    if (listed === undefined || !groups.has(group)) return
    shared.add(group, { key: sharingKey(next, group.representative().identityKey), after: listed.after })
  }

  function masked(error: unknown): GraphQLError {
    const { message, extensions } = maskError(error, logger)
    return new GraphQLError(message, { extensions })
  }

  /** Continues after the last event, with the fields that another caller may read. */
  async function refresh(member: Member, caller: Caller): Promise<void> {
    const key = identityKey(caller, member.forwarded)
    const same = key === member.identityKey
    member.caller = caller
    member.identityKey = key
    if (same) return
    const before = detach(member)
    if (before === undefined) return
    const mine = { ...before }
    moving.set(member, mine)
    const next = await parts.reprepare(mine.prepared, caller)
    // The subscription may have ended, or been refreshed again.
    if (moving.get(member) !== mine) return
    moving.delete(member)
    if ('errors' in next) failMember(member, refusalAfterChange(next))
    else if (mine.mayMissEvents) failMember(member, resumeImpossible())
    else place(member, next, mine.after)
  }

  return {
    subscribe(prepared, { caller, trace, forwarded }, sink, lease) {
      const { resumeAfter, announce } = prepared.source.extensions
      const member: Member = {
        sink,
        lease,
        trace,
        forwarded,
        caller,
        identityKey: identityKey(caller, forwarded),
        announce,
        received: 0,
        ended: false,
      }
      place(member, prepared, resumeAfter)
      return {
        end() {
          member.ended = true
          lease[Symbol.dispose]()
          remove(member)
        },
        refresh: (next) => void refresh(member, next).catch((error: unknown) => failMember(member, masked(error))),
      }
    },
    migrate() {
      migrations += 1
      const mine = migrations
      void visitInSlices([...groups], sliceMs, (group) => {
        if (mine === migrations && groups.has(group)) moveToCurrentGraph(group)
        return mine === migrations
      })
    },
    counts: () => ({ upstreams: groups.size, subscriptions: groupOf.size + moving.size }),
  }
}

/**
 * Identifies fetches that can be sent in one batch, because they have equal identity assertions, forwarded headers
 * and subgraph URLs.
 */
function batchKey({ graph }: PreparedOperation, { identityKey }: Member): string {
  return `${graph.hash} ${identityKey}`
}
