import type { SendFetch } from '@travel-rule/federation/execution/run/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import type { ForwardedHeaders, HeaderRules } from '../supergraph-source/header-rules.ts'
import type { LiveEvent } from '../upstream/upstream-message.ts'
import { completeEvent, type EntitySelection, entitySelectionOf, passEvent } from './complete-events.ts'
import { EventQueue, type EventQueueLimits, type EventQueueListener } from './event-queue.ts'
import { FanOut, type FanOutListener, type Receiver } from './fan-out.ts'
import { type Following, type FollowSink, followUpstream, type ResubscribeOptions } from './follow-upstream.ts'
import { resumeImpossible, schemaChanged } from './live-errors.ts'
import type { LiveResult } from './live-result.ts'
import { followedFor, isSameRequest, mayPass, unavailable, upstreamRequestOf } from './upstream-request.ts'

/** A client's subscription in a group. */
export interface Member extends Receiver {
  /** Disposed when the subscription ends. */
  readonly lease: Disposable
  readonly trace: TraceContext
  readonly forwarded: ForwardedHeaders | undefined
  /**
   * True while the client waits for its announcement. `TOLD`: the client was informed that no position is known yet.
   */
  announce: boolean | 'TOLD'
  caller: Caller
  /** The identity key of `caller` with the forwarded headers. */
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
   * The position of the last event that the members have received, or whose delivery is in progress;
   * `undefined` when it is unknown.
   */
  position(): string | undefined
  /** True if a member that leaves may miss events, because no position is known. */
  mayMissEvents(): boolean
  /** The position, only while no event is pending. */
  idlePosition(): string | undefined
  /** True if `next` would send the same request to the subgraph. */
  hasSameRequest(next: PreparedOperation): boolean
  /** Continues on another graph. Fails the members if that may miss events. */
  adopt(next: PreparedOperation): void
  fail(error: GraphQLError): void
}

/** What all groups of a relay share. */
export interface LiveGroupHost {
  readonly resubscribe: ResubscribeOptions
  readonly turns: LoopTurns
  readonly logger: Logger
  readonly headersFor: HeaderRules['headersFor']
  /** Sends fetches for a member. */
  sendFor(prepared: PreparedOperation, member: Member): SendFetch
  /** The plan for the fields of an event that the members may read, or the error that ends them. */
  authorise(prepared: PreparedOperation, caller: Caller): Promise<PlannedOperation | GraphQLError>
  /** The subgraph sent an event. */
  onEvent(): void
  /** `idlePosition` may have changed. */
  onIdle(group: LiveGroup): void
  /** Called after the last event from the subgraph; no more subscriptions should join. */
  onEnding(group: LiveGroup): void
  /** Called when the group has ended; `remaining` were its last members. */
  onEnd(group: LiveGroup, remaining: readonly Member[]): void
}

export interface LiveGroupStart {
  readonly prepared: PreparedOperation
  readonly first: Member
  /** The position to start after; `undefined` for new events only. */
  readonly after: string | undefined
}

const QUEUE: EventQueueLimits = { pendingMax: 1_000, waitingMax: 10_000, charactersMax: 64_000_000 }
/** How long positions are announced before the event loop runs other work. */
const sliceMs = 5

export function openLiveGroup(start: LiveGroupStart, host: LiveGroupHost): LiveGroup {
  const group = new Group(start, host)
  group.begin(start.after)
  return group
}

/** A class, since the closures of each group would take more memory than its state. */
class Group implements LiveGroup, FollowSink, EventQueueListener, FanOutListener<Member> {
  readonly #host: LiveGroupHost
  readonly #first: Member
  readonly #members: Set<Member>
  readonly #fanOut: FanOut<Member>
  readonly #queue: EventQueue
  #prepared: PreparedOperation
  #position: string | undefined
  #request: ReturnType<typeof upstreamRequestOf>
  #entity: EntitySelection | undefined
  #use: Disposable | undefined
  #following: Following | undefined
  #live = false
  /** The subgraph announces no position. */
  #unannounced = false
  /** How the members end once the pending events are delivered. */
  #ending: ((member: Member) => void) | undefined

