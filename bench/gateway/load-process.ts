import { encodePost, openSocket, readResponses } from '../http-connection.ts'
import { quantilesOf } from '../quantiles.ts'
import { BODIES } from './schemas.ts'

/** An order for the load generator. */
export interface LoadOrder {
  readonly port: number
  readonly path: string
  readonly case: keyof typeof BODIES
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** Ends after this time, or after `requests`. */
  readonly durationMs: number
  readonly requests?: number
  /** Requests per second over all connections; when absent, as fast as responses arrive. */
  readonly rate?: number
  readonly expectStatus: number
  /** Access tokens of different clients, used in turn instead of the one in `headers`. */
  readonly tokens?: readonly string[]
  /** If true, each request has a different signature in its bearer token, so that no cache contains it. */
  readonly freshSignatures?: boolean
  /** Number of the first cold operation. */
  readonly from?: number
}

/** Latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number
  readonly failures: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Length of the last body. */
  readonly responseBytes: number
}

/** HTTP/1.1 over plain sockets, one request at a time on each, so that the server is the bottleneck. */
process.on('message', async (order: LoadOrder) => process.send?.(await apply(order)))
process.send?.({})

async function apply(order: LoadOrder): Promise<LoadResult> {
  const state = { sent: 0, done: 0, failures: 0, responseBytes: 0, latencies: [] as number[], number: order.from ?? 0 }
  const startedAt = performance.now()
  const endsAt = startedAt + order.durationMs
  const isOver = () => performance.now() >= endsAt || state.sent >= (order.requests ?? Number.POSITIVE_INFINITY)
  await Promise.all(Array.from({ length: order.connections }, (_item, index) => drive(index)))
  const seconds = (performance.now() - startedAt) / 1000
  const { p50Ms, p99Ms } = quantilesOf(state.latencies)
  return {
    requests: state.done,
    failures: state.failures,
    seconds,
    p50Ms,
    p99Ms,
    responseBytes: state.responseBytes,
  }

  async function drive(index: number): Promise<void> {
    let socket = await openSocket(order.port)
    let reader = readResponses(socket)
    const gapMs = order.rate === undefined ? 0 : (1000 * order.connections) / order.rate
    let dueAt = startedAt + (gapMs * index) / order.connections
    while (!isOver()) {
      const waitMs = gapMs > 0 ? dueAt - performance.now() : 0
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      // A request delayed by a slow one is measured from when it was due. A late timer does not count against the
      // server.
      const from = waitMs < 0 ? dueAt : performance.now()
      state.sent += 1
      // A server may close a connection after a response. Opening another one is part of its cost.
      if (reader.closed()) {
        socket.destroy()
        socket = await openSocket(order.port)
        reader = readResponses(socket)
      }
      socket.write(requestOf(order, state))
      const status = await reader.next()
      state.latencies.push(performance.now() - from)
      state.done += 1
      state.responseBytes = reader.bodyBytes()
      if (status !== order.expectStatus) state.failures += 1
      dueAt += gapMs
    }
    socket.destroy()
  }
}

const prepared = new WeakMap<LoadOrder, readonly Buffer[]>()

function requestOf(order: LoadOrder, state: { number: number }): Buffer {
  if (order.case === 'cold') {
    state.number += 1
    return encode(order, BODIES.cold(state.number))
  }
  let requests = prepared.get(order)
  if (requests === undefined) {
    requests = requestsOf(order, BODIES[order.case])
    prepared.set(order, requests)
  }
  const request = requests[state.number % requests.length] ?? Buffer.alloc(0)
  state.number += 1
  return order.freshSignatures === true ? withFreshSignature(request) : request
}

function requestsOf(order: LoadOrder, bodies: readonly string[]): readonly Buffer[] {
  if (order.tokens === undefined) return bodies.map((body) => encode(order, body))
  return order.tokens.map((token, index) => {
    const headers = { ...order.headers, authorization: `Bearer ${token}` }
    return encode({ ...order, headers }, bodies[index % bodies.length] ?? '')
  })
}

const signatureDigits = 8
let signatures = 0

/** The token, with the first characters of its signature replaced by a number. */
function withFreshSignature(request: Buffer): Buffer {
  signatures += 1
  const tokenAt = request.indexOf('Bearer ')
  const signatureAt = request.lastIndexOf('.', request.indexOf('\r\n', tokenAt)) + 1
  const fresh = Buffer.from(request)
  fresh.write(signatures.toString(36).padStart(signatureDigits, '0'), signatureAt)
  return fresh
}

function encode({ path, headers }: LoadOrder, body: string): Buffer {
  return encodePost(path, headers, body)
}
