import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { describeFault, subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { requestErrorsOf } from '../upstream/socket-dialect.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { UpstreamSink } from '../upstream/upstream-connection.ts'
import { announcedPosition, type LiveEvent, readLiveEvent, type UpstreamEvent } from '../upstream/upstream-message.ts'
import { eventTooLong, refusalOf, resumeImpossible } from './live-errors.ts'

/** A subscription at a subgraph. */
export interface FollowedSubscription {
  readonly subgraph: string
  readonly upstream: Upstream
  /** The operation to send. */
  readonly operation: string
  /** True if clients see the message of a refusal without a code. */
  readonly showsUncoded: boolean
  /** Creates the payload of `subscribe`, with a new identity assertion. Called for each attempt. */
  readonly write: () => Promise<SubscribePayload>
}

export interface FollowSink {
  /** Called at most once. Every event after this announced position follows. */
  live(position: string): void
  /** The subgraph has announced no position in time. Called at most once for each attempt. */
  unannounced(): void
  /**
   * Returns false for backpressure: this event and later ones stay with the subgraph until
   * `resume`.
   */
  event(event: LiveEvent): boolean
  /** The subscription cannot continue. No other method is called afterwards. */
  failed(error: GraphQLError): void
  completed(): void
}

export interface Following {
  /** Ends the subscription: the sink is no longer called. */
  end(): void
  /**
   * Continues with another subscription after the last event. If that may miss events, returns false and changes
   * nothing.
   */
  change(next: FollowedSubscription): boolean
  /** Resumes after backpressure. */
  resume(): void
  /**
   * True if ending it now and subscribing again may miss events, because events were promised and no position is known.
   */
  mayMissEvents(): boolean
}

/** How a lost subscription is resumed. */
export interface ResubscribeOptions extends Backoff {
  /** Total time allowed for all attempts. */
  readonly timeoutMs: number
}

export interface FollowOptions {
  readonly followed: FollowedSubscription
  /** The position to start after; `undefined` for new events only. */
  readonly after: string | undefined
  readonly resubscribe: ResubscribeOptions
  readonly logger: Logger
}

/** Temporary refusals: the database or the audit log may fail, or the subgraph's copy of our keys may be stale. */
const TEMPORARY_CODES: readonly unknown[] = [
  'ACCESS_NOT_RECORDED',
  'UNAUTHENTICATED',
  'INTERNAL_SERVER_ERROR',
  'OPERATION_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
]
/** The loss of a subscription that lasted this long resets the attempts. */
const stableAfterMs = 10_000
/** gqlgen and Strawberry send a refusal as a result, immediately followed by the completion. */
const refusalMs = 1_000
/** Our subgraphs announce a position immediately; others may never do. */
const announcementMs = 2_000

/**
 * Follows a subscription across losses of its connection. Each attempt resumes after the last
 * event, so that none is missed or repeated: the subgraph must announce that position first.
 *
 * Fails with `SUBGRAPH_UNAVAILABLE` after the last attempt, with `RESUME_IMPOSSIBLE` when events
 * may be missed, with `EVENT_TOO_LONG`, and with the refusal of the subgraph.
 */
export function followUpstream(options: FollowOptions, sink: FollowSink): Following {
  const follower = new Follower(options, sink)
  follower.begin()
  return follower
}

/** A class, since the closures of each subscription would take more memory than its state. */
class Follower implements Following {
  readonly #sink: FollowSink
  readonly #resubscribe: ResubscribeOptions
  readonly #logger: Logger
  #followed: FollowedSubscription
  #after: string | undefined
  #ended = false
  #paused = false
  #announced = false
  #lastHadNoPosition = false
  #attempt = 0
  /** True once this attempt has received a result. */
  #hasResult = false
  /** A first result that may be a refusal: it is one if only the end follows. */
  #perhapsRefusal: UpstreamEvent | undefined
  /** When the subgraph began to send events; `undefined` until it has accepted the subscription. */
  #liveSinceMs: number | undefined
  /** When no further attempts are made. */
  #deadlineAtMs: number
  /** The position that the subgraph must announce before its first event. */
  #resuming: string | undefined
  /** Maximum number of subscriptions on its socket. */
  #sharersMax: number | undefined
  #current: Attempt | undefined
  #unsubscribe: (() => void) | undefined
  /** Starts the next attempt, or ends the wait for what this attempt expects. */
  #timer: NodeJS.Timeout | undefined

  constructor({ followed, after, resubscribe, logger }: FollowOptions, sink: FollowSink) {
    this.#sink = sink
    this.#resubscribe = resubscribe
    this.#logger = logger
    this.#followed = followed
    this.#after = after
    this.#deadlineAtMs = performance.now() + resubscribe.timeoutMs
  }

  end(): void {
    this.#ended = true
    this.#leave()
  }

  change(next: FollowedSubscription): boolean {
    if (this.mayMissEvents()) return false
    this.#followed = next
    if (this.#ended || this.#paused) return true
    this.#leave()
    this.#restartAttempts()
    this.begin()
    return true
  }

  resume(): void {
    if (!this.#paused || this.#ended) return
    this.#paused = false
    this.#restartAttempts()
    this.begin()
  }

  /** A subscription that has just started has not promised any events. */
  mayMissEvents(): boolean {
    const hasPromised = this.#lastHadNoPosition || this.#perhapsRefusal !== undefined || this.#isStable()
    return this.#after === undefined && hasPromised
  }

  /** Begins an attempt. */
  begin(): void {
    const attempt = new Attempt(this)
    this.#current = attempt
    this.#subscribe(attempt).catch((error: unknown) => {
      if (this.isCurrent(attempt)) this.#retry(String(error))
    })
  }

  async #subscribe(attempt: Attempt): Promise<void> {
    const after = this.#after
    this.#resuming = after
    this.#expect(this.#deadlineAtMs - performance.now(), () =>
      this.#giveUp('it did not accept the subscription in time'),
    )
    const payload = await this.#followed.write()
    if (!this.isCurrent(attempt)) return
    const extensions = { ...payload.extensions, announce: true, ...(after !== undefined && { resumeAfter: after }) }
    this.#unsubscribe = this.#followed.upstream.subscribe({ ...payload, extensions }, attempt, this.#sharersMax)
  }

  /** False for an attempt that was replaced, whose late calls must be ignored. */
  isCurrent(attempt: Attempt): boolean {
    return this.#current === attempt
  }

  /** The subgraph has received the subscription. */
  begun(): void {
    // An event may already have arrived.
    if (this.#liveSinceMs !== undefined || this.#perhapsRefusal !== undefined) return
    if (this.#resuming !== undefined) {
      this.#expect(this.#resubscribe.timeoutMs, () => this.#fail(resumeImpossible()))
    } else {
      this.#liveSinceMs = performance.now()
      this.#expect(announcementMs, () => this.#sink.unannounced())
    }
  }

  /** A first result may be a refusal: servers without an `error` message refuse an operation this way. */
  receive(event: UpstreamEvent): void {
    const isFirst = !this.#hasResult
    this.#hasResult = true
    const refusal = isFirst ? requestErrorsOf(event.payload) : undefined
    if (refusal !== undefined) {
      this.refused(refusal)
    } else if (isFirst && errorsWithoutData(event) !== undefined) {
      this.#perhapsRefusal = event
      this.#expect(refusalMs, () => this.#receivePending())
    } else {
      this.#receivePending()
      if (this.#current !== undefined) this.#receiveResult(event)
    }
  }

  refused(errors: readonly unknown[]): void {
    const first: SubgraphError = isObject(errors[0]) ? errors[0] : { message: errors[0] }
    const code = isObject(first.extensions) ? first.extensions.code : undefined
    if (TEMPORARY_CODES.includes(code)) this.#lose(`refused with ${String(code)}`)
    else this.#fail(refusalOf(first, this.#followed, this.#logger))
  }

  lost(reason: string, tooLong: 'CERTAIN' | 'POSSIBLE' | undefined): void {
    this.#receivePending()
    if (this.#current === undefined) return
    this.#sharersMax = tooLong === undefined ? undefined : fewer(this.#sharersMax)
    // The event would be just as long in every attempt.
    if (tooLong === 'CERTAIN') this.#fail(eventTooLong())
    else this.#lose(reason)
  }

  completed(): void {
    const pending = this.#perhapsRefusal
    this.#perhapsRefusal = undefined
    const refusal = pending && errorsWithoutData(pending)
    if (refusal !== undefined) {
      this.refused(refusal)
    } else {
      this.end()
      this.#sink.completed()
    }
  }

  /** Handles the first result as an event. May end the attempt. */
  #receivePending(): void {
    const pending = this.#perhapsRefusal
    if (pending === undefined) return
    this.#perhapsRefusal = undefined
    clearTimeout(this.#timer)
    this.#receiveResult(pending)
  }

  #receiveResult(event: UpstreamEvent): void {
    const position = announcedPosition(event)
    if (this.#resuming !== undefined && position !== this.#resuming) {
      this.#fail(resumeImpossible())
      return
    }
    this.#resuming = undefined
    this.#liveSinceMs ??= performance.now()
    if (position === undefined) this.#receiveEvent(readLiveEvent(event))
    else this.#receiveAnnouncement(position)
  }

  #receiveEvent(read: LiveEvent): void {
    this.#lastHadNoPosition = read.position === undefined
    if (this.#lastHadNoPosition && !this.#announced) this.#unannounced()
    if (!this.#sink.event(read)) {
      this.#pause()
    } else {
      // Receiving the same event again is not progress.
      if (read.position !== undefined && read.position !== this.#after) this.#restartAttempts()
      this.#after = read.position
    }
  }

  #receiveAnnouncement(position: string): void {
    clearTimeout(this.#timer)
    this.#after ??= position
    if (!this.#announced) this.#sink.live(this.#after)
    this.#announced = true
  }

  #unannounced(): void {
    clearTimeout(this.#timer)
    this.#sink.unannounced()
  }

  #pause(): void {
    if (this.#ended) return
    this.#paused = this.#after !== undefined
    if (this.#paused) this.#leave()
    else this.#fail(resumeImpossible())
  }

  #lose(reason: string): void {
    if (this.mayMissEvents()) this.#fail(resumeImpossible())
    else this.#retry(reason)
  }

  #retry(reason: string): void {
    if (this.#isStable()) this.#restartAttempts()
    this.#leave()
    this.#attempt += 1
    const { subgraph } = this.#followed
    this.#logger.warn({ subgraph, attempt: this.#attempt, reason }, 'a subscription at a subgraph was lost')
    const delayMs = backoffDelayMs(this.#attempt, this.#resubscribe)
    if (performance.now() + delayMs > this.#deadlineAtMs) this.#giveUp(reason)
    else this.#timer = setTimeout(() => this.begin(), delayMs)
  }

  #giveUp(reason: string): void {
    this.#fail(refusalError(describeFault(this.#followed.subgraph, subgraphFault('UNAVAILABLE', reason))))
  }

  #restartAttempts(): void {
    this.#attempt = 0
    this.#deadlineAtMs = performance.now() + this.#resubscribe.timeoutMs
  }

  #isStable(): boolean {
    return this.#liveSinceMs !== undefined && performance.now() - this.#liveSinceMs > stableAfterMs
  }

  #leave(): void {
    this.#current = undefined
    this.#hasResult = false
    this.#perhapsRefusal = undefined
    this.#liveSinceMs = undefined
    clearTimeout(this.#timer)
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #fail(error: GraphQLError): void {
    this.end()
    this.#sink.failed(error)
  }

  #expect(ms: number, overdue: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(overdue, ms)
  }
}

/** One subscription at the subgraph. */
class Attempt implements UpstreamSink {
  readonly #follower: Follower

  constructor(follower: Follower) {
    this.#follower = follower
  }

  begun(): void {
    if (this.#follower.isCurrent(this)) this.#follower.begun()
  }

  next(event: UpstreamEvent): void {
    if (this.#follower.isCurrent(this)) this.#follower.receive(event)
  }

  refused(errors: readonly unknown[]): void {
    if (this.#follower.isCurrent(this)) this.#follower.refused(errors)
  }

  lost(reason: string, tooLong?: 'CERTAIN' | 'POSSIBLE'): void {
    if (this.#follower.isCurrent(this)) this.#follower.lost(reason, tooLong)
  }

  completed(): void {
    if (this.#follower.isCurrent(this)) this.#follower.completed()
  }
}

/** The errors of a result that has nothing but errors. */
function errorsWithoutData({ payload: { data, errors, extensions } }: UpstreamEvent): readonly unknown[] | undefined {
  const hasErrors = Array.isArray(errors) && errors.length > 0
  return data === null && extensions === undefined && hasErrors ? errors : undefined
}

/**
 * Isolates subscriptions whose messages are too long: after each such loss, a tenth as many share a socket. This
 * isolates the cause before the other subscriptions have used up their attempts, and few of them need a separate
 * socket.
 */
function fewer(sharersMax = 1_000): number {
  return Math.max(1, sharersMax / 10)
}
