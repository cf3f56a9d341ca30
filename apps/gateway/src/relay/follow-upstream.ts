import { maskedError, shownError } from '@travel-rule/federation/execution/shown-error'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { describeFault, subgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-fault'
import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { announcedPosition, type LiveEvent, readLiveEvent } from './live-event.ts'
import { resumeImpossible } from './live-refusals.ts'
import type { Upstream, UpstreamEvent } from './upstream/upstream.ts'

/** How a lost subscription is resumed. */
export interface ResubscribeOptions extends Backoff {
  readonly attemptsMax: number
}

/** What is followed at a subgraph. */
export interface FollowedSubscription {
  readonly subgraph: string
  readonly upstream: Upstream
  /** What to subscribe with, with a fresh proof of who is asking; called for every attempt. */
  readonly write: () => Promise<SubscribePayload>
}

export interface FollowSink {
  /** Every event after this position comes. Called once, if the subgraph announces it. */
  live(position: string): void
  /** False when it cannot take more now: the subgraph keeps this event and the next ones until `resume`. */
  event(event: LiveEvent): boolean
  /** It cannot go on; nothing follows. */
  failed(error: GraphQLError): void
  completed(): void
}

export interface Following {
  /** Nothing comes any more. */
  end(): void
  /** Follows something else from where it stands. False, and nothing changes, when the subgraph gave no position to go on from. */
  change(next: FollowedSubscription): boolean
  /** Takes up again what stands still because an event could not be taken. */
  resume(): void
  /** Whether leaving it would miss events for good: somebody counts on every event, and there is no position to go on from. */
  stranded(): boolean
}

export interface FollowOptions {
  readonly followed: FollowedSubscription
  /** Where to begin: after this position, or with what happens from now on. */
  readonly after: string | undefined
  readonly resubscribe: ResubscribeOptions
  readonly logger: Logger
}

const PASSING_CODES: readonly unknown[] = ['UNAUTHENTICATED', 'INTERNAL_SERVER_ERROR', 'OPERATION_LIMIT_EXCEEDED']
/** A subscription that held this long was sound: the next loss begins to count anew. */
const soundAfterMs = 10_000

/**
 * Keeps a subscription going whatever becomes of its subgraph: it is taken up again after the last event, so that none is lost and none comes twice.
 *
 * Fails with `SUBGRAPH_UNAVAILABLE` when that is in vain, with `RESUME_IMPOSSIBLE` when events may be missing, and with what the subgraph refuses it with.
 */
export function followUpstream(options: FollowOptions, sink: FollowSink): Following {
  const { resubscribe, logger } = options
  let { followed, after } = options
  let over = false
  let paused = false
  let announced = false
  /** Whether the last event came without a position. */
  let blind = false
  let attempt = 0
  let sinceMs = 0
  /** How many may share its socket. */
  let sharersMax: number | undefined
  /** Counts the subscriptions: what an earlier one still says is not listened to. */
  let turn = 0
  let unsubscribe: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function leave(): void {
    turn += 1
    clearTimeout(timer)
    unsubscribe?.()
    unsubscribe = undefined
  }

  function fail(error: GraphQLError): void {
    end()
    sink.failed(error)
  }

  function end(): void {
    over = true
    leave()
  }

  function again(reason: string): void {
    leave()
    const { subgraph } = followed
    if (performance.now() - sinceMs > soundAfterMs) attempt = 0
    attempt += 1
    logger.warn({ subgraph, attempt, reason }, 'a subscription lost its subgraph')
    if (attempt <= resubscribe.attemptsMax) timer = setTimeout(begin, backoffDelayMs(attempt, resubscribe))
    else fail(refusalError(describeFault(subgraph, subgraphFault('UNAVAILABLE', reason))))
  }

  /** Without a position nobody knows what happens meanwhile; a subscription that has hardly begun has promised nothing yet. */
  function stranded(): boolean {
    const sound = unsubscribe !== undefined && performance.now() - sinceMs > soundAfterMs
    return after === undefined && (blind || sound)
  }

  function lost(reason: string): void {
    if (stranded()) fail(resumeImpossible())
    else again(reason)
  }

  function refused(errors: readonly unknown[]): void {
    const first: SubgraphError = isObject(errors[0]) ? errors[0] : {}
    const code = isObject(first.extensions) ? first.extensions.code : undefined
    // Its database may be away, or its keys of ours be old: that passes, and the attempts are bounded.
    if (code === undefined || PASSING_CODES.includes(code)) {
      lost(`it was refused with ${String(code)}`)
    } else {
      fail(refusalOf(first, followed.subgraph, logger))
    }
  }

  function take(event: UpstreamEvent): void {
    const position = announcedPosition(event)
    if (position !== undefined) {
      after ??= position
      if (!announced) sink.live(after)
      announced = true
      return
    }
    const read = readLiveEvent(event)
    blind = read.position === undefined
    if (!sink.event(read)) {
      standStill()
    } else {
      // One that sends the same again and again gets nowhere.
      if (read.position !== undefined && read.position !== after) attempt = 0
      after = read.position
    }
  }

  function standStill(): void {
    if (over) return
    paused = after !== undefined
    if (paused) leave()
    else fail(resumeImpossible())
  }

  async function subscribe(): Promise<void> {
    const mine = turn
    sinceMs = performance.now()
    const payload = await followed.write()
    if (mine !== turn) return
    const extensions = { ...payload.extensions, announce: true, ...(after !== undefined && { resumeAfter: after }) }
    const current = (act: () => void) => {
      if (mine === turn) act()
    }
    unsubscribe = followed.upstream.subscribe(
      { ...payload, extensions },
      {
        next: (event) => current(() => take(event)),
        refused: (errors) => current(() => refused(errors)),
        lost: (reason, suspect) =>
          current(() => {
            sharersMax = suspect ? fewer(sharersMax) : undefined
            lost(reason)
          }),
        completed: () =>
          current(() => {
            end()
            sink.completed()
          }),
      },
      sharersMax,
    )
  }

  function begin(): void {
    const mine = turn
    subscribe().catch((error: unknown) => {
      if (mine === turn) again(String(error))
    })
  }

  begin()
  return {
    end,
    change(next) {
      if (stranded()) return false
      followed = next
      if (over || paused) return true
      leave()
      begin()
      return true
    },
    resume() {
      if (!paused || over) return
      paused = false
      begin()
    },
    stranded,
  }
}

/**
 * With each loss by a message that was too long, a tenth of those who shared the socket share the next one: whoever gets such messages is alone
 * before the others have used up their attempts, and few of them need a socket of their own.
 */
function fewer(sharersMax = 1_000): number {
  return Math.max(1, sharersMax / 10)
}

/** What a subgraph refused a subscription with, as a client may see it. */
function refusalOf(error: SubgraphError, subgraph: string, logger: Logger): GraphQLError {
  const shown = shownError(error, subgraph, logger)
  const { message, extensions } = isWritable(shown) ? shown : maskedError(new Error('nested too deeply'), logger)
  return new GraphQLError(message, { extensions })
}

/** JSON can be read that is nested deeper than can be written. */
function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
