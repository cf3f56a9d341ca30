import { readFile } from 'node:fs/promises'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import { hashSupergraph } from '@travel-rule/federation/supergraph/build-supergraph'
import type { Logger } from '@travel-rule/service/logger'
import { replaceFile } from '@travel-rule/service/replace-file'

/** The last supergraph that was served, as stored on disk. */
export interface GoodCopy {
  readonly supergraph: string
  /** The schemas of the subgraphs, by name; empty when this gateway did not compose it. */
  readonly subgraphs: Readonly<Record<string, string>>
}

/** The last good copy; `undefined` when it is missing or unusable. Logs an unusable one. */
export async function readGoodCopy(path: string, logger: Logger): Promise<GoodCopy | undefined> {
  try {
    const copy: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (isGoodCopy(copy)) return copy
    throw new Error('it contains something else')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) warnOfUnusableCopy(logger, path, error)
    return undefined
  }
}

export function warnOfUnusableCopy(logger: Logger, path: string | undefined, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  logger.warn({ path, reason }, 'the last good copy of the supergraph cannot be used')
}

/** Stores the served supergraph. Disposing waits for a write in progress. */
export interface GoodCopyWriter extends AsyncDisposable {
  /**
   * Starts to store the supergraph unless it is already stored. The next call retries a failed
   * write.
   */
  store(sdl: string): void
}

/** Stores in the file at `path`; does nothing without a path. */
export function openGoodCopyWriter(
  path: string | undefined,
  subgraphSchemas: () => GoodCopy['subgraphs'],
  logger: Logger,
): GoodCopyWriter {
  let storedHash: string | undefined
  let failing = false
  let writing: Promise<void> | undefined

  async function write(path: string, sdl: string, hash: string): Promise<void> {
    try {
      await replaceFile(path, JSON.stringify({ supergraph: sdl, subgraphs: subgraphSchemas() }))
      storedHash = hash
      failing = false
    } catch (error) {
      if (!failing) logger.warn({ err: error, path }, 'the last good copy of the supergraph cannot be stored')
      failing = true
    } finally {
      writing = undefined
    }
  }

  return {
    store(sdl) {
      if (path === undefined || writing !== undefined) return
      const hash = hashSupergraph(sdl)
      if (hash !== storedHash) writing = write(path, sdl, hash)
    },
    async [Symbol.asyncDispose]() {
      await writing
    },
  }
}

function isGoodCopy(value: unknown): value is GoodCopy {
  if (!isObject(value) || typeof value.supergraph !== 'string' || !isObject(value.subgraphs)) return false
  return Object.values(value.subgraphs).every((schema) => typeof schema === 'string')
}
