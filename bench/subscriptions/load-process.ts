import { connect, type Socket } from 'node:net'
import { openAudience } from './audience.ts'
import { type ClientProtocol, openRawClient, type RawClient } from './raw-client.ts'
import { variablesOf } from './schemas.ts'

/** An order for the load generator. */
export type LoadOrder = ConnectOrder | { readonly type: 'hear' } | RoundOrder | { readonly type: 'leave' }

/** Opens clients with one subscription each. The reply is the time in seconds up to the last acknowledgement. */
export interface ConnectOrder {
  readonly type: 'connect'
  readonly port: number
  readonly path: string
  /** Where events are caused: see `event-control.ts`. */
  readonly control: number
  readonly protocol: ClientProtocol
  readonly clients: number
  readonly query: string
  readonly operation: 'shared' | 'distinct'
  readonly token: string
}

/** Causes events for some time. The reply is a `RoundResult`, once every client has received all of them. */
export type RoundOrder = {
  readonly type: 'round'
  readonly durationMs: number
} & (
  | {
      /** Events in flight: the next is caused as soon as all clients have received one. */
      readonly window: number
    }
  | { readonly eventsPerSecond: number }
)

/** Latencies in milliseconds, from the cause of an event until a client has received it. */
export interface RoundResult {
  readonly events: number
  readonly deliveries: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

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

/** The reply to `hear` comes once every client receives events; every reply may be `{ problem }` instead. */
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
