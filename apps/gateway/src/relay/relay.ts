import { setTimeout as wait } from 'node:timers/promises'
import type { SendFetch } from '@travel-rule/federation/execution/plan-run'
import { maskedError } from '@travel-rule/federation/execution/shown-error'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { OperationRefusal, PreparedOperation } from '../operation/prepared-operation.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import { openEntityBatches } from './entity-batches.ts'
import type { ResubscribeOptions } from './follow-upstream.ts'
import { inSlices } from './in-slices.ts'
import { type LiveGroup, type Member, openLiveGroup } from './live-group.ts'
import { resumeImpossible, schemaChanged } from './live-refusals.ts'
import type { LiveOperation, ResultSink } from './live-result.ts'
import { openSharedGroups, type Placed } from './shared-groups.ts'
import { identityKey, sharingKey } from './sharing-key.ts'

export interface RelayParts {
  readonly resubscribe: ResubscribeOptions
  /** What is served now. */
  readonly snapshot: () => GraphSnapshot
  /** The same operation for another caller, or on the graph that is served now. Never rejects. */
  readonly prepareAgain: (prepared: PreparedOperation, caller: Caller) => Promise<PreparedOperation | OperationRefusal>
  /** The plan for what a caller may see at this moment, or why nothing. Never rejects. */
  readonly authorise: (
    prepared: PreparedOperation,
    caller: Caller,
  ) => PlannedOperation | GraphQLError | Promise<PlannedOperation | GraphQLError>
  /** Sends one fetch on behalf of somebody. */
  readonly send: (prepared: PreparedOperation, run: LiveRun) => SendFetch
  readonly observer: RelayObserver
  readonly logger: Logger
}

/** On whose behalf a subscription runs. */
export interface LiveRun {
  readonly caller: Caller
  readonly trace: TraceContext
}

/** Counts what the relay does. Every method must be cheap enough to be called for each event. */
export interface RelayObserver {
  readonly upstreams: { opened(): void; closed(): void }
  /** A subscription shares the upstream that another client began. */
  deduplicated(): void
  /** A subgraph sent an event. */
  event(): void
}

/** Live subscriptions: those that are the same share one upstream, whoever their clients are. */
export interface Relay {
  /** The sink is not called before this has returned. */
  subscribe(prepared: PreparedOperation, run: LiveRun, sink: ResultSink): LiveOperation
  /** Moves everything that is live to the graph that is served now, a little at a time. */
  migrate(): void
  counts(): { readonly upstreams: number; readonly subscriptions: number }
}

/** Where a subscription was when it left its group, to which it does not come back. */
interface Stand {
  readonly prepared: PreparedOperation
  /** It has got the events up to here; `undefined` when it has got none. */
  readonly after: string | undefined
  /** Wherever it goes from here, events are missed. */
  readonly stranded: boolean
}

/** How long subscriptions are moved to another graph without a pause: planning one may take milliseconds. */
const migrationSliceMs = 10
/** Over how long those are spread that must be asked for anew. */
const migrationSpreadMs = 2_000

