import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { describeFault, subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { resumeImpossible } from './live-result.ts'
import { requestErrorsOf } from './upstream/socket-dialect.ts'
import type { Upstream } from './upstream/upstream.ts'
import { announcedPosition, type LiveEvent, readLiveEvent, type UpstreamEvent } from './upstream/upstream-message.ts'
import { eventTooLong, refusalOf } from './upstream-refusal.ts'

/** A subscription at a subgraph. */
export interface FollowedSubscription {
  readonly subgraph: string
  readonly upstream: Upstream
  /** Creates the payload of `subscribe`, with a new identity assertion. Called for each attempt. */
  readonly write: () => Promise<SubscribePayload>
}

export interface FollowSink {
  /** Called at most once: every event after this announced position follows. */
  live(position: string): void
  /** The subgraph announces no position, or not soon. Called at most once for each attempt. */
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
  /** Ends the subscription: the sink is not called any more. */
  end(): void
  /**
   * Continues with another subscription after the last event. Returns false, and changes nothing,
   * if that may miss events.
   */
  change(next: FollowedSubscription): boolean
  /** Resumes after backpressure. */
  resume(): void
  /**
   * Whether ending it now and subscribing again may miss events, because events were promised and
   * no position is known.
   */
  mayMissEvents(): boolean
}

/** How a lost subscription is resumed. */
export interface ResubscribeOptions extends Backoff {
  readonly attemptsMax: number
  /** How long all attempts together may take. */
  readonly timeoutMs: number
}

export interface FollowOptions {
  readonly followed: FollowedSubscription
  /** The position to start after; `undefined` for events from now on. */
  readonly after: string | undefined
  readonly resubscribe: ResubscribeOptions
  readonly logger: Logger
}

/** Temporary refusals: the database of the subgraph may be down, or its copy of our keys stale. */
const TEMPORARY_CODES: readonly unknown[] = [
  'UNAUTHENTICATED',
  'INTERNAL_SERVER_ERROR',
  'OPERATION_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
]
/** A subscription that lasted this long was stable, so its loss resets the attempts. */
const stableAfterMs = 10_000
/** Our subgraphs announce at once; others may never. */
const announcementMs = 2_000

/**
 * Follows a subscription across losses of its connection. Each attempt resumes after the last
 * event, so that none is missed or repeated: the subgraph must announce that position first.
 *
 * Fails with `SUBGRAPH_UNAVAILABLE` after the last attempt, with `RESUME_IMPOSSIBLE` when events
 * may be missed, with `EVENT_TOO_LONG`, and with the refusal of the subgraph.
 */
export function followUpstream(options: FollowOptions, sink: FollowSink): Following {
  const { resubscribe, logger } = options
  let { followed, after } = options
  let ended = false
  let paused = false
  let announced = false
  let lastHadNoPosition = false
  let attempt = 0
  /** Whether this attempt has had one. */
  let hasResult = false
  /** Since when the subgraph sends events; `undefined` until it has accepted the subscription. */
  let liveSinceMs: number | undefined
  /** When the attempts are given up. */
  let deadlineAtMs = performance.now() + resubscribe.timeoutMs
  /** The position that the subgraph must announce before its first event. */
  let resuming: string | undefined
  /** Number of subscriptions that may share its socket. */
  let sharersMax: number | undefined
  /** Counts the attempts, so that late calls from an earlier one are ignored. */
  let generation = 0
  let unsubscribe: (() => void) | undefined
  /** Of the next attempt, or of what this one waits for. */
  let timer: NodeJS.Timeout | undefined

  function leave(): void {
    generation += 1
    hasResult = false
    liveSinceMs = undefined
    clearTimeout(timer)
    unsubscribe?.()
    unsubscribe = undefined
  }

  function fail(error: GraphQLError): void {
    end()
    sink.failed(error)
  }

  function end(): void {
    ended = true
    leave()
  }

  function expect(ms: number, overdue: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(overdue, ms)
  }

  function retry(reason: string): void {
    if (isStable()) restartAttempts()
    leave()
    attempt += 1
    logger.warn({ subgraph: followed.subgraph, attempt, reason }, 'a subscription at a subgraph was lost')
    const delayMs = backoffDelayMs(attempt, resubscribe)
    const isLast = attempt > resubscribe.attemptsMax || performance.now() + delayMs > deadlineAtMs
    if (isLast) giveUp(reason)
    else timer = setTimeout(begin, delayMs)
  }

  function giveUp(reason: string): void {
    fail(refusalError(describeFault(followed.subgraph, subgraphFault('UNAVAILABLE', reason))))
  }

  function restartAttempts(): void {
    attempt = 0
    deadlineAtMs = performance.now() + resubscribe.timeoutMs
  }

  /** A subscription that has just started has promised no events. */
  function mayMissEvents(): boolean {
    return after === undefined && (lastHadNoPosition || isStable())
  }

  function isStable(): boolean {
    return liveSinceMs !== undefined && performance.now() - liveSinceMs > stableAfterMs
  }

  function lost(reason: string): void {
    if (mayMissEvents()) fail(resumeImpossible())
    else retry(reason)
  }

  /** The same event would be as long in every attempt. */
  function lostTooLong(reason: string, isCertain: boolean): void {
    sharersMax = fewer(sharersMax)
    if (isCertain) fail(eventTooLong())
    else lost(reason)
  }

  function refused(errors: readonly unknown[]): void {
    const first: SubgraphError = isObject(errors[0]) ? errors[0] : { message: errors[0] }
    const code = isObject(first.extensions) ? first.extensions.code : undefined
    if (TEMPORARY_CODES.includes(code)) lost(`refused with ${String(code)}`)
    else fail(refusalOf(first, followed.subgraph, logger))
  }

  /** The subgraph has received the subscription. */
  function begun(): void {
    // An event may have come before.
    if (liveSinceMs !== undefined) return
    if (resuming !== undefined) {
      expect(resubscribe.timeoutMs, () => fail(resumeImpossible()))
    } else {
      liveSinceMs = performance.now()
      expect(announcementMs, sink.unannounced)
    }
  }

  /** A server without an `error` message sends a first result that was refused before execution. */
  function receive(event: UpstreamEvent): void {
    const refusal = hasResult ? undefined : requestErrorsOf(event.payload)
    hasResult = true
    if (refusal === undefined) receiveResult(event)
    else refused(refusal)
  }

  function receiveResult(event: UpstreamEvent): void {
    const position = announcedPosition(event)
    if (resuming !== undefined && position !== resuming) {
      fail(resumeImpossible())
      return
    }
    resuming = undefined
    liveSinceMs ??= performance.now()
    if (position === undefined) receiveEvent(readLiveEvent(event))
    else receiveAnnouncement(position)
  }

  function receiveEvent(read: LiveEvent): void {
    lastHadNoPosition = read.position === undefined
    if (lastHadNoPosition && !announced) unannounced()
    if (!sink.event(read)) {
      pause()
    } else {
      // Receiving the same event again is not progress.
      if (read.position !== undefined && read.position !== after) restartAttempts()
      after = read.position
    }
  }

  function receiveAnnouncement(position: string): void {
    clearTimeout(timer)
    after ??= position
    if (!announced) sink.live(after)
    announced = true
  }

  function unannounced(): void {
    clearTimeout(timer)
    sink.unannounced()
  }

  function pause(): void {
    if (ended) return
    paused = after !== undefined
    if (paused) leave()
    else fail(resumeImpossible())
  }

  async function subscribe(): Promise<void> {
    const mine = generation
    resuming = after
    expect(deadlineAtMs - performance.now(), () => giveUp('it did not accept the subscription in time'))
    const payload = await followed.write()
    if (mine !== generation) return
    const extensions = { ...payload.extensions, announce: true, ...(after !== undefined && { resumeAfter: after }) }
    const whenCurrent = (act: () => void) => {
      if (mine === generation) act()
    }
    unsubscribe = followed.upstream.subscribe(
      { ...payload, extensions },
      {
        begun: () => whenCurrent(begun),
        next: (event) => whenCurrent(() => receive(event)),
        refused: (errors) => whenCurrent(() => refused(errors)),
        lost: (reason, tooLong) =>
          whenCurrent(() => {
            if (tooLong !== undefined) return lostTooLong(reason, tooLong === 'CERTAIN')
            sharersMax = undefined
            lost(reason)
          }),
        completed: () =>
          whenCurrent(() => {
            end()
            sink.completed()
          }),
      },
      sharersMax,
    )
  }

  function begin(): void {
    const mine = generation
    subscribe().catch((error: unknown) => {
      if (mine === generation) retry(String(error))
    })
  }

  begin()
  return {
    end,
    change(next) {
      if (mayMissEvents()) return false
      followed = next
      if (ended || paused) return true
      leave()
      restartAttempts()
      begin()
      return true
    },
    resume() {
      if (!paused || ended) return
      paused = false
      restartAttempts()
      begin()
    },
    mayMissEvents,
  }
}

/**
 * Isolates subscriptions whose messages are too long: after each such loss, a tenth as many share a
 * socket. The cause is isolated before the other subscriptions have used their attempts, and few of
 * those need a separate socket.
 */
function fewer(sharersMax = 1_000): number {
  return Math.max(1, sharersMax / 10)
}
