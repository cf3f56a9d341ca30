/** The two media types of GraphQL over HTTP. Source: GraphQL over HTTP, section "Media Types". */
export type AnswerMediaType = 'application/json' | 'application/graphql-response+json'

interface AcceptedType {
  readonly type: string
  readonly quality: number
}

/**
 * The media type of an answer for an `Accept` header: of the two, the one the client likes better, and of equals the one it names first.
 *
 * `application/json` when the header is absent or names neither.
 */
export function negotiate(accept: string | undefined): AnswerMediaType {
  const known = parseAccept(accept).filter(({ type, quality }) => quality > 0 && isAnswerMediaType(type))
  const best = known.reduce<AcceptedType | undefined>(
    (chosen, candidate) => (chosen === undefined || candidate.quality > chosen.quality ? candidate : chosen),
    undefined,
  )
  return best !== undefined && isAnswerMediaType(best.type) ? best.type : 'application/json'
}

/** Whether somebody with a browser asks: the header names `text/html` and nothing of JSON. */
export function wantsPage(accept: string | undefined): boolean {
  const types = parseAccept(accept).map(({ type }) => type)
  return types.includes('text/html') && !types.some((type) => type.endsWith('json'))
}

/** The encoding an answer may be sent in: `br` or `gzip` when the client takes it, else `undefined`. */
export function negotiateEncoding(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = parseAccept(acceptEncoding).filter(({ quality }) => quality > 0)
  return (['br', 'gzip'] as const).find((encoding) => accepted.some(({ type }) => type === encoding))
}

function isAnswerMediaType(type: string): type is AnswerMediaType {
  return type === 'application/json' || type === 'application/graphql-response+json'
}

/** Media ranges in the order of the header, without their parameters. */
function parseAccept(header: string | undefined): AcceptedType[] {
  return (header ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return type === '' ? [] : [{ type, quality: quality === undefined ? 1 : Number(quality) || 0 }]
  })
}
