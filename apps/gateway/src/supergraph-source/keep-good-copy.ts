import { hashSupergraph } from '@travel-rule/federation/supergraph/build-graph'
import type { Logger } from '@travel-rule/service/logger'
import { type GoodCopy, writeGoodCopy } from './last-good-copy.ts'

/** Keeps what is served. Disposing waits for what is being written. */
export interface GoodCopyKeeper extends AsyncDisposable {
  /** Writes what is served now unless that is kept already, and waits for nothing. What could not be written is written with the next call. */
  keep(sdl: string): void
}

/** Keeps it in the file at `path`; without one nothing is kept. `parts` are the schemas that the text was composed from. */
export function openGoodCopyKeeper(
  path: string | undefined,
  parts: () => GoodCopy['subgraphs'],
  logger: Logger,
): GoodCopyKeeper {
  let keptHash: string | undefined
  let failing = false
  let writing: Promise<void> | undefined

  async function write(path: string, sdl: string, hash: string): Promise<void> {
    try {
      await writeGoodCopy(path, { supergraph: sdl, subgraphs: parts() })
      keptHash = hash
      failing = false
    } catch (error) {
      if (!failing) logger.warn({ err: error, path }, 'the last good copy of the supergraph cannot be kept')
      failing = true
    } finally {
      writing = undefined
    }
  }

  return {
    keep(sdl) {
      if (path === undefined || writing !== undefined) return
      const hash = hashSupergraph(sdl)
      if (hash !== keptHash) writing = write(path, sdl, hash)
    },
    async [Symbol.asyncDispose]() {
      await writing
    },
  }
}
