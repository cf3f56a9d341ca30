import type { SendFetch } from '@travel-rule/federation/execution/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { TraceContext } from '../identity/trace-context.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { completeEvent } from './complete-event.ts'
import { openEventLine } from './event-line.ts'
import {
  type FollowedSubscription,
  type Following,
  followUpstream,
  type ResubscribeOptions,
} from './follow-upstream.ts'
import type { LiveEvent } from './live-event.ts'
import { resumeImpossible, schemaChanged } from './live-refusals.ts'
import type { LiveResult, ResultSink } from './live-result.ts'
import { followedFor, type UpstreamRequest, unavailable, upstreamRequestOf } from './upstream-request.ts'

/** A client's subscription, as one of those that share an upstream. */
export interface Member {
  readonly sink: ResultSink
  readonly trace: TraceContext
  /** Whether the client is still to be told when its subscription is live. */
  announce: boolean
  caller: Caller
}

/** Clients' subscriptions that are the same for their subgraph: subscribed there once, each event completed and written once. */
export interface LiveGroup {
  readonly prepared: PreparedOperation
  members(): readonly Member[]
  /** One of them; they all may see the same. */
  anyone(): Member
  join(member: Member): void
  /** With the last member the group ends. */
  leave(member: Member): void
  /** Its members have got the events up to here; `undefined` when nobody knows. */
  position(): string | undefined
  /** Whether a member that leaves it misses events for good: they were promised, and there is no position to go on from. */
  stranded(): boolean
  /** The same when it has nothing to hand out that came already. */
  standing(): string | undefined
  /** Whether `next` asks the subgraph for the same as now. */
  asksTheSame(next: PreparedOperation): boolean
  /** Works with another graph from now on. Fails its members when events might be missed by that. */
  adopt(next: PreparedOperation): void
  fail(error: GraphQLError): void
}

export interface LiveGroupParts {
  readonly prepared: PreparedOperation
  readonly first: Member
  /** Where to begin: after this position, or with what happens from now on. */
  readonly after: string | undefined
  readonly resubscribe: ResubscribeOptions
  readonly logger: Logger
  /** Sends fetches on behalf of a member. */
  readonly sendFor: (prepared: PreparedOperation, member: Member) => SendFetch
  /** The plan for what the members may see at this moment, or why they may see nothing. */
  readonly authorise: (
    prepared: PreparedOperation,
    caller: Caller,
  ) => PlannedOperation | GraphQLError | Promise<PlannedOperation | GraphQLError>
  /** An event came from the subgraph. */
  readonly onEvent: () => void
  /** It may have nothing to hand out that came already. */
  readonly onStanding: () => void
  /** The subgraph has sent the last event: nobody should join any more. */
  readonly onEnding: () => void
  /** The group is over; `left` were its members to the last. */
  readonly onEnd: (left: readonly Member[]) => void
}

/** Events that may be in completion at the same time; more are left with the subgraph. */
const waitingMax = 1_000

