import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports of Linux (from 32768) and macOS (from 49152). */
const FIRST_PORT = 12_000
const BLOCKS = 200
const PORTS_PER_BLOCK = 100

interface Block {
  next: number
  readonly end: number
}

/** The block from which this process takes ports. */
let current: Promise<Block> | undefined

/**
 * A free port, for a listener that needs a known port, or the same one again after a restart.
 *
 * It is not an ephemeral port, which the system could assign to a connection in the meantime. No other process of any
 * test run gets it while this one runs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    current ??= claimBlock()
    const block = await current
    // Another call may have taken the last port in the meantime.
    if (block.next === block.end) continue
    const port = block.next
    block.next += 1
    if (block.next === block.end) current = undefined
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::'))) return port
  }
}

/** Claims a block by listening on its last port until this process exits. */
async function claimBlock(): Promise<Block> {
  for (let attempt = 0; attempt < BLOCKS; attempt += 1) {
    const first = FIRST_PORT + ((process.pid + attempt) % BLOCKS) * PORTS_PER_BLOCK
    const last = first + PORTS_PER_BLOCK - 1
    const claim = await listen(last, '127.0.0.1')
    if (claim instanceof Error) continue
    claim.unref()
    return { next: first, end: last }
  }
  throw new Error(`Other processes use all ports from ${FIRST_PORT} to ${FIRST_PORT + BLOCKS * PORTS_PER_BLOCK - 1}`)
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = await listen(port, host)
  // Without IPv6, the port is free there.
  if (server instanceof Error) return host === '::' && server.code !== 'EADDRINUSE'
  await once(server.close(), 'close')
  return true
}

async function listen(port: number, host: string): Promise<Server | NodeJS.ErrnoException> {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return server
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}
