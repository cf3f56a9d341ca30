/** Where the supergraph comes from: a file, a URL or the running subgraphs. */
export interface SupergraphSource extends AsyncDisposable {
  /** The name shown to operators, such as `the file supergraph.graphql`. Contains no secret. */
  readonly name: string
  /** Time between two successful reads. */
  readonly pollMs: number
  /** How long the first read is retried at a start. */
  readonly startWaitMs: number
  /** Returns the complete current supergraph. Throws with a message for operators. */
  read(signal: AbortSignal): Promise<SupergraphRead>
  /** Discards the cached result of the last read, which cannot be served. The next read is complete. */
  invalidate(): void
  /** Calls `hint` whenever a read is likely to find a change. */
  watch(hint: () => void): void
  /**
   * The schemas of the subgraphs, by name; empty when this gateway did not compose the supergraph.
   */
  subgraphSchemas(): Readonly<Record<string, string>>
}

export interface SupergraphRead {
  readonly sdl: string
  /** What an operator should fix, although a supergraph was read. */
  readonly problem?: string | undefined
}

/** Maximum length of a supergraph. */
export const supergraphBytesMax = 20_000_000

/** The value of the setting, without the secrets of a URL: its user, password and query. */
export function redactedSource(supergraph: string): string {
  const url = /^https?:\/\//i.test(supergraph) ? URL.parse(supergraph) : null
  return url === null ? supergraph : `${url.origin}${url.pathname}`
}
