import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** `toClient`: what the server sends. */
export type Direction = 'toClient' | 'toServer'

/** A way to a TCP server of this machine whose connections can be cut. */
export interface CuttableProxy extends AsyncDisposable {
  readonly port: number
  /** Where connections lead that are opened from now on. */
  leadTo(port: number): void
  /** Connections that lead from a client to the server now. */
  count(): number
  /** Cuts all connections on both sides. */
  cut(): void
  /**
   * From now on what is sent over the connections of now, in this direction, is lost, the end of a connection included; nobody is told. Returns what
   * cuts them.
   */
  silence(direction: Direction): () => void
}

interface Way {
  readonly client: Socket
  readonly server: Socket
  readonly silent: Set<Direction>
}

export async function openCuttableProxy(): Promise<CuttableProxy> {
  const ways = new Set<Way>()
  let target = 0
  const listener = createServer({ noDelay: true }, (client) => {
    const way: Way = { client, server: createConnection(target, '127.0.0.1').setNoDelay(true), silent: new Set() }
    ways.add(way)
    pass(way, 'toServer')
    pass(way, 'toClient')
    const forget = () => {
      if (client.destroyed && way.server.destroyed) ways.delete(way)
    }
    client.once('close', forget)
    way.server.once('close', forget)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const cutAll = (cutOff: Iterable<Way>) => {
    for (const { client, server } of cutOff) {
      client.destroy()
      server.destroy()
    }
  }
  return {
    port: (listener.address() as AddressInfo).port,
    leadTo(port) {
      target = port
    },
    count: () => ways.values().reduce((sum, way) => sum + (isOpen(way) ? 1 : 0), 0),
    cut: () => cutAll(ways),
    silence(direction) {
      const silenced = [...ways]
      for (const { silent } of silenced) silent.add(direction)
      return () => cutAll(silenced)
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      cutAll(ways)
      await once(listener, 'close')
    },
  }
}

function isOpen({ client, server, silent }: Way): boolean {
  return silent.size === 0 && client.readyState === 'open' && server.readyState === 'open'
}

function pass({ client, server, silent }: Way, direction: Direction): void {
  const [from, to] = direction === 'toServer' ? [client, server] : [server, client]
  from.on('data', (bytes) => {
    if (silent.has(direction) || to.write(bytes)) return
    from.pause()
    to.once('drain', () => from.resume())
  })
  from.on('error', () => {})
  from.on('end', () => {
    if (!silent.has(direction)) to.end()
  })
  from.on('close', () => {
    if (!silent.has(direction)) to.destroySoon()
  })
}
