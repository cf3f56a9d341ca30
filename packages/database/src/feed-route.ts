import type { Feed } from './feed.ts'
import { encodeFeedPage, parsePosition } from './feed-page.ts'

/** Most events of one page, and its default. */
const LIMIT_MAX = 1_000
const LIMIT = 500
/** Longest wait for an event, in milliseconds. */
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

/** A route of an HTTP host, declared here because this package does not import one. */
export interface FeedRoute {
  readonly method: 'GET'
  readonly path: '/events'
  handle(request: FeedRequest): Promise<FeedResponse>
}

export interface FeedRouteOptions {
  readonly feed: Pick<Feed, 'read' | 'head'>
  /** Verifies readers; `undefined` refuses. */
  readonly verifier: { verify(assertion: string | undefined): Promise<unknown> }
}

/**
 * `GET /events?after=&limit=&waitMs=` for readers with an assertion in `x-identity-assertion`.
 *
 * Responds with `{"events":[{"position":"12",…}],"next":"12"}`: the events after position `after`
 * (default 0), at most `limit` (default 500, up to 1000). With `waitMs` (default 0, up to 30000) an
 * empty page is delayed that long. 401 without a valid assertion, 400 for any other parameter
 * value, 409 for a position that this feed has not reached because it was restored from a backup,
 * each with `{"error":{"code","message"}}`.
 */
export function feedRoute({ feed, verifier }: FeedRouteOptions): FeedRoute {
  return {
    method: 'GET',
    path: '/events',
    async handle({ url, headers, signal }) {
      const assertion = headers['x-identity-assertion']
      const reader = typeof assertion === 'string' ? await verifier.verify(assertion) : undefined
      if (reader === undefined) return refusal(401, 'UNAUTHENTICATED', 'Readers of this feed need a valid assertion')

      const after = parsePosition(url.searchParams.get('after') ?? '0')
      const limit = parseInteger(url.searchParams.get('limit'), LIMIT, { min: 1, max: LIMIT_MAX })
      const waitMs = parseInteger(url.searchParams.get('waitMs'), 0, { min: 0, max: WAIT_MS_MAX })
      if (after === undefined) return parameterRefusal('after must be a position: an integer from 0')
      if (limit === undefined) return parameterRefusal(`limit must be an integer from 1 to ${LIMIT_MAX}`)
      if (waitMs === undefined) return parameterRefusal(`waitMs must be an integer from 0 to ${WAIT_MS_MAX}`)

      const events = await feed.read({ after, limit, waitMs, signal })
      if (events.length === 0 && after > (await feed.head())) {
        return refusal(409, 'FEED_POSITION_UNKNOWN', 'after is a position that this feed has not reached')
      }
      return json(200, encodeFeedPage(events, after))
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

function refusal(status: number, code: string, message: string): FeedResponse {
  return json(status, JSON.stringify({ error: { code, message } }))
}

function json(status: number, body: string): FeedResponse {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body }
}
