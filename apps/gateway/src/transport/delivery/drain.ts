/**
 * Disconnects clients, each at a random moment within `spreadMs`, so that they do not all reconnect at once.
 *
 * Resolves when all are disconnected. `disconnect` must resolve when its client is disconnected, within a limited time.
 */
export async function drain<Client>(
  clients: Iterable<Client>,
  spreadMs: number,
  disconnect: (client: Client) => Promise<void> | void,
): Promise<void> {
  await Promise.all(
    Array.from(clients, (client) => {
      if (spreadMs === 0) return disconnect(client)
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => Promise.resolve(disconnect(client)).then(resolve, reject), Math.random() * spreadMs)
      })
    }),
  )
}
