import { isObject } from '@travel-rule/service/json'
import type { FeedStop } from './feed-cursor.ts'
import { decodeFeedPage, FEED_PAGE_BYTES_MAX, type FeedPage, isEpoch } from './feed-page.ts'

/** Additional time for the source beyond the requested wait, in milliseconds. */
const RESPONSE_MS = 15_000

/** How to reach the feed of a source. */
export interface FeedAccess {
  /** Address of the source's feed, e.g. `http://127.0.0.1:4001/events`. */
  readonly url: string
  /** Returns a fresh assertion for the source. Called for every page. */
  authorize(): Promise<string>
  readonly fetch?: typeof globalThis.fetch
}

export interface FeedRequest {
  readonly after: bigint
  /** What the reader has of the source, together with `eventId`. Without them, nothing is compared. */
  readonly epoch?: string | undefined
  readonly eventId?: string | undefined
  readonly limit: number
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** The source, restored from a backup, does not have the reader's events. */
export type FeedRefusal = Pick<FeedStop, 'code' | 'epoch'>

/**
 * One page of the source, or its refusal. Throws when the source is unreachable, refuses for another reason, or does
 * not respond with a page.
 */
export async function fetchFeedPage(
  access: FeedAccess,
  { after, epoch, eventId, limit, waitMs, signal }: FeedRequest,
): Promise<FeedPage | FeedRefusal> {
  const url = new URL(access.url)
  url.searchParams.set('after', String(after))
  if (epoch !== undefined) url.searchParams.set('epoch', epoch)
  if (eventId !== undefined) url.searchParams.set('event', eventId)
  url.searchParams.set('limit', String(limit))
  url.searchParams.set('waitMs', String(waitMs))
  const response = await (access.fetch ?? globalThis.fetch)(url, {
    headers: { accept: 'application/json', 'x-identity-assertion': await access.authorize() },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs + RESPONSE_MS)]),
  })
  const body = await readBody(response)
  if (response.status === 200) return decodeFeedPage(body, after)
  const refusal = response.status === 409 ? readRefusal(body) : undefined
  if (refusal !== undefined) return refusal
  const [, code = 'no code'] = /"code":"(\w{1,64})"/.exec(body) ?? []
  throw new Error(`The feed at ${access.url} responded with status ${response.status}, ${code}`)
}

/** `undefined` for any other body, such as one from a source without epochs. */
function readRefusal(body: string): FeedRefusal | undefined {
  const refusal: unknown = JSON.parse(body)
  if (!isObject(refusal) || !isObject(refusal.error) || !isEpoch(refusal.epoch)) return undefined
  const { code } = refusal.error
  if (code !== 'FEED_EPOCH_CHANGED' && code !== 'FEED_POSITION_UNKNOWN') return undefined
  return { code, epoch: refusal.epoch }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > FEED_PAGE_BYTES_MAX) throw new Error(`A feed page is longer than ${FEED_PAGE_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
