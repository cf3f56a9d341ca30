/** Where the text of the supergraph comes from. */
export interface SupergraphSource extends AsyncDisposable {
  /** For operators: `the file supergraph.graphql`. */
  readonly name: string
  /** Time between two reads when all is well. */
  readonly pollMs: number
  /** How long the first read is tried again before the start is given up. */
  readonly startWaitMs: number
  /** The text as it is now. Throws with words for an operator when there is none; never returns a text that was read in part. */
  read(signal: AbortSignal): Promise<SupergraphRead>
  /** What was read last cannot be served: nothing is taken for it that only says that it is the same. */
  forget(): void
  /** Calls `hint` from now on whenever a read is likely to find something new. */
  watch(hint: () => void): void
  /** The schemas that the text was composed from, by subgraph; empty when it was not composed here. */
  parts(): Readonly<Record<string, string>>
}

export interface SupergraphRead {
  readonly sdl: string
  /** What an operator should repair although there is a text. */
  readonly problem?: string | undefined
}

/** Longest supergraph that is taken. */
export const supergraphBytesMax = 20_000_000