export function openRelay(parts: RelayParts): Relay {
  const { logger, observer } = parts
  const shared = openSharedGroups()
  const groups = new Set<LiveGroup>()
  const groupOf = new Map<Member, LiveGroup>()
  /** Subscriptions on their way from one group to another. */
  const moving = new Map<Member, Stand>()
  const batches = openEntityBatches()
  let migration = 0

  function place(member: Member, prepared: PreparedOperation, after: string | undefined): void {
    const at: Placed = { key: sharingKey(prepared, member.caller), after }
    const group = shared.find(at)
    if (group === undefined) {
      begin(member, prepared, at)
    } else {
      observer.deduplicated()
      enter(member, group)
    }
  }

  function enter(member: Member, group: LiveGroup): void {
    groupOf.set(member, group)
    group.join(member)
  }

  function begin(member: Member, prepared: PreparedOperation, at: Placed): void {
    const group = openLiveGroup({
      prepared,
      first: member,
      after: at.after,
      resubscribe: parts.resubscribe,
      logger,
      authorise: parts.authorise,
      sendFor: (current, run) => batches.through(parts.send(current, run), batchKey(current, run)),
      onEvent: observer.event,
      onStanding: () => unite(group),
      onEnding: () => shared.remove(group),
      onEnd: (left) => forget(group, left),
    })
    groups.add(group)
    observer.upstreams.opened()
    shared.add(group, at)
    groupOf.set(member, group)
    // It was prepared before another graph was served.
    if (prepared.snapshot !== parts.snapshot()) migrateSurely(group)
  }

  function forget(group: LiveGroup, left: readonly Member[]): void {
    groups.delete(group)
    shared.remove(group)
    observer.upstreams.closed()
    for (const member of left) groupOf.delete(member)
  }

  /** Those that stand at the same event go on together. */
  function unite(group: LiveGroup): void {
    const { chosen, others = [] } = shared.caughtUp(group) ?? {}
    if (chosen === undefined) return
    for (const each of others) {
      for (const member of each.members()) {
        each.leave(member)
        enter(member, chosen)
      }
    }
  }

  function end(member: Member): void {
    moving.delete(member)
    const group = groupOf.get(member)
    groupOf.delete(member)
    group?.leave(member)
  }

  /** Takes a subscription out of its group, or out of a move that has not come to its end; `undefined` when it is over. */
  function takeOut(member: Member): Stand | undefined {
    const group = groupOf.get(member)
    const stand =
      group === undefined
        ? moving.get(member)
        : { prepared: group.prepared, after: group.position(), stranded: group.stranded() }
    end(member)
    return stand
  }

  function masked(error: unknown): GraphQLError {
    const { message, extensions } = maskedError(error, logger)
    return new GraphQLError(message, { extensions })
  }

  /** Goes on with what another caller may see, from where it stands. */
  async function refresh(member: Member, caller: Caller): Promise<void> {
    const same = identityKey(caller) === identityKey(member.caller)
    member.caller = caller
    if (same) return
    const stood = takeOut(member)
    if (stood === undefined) return
    const stand = { ...stood }
    moving.set(member, stand)
    const next = await parts.prepareAgain(stand.prepared, caller)
    // It may have ended, or been refreshed again, meanwhile.
    if (moving.get(member) !== stand) return
    moving.delete(member)
    if ('errors' in next) member.sink.fail(nowRefused(next))
    else if (stand.stranded) member.sink.fail(resumeImpossible())
    else place(member, next, stand.after)
  }

  async function migrateGroup(group: LiveGroup): Promise<void> {
    const mine = migration
    const isDue = () => groups.has(group) && mine === migration
    const next = await parts.prepareAgain(group.prepared, group.anyone().caller)
    if (!isDue()) return
    if ('errors' in next) return group.fail(nowRefused(next))
    if (!group.asksTheSame(next)) await wait(Math.random() * migrationSpreadMs, undefined, { ref: false })
    if (!isDue()) return
    const at = shared.placeOf(group)
    shared.remove(group)
    group.adopt(next)
    if (at === undefined || !groups.has(group)) return
    shared.add(group, { key: sharingKey(next, group.anyone().caller), after: at.after })
  }

  /** A bug costs the group, instead of keeping it on a graph of the past. */
  function migrateSurely(group: LiveGroup): void {
    migrateGroup(group).catch((error: unknown) => group.fail(masked(error)))
  }

  async function migrateAll(): Promise<void> {
    migration += 1
    const mine = migration
    await inSlices([...groups], migrationSliceMs, (group) => {
      if (mine === migration && groups.has(group)) migrateSurely(group)
      return mine === migration
    })
  }

  return {
    subscribe(prepared, { caller, trace }, sink) {
      const { resumeAfter, announce } = prepared.source.live
      const member: Member = { sink, trace, caller, announce }
      place(member, prepared, resumeAfter)
      return {
        end: () => end(member),
        refresh: (next) => void refresh(member, next).catch((error: unknown) => sink.fail(masked(error))),
      }
    },
    migrate: () => void migrateAll(),
    counts: () => ({ upstreams: groups.size, subscriptions: groupOf.size + moving.size }),
  }
}

/** The same for callers and operations whose fetches can go together: the subgraphs are told the same about who asks, at the same addresses. */
function batchKey({ graph }: PreparedOperation, { caller }: LiveRun): string {
  return `${graph.hash} ${identityKey(caller)}`
}

/** What is wrong with the caller stays what it is; an operation that was right before is wrong because the schema is another. */
function nowRefused({ errors: [error] }: OperationRefusal): GraphQLError {
  if (error === undefined) return schemaChanged()
  const { code } = error.extensions
  return code === 'FORBIDDEN' || code === 'INTERNAL_SERVER_ERROR' ? error : schemaChanged(error.message)
}
