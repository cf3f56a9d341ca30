import { maskError, maskSubgraphError } from '@travel-rule/federation/execution/mask-error'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { describeFault, subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { resumeImpossible } from './live-result.ts'
import type { Upstream } from './upstream/upstream.ts'
import { announcedPosition, type LiveEvent, readLiveEvent, type UpstreamEvent } from './upstream/upstream-message.ts'

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

/**
 * Follows a subscription across losses of its connection. Each attempt resumes after the last
 * event, so that none is missed or repeated.
 *
 * Fails with `SUBGRAPH_UNAVAILABLE` after the last attempt, with `RESUME_IMPOSSIBLE` when events
 * may be missed, and with the refusal of the subgraph.
 */
export function followUpstream(options: FollowOptions, sink: FollowSink): Following {
  const { resubscribe, logger } = options
  let { followed, after } = options
  let ended = false
  let paused = false
  let announced = false
  let lastHadNoPosition = false
  let attempt = 0
  let subscribedAtMs = 0
  /** Number of subscriptions that may share its socket. */
  let sharersMax: number | undefined
  /** Counts the attempts, so that late calls from an earlier one are ignored. */
  let generation = 0
  let unsubscribe: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function leave(): void {
    generation += 1
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

  function retry(reason: string): void {
    leave()
    const { subgraph } = followed
    if (performance.now() - subscribedAtMs > stableAfterMs) attempt = 0
    attempt += 1
    logger.warn({ subgraph, attempt, reason }, 'a subscription at a subgraph was lost')
    if (attempt <= resubscribe.attemptsMax) timer = setTimeout(begin, backoffDelayMs(attempt, resubscribe))
    else fail(refusalError(describeFault(subgraph, subgraphFault('UNAVAILABLE', reason))))
  }

  /** A subscription that has just started has promised no events. */
  function mayMissEvents(): boolean {
    const stable = unsubscribe !== undefined && performance.now() - subscribedAtMs > stableAfterMs
    return after === undefined && (lastHadNoPosition || stable)
  }

  function lost(reason: string): void {
    if (mayMissEvents()) fail(resumeImpossible())
    else retry(reason)
  }

  function refused(errors: readonly unknown[]): void {
    const first: SubgraphError = isObject(errors[0]) ? errors[0] : {}
    const code = isObject(first.extensions) ? first.extensions.code : undefined
    if (code === undefined || TEMPORARY_CODES.includes(code)) {
      lost(`refused with ${String(code)}`)
    } else {
      fail(refusalOf(first, followed.subgraph, logger))
    }
  }

  function receive(event: UpstreamEvent): void {
    const position = announcedPosition(event)
    if (position !== undefined) {
      after ??= position
      if (!announced) sink.live(after)
      announced = true
      return
    }
    const read = readLiveEvent(event)
    lastHadNoPosition = read.position === undefined
    if (!sink.event(read)) {
      pause()
    } else {
      // Receiving the same event again is not progress.
      if (read.position !== undefined && read.position !== after) attempt = 0
      after = read.position
    }
  }

  function pause(): void {
    if (ended) return
    paused = after !== undefined
    if (paused) leave()
    else fail(resumeImpossible())
  }

  async function subscribe(): Promise<void> {
    const mine = generation
    subscribedAtMs = performance.now()
    const payload = await followed.write()
    if (mine !== generation) return
    const extensions = { ...payload.extensions, announce: true, ...(after !== undefined && { resumeAfter: after }) }
    const whenCurrent = (act: () => void) => {
      if (mine === generation) act()
    }
    unsubscribe = followed.upstream.subscribe(
      { ...payload, extensions },
      {
        next: (event) => whenCurrent(() => receive(event)),
        refused: (errors) => whenCurrent(() => refused(errors)),
        lost: (reason, suspect) =>
          whenCurrent(() => {
            sharersMax = suspect ? fewer(sharersMax) : undefined
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
      begin()
      return true
    },
    resume() {
      if (!paused || ended) return
      paused = false
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

/** The refusal of a subgraph as clients see it. */
function refusalOf(error: SubgraphError, subgraph: string, logger: Logger): GraphQLError {
  const shown = maskSubgraphError(error, subgraph, logger)
  const { message, extensions } = isSerialisable(shown) ? shown : maskError(new Error('nested too deeply'), logger)
  return new GraphQLError(message, { extensions })
}

/** JSON.parse accepts deeper nesting than JSON.stringify. */
function isSerialisable(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
