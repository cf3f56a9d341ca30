import { decodeFeedPage, FEED_PAGE_BYTES_MAX, type FeedPage } from './feed-page.ts'

/** How long the source may take beyond the requested wait, in milliseconds. */
const RESPONSE_MS = 15_000

export interface FeedClientOptions {
  /** Address of the source's feed, e.g. `http://127.0.0.1:4001/events`. */
  readonly url: string
  /** A fresh assertion for the source. */
  authorize(): Promise<string>
  readonly fetch: typeof globalThis.fetch
}

export interface FeedRequest {
  readonly after: bigint
  readonly limit: number
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** One page of a source. Throws when the source is unreachable, refuses, or responds with anything but a page. */
export async function fetchFeedPage(options: FeedClientOptions, request: FeedRequest): Promise<FeedPage> {
  const url = new URL(options.url)
  url.searchParams.set('after', String(request.after))
  url.searchParams.set('limit', String(request.limit))
  url.searchParams.set('waitMs', String(request.waitMs))
  const response = await options.fetch(url, {
    headers: { accept: 'application/json', 'x-identity-assertion': await options.authorize() },
    redirect: 'error',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(request.waitMs + RESPONSE_MS)]),
  })
  if (response.status !== 200) {
    const [, code = 'no code'] = /"code":"(\w{1,64})"/.exec(await readBody(response)) ?? []
    throw new Error(`The feed at ${options.url} responded with status ${response.status}, ${code}`)
  }
  return decodeFeedPage(await readBody(response), request.after)
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
