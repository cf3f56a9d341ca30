import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux (from 32768) and macOS (from 49152) give to connections and to listeners without a wish. */
const FIRST_PORT = 12_000
const LAST_PORT = 31_999
const PORTS_PER_PROCESS = 100

/** Apart from those of other processes, so that two that look at the same time do not find the same. */
let next = FIRST_PORT + ((process.pid * PORTS_PER_PROCESS) % (LAST_PORT + 1 - FIRST_PORT))

/**
 * A port on which nobody listens, for a listener that has to be on a known port, perhaps more than once.
 *
 * One that the system chose could go to any connection of this machine while nobody listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port === LAST_PORT ? FIRST_PORT : port + 1
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::'))) return port
  }
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    // A machine without IPv6 has nobody there.
    return host === '::' && (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  }
  await once(server.close(), 'close')
  return true
}
