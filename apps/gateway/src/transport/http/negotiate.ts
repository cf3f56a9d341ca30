import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The two media types of GraphQL over HTTP. Source: GraphQL over HTTP, section "Media Types". */
export type ResponseMediaType = 'application/json' | 'application/graphql-response+json'

/** The responses that a client accepts. */
export interface AcceptedResponse {
  /** The client's preferred one; `undefined` when it accepts neither. */
  readonly mediaType: ResponseMediaType | undefined
  /** Whether the client accepts `text/event-stream`, and whether it prefers it to `mediaType`. */
  readonly events: 'PREFERRED' | 'POSSIBLE' | 'NO'
  /** Whether the client accepts the parts of Apollo's multipart protocol for subscriptions. */
  readonly parts: boolean
  /**
   * Whether the client is a browser that navigates here: it names `text/html` and nothing of JSON.
   */
  readonly page: boolean
}

/** Clients send few different headers; long ones are not worth their memory. */
const negotiated = new LRUCache<string, AcceptedResponse>({ max: 256 })
const cachedCharactersMax = 256

/** Whether a header is short enough to be cached. */
function cacheable(header: string): boolean {
  return header.length <= cachedCharactersMax
}

/**
 * The response that a client accepts: what it prefers, and of equals what it names first.
 *
 * `application/json` when the header is missing or names both types only by a wildcard.
 */
export function negotiate(accept: string | undefined): AcceptedResponse {
  const header = accept ?? ''
  let accepted = negotiated.get(header)
  if (accepted === undefined) {
    accepted = readAccept(header)
    if (cacheable(header)) negotiated.set(header, accepted)
  }
  return accepted
}

const eventStream = 'text/event-stream'
/** A client of `@defer` names `deferSpec`. */
const SUBSCRIPTION_SPEC = /^subscriptionspec="?1\.0"?$/

function readAccept(header: string): AcceptedResponse {
  const ranges = parseRanges(header)
  if (ranges.length === 0) return { mediaType: 'application/json', events: 'NO', parts: false, page: false }
  const json = rank('application/json', ranges)
  const graphql = rank('application/graphql-response+json', ranges)
  // Clients that send `*/*` do not expect a stream.
  const events = rank(
    eventStream,
    ranges.filter(({ type }) => type === eventStream),
  )
  const best = isBetter(graphql, json) ? graphql : json
  const mediaType =
    best === undefined ? undefined : best === json ? 'application/json' : 'application/graphql-response+json'
  const types = ranges.map(({ type }) => type)
  const page = types.includes('text/html') && !types.some((type) => type.endsWith('json'))
  const parts = ranges.some(
    ({ type, parameters, quality }) =>
      type === 'multipart/mixed' && quality > 0 && parameters.some((each) => SUBSCRIPTION_SPEC.test(each)),
  )
  if (events === undefined) return { mediaType, events: 'NO', parts, page }
  return { mediaType, events: isBetter(events, best) ? 'PREFERRED' : 'POSSIBLE', parts, page }
}

interface Rank {
  readonly quality: number
  /** Position of the deciding range in the header. */
  readonly index: number
}

interface AcceptedRange extends Rank {
  readonly type: string
  /** Such as `charset=utf-8`, in lower case. */
  readonly parameters: readonly string[]
}

function isBetter(one: Rank | undefined, other: Rank | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined
  return one.quality === other.quality ? one.index < other.index : one.quality > other.quality
}

/** The most specific range decides. Source: RFC 9110, section 12.5.1. */
function rank(type: string, ranges: readonly AcceptedRange[]): Rank | undefined {
  const [family] = type.split('/', 1)
  const deciding = [type, `${family}/*`, '*/*']
    .map((name) => ranges.find((range) => range.type === name))
    .find((range) => range !== undefined)
  return deciding === undefined || deciding.quality === 0 ? undefined : deciding
}

/** The ranges of an `Accept` or `Accept-Encoding` header; an invalid quality counts as 0. */
export function parseRanges(header: string): AcceptedRange[] {
  return header.split(',').flatMap((range, index) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return type === '' ? [] : [{ type, parameters, index, quality: QUALITY.test(quality) ? Number(quality) : 0 }]
  })
}

/** Source: RFC 9110, section 12.4.2. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

export type ContentEncoding = 'br' | 'gzip'

/** Shorter bodies fit into one packet either way. */
const compressFromBytes = 1_024
const brotliQuality = 4
const gzipLevel = 6

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** The encoding for a body of this length; `undefined` to send it uncompressed. */
export function chooseEncoding(
  bytes: number,
  acceptEncoding: string | string[] | undefined,
): ContentEncoding | undefined {
  if (bytes < compressFromBytes || acceptEncoding === undefined) return undefined
  return negotiateEncoding(typeof acceptEncoding === 'string' ? acceptEncoding : acceptEncoding.join(','))
}

/** Compresses off the event loop. */
export function compress(body: string | Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel })
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  })
}

const encodings = new LRUCache<string, ContentEncoding | 'identity'>({ max: 256 })

/** The client's preferred encoding, `br` when several are equal; `undefined` for no encoding. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding | undefined {
  if (acceptEncoding === undefined) return undefined
  let encoding = encodings.get(acceptEncoding)
  if (encoding === undefined) {
    encoding = readEncoding(acceptEncoding)
    if (cacheable(acceptEncoding)) encodings.set(acceptEncoding, encoding)
  }
  return encoding === 'identity' ? undefined : encoding
}

function readEncoding(header: string): ContentEncoding | 'identity' {
  const ranges = parseRanges(header)
  const qualityOf = (name: string) =>
    (ranges.find(({ type }) => type === name) ?? ranges.find(({ type }) => type === '*'))?.quality ?? 0
  const identity = ranges.find(({ type }) => type === 'identity')?.quality ?? 0
  const byPreference = qualityOf('gzip') > qualityOf('br') ? (['gzip', 'br'] as const) : (['br', 'gzip'] as const)
  return byPreference.find((name) => qualityOf(name) > 0 && qualityOf(name) >= identity) ?? 'identity'
}
