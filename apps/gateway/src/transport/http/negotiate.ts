/** The two media types of GraphQL over HTTP. Source: GraphQL over HTTP, section "Media Types". */
export type AnswerMediaType = 'application/json' | 'application/graphql-response+json'

/** What a client's `Accept` header leaves us to answer with. */
export interface AcceptedAnswer {
  /** The better of the two for this client; `undefined` when it takes neither. */
  readonly mediaType: AnswerMediaType | undefined
  /** Whether it takes `text/event-stream`, and whether it likes that better than `mediaType`. */
  readonly events: 'PREFERRED' | 'POSSIBLE' | 'NO'
}

const eventStream = 'text/event-stream'

/** Headers are few and come again and again: what is kept is bounded, and a stranger's header can only push out another. */
const remembered = <Value>(read: (header: string) => Value) => {
  const known = new Map<string, Value>()
  return (header: string): Value => {
    const value = known.get(header)
    if (value !== undefined) return value
    const fresh = read(header)
    if (header.length > rememberedCharactersMax) return fresh
    if (known.size >= rememberedMax) known.clear()
    known.set(header, fresh)
    return fresh
  }
}
const rememberedMax = 256
const rememberedCharactersMax = 256

const readAccept = remembered((header): AcceptedAnswer => {
  const ranges = parseRanges(header)
  if (ranges.length === 0) return { mediaType: 'application/json', events: 'NO' }
  const json = standing('application/json', ranges)
  const graphql = standing('application/graphql-response+json', ranges)
  // `*/*` is said by those who do not know what is there: never a stream for them.
  const events = standing(
    eventStream,
    ranges.filter(({ type }) => type === eventStream),
  )
  const best = isBetter(graphql, json) ? graphql : json
  const mediaType =
    best === undefined ? undefined : best === json ? 'application/json' : 'application/graphql-response+json'
  if (events === undefined) return { mediaType, events: 'NO' }
  return { mediaType, events: isBetter(events, best) ? 'PREFERRED' : 'POSSIBLE' }
})

/**
 * What to answer an `Accept` header with: what the client likes better, and of equals what it names first.
 *
 * `application/json` when the header is absent or names both only by a wildcard.
 */
export function negotiate(accept: string | undefined): AcceptedAnswer {
  return readAccept(accept ?? '')
}

/** Whether somebody with a browser asks: the header names `text/html` and nothing of JSON. */
export function wantsPage(accept: string | undefined): boolean {
  const types = parseRanges(accept ?? '').map(({ type }) => type)
  return types.includes('text/html') && !types.some((type) => type.endsWith('json'))
}

const readEncodings = remembered((header): { readonly encoding: 'br' | 'gzip' | undefined } => {
  const ranges = parseRanges(header)
  const qualityOf = (name: string) =>
    (ranges.find(({ type }) => type === name) ?? ranges.find(({ type }) => type === '*'))?.quality ?? 0
  const identity = ranges.find(({ type }) => type === 'identity')?.quality ?? 0
  const [first, second] = qualityOf('gzip') > qualityOf('br') ? (['gzip', 'br'] as const) : (['br', 'gzip'] as const)
  const encoding = [first, second].find((name) => qualityOf(name) > 0 && qualityOf(name) >= identity)
  return { encoding }
})

/** The encoding the client likes best for an answer; `br` of equals, and `undefined` for none at all. */
export function negotiateEncoding(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  return acceptEncoding === undefined ? undefined : readEncodings(acceptEncoding).encoding
}

/** How a type fares under a header. */
interface Standing {
  readonly quality: number
  /** Where the range that decides stands in the header. */
  readonly index: number
}

interface AcceptedRange extends Standing {
  readonly type: string
}

function isBetter(one: Standing | undefined, other: Standing | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined
  return one.quality === other.quality ? one.index < other.index : one.quality > other.quality
}

/** The most specific range decides. Source: RFC 9110, section 12.5.1. */
function standing(type: string, ranges: readonly AcceptedRange[]): Standing | undefined {
  const [family] = type.split('/', 1)
  const deciding = [type, `${family}/*`, '*/*']
    .map((name) => ranges.find((range) => range.type === name))
    .find((range) => range !== undefined)
  return deciding === undefined || deciding.quality === 0 ? undefined : deciding
}

/** The ranges of a header, without parameters but for the quality. What cannot be read is not wanted. */
function parseRanges(header: string): AcceptedRange[] {
  return header.split(',').flatMap((range, index) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return type === '' ? [] : [{ type, index, quality: QUALITY.test(quality) ? Number(quality) : 0 }]
  })
}

/** Source: RFC 9110, section 12.4.2. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
