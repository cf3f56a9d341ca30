import type { SendFetch } from '@travel-rule/federation/execution/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { completeEvent, entitySelectionOf, openEventCompletion, passEvent } from './complete-events.ts'
import { FanOut, type Receiver } from './fan-out.ts'
import {
  type FollowedSubscription,
  type Following,
  followUpstream,
  type ResubscribeOptions,
} from './follow-upstream.ts'
import { type LiveResult, resumeImpossible, schemaChanged } from './live-result.ts'
import type { LiveEvent } from './upstream/upstream-message.ts'
import { followedFor, isSameRequest, mayPass, unavailable, upstreamRequestOf } from './upstream-request.ts'

/** A client's subscription in a group. */
export interface Member extends Receiver {
  /** Disposed when the subscription ends. */
  readonly lease: Disposable
  readonly trace: TraceContext
  /**
   * Whether the client waits for its announcement. `TOLD`: it was told that no position is known
   * yet.
   */
  announce: boolean | 'TOLD'
  caller: Caller
  /** The identity key of `caller`. */
  identityKey: string
}

/**
 * Equal subscriptions of clients, which share one upstream. Each event is completed and serialized
 * once for all of them.
 */
export interface LiveGroup {
  readonly prepared: PreparedOperation
  members(): readonly Member[]
  /** Any member; all members may read the same fields. */
  representative(): Member
  join(member: Member): void
  /** The group ends with its last member. */
  leave(member: Member): void
  /** Delivers the results up to `position` to a member that has not received them yet. */
  catchUp(member: Member): void
  /**
   * The position of the last event that the members have received, or receive in the round in
   * progress; `undefined` when it is unknown.
   */
  position(): string | undefined
  /** Whether a member that leaves may miss events, because no position is known. */
  mayMissEvents(): boolean
  /** The position, only while no event is pending. */
  idlePosition(): string | undefined
  /** Whether `next` would send the same request to the subgraph. */
  hasSameRequest(next: PreparedOperation): boolean
  /** Continues on another graph. Fails the members if that may miss events. */
  adopt(next: PreparedOperation): void
  fail(error: GraphQLError): void
}

export interface LiveGroupParts {
  readonly prepared: PreparedOperation
  readonly first: Member
  /** The position to start after; `undefined` for events from now on. */
  readonly after: string | undefined
  readonly resubscribe: ResubscribeOptions
  readonly turns: LoopTurns
  readonly logger: Logger
  /** Sends fetches for a member. */
  readonly sendFor: (prepared: PreparedOperation, member: Member) => SendFetch
  /** The plan for the fields of an event that the members may read, or why they end. */
  readonly authorise: (
    prepared: PreparedOperation,
    caller: Caller,
  ) => PlannedOperation | GraphQLError | Promise<PlannedOperation | GraphQLError>
  /** The subgraph sent an event. */
  readonly onEvent: () => void
  /** `idlePosition` may have changed. */
  readonly onIdle: () => void
  /** Called after the last event of the subgraph; no subscription should join any more. */
  readonly onEnding: () => void
  /** Called when the group has ended; `remaining` were its last members. */
  readonly onEnd: (remaining: readonly Member[]) => void
}

/** Events in completion at the same time; more stay with the subgraph. */
const pendingMax = 1_000
/** Events without a position cannot stay there, because they could not be replayed. */
const waitingMax = 10_000
/** How long positions are announced before other work runs. */
const sliceMs = 5
/** Results of one round: a client's queue must hold them. */
const roundMax = 100

interface ReadyResult {
  readonly result: LiveResult
  readonly position: string | undefined
}

