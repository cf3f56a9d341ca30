import { type FSWatcher, watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@travel-rule/service/logger'
import { type SupergraphSource, supergraphBytesMax } from './supergraph-source.ts'

export interface FileSourceOptions {
  readonly path: string
  readonly pollMs: number
  readonly logger: Logger
}

/** How long a changed file must stay unmodified before it is read, since it may be written in place. */
const quietMs = 100
const quietWaitsMax = 50

/**
 * A supergraph in a file. Detects a change immediately if the file system reports it, otherwise with the next poll.
 *
 * Watches the folder instead of the file, since the file may be replaced, and so may a link to its folder, as in
 * Kubernetes mounts.
 */
export function openFileSource({ path, pollMs, logger }: FileSourceOptions): SupergraphSource {
  let watcher: FSWatcher | undefined
  let cached: { readonly version: string; readonly sdl: string } | undefined

  async function readStable(signal: AbortSignal): Promise<string> {
    for (let waits = 0; waits < quietWaitsMax; waits += 1) {
      const before = await versionOf(path)
      if (before.version === cached?.version) return cached.sdl
      if (cached === undefined || before.ageMs > quietMs) {
        const sdl = await readFile(path, { encoding: 'utf8', signal })
        const after = await versionOf(path)
        if (after.version === before.version) {
          cached = { version: after.version, sdl }
          return sdl
        }
      }
      await setTimeout(quietMs, undefined, { signal })
    }
    throw new Error('the file is being written continuously')
  }

  return {
    name: `the file ${path}`,
    pollMs,
    startWaitMs: 0,
    subgraphSchemas: () => ({}),
    invalidate: () => undefined,
    async read(signal) {
      try {
        return { sdl: await readStable(signal) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        throw new Error(`${path} cannot be read: ${reason}`, { cause: error })
      }
    },
    watch(hint) {
      try {
        watcher ??= watch(dirname(path), { persistent: false }, hint)
        watcher.on('error', (error) => logger.warn({ err: error }, 'the folder of the supergraph cannot be watched'))
      } catch (error) {
        logger.warn({ err: error }, 'the folder of the supergraph cannot be watched')
      }
    },
    async [Symbol.asyncDispose]() {
      watcher?.close()
    },
  }
}

/** `version` changes with every write and every replacement. */
async function versionOf(path: string): Promise<{ readonly version: string; readonly ageMs: number }> {
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = await stat(path, { bigint: true })
  if (size > supergraphBytesMax) throw new Error(`the file is longer than ${supergraphBytesMax} bytes`)
  return { version: [ino, size, mtimeNs, ctimeNs].join(' '), ageMs: Math.abs(Date.now() - Number(mtimeMs)) }
}
