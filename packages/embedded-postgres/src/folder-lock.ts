import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Locks `folder` for this opener until disposed or until the process exits for any reason.
 *
 * The lock is a listening socket in Linux's abstract namespace, which needs no file and cannot become stale. Other
 * systems have no lock. Throws when the folder is locked. `folder` must be a real path.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  if (process.platform !== 'linux') return { [Symbol.asyncDispose]: async () => {} }
  const server = createServer((socket) => socket.destroy())
  server.unref()
  server.listen(`\0embedded-postgres-${createHash('sha256').update(folder).digest('hex')}`)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL in ${folder} is used by another running process`, { cause })
  }
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