export function openLiveGroup(parts: LiveGroupParts): LiveGroup {
  const { first, logger } = parts
  const members = new Set<Member>([first])
  let { prepared, after: position } = parts
  let request = upstreamRequestOf(prepared)
  let use: Disposable | undefined = prepared.snapshot.use()
  let following: Following | undefined
  let live = false
  /** The subgraph has sent its last event. */
  let ending = false
  /** What is handed out together, once everything is read that came together. */
  let ready: LiveResult[] = []
  /** Where members stand once they have got that. */
  let readyTo: string | undefined

  const line = openEventLine({
    waitingMax,
    complete(event) {
      const completion = openCompletion(event)
      const planned = parts.authorise(prepared, anyone().caller)
      return planned instanceof Promise ? planned.then(completion) : completion(planned)
    },
    done(result, event) {
      if (result instanceof GraphQLError) fail(result)
      else handOut(result, event)
    },
  })

  function handOut(result: LiveResult, event: LiveEvent): void {
    readyTo = event.position
    if (ready.push(result) === 1) queueMicrotask(flush)
    if (line.waiting() < waitingMax / 2) following?.resume()
  }

  function flush(): void {
    if (ready.length === 0) return
    handReadyOut()
    if (ending && idle()) complete()
    else parts.onStanding()
  }

  function handReadyOut(): void {
    const results = ready
    if (results.length === 0) return
    ready = []
    position = readyTo
    for (const member of members) {
      const { sink } = member
      if (results.length > 1 && sink.nextAll !== undefined) sink.nextAll(results)
      else for (const result of results) sink.next(result)
      // The announcement came while there was no position yet at which members stood.
      if (live && member.announce && members.has(member)) announce(member)
    }
  }

  /** Whether nothing is to be handed out that came already. */
  function idle(): boolean {
    return line.waiting() === 0 && ready.length === 0
  }

  /** Completes an event with the graph of now, also when another one is adopted meanwhile. */
  function openCompletion(event: LiveEvent) {
    const [current, asSent] = [prepared, !('fault' in request) && request.asSent]
    return (planned: PlannedOperation | GraphQLError) => {
      if (planned instanceof GraphQLError) return planned
      return completeEvent(event, {
        prepared: current,
        planned,
        asSent,
        send: parts.sendFor(current, anyone()),
        logger,
      })
    }
  }

  function anyone(): Member {
    for (const member of members) return member
    return first
  }

  function announce(member: Member): void {
    if (!member.announce || position === undefined) return
    member.announce = false
    member.sink.next({ bytes: Buffer.from(JSON.stringify({ data: null, extensions: { position } })) })
  }

  function begin(): void {
    const from = 'fault' in request ? undefined : followedFor(prepared, request, anyone)
    // Nobody's sink is called before whoever subscribes has got hold of the subscription.
    if (from === undefined) queueMicrotask(() => fail(unavailable(prepared)))
    else following = follow(from)
  }

  function follow(followed: FollowedSubscription): Following {
    return followUpstream(
      { followed, after: parts.after, resubscribe: parts.resubscribe, logger },
      {
        live(from) {
          live = true
          // One that comes late may tell of an event that is still being completed.
          if (idle()) position ??= from
          for (const member of members) announce(member)
          parts.onStanding()
        },
        event(event) {
          const taken = line.take(event)
          if (taken) parts.onEvent()
          return taken
        },
        failed: fail,
        completed() {
          ending = true
          if (idle()) complete()
          else parts.onEnding()
        },
      },
    )
  }

  function end(left: readonly Member[]): void {
    if (use === undefined) return
    following?.end()
    line.end()
    use[Symbol.dispose]()
    use = undefined
    parts.onEnd(left)
  }

  function settle(tell: (member: Member) => void): void {
    handReadyOut()
    const all = [...members]
    members.clear()
    end(all)
    for (const member of all) tell(member)
  }

  function complete(): void {
    settle(({ sink }) => sink.complete())
  }

  function fail(error: GraphQLError): void {
    settle(({ sink }) => sink.fail(error))
  }

  begin()
  return {
    get prepared() {
      return prepared
    },
    members: () => [...members],
    anyone,
    join(member) {
      members.add(member)
      if (!live || !member.announce) return
      queueMicrotask(() => {
        if (members.has(member)) announce(member)
      })
    },
    leave(member) {
      if (members.delete(member) && members.size === 0) end([])
    },
    position: () => position,
    stranded: () => position === undefined && (!idle() || following?.stranded() === true),
    standing: () => (idle() ? position : undefined),
    asksTheSame(next) {
      const asked = upstreamRequestOf(next)
      return !('fault' in asked) && !('fault' in request) && isSame(prepared, request, next, asked)
    },
    adopt(next) {
      if (use === undefined) return
      const asked = upstreamRequestOf(next)
      const from = 'fault' in asked ? undefined : followedFor(next, asked, anyone)
      if (from === undefined || 'fault' in asked || 'fault' in request) {
        fail(unavailable(next))
      } else if (asked.subgraph !== request.subgraph) {
        // A position says nothing to another subgraph.
        fail(resumeImpossible())
      } else if (isSame(prepared, request, next, asked) || following?.change(from) === true) {
        const previous = use
        use = next.snapshot.use()
        previous[Symbol.dispose]()
        prepared = next
        request = asked
      } else {
        fail(schemaChanged())
      }
    },
    fail,
  }
}

function isSame(a: PreparedOperation, askedA: UpstreamRequest, b: PreparedOperation, askedB: UpstreamRequest): boolean {
  const upstreamOf = ({ snapshot }: PreparedOperation, { subgraph }: UpstreamRequest) =>
    snapshot.subgraphs.get(subgraph)?.upstream
  return (
    askedA.fetch.body === askedB.fetch.body &&
    askedA.asSent === askedB.asSent &&
    upstreamOf(a, askedA) === upstreamOf(b, askedB)
  )
}
