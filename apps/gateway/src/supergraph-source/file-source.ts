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

/** A file must have been left alone for so long before it is read again: somebody may be writing it in place. */
const quietMs = 100
const waitsMax = 50

/**
 * A supergraph in a file. A change is seen at once where the system tells of it, else with the next poll.
 *
 * The folder is watched and not the file, so that a file (or a link to a folder, as Kubernetes mounts them) may be replaced as a whole.
 */
export function openFileSource({ path, pollMs, logger }: FileSourceOptions): SupergraphSource {
  let watcher: FSWatcher | undefined
  let last: { readonly state: string; readonly sdl: string } | undefined

  async function readWhole(signal: AbortSignal): Promise<string> {
    for (let waits = 0; waits < waitsMax; waits += 1) {
      const before = await stateOf(path)
      if (before.state === last?.state) return last.sdl
      if (last === undefined || before.ageMs > quietMs) {
        const sdl = await readFile(path, { encoding: 'utf8', signal })
        const after = await stateOf(path)
        if (after.state === before.state) {
          last = { state: after.state, sdl }
          return sdl
        }
      }
      await setTimeout(quietMs, undefined, { signal })
    }
    throw new Error('it is being written all the time')
  }

  return {
    name: `the file ${path}`,
    pollMs,
    startWaitMs: 0,
    parts: () => ({}),
    forget: () => undefined,
    async read(signal) {
      try {
        return { sdl: await readWhole(signal) }
      } catch (error) {
        throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`, {
          cause: error,
        })
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

/** `state` is another one after every write and every replacement. */
async function stateOf(path: string): Promise<{ readonly state: string; readonly ageMs: number }> {
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = await stat(path, { bigint: true })
  if (size > supergraphBytesMax) throw new Error(`it is longer than ${supergraphBytesMax} bytes`)
  return { state: [ino, size, mtimeNs, ctimeNs].join(' '), ageMs: Math.abs(Date.now() - Number(mtimeMs)) }
}
