import { connect, type Socket } from 'node:net'
import { openAudience } from './audience.ts'
import type { ConnectOrder, LoadOrder } from './load-orders.ts'
import { openRawClient, type RawClient } from './raw-client.ts'
import { variablesOf } from './schemas.ts'

/** Concurrent handshakes. */
const handshakesMax = 100

let clients: RawClient[] = []
let control: Socket | undefined
const audience = openAudience((events) => control?.write(Buffer.alloc(events)))

process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.(await apply(order))
  } catch (error) {
    process.send?.({ problem: error instanceof Error ? error.message : String(error) })
  }
})
process.send?.({})

/**
 * Replies to `hear` once every client receives events. Any reply may be `{ problem }` instead.
 */
async function apply(order: LoadOrder): Promise<object> {
  switch (order.type) {
    case 'connect':
      return { seconds: await join(order) }
    case 'hear':
      await audience.hear()
      return {}
    case 'round':
      return audience.round(order)
    case 'leave':
      for (const client of clients) client.end()
      clients = []
      audience.clear()
      return {}
  }
}

async function join({ control: controlPort, clients: count, operation, ...order }: ConnectOrder): Promise<number> {
  control ??= await openControl(controlPort)
  let opened = 0
  const openNext = async () => {
    while (opened < count) {
      const index = opened
      opened += 1
      const { onResult, onTrouble } = audience.seat()
      clients.push(await openRawClient({ ...order, variables: variablesOf(operation, index), onResult, onTrouble }))
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: handshakesMax }, openNext))
  return (performance.now() - startedAt) / 1_000
}

function openControl(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
