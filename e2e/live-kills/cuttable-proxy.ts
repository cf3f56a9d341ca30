import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** `toClient`: bytes that the server sends. */
export type Direction = 'toClient' | 'toServer'

/** A TCP proxy on loopback whose connections can be cut. */
export interface CuttableProxy extends AsyncDisposable {
  readonly port: number
  /** Sets the target port of new connections. */
  connectTo(port: number): void
  /** Open connections from a client to the server. */
  count(): number
  /** Cuts all connections on both sides. */
  cut(): void
  /**
   * Drops everything in this direction of the current connections, even their end, without
   * notifying either side. Returns a function that cuts them.
   */
  silence(direction: Direction): () => void
}

interface Connection {
  readonly client: Socket
  readonly server: Socket
  readonly silent: Set<Direction>
}

export async function openCuttableProxy(): Promise<CuttableProxy> {
  const connections = new Set<Connection>()
  let target = 0
  const listener = createServer({ noDelay: true }, (client) => {
    const connection: Connection = {
      client,
      server: createConnection(target, '127.0.0.1').setNoDelay(true),
      silent: new Set(),
    }
    connections.add(connection)
    pass(connection, 'toServer')
    pass(connection, 'toClient')
    const forget = () => {
      if (client.destroyed && connection.server.destroyed) connections.delete(connection)
    }
    client.once('close', forget)
    connection.server.once('close', forget)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const cutAll = (each: Iterable<Connection>) => {
    for (const { client, server } of each) {
      client.destroy()
      server.destroy()
    }
  }
  return {
    port: (listener.address() as AddressInfo).port,
    connectTo(port) {
      target = port
    },
    count: () => connections.values().reduce((sum, connection) => sum + (isOpen(connection) ? 1 : 0), 0),
    cut: () => cutAll(connections),
    silence(direction) {
      const silenced = [...connections]
      for (const { silent } of silenced) silent.add(direction)
      return () => cutAll(silenced)
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      cutAll(connections)
      await once(listener, 'close')
    },
  }
}

function isOpen({ client, server, silent }: Connection): boolean {
  return silent.size === 0 && client.readyState === 'open' && server.readyState === 'open'
}

function pass({ client, server, silent }: Connection, direction: Direction): void {
  const [from, to] = direction === 'toServer' ? [client, server] : [server, client]
  from.on('data', (chunk) => {
    if (silent.has(direction) || to.write(chunk)) return
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
