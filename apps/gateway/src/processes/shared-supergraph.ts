import { createHash } from 'node:crypto'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { SupergraphSource } from '../supergraph-source/supergraph-source.ts'
import type { SharedRead } from './messages.ts'

/** Reads the supergraph source on behalf of all processes. */
export interface SharedSupergraph {
  /** Reads the source, or returns a recent result. `known` is the hash that the process has. */
  read(known: string | undefined): Promise<SharedRead>
  /** Reports that the last result cannot be served: the next read is complete. */
  invalidate(): void
}

/** A result serves the polls of all processes within this share of their interval. */
const sharedShare = 0.5

interface Result {
  readonly read: SharedRead & { readonly ok: true; readonly sdl: string }
  readonly atMs: number
}

/**
 * `changed` is called when the source has probably changed, or when a read found a change; all processes should then
 * read again.
 */
export function openSharedSupergraph(
  source: SupergraphSource,
  { changed, signal }: { readonly changed: () => void; readonly signal: AbortSignal },
): SharedSupergraph {
  let last: Result | undefined
  let reading: Promise<SharedRead> | undefined
  let isCurrent = false
  source.watch(() => {
    isCurrent = false
    changed()
  })

  async function readOnce(): Promise<SharedRead> {
    isCurrent = true
    try {
      const { sdl, problem } = await source.read(signal)
      const hash = createHash('sha256').update(sdl).digest('hex')
      const isChange = last !== undefined && last.read.hash !== hash
      const subgraphSchemas = source.subgraphSchemas()
      last = { read: { ok: true, sdl, hash, problem, subgraphSchemas }, atMs: performance.now() }
      if (isChange) changed()
      return last.read
    } catch (error) {
      isCurrent = false
      return { ok: false, problems: problemsOf(error) }
    } finally {
      reading = undefined
    }
  }

  return {
    async read(known) {
      const isRecent = last !== undefined && performance.now() - last.atMs < source.pollMs * sharedShare
      if (isRecent && isCurrent && last !== undefined) return unlessKnown(last.read, known)
      reading ??= readOnce()
      return unlessKnown(await reading, known)
    },
    invalidate() {
      isCurrent = false
      source.invalidate()
    },
  }
}

function unlessKnown(read: SharedRead, known: string | undefined): SharedRead {
  return read.ok && read.hash === known ? { ...read, sdl: undefined } : read
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof OperatorError) return error.problems
  return [error instanceof Error ? error.message : String(error)]
}
