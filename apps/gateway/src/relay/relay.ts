import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { LiveMetrics } from '../delivery/live-metrics.ts'
import type { SendFetch } from '../execution/plan-run.ts'
import { maskedError } from '../execution/shown-error.ts'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { PlannedOperation } from '../operation/plan-operation.ts'
import type { OperationRefusal, PreparedOperation } from '../pipeline.ts'
import type { BackOff } from './back-off.ts'
import { openEntityBatches } from './entity-batches.ts'
import { resumeImpossible } from './follow-upstream.ts'
import { type LiveGroup, type Member, openLiveGroup, schemaChanged } from './live-group.ts'
import type { LiveOperation, ResultSink } from './live-result.ts'
import { identityKey, sharingKey } from './sharing-key.ts'

export interface RelayParts {
  readonly backOff: BackOff
  /** The same operation for another caller, or on the graph that is served now. */
  readonly prepareAgain: (
    prepared: PreparedOperation,
    caller: Caller,
  ) => PreparedOperation | OperationRefusal | Promise<PreparedOperation | OperationRefusal>
  /** The plan for what a caller may see at this moment, or why nothing. */
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

/** Is told what the relay does, to count it. */
export type RelayObserver = Pick<LiveMetrics, 'upstreams' | 'deduplicated' | 'event'>

/** Live subscriptions: those that are the same share one upstream, whoever their clients are. */
export interface Relay {
  /** The sink is not called before this has returned. */
  subscribe(prepared: PreparedOperation, run: LiveRun, sink: ResultSink): LiveOperation
  /** Moves everything that is live to the graph that is served now, a little at a time. */
  migrate(): void
  counts(): { readonly upstreams: number; readonly subscriptions: number }
}

/** Groups of one sharing key. */
interface Sharers {
  /** Who begins now may join it. */
  main: LiveGroup | undefined
  /** Those that began after a position of the past, until they have caught up with the main one. */
  readonly late: Set<LiveGroup>
}

interface Placed {
  readonly key: string
  /** Where the group began, if not with what happens from now on. */
  readonly after: string | undefined
}

/** Subscriptions that are looked at without a pause while they are moved to another graph. */
const migratedAtOnce = 50
/** Over how long those are spread that must be asked for anew. */
const migrationSpreadMs = 2_000

export function openRelay(parts: RelayParts): Relay {
  const { logger, observer } = parts
  const sharers = new Map<string, Sharers>()
  const groups = new Set<LiveGroup>()
  /** Where each subscription is; `undefined` while it is on its way from one group to another. */
  const groupOf = new Map<Member, LiveGroup | undefined>()
  /** Under what each group is found by who begins later. */
  const placed = new Map<LiveGroup, Placed>()
  const batches = openEntityBatches()
  let migration = 0

  function place(member: Member, prepared: PreparedOperation, after: string | undefined): void {
    const key = sharingKey(prepared, member.caller)
    const shared = sharersOf(key)
    const group = after === undefined ? shared.main : standingAt(shared, after)
    if (group === undefined) {
      begin(member, prepared, { key, after })
    } else {
      observer.deduplicated()
      enter(member, group)
    }
  }

  function enter(member: Member, group: LiveGroup): void {
    groupOf.set(member, group)
    group.join(member)
  }

  function sharersOf(key: string): Sharers {
    const known = sharers.get(key)
    if (known !== undefined) return known
    const made: Sharers = { main: undefined, late: new Set() }
    sharers.set(key, made)
    return made
  }

  function begin(member: Member, prepared: PreparedOperation, { key, after }: Placed): void {
    const group = openLiveGroup({
      prepared,
      first: member,
      after,
      backOff: parts.backOff,
      logger,
      authorise: parts.authorise,
      sendFor: (current, run) => batches.through(parts.send(current, run), identityKey(run.caller)),
      onEvent: observer.event,
      onStanding: () => unite(placed.get(group)),
      onEnd: (left) => forget(group, left),
    })
    groups.add(group)
    observer.upstreams.opened()
    list(group, { key, after })
    groupOf.set(member, group)
  }

  function list(group: LiveGroup, { key, after }: Placed): void {
    placed.set(group, { key, after })
    const shared = sharersOf(key)
    if (after !== undefined) shared.late.add(group)
    else shared.main ??= group
  }

  function unlist(group: LiveGroup): void {
    const at = placed.get(group)
    const shared = at && sharers.get(at.key)
    placed.delete(group)
    if (at === undefined || shared === undefined) return
    if (shared.main === group) shared.main = undefined
    shared.late.delete(group)
    if (shared.main === undefined && shared.late.size === 0) sharers.delete(at.key)
  }

  function forget(group: LiveGroup, left: readonly Member[]): void {
    groups.delete(group)
    observer.upstreams.closed()
    unlist(group)
    for (const member of left) groupOf.delete(member)
  }

  /** Those that have caught up go on with the main group. */
  function unite(at: Placed | undefined): void {
    const shared = at && sharers.get(at.key)
    const standing = shared?.main?.standing()
    if (shared === undefined || shared.late.size === 0 || standing === undefined) return
    for (const late of shared.late) {
      if (late.standing() !== standing || shared.main === undefined) continue
      for (const member of late.members()) {
        late.leave(member)
        enter(member, shared.main)
      }
    }
  }

  function leave(member: Member): LiveGroup | undefined {
    const group = groupOf.get(member)
    groupOf.delete(member)
    group?.leave(member)
    return group
  }

  async function prepareAgain(prepared: PreparedOperation, caller: Caller) {
    try {
      return await parts.prepareAgain(prepared, caller)
    } catch (error) {
      const { message, extensions } = maskedError(error, logger)
      return { errors: [new GraphQLError(message, { extensions })] }
    }
  }

  /** Goes on with what another caller may see, from where it stands. */
  async function refresh(member: Member, caller: Caller): Promise<void> {
    const same = identityKey(caller) === identityKey(member.caller)
    const group = groupOf.get(member)
    member.caller = caller
    if (same || group === undefined) return
    const after = group.position()
    leave(member)
    groupOf.set(member, undefined)
    const next = await prepareAgain(group.prepared, caller)
    // It may have ended, or been refreshed again, meanwhile.
    if (!groupOf.has(member) || member.caller !== caller) return
    groupOf.delete(member)
    if ('errors' in next) return member.sink.fail(firstOf(next))
    if (after === undefined) return member.sink.fail(resumeImpossible())
    place(member, next, after)
  }

  async function migrateGroup(group: LiveGroup, mine: number): Promise<void> {
    const next = await prepareAgain(group.prepared, group.newest().caller)
    if (!groups.has(group) || mine !== migration) return
    if ('errors' in next) return group.fail(afterReload(firstOf(next)))
    if (!group.asksTheSame(next)) await wait(Math.random() * migrationSpreadMs, undefined, { ref: false })
    if (!groups.has(group) || mine !== migration) return
    const after = placed.get(group)?.after
    unlist(group)
    group.adopt(next)
    if (groups.has(group)) list(group, { key: sharingKey(next, group.newest().caller), after })
  }

  async function migrateAll(): Promise<void> {
    migration += 1
    const mine = migration
    let looked = 0
    for (const group of [...groups]) {
      if (mine !== migration) return
      void migrateGroup(group, mine).catch((error: unknown) =>
        logger.error({ err: error }, 'a subscription was not migrated'),
      )
      looked += 1
      if (looked % migratedAtOnce === 0) await setImmediate()
    }
  }

  return {
    subscribe(prepared, { caller, trace }, sink) {
      const { resumeAfter, announce } = prepared.source.live
      const member: Member = { sink, trace, caller, announce }
      place(member, prepared, resumeAfter)
      return {
        end: () => void leave(member),
        refresh: (next) => void refresh(member, next),
      }
    },
    migrate: () => void migrateAll(),
    counts: () => ({ upstreams: groups.size, subscriptions: groupOf.size }),
  }
}

/** A group whose members have got the events up to here, and no more. */
function standingAt({ main, late }: Sharers, position: string): LiveGroup | undefined {
  if (main?.position() === position) return main
  return late.values().find((group) => group.position() === position)
}

function firstOf({ errors }: OperationRefusal): GraphQLError {
  return errors[0] ?? schemaChanged()
}

/** What is wrong with the caller stays what it is; an operation that was right before is wrong because the schema is another. */
function afterReload(error: GraphQLError): GraphQLError {
  const { code } = error.extensions
  return code === 'FORBIDDEN' || code === 'INTERNAL_SERVER_ERROR' ? error : schemaChanged(error.message)
}