export function openLiveGroup(parts: LiveGroupParts): LiveGroup {
  const { first, logger } = parts
  const members = new Set<Member>([first])
  let { prepared, after: position } = parts
  let request = upstreamRequestOf(prepared)
  let entity = entitySelectionOf(prepared)
  let use: Disposable | undefined = prepared.snapshot.use()
  let following: Following | undefined
  let live = false
  /** The subgraph announces no position. */
  let unannounced = false
  /** How the members end once the events that have arrived are delivered. */
  let ending: ((member: Member) => void) | undefined
  /** Events that arrived while too many others were in completion. */
  const waiting: LiveEvent[] = []
  /** Results that no member has received. */
  const ready: ReadyResult[] = []
  const fanOut = new FanOut<Member>(parts.turns, members, {
    received(member) {
      // The announcement of the subgraph may have arrived before the group had a position.
      if (members.has(member)) announce(member)
    },
    finished() {
      if (ready.length > 0) flush()
      else if (ending !== undefined && isIdle()) endAll(ending)
      else parts.onIdle()
    },
  })
  fanOut.join(first)

  const completion = openEventCompletion({
    pendingMax,
    complete(event) {
      // Such an operation has no policies to decide.
      const payload = isAsSent() && event.json !== undefined ? Buffer.from(event.json) : undefined
      if (payload !== undefined && mayPass(prepared, payload)) return passEvent(event, payload, entity)
      const complete = completionFor(event)
      const planned = parts.authorise(prepared, representative().caller)
      return planned instanceof Promise ? planned.then<LiveResult | GraphQLError>(complete) : complete(planned)
    },
    done(result, event) {
      if (result instanceof GraphQLError) fail(result)
      else enqueue(result, event)
    },
  })

  /**
   * Completes an event on the current graph, even if another graph is adopted before its policies
   * are decided.
   */
  function completionFor(event: LiveEvent) {
    const current = { prepared, entity, asSent: isAsSent() }
    return (planned: PlannedOperation | GraphQLError) => {
      if (planned instanceof GraphQLError) return planned
      const send = parts.sendFor(current.prepared, representative())
      return completeEvent(event, { ...current, planned, send, logger })
    }
  }

  function enqueue(result: LiveResult, event: LiveEvent): void {
    if (ready.push({ result, position: event.position }) === 1) queueMicrotask(flush)
    resume()
  }

  /** Once all messages that arrived together are read, and the last round has finished. */
  function flush(): void {
    if (ready.length === 0 || !fanOut.isIdle()) return
    const round = ready.splice(0, roundMax)
    position = round.at(-1)?.position
    resume()
    fanOut.deliver(round.map(({ result }) => result))
  }

  function resume(): void {
    if (completion.pending() + ready.length >= pendingMax / 2) return
    if (waiting.length === 0) following?.resume()
    else queueMicrotask(acceptWaiting)
  }

  function accept(event: LiveEvent): boolean {
    if (ready.length < pendingMax && waiting.length === 0 && completion.accept(event)) return true
    if (event.position !== undefined || waiting.length >= waitingMax) return false
    waiting.push(event)
    return true
  }

  function acceptWaiting(): void {
    let next = waiting[0]
    while (next !== undefined && ready.length < pendingMax && completion.accept(next)) {
      waiting.shift()
      next = waiting[0]
    }
  }

  function isAsSent(): boolean {
    return !('fault' in request) && request.asSent
  }

  function isIdle(): boolean {
    return completion.pending() === 0 && waiting.length === 0 && ready.length === 0 && fanOut.isIdle()
  }

  function representative(): Member {
    for (const member of members) return member
    return first
  }

  function announce(member: Member): void {
    if (member.announce === false || fanOut.isBehind(member)) return
    if (live && position !== undefined) {
      member.announce = false
      member.sink.next(announcementOf(position))
    } else if (unannounced && member.announce !== 'TOLD') {
      member.announce = 'TOLD'
      member.sink.next(announcementOf(null))
    }
  }

  function announceAll(): void {
    void visitInSlices(members, sliceMs, announce)
  }

  function begin(): void {
    const from = 'fault' in request ? undefined : followedFor(prepared, request, representative)
    // Deferred, since no sink is called before `subscribe` has returned.
    if (from === undefined) queueMicrotask(() => fail(unavailable(prepared)))
    else following = follow(from)
  }

  function follow(followed: FollowedSubscription): Following {
    return followUpstream(
      { followed, after: parts.after, resubscribe: parts.resubscribe, logger },
      {
        live(from) {
          live = true
          // A late announcement may include an event that is still pending.
          if (isIdle()) position ??= from
          announceAll()
          parts.onIdle()
        },
        unannounced() {
          unannounced = true
          announceAll()
        },
        event(event) {
          const accepted = accept(event)
          if (accepted) parts.onEvent()
          return accepted
        },
        failed: (error) => endBehindEvents((member) => failMember(member, error)),
        completed: () => endBehindEvents(completeMember),
      },
    )
  }

  /** The subgraph sends no more events. */
  function endBehindEvents(endMember: (member: Member) => void): void {
    ending = endMember
    if (isIdle()) endAll(endMember)
    else parts.onEnding()
  }

  function end(remaining: readonly Member[]): void {
    if (use === undefined) return
    following?.end()
    completion.end()
    waiting.length = 0
    use[Symbol.dispose]()
    use = undefined
    parts.onEnd(remaining)
  }

  function endAll(endMember: (member: Member) => void): void {
    if (use === undefined) return
    const all = [...members]
    const last = ready.splice(0).map(({ result }) => result)
    members.clear()
    end(all)
    fanOut.end(all, last, endMember)
  }

  function fail(error: GraphQLError): void {
    endAll((member) => failMember(member, error))
  }

  begin()
  return {
    get prepared() {
      return prepared
    },
    members: () => [...members],
    representative,
    join(member) {
      members.add(member)
      fanOut.join(member)
      if (!member.announce) return
      queueMicrotask(() => {
        if (members.has(member)) announce(member)
      })
    },
    leave(member) {
      if (members.delete(member) && members.size === 0) end([])
    },
    catchUp: (member) => fanOut.catchUp(member),
    position: () => position,
    mayMissEvents: () => position === undefined && (!isIdle() || following?.mayMissEvents() === true),
    idlePosition: () => (isIdle() ? position : undefined),
    hasSameRequest(next) {
      const nextRequest = upstreamRequestOf(next)
      return !('fault' in nextRequest) && !('fault' in request) && isSameRequest(prepared, request, next, nextRequest)
    },
    adopt(next) {
      // One that is ending delivers what it has received.
      if (use === undefined || ending !== undefined) return
      const nextRequest = upstreamRequestOf(next)
      const followed = 'fault' in nextRequest ? undefined : followedFor(next, nextRequest, representative)
      if (followed === undefined || 'fault' in nextRequest || 'fault' in request) {
        fail(unavailable(next))
      } else if (nextRequest.subgraph !== request.subgraph) {
        // Positions are meaningless to another subgraph.
        fail(resumeImpossible())
      } else if (isSameRequest(prepared, request, next, nextRequest) || following?.change(followed) === true) {
        const previous = use
        use = next.snapshot.use()
        previous[Symbol.dispose]()
        prepared = next
        request = nextRequest
        entity = entitySelectionOf(next)
      } else {
        fail(schemaChanged())
      }
    },
    fail,
  }
}

/** `null`: events from now on arrive, but the subgraph tells no position to resume from. */
function announcementOf(position: string | null): LiveResult {
  const bytes = Buffer.from(JSON.stringify({ data: null, extensions: { position } }))
  return position === null ? { bytes } : { bytes, position }
}

export function failMember({ sink, lease }: Member, error: GraphQLError): void {
  lease[Symbol.dispose]()
  sink.fail(error)
}

function completeMember({ sink, lease }: Member): void {
  lease[Symbol.dispose]()
  sink.complete()
}
