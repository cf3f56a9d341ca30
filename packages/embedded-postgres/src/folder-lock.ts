import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Holds `folder` for this opener alone until disposed or until the process dies, however it dies.
 *
 * The lock is a listening socket in Linux' abstract namespace, which needs no file and cannot go stale. On other systems
 * nothing is held. Throws when somebody else holds the folder. `folder` must be a real path.
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
