import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodePost, openSocket, readResponses } from '../http-connection.ts'
import { type Quantiles, quantilesOf } from '../quantiles.ts'

/** An order for the load generator. */
export interface TrpdLoadOrder {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The bodies, sent in turn. */
  readonly bodies: readonly string[]
  /** If true, each request has a different request identifier. */
  readonly identifies: boolean
  readonly connections: number
  readonly durationMs: number
}

/** Latencies in milliseconds. */
export interface TrpdLoadResult extends Quantiles {
  readonly requests: number
  readonly failures: number
  readonly seconds: number
  /** Number of messages that the counterparty has received so far. */
  readonly received: number
}

let received = 0

/** The counterparty, which accepts every message to its callbacks. */
const counterparty = createServer((request, response) => {
  request.resume()
  if (request.method === 'POST') received += 1
  response.writeHead(request.method === 'POST' ? 204 : 404, { 'api-version': '3.2.1' }).end()
}).listen(0, '127.0.0.1', () => process.send?.({ port: (counterparty.address() as AddressInfo).port }))

process.on('message', async (order: TrpdLoadOrder) => process.send?.(await apply(order)))

async function apply(order: TrpdLoadOrder): Promise<TrpdLoadResult> {
  const latencies: number[] = []
  let failures = 0
  let sent = 0
  const startedAt = performance.now()
  const endsAt = startedAt + order.durationMs
  await Promise.all(Array.from({ length: order.connections }, drive))
  const seconds = (performance.now() - startedAt) / 1_000
  return {
    requests: latencies.length,
    failures,
    seconds,
    ...quantilesOf(latencies),
    received,
  }

  async function drive(): Promise<void> {
    let socket = await openSocket(order.port)
    let reader = readResponses(socket)
    while (performance.now() < endsAt) {
      if (reader.closed()) {
        socket.destroy()
        socket = await openSocket(order.port)
        reader = readResponses(socket)
      }
      const headers = order.identifies ? { ...order.headers, 'request-identifier': crypto.randomUUID() } : order.headers
      const request = encodePost(order.path, headers, order.bodies[sent++ % order.bodies.length] ?? '')
      const from = performance.now()
      socket.write(request)
      const status = await reader.next()
      latencies.push(performance.now() - from)
      if (status !== 200) failures += 1
    }
    socket.destroy()
  }
}
