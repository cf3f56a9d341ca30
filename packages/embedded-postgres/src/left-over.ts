import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hasParent, readPidFile, servesFolder, stopPostmaster } from './postmaster.ts'

/** How long a pid file may stay half written before it counts as a crash's, in milliseconds. */
const HALF_WRITTEN_MS = 1_000
const POLL_MS = 50

/**
 * Stops the server which a killed process left running on `dataFolder`, and removes a pid file that names nobody or a
 * process which got the number of a dead server. Throws when the process that started the server still lives.
 */
export async function stopLeftOver(dataFolder: string, logger: Logger | undefined): Promise<void> {
  const deadline = Date.now() + HALF_WRITTEN_MS
  let file = readPidFile(dataFolder)
  while (file === 'unreadable' && Date.now() < deadline) {
    await delay(POLL_MS)
    file = readPidFile(dataFolder)
  }
  if (file === undefined) return
  if (file !== 'unreadable' && servesFolder(file.pid, dataFolder)) {
    const { pid } = file
    if (hasParent(pid)) throw new Error(`The embedded PostgreSQL in ${dataFolder} is used by another running process`)
    logger?.warn({ pid, dataFolder }, 'stopping the PostgreSQL that an ended process left running')
    await stopPostmaster(pid, () => !servesFolder(pid, dataFolder))
  }
  // The server itself would take any living process of that number for a server. That no process of a crashed server
  // is still attached, it finds out by its shared memory.
  await rm(path.join(dataFolder, 'postmaster.pid'), { force: true })
}
