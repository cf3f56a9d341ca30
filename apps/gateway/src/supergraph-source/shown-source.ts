/** A source of the supergraph as it may be shown to anybody: what is secret in a URL, its user, password and query, is left out. */
export function shownSource(supergraph: string): string {
  const url = /^https?:\/\//i.test(supergraph) ? URL.parse(supergraph) : null
  return url === null ? supergraph : `${url.origin}${url.pathname}`
}
