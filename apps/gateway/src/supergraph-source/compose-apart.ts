import { Worker } from 'node:worker_threads'

/** A subgraph's schema as it came. */
export interface SubgraphText {
  readonly name: string
  readonly url: string
  readonly sdl: string
}

/** What the thread answers: a supergraph, or one line per problem. */
export type ComposedText =
  | { readonly ok: true; readonly sdl: string }
  | { readonly ok: false; readonly problems: readonly string[] }

const timeoutMs = 60_000
const memoryMaxMb = 1_024

/**
 * Composes subgraphs in a thread of its own, so that requests are answered meanwhile, and so that what composition needs is loaded only
 * then and given back afterwards. Throws when it takes too long or more memory than it may.
 */
export async function composeApart(subgraphs: readonly SubgraphText[], signal: AbortSignal): Promise<ComposedText> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<ComposedText>()
  const thread = new Worker(new URL('./compose-thread.ts', import.meta.url), {
    workerData: subgraphs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  })
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', (code) => reject(new Error(`composition ended with code ${code}`)))
  const timer = setTimeout(() => reject(new Error(`composition took longer than ${timeoutMs} ms`)), timeoutMs)
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    await thread.terminate()
  }
}
