/**
 * Sends everybody away, each at a random moment within `spreadMs`, so that they do not all come back at once. Resolves when all are gone.
 *
 * `leave` resolves when somebody is gone, and bounds that itself.
 */
export async function drain<Client>(
  clients: Iterable<Client>,
  spreadMs: number,
  leave: (client: Client) => Promise<void> | void,
): Promise<void> {
  await Promise.all(
    Array.from(clients, (client) => {
      if (spreadMs === 0) return leave(client)
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => Promise.resolve(leave(client)).then(resolve, reject), Math.random() * spreadMs)
      })
    }),
  )
}
