import type { Feed } from './feed.ts'
import type { FeedStopCode } from './feed-cursor.ts'
import { encodeFeedPage, isEpoch } from './feed-page.ts'
import { parsePosition } from './feed-position.ts'
import type { StoredEvent } from './outbox.ts'

/** Maximum and default number of events on one page. */
const LIMIT_MAX = 1_000
const LIMIT = 500
/** Maximum wait for an event, in milliseconds. */
const WAIT_MS_MAX = 30_000

interface FeedRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly signal: AbortSignal
}

interface FeedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** A route of an HTTP host, declared here because this package does not import the host. */
export interface FeedRoute {
  readonly method: 'GET'
  readonly path: string
  handle(request: FeedRequest): Promise<FeedResponse>
}

export interface FeedRouteOptions {
  readonly feed: Pick<Feed, 'read' | 'check'>
  /** Verifies readers; `undefined` refuses. Throws when nothing can be verified now. */
  readonly verifier: { verify(assertion: string | undefined): Promise<unknown> }
  /** By default `/events`. */
  readonly path?: string
  /** What these readers receive of each event, in the given order; by default the complete event. */
  readonly show?: (events: readonly StoredEvent[]) => Promise<readonly StoredEvent[]>
}

/**
 * `GET /events?after=&epoch=&event=&limit=&waitMs=` for readers with an assertion in `x-identity-assertion`.
 *
 * Responds with `{"epoch":"…","head":"15","events":[{"position":"12",…}],"next":"12"}`: the events after position
 * `after` (default 0), at most `limit` (default 500, up to 1000), and the position of the outbox's last event. With
 * `waitMs` (default 0, up to 30000) an empty page is delayed for up to that time. `epoch` and `event` (the id of the
 * event at `after`) are those that the reader knows. 401 without a valid assertion, 503 when none can be verified, 400
 * for any other parameter value, 409 if this outbox, restored from a backup, does not have the epoch or event; each
 * with `{"error":{"code","message"}}`, 409 also with the current `epoch`.
 */
export function feedRoute({ feed, verifier, path = '/events', show }: FeedRouteOptions): FeedRoute {
  return {
    method: 'GET',
    path,
    async handle({ url, headers, signal }) {
      const assertion = headers['x-identity-assertion']
      let reader: unknown
      try {
        reader = typeof assertion === 'string' ? await verifier.verify(assertion) : undefined
      } catch {
        return refusal(503, 'SERVICE_UNAVAILABLE', 'The keys to verify the assertion with are unavailable: try again')
      }
      if (reader === undefined) return unauthenticated()

      const after = parsePosition(url.searchParams.get('after') ?? '0')
      const limit = parseInteger(url.searchParams.get('limit'), LIMIT, { min: 1, max: LIMIT_MAX })
      const waitMs = parseInteger(url.searchParams.get('waitMs'), 0, { min: 0, max: WAIT_MS_MAX })
      if (after === undefined) return parameterRefusal('after must be a position: an integer from 0')
      if (limit === undefined) return parameterRefusal(`limit must be an integer from 1 to ${LIMIT_MAX}`)
      if (waitMs === undefined) return parameterRefusal(`waitMs must be an integer from 0 to ${WAIT_MS_MAX}`)

      const claimed = url.searchParams.get('epoch') ?? undefined
      if (claimed !== undefined && !isEpoch(claimed)) return parameterRefusal('epoch must be a UUID in lower case')

      const eventId = url.searchParams.get('event') ?? undefined
      const { epoch, head, problem } = await feed.check({ position: after, epoch: claimed, eventId })
      if (problem !== undefined) return restoredRefusal(problem, epoch)
      const events = await feed.read({ after, limit, epoch, waitMs, signal })
      const last = events.at(-1)
      if (last === undefined) return json(200, encodeFeedPage(events, { after, epoch, head }))
      // The database may have been restored while this process still had later events in memory.
      const end = await feed.check({ position: last.position, epoch, eventId: last.id })
      if (end.problem !== undefined) return restoredRefusal(end.problem, end.epoch)
      return json(200, encodeFeedPage((await show?.(events)) ?? events, { after, epoch, head: end.head }))
    },
  }
}

function parseInteger(
  digits: string | null,
  fallback: number,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (digits === null) return fallback
  if (!/^\d{1,9}$/.test(digits)) return undefined
  const value = Number(digits)
  return value >= min && value <= max ? value : undefined
}

function parameterRefusal(message: string): FeedResponse {
  return refusal(400, 'FEED_PARAMETER_INVALID', message)
}

function restoredRefusal(code: FeedStopCode, epoch: string): FeedResponse {
  const message = REFUSALS[code]
  return json(409, JSON.stringify({ error: { code, message }, epoch }))
}

const REFUSALS: Readonly<Record<FeedStopCode, string>> = {
  FEED_EPOCH_CHANGED: 'This outbox has another epoch: it was restored from a backup',
  FEED_POSITION_UNKNOWN: 'This outbox does not have the event at after: it was restored from a backup',
}

/** Source: RFC 9110, section 15.5.2: a 401 response has a challenge. */
function unauthenticated(): FeedResponse {
  const response = refusal(401, 'UNAUTHENTICATED', 'Readers of this feed need a valid assertion')
  return { ...response, headers: { ...response.headers, 'www-authenticate': 'IdentityAssertion' } }
}

function refusal(status: number, code: string, message: string): FeedResponse {
  return json(status, JSON.stringify({ error: { code, message } }))
}

function json(status: number, body: string): FeedResponse {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body }
}
