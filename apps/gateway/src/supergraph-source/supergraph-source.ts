/** Where the supergraph comes from: a file, a URL or the running subgraphs. */
export interface SupergraphSource extends AsyncDisposable {
  /** For operators, such as `the file supergraph.graphql`. Contains no secret. */
  readonly name: string
  /** Time between two successful reads. */
  readonly pollMs: number
  /** How long a start retries the first read. */
  readonly startWaitMs: number
  /** The current supergraph, never a part of one. Throws with a message for operators. */
  read(signal: AbortSignal): Promise<SupergraphRead>
  /**
   * Drops what is cached of the last read, because it cannot be served: the next read is a full
   * one.
   */
  invalidate(): void
  /** Calls `hint` whenever a read is likely to find a change. */
  watch(hint: () => void): void
  /**
   * The schemas that the supergraph was composed from, by subgraph; empty when it was not composed
   * here.
   */
  subgraphSchemas(): Readonly<Record<string, string>>
}

export interface SupergraphRead {
  readonly sdl: string
  /** What an operator should repair although there is a supergraph. */
  readonly problem?: string | undefined
}

/** The longest supergraph that is read. */
export const supergraphBytesMax = 20_000_000

/** The setting without the secrets of a URL: its user, password and query. */
export function redactedSource(supergraph: string): string {
  const url = /^https?:\/\//i.test(supergraph) ? URL.parse(supergraph) : null
  return url === null ? supergraph : `${url.origin}${url.pathname}`
}
