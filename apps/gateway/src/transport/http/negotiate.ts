import { type AcceptedRange, cacheable, isNavigation, parseRanges } from '@travel-rule/http-host/accept-ranges'
import { LRUCache } from 'lru-cache'

/** The two media types of GraphQL over HTTP. Source: GraphQL over HTTP, section "Media Types". */
export type ResponseMediaType = 'application/json' | 'application/graphql-response+json'

/** The responses that a client accepts. */
export interface AcceptedResponse {
  /** The client's preferred media type; `undefined` when it accepts neither. */
  readonly mediaType: ResponseMediaType | undefined
  /** Set if the client accepts `text/event-stream`; says if it prefers it to `mediaType`. */
  readonly events: 'PREFERRED' | 'POSSIBLE' | 'NO'
  /** True if the client accepts the parts of Apollo's multipart protocol for subscriptions. */
  readonly parts: boolean
  /** True if the client is a browser that navigates to this URL. */
  readonly page: boolean
}

/** Clients send few different headers. Long ones are not worth caching. */
const negotiated = new LRUCache<string, AcceptedResponse>({ max: 256 })
let last: { readonly header: string; readonly accepted: AcceptedResponse } | undefined

/**
 * The response that a client prefers; of equally preferred types, the one that it names first.
 *
 * `application/json` when the header is missing or names both types only by a wildcard.
 */
export function negotiate(accept: string | undefined): AcceptedResponse {
  const header = accept ?? ''
  if (header === last?.header) return last.accepted
  const accepted = negotiated.get(header) ?? readAccept(header)
  if (cacheable(header)) {
    negotiated.set(header, accepted)
    last = { header, accepted }
  }
  return accepted
}

const eventStream = 'text/event-stream'
/** A client that supports `@defer` sends `deferSpec`. */
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
  const page = isNavigation(ranges)
  const parts = ranges.some(
    ({ type, parameters, quality }) =>
      type === 'multipart/mixed' && quality > 0 && parameters.some((each) => SUBSCRIPTION_SPEC.test(each)),
  )
  if (events === undefined) return { mediaType, events: 'NO', parts, page }
  return { mediaType, events: isBetter(events, best) ? 'PREFERRED' : 'POSSIBLE', parts, page }
}

type Rank = Pick<AcceptedRange, 'quality' | 'index'>

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