  constructor({ prepared, first, after }: LiveGroupStart, host: LiveGroupHost) {
    this.#host = host
    this.#first = first
    this.#members = new Set([first])
    this.#fanOut = new FanOut<Member>(host.turns, this.#members, this)
    this.#fanOut.join(first)
    this.#queue = new EventQueue(QUEUE, this)
    this.#prepared = prepared
    this.#position = after
    this.#request = upstreamRequestOf(prepared)
    this.#entity = entitySelectionOf(prepared)
    this.#use = prepared.snapshot.use()
  }

  begin(after: string | undefined): void {
    const representative = () => this.representative()
    const request = this.#request
    const followed =
      'fault' in request ? undefined : followedFor(this.#prepared, request, representative, this.#host.headersFor)
    const { resubscribe, logger } = this.#host
    // Deferred, since no sink is called before `subscribe` has returned.
    if (followed === undefined) queueMicrotask(() => this.fail(unavailable(this.#prepared)))
    else this.#following = followUpstream({ followed, after, resubscribe, logger }, this)
  }

  get prepared(): PreparedOperation {
    return this.#prepared
  }

  members(): readonly Member[] {
    return [...this.#members]
  }

  representative(): Member {
    for (const member of this.#members) return member
    return this.#first
  }

  join(member: Member): void {
    this.#members.add(member)
    this.#fanOut.join(member)
    if (!member.announce) return
    queueMicrotask(() => {
      if (this.#members.has(member)) this.#announce(member)
    })
  }

  leave(member: Member): void {
    if (this.#members.delete(member) && this.#members.size === 0) this.#end([])
  }

  catchUp(member: Member): void {
    this.#fanOut.catchUp(member)
  }

  position(): string | undefined {
    return this.#position
  }

  mayMissEvents(): boolean {
    return this.#position === undefined && (!this.#isIdle() || this.#following?.mayMissEvents() === true)
  }

  idlePosition(): string | undefined {
    return this.#isIdle() ? this.#position : undefined
  }

  hasSameRequest(next: PreparedOperation): boolean {
    const request = this.#request
    const nextRequest = upstreamRequestOf(next)
    if ('fault' in nextRequest || 'fault' in request) return false
    return isSameRequest(this.#prepared, request, next, nextRequest)
  }

  adopt(next: PreparedOperation): void {
    // An ending group only delivers what it has received.
    if (this.#use === undefined || this.#ending !== undefined) return
    const request = this.#request
    const nextRequest = upstreamRequestOf(next)
    const representative = () => this.representative()
    const followed =
      'fault' in nextRequest ? undefined : followedFor(next, nextRequest, representative, this.#host.headersFor)
    if (followed === undefined || 'fault' in nextRequest || 'fault' in request) {
      this.fail(unavailable(next))
    } else if (nextRequest.subgraph !== request.subgraph) {
      // Positions are meaningless to another subgraph.
      this.fail(resumeImpossible())
    } else if (
      isSameRequest(this.#prepared, request, next, nextRequest) ||
      this.#following?.change(followed) === true
    ) {
      const previous = this.#use
      this.#use = next.snapshot.use()
      previous[Symbol.dispose]()
      this.#prepared = next
      this.#request = nextRequest
      this.#entity = entitySelectionOf(next)
    } else {
      this.fail(schemaChanged())
    }
  }

  fail(error: GraphQLError): void {
    this.#endAll((member) => failMember(member, error))
  }

  // FollowSink: called by the subscription at the subgraph.

  live(position: string): void {
    this.#live = true
    // A late announcement may include an event that is still pending.
    if (this.#isIdle()) this.#position ??= position
    this.#announceAll()
    this.#host.onIdle(this)
  }

  unannounced(): void {
    this.#unannounced = true
    this.#announceAll()
  }

  event(event: LiveEvent): boolean {
    const accepted = this.#queue.accept(event)
    if (accepted) this.#host.onEvent()
    return accepted
  }

  failed(error: GraphQLError): void {
    this.#endBehindEvents((member) => failMember(member, error))
  }

  completed(): void {
    this.#endBehindEvents(completeMember)
  }

  // EventQueueListener: called by the queue of events.

  pass(event: LiveEvent): LiveResult | undefined {
    // An operation that is sent unchanged has no policies to decide.
    const payload = this.#isAsSent() && event.json !== undefined ? Buffer.from(event.json) : undefined
    if (payload === undefined || !mayPass(this.#prepared, payload)) return undefined
    return passEvent(event, payload, this.#entity)
  }

  async complete(event: LiveEvent): Promise<LiveResult | GraphQLError> {
    // On the current graph, even if another graph is adopted before the policies are decided.
    const current = { prepared: this.#prepared, entity: this.#entity, asSent: this.#isAsSent() }
    const { authorise, sendFor, logger } = this.#host
    const planned = await authorise(current.prepared, this.representative().caller)
    if (planned instanceof GraphQLError) return planned
    const send = sendFor(current.prepared, this.representative())
    return completeEvent(event, { ...current, planned, send, logger })
  }

  ready(isFirst: boolean): void {
    if (isFirst) queueMicrotask(() => this.#flush())
    this.#resume()
  }

  incomplete(error: GraphQLError): void {
    this.fail(error)
  }

  #isAsSent(): boolean {
    return !('fault' in this.#request) && this.#request.asSent
  }

  /** Runs once all messages that arrived together are read. Results without room wait for it. */
  #flush(): void {
    const taken = this.#queue.take(this.#fanOut.room)
    if (taken.length === 0) return
    this.#position = taken.at(-1)?.position
    this.#resume()
    this.#fanOut.deliver(taken.map(({ result }) => result))
  }

  #resume(): void {
    if (this.#queue.advance()) this.#following?.resume()
  }

  // FanOutListener: called by the delivery of results.

  received(member: Member): void {
    // The announcement of the subgraph may have arrived before the group had a position.
    if (member.announce !== false && this.#members.has(member)) this.#announce(member)
  }

  advanced(): void {
    this.#flush()
  }

  finished(): void {
    if (this.#ending !== undefined && this.#isIdle()) this.#endAll(this.#ending)
    else this.#host.onIdle(this)
  }

  #announce(member: Member): void {
    if (member.announce === false || this.#fanOut.isBehind(member)) return
    if (this.#live && this.#position !== undefined) {
      member.announce = false
      member.sink.next(announcementOf(this.#position))
    } else if (this.#unannounced && member.announce !== 'TOLD') {
      member.announce = 'TOLD'
      member.sink.next(announcementOf(null))
    }
  }

  #announceAll(): void {
    void visitInSlices(this.#members, sliceMs, (member) => this.#announce(member))
  }

  #isIdle(): boolean {
    return this.#queue.isEmpty() && this.#fanOut.isIdle()
  }

  /** The subgraph sends no more events. */
  #endBehindEvents(endMember: (member: Member) => void): void {
    this.#ending = endMember
    if (this.#isIdle()) this.#endAll(endMember)
    else this.#host.onEnding(this)
  }

  #endAll(endMember: (member: Member) => void): void {
    if (this.#use === undefined) return
    const all = this.members()
    const last = this.#queue.take(this.#queue.ready).map(({ result }) => result)
    this.#members.clear()
    this.#end(all)
    this.#fanOut.end(all, last, endMember)
  }

  #end(remaining: readonly Member[]): void {
    if (this.#use === undefined) return
    this.#following?.end()
    this.#queue.end()
    this.#use[Symbol.dispose]()
    this.#use = undefined
    this.#host.onEnd(this, remaining)
  }
}

/** `null`: new events arrive, but the subgraph announces no position to resume from. */
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
