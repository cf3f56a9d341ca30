import { Worker } from 'node:worker_threads'
import { OperatorError } from '@travel-rule/service/operator-error'
import { boundedFetch } from './bounded-fetch.ts'
import type { SupergraphSource } from './supergraph-source.ts'

export interface ComposeSourceOptions {
  /** The URL of each subgraph, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** The schemas of the last good copy, used for subgraphs that do not respond. */
  readonly knownSchemas: Readonly<Record<string, string>>
  /** The supergraph of the last good copy, composed from `knownSchemas`. */
  readonly knownSupergraph: string | undefined
  /** An identity assertion for one subgraph, issued to the gateway itself. */
  readonly assertionFor: (subgraph: string) => Promise<string>
  /** The headers of every request to a subgraph. */
  readonly fixedHeaders: (subgraph: string) => Readonly<Record<string, string>>
  readonly pollMs: number
  readonly startWaitMs: number
}

/** A subgraph's schema, unparsed. */
export interface SubgraphSchema {
  readonly name: string
  readonly url: string
  readonly sdl: string
}

/** A supergraph, or one line per problem. */
export type Composition =
  | { readonly ok: true; readonly sdl: string }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * A supergraph composed from the schemas of the running subgraphs.
 *
 * The last schema of a subgraph is used while the subgraph does not respond. Composition runs only
 * when a schema has changed.
 */
export function openComposeSource(options: ComposeSourceOptions): SupergraphSource {
  const { urls, assertionFor } = options
  const names = Object.keys(urls).sort()
  const schemas = new Map(Object.entries(options.knownSchemas).filter(([name]) => names.includes(name)))
  let composed = composedBefore(options, names)

  /** Returns one line for each subgraph whose schema cannot be read. */
  async function refresh(signal: AbortSignal): Promise<string[]> {
    const reads = names.map(async (name) => {
      try {
        const assertion = await assertionFor(name)
        schemas.set(
          name,
          await readSubgraphSchema(urls[name] ?? '', { assertion, fixed: options.fixedHeaders(name), signal }),
        )
        return []
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        return [`the schema of the subgraph ${name} cannot be read: ${reason}`]
      }
    })
    return (await Promise.all(reads)).flat()
  }

  return {
    name: `composition of ${names.join(', ')}`,
    pollMs: options.pollMs,
    startWaitMs: options.startWaitMs,
    watch: () => undefined,
    invalidate: () => undefined,
    subgraphSchemas: () => Object.fromEntries(schemas),
    async read(signal) {
      const problems = await refresh(signal)
      if (names.some((name) => !schemas.has(name))) throw new OperatorError(problems)
      const input = names.map((name) => ({ name, url: urls[name] ?? '', sdl: schemas.get(name) ?? '' }))
      const key = JSON.stringify(input)
      if (composed?.key !== key) composed = { key, result: await composeInWorker(input, signal) }
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
  /** The composed schemas, as JSON. */
  readonly key: string
  readonly result: Composition
}

/** The last good copy as a composition, so that nothing is composed at a start with unchanged schemas. */
function composedBefore(
  { urls, knownSchemas: known, knownSupergraph }: ComposeSourceOptions,
  names: readonly string[],
): Composed | undefined {
  if (knownSupergraph === undefined || names.some((name) => known[name] === undefined)) return undefined
  if (Object.keys(known).length !== names.length) return undefined
  const input: SubgraphSchema[] = names.map((name) => ({ name, url: urls[name] ?? '', sdl: known[name] ?? '' }))
  return { key: JSON.stringify(input), result: { ok: true, sdl: knownSupergraph } }
}

const schemaBytesMax = 10_000_000
const schemaTimeoutMs = 30_000
const SCHEMA_REQUEST = JSON.stringify({ query: '{ _service { sdl } }' })

/** The schema of a running subgraph. Throws with a message for operators. */
async function readSubgraphSchema(
  url: string,
  {
    assertion,
    fixed,
    signal,
  }: { readonly assertion: string; readonly fixed: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<string> {
  const { status, body } = await boundedFetch(url, {
    method: 'POST',
    headers: {
      ...fixed,
      'content-type': 'application/json',
      accept: 'application/json',
      'x-identity-assertion': assertion,
    },
    body: SCHEMA_REQUEST,
    bytesMax: schemaBytesMax,
    timeoutMs: schemaTimeoutMs,
    signal,
  })
  const sdl = sdlOf(body)
  if (sdl === undefined) throw new Error(`the response with status ${status} contains no schema`)
  return sdl
}

function sdlOf(body: string): string | undefined {
  try {
    const sdl: unknown = JSON.parse(body)?.data?._service?.sdl
    return typeof sdl === 'string' && sdl !== '' ? sdl : undefined
  } catch {
    return undefined
  }
}

/** Composition takes seconds on an idle machine. The last good schema is served meanwhile. */
const compositionTimeoutMs = 600_000
const workerHeapMaxMb = 1_024

/**
 * Composes in a worker thread, so that requests are served meanwhile and the memory for composition
 * is released afterwards.
 *
 * Throws when composition exceeds its time or memory.
 */
async function composeInWorker(schemas: readonly SubgraphSchema[], signal: AbortSignal): Promise<Composition> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Composition>()
  const worker = new Worker(new URL('./compose-worker.ts', import.meta.url), {
    workerData: schemas,
    resourceLimits: { maxOldGenerationSizeMb: workerHeapMaxMb },
  })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`composition ended with code ${code}`)))
  const overdue = new Error(
    `composition took longer than ${compositionTimeoutMs / 1_000} s: compose a file beforehand for GATEWAY_SUPERGRAPH`,
  )
  const timer = setTimeout(reject, compositionTimeoutMs, overdue)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
