/** A range of an `Accept` or `Accept-Encoding` header. */
export interface AcceptedRange {
  readonly type: string
  /** Parameters such as `charset=utf-8`, in lower case. */
  readonly parameters: readonly string[]
  readonly quality: number
  /** Its position in the header. */
  readonly index: number
}

/** The ranges of an `Accept` or `Accept-Encoding` header; an invalid quality counts as 0. */
export function parseRanges(header: string): AcceptedRange[] {
  return header.split(',').flatMap((range, index) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return type === '' ? [] : [{ type, parameters, index, quality: QUALITY.test(quality) ? Number(quality) : 0 }]
  })
}

/** True if the `Accept` header is that of a browser navigation: it names `text/html` and no kind of JSON. */
export function isNavigation(ranges: readonly AcceptedRange[]): boolean {
  return ranges.some(({ type }) => type === 'text/html') && !ranges.some(({ type }) => type.endsWith('json'))
}

/** Source: RFC 9110, section 12.4.2. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const cachedCharactersMax = 256

/** True if a header is short enough to be cached. */
export function cacheable(header: string): boolean {
  return header.length <= cachedCharactersMax
}
