import { OperatorError } from '@travel-rule/service/operator-error'
import { type ComposedText, composeApart, type SubgraphText } from './compose-apart.ts'
import { readSubgraphSchema } from './read-subgraph-schema.ts'
import type { SupergraphSource } from './supergraph-source.ts'

export interface ComposeSourceOptions {
  /** Where each subgraph answers, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** The schemas of the last good copy: stand for subgraphs that do not answer. */
  readonly known: Readonly<Record<string, string>>
  /** The last good copy's supergraph, composed from `known`. */
  readonly knownSupergraph: string | undefined
  /** Proof for one subgraph that it is us who ask. */
  readonly assertionFor: (subgraph: string) => Promise<string>
  readonly pollMs: number
  readonly startWaitMs: number
}

/**
 * A supergraph composed from the schemas that the running subgraphs say they have.
 *
 * One that does not answer stands with the schema it had last. Composition runs only when a schema has changed.
 */
export function openComposeSource(options: ComposeSourceOptions): SupergraphSource {
  const { urls, assertionFor } = options
  const names = Object.keys(urls).sort()
  const schemas = new Map(Object.entries(options.known).filter(([name]) => names.includes(name)))
  let composed = composedBefore(options, names)

  /** Asks every subgraph; returns what is wrong with those that do not answer. */
  async function refresh(signal: AbortSignal): Promise<string[]> {
    const asked = names.map(async (name) => {
      try {
        const assertion = await assertionFor(name)
        schemas.set(name, await readSubgraphSchema(urls[name] ?? '', { assertion, signal }))
        return []
      } catch (error) {
        return [`the subgraph ${name} does not say its schema: ${error instanceof Error ? error.message : 'unknown'}`]
      }
    })
    return (await Promise.all(asked)).flat()
  }

  return {
    name: `composition of ${names.join(', ')}`,
    pollMs: options.pollMs,
    startWaitMs: options.startWaitMs,
    watch: () => undefined,
    forget: () => undefined,
    parts: () => Object.fromEntries(schemas),
    async read(signal) {
      const problems = await refresh(signal)
      if (names.some((name) => !schemas.has(name))) throw new OperatorError(problems)
      const texts = names.map((name) => ({ name, url: urls[name] ?? '', sdl: schemas.get(name) ?? '' }))
      const key = JSON.stringify(texts)
      if (composed?.key !== key) composed = { key, result: await composeApart(texts, signal) }
      const { result } = composed
      if (!result.ok) {
        throw new OperatorError([...result.problems.map((problem) => `composition failed: ${problem}`), ...problems])
      }
      return { sdl: result.sdl, problem: problems.length > 0 ? problems.join('; ') : undefined }
    },
    async [Symbol.asyncDispose]() {},
  }
}

interface Composed {
  /** What was composed, as text. */
  readonly key: string
  readonly result: ComposedText
}

/** The last good copy, so that nothing is composed at the start when no schema has changed. */
function composedBefore(
  { urls, known, knownSupergraph }: ComposeSourceOptions,
  names: readonly string[],
): Composed | undefined {
  if (knownSupergraph === undefined || names.some((name) => known[name] === undefined)) return undefined
  if (Object.keys(known).length !== names.length) return undefined
  const texts: SubgraphText[] = names.map((name) => ({ name, url: urls[name] ?? '', sdl: known[name] ?? '' }))
  return { key: JSON.stringify(texts), result: { ok: true, sdl: knownSupergraph } }
}
