/** The parts of a URL without its scheme that decide whether we use it. */
export interface UrlParts {
  /** What stands before the first `/`, `?` or `#`. */
  readonly authority: string
  readonly query: URLSearchParams
  /** Whether the whole consists of characters that a URL without a fragment may have. Source: RFC 3986. */
  readonly wellFormed: boolean
}

/** The parts of `url`, such as `vasp.example/x?t=i`. Nothing is normalized, so that nothing can hide behind it. */
export function splitUrl(url: string): UrlParts {
  const [authority = ''] = url.split(/[/?#]/, 1)
  const [beforeFragment = ''] = url.split('#', 1)
  const start = beforeFragment.indexOf('?')
  return {
    authority,
    query: new URLSearchParams(start < 0 ? '' : beforeFragment.slice(start + 1)),
    wellFormed: /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/.test(url),
  }
}
