import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of Linux (from 32768) and macOS (from 49152). */
const FIRST_PORT = 12_000
const LAST_PORT = 31_999
const PORTS_PER_PROCESS = 100

/** Different for each process, so that concurrent searches do not find the same port. */
let next = FIRST_PORT + ((process.pid * PORTS_PER_PROCESS) % (LAST_PORT + 1 - FIRST_PORT))

/**
 * A free port, for a listener that needs a known port, or the same one again after a restart.
 *
 * It is not an ephemeral port, which the system could assign to a connection in the meantime.
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
    // Without IPv6 the port is free there.
    return host === '::' && (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  }
  await once(server.close(), 'close')
  return true
}
