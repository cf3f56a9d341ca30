import { type Child, openChild } from '../child.ts'
import { markdownTable, tableRow } from '../markdown-table.ts'
import { median } from '../quantiles.ts'
import { inTurns } from '../rounds.ts'
import type { ClientOrder } from './client-process.ts'
import { TRANSPORTS, type TransportName } from './transports.ts'

const rounds = 5
const requests = 10_000
const CASES: readonly Omit<ClientOrder, 'requests'>[] = [
  { underWay: 64, responseBytes: 1_000 },
  { underWay: 256, responseBytes: 1_000 },
  { underWay: 64, responseBytes: 30_000 },
  { underWay: 256, responseBytes: 30_000 },
]

interface Pair extends AsyncDisposable {
  readonly client: Child
  readonly server: Child
}

/** CPU time per request. */
interface Cost {
  readonly clientUs: number
  readonly serverUs: number
  /** Reads and writes of both sides. */
  readonly systemCalls: number
}

/**
 * CPU time and system calls for one request of 1 KB and its response, on both sides, by transport. Medians of
 * alternating rounds.
 */
export async function run(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const pairs = new Map<TransportName, Pair>()
  for (const name of TRANSPORTS) pairs.set(name, stack.use(await openPair(name)))
  console.log(
    markdownTable(
      'under way | response | transport | client µs | server µs | both µs | of HTTP/1.1 | reads and writes',
      [],
    ),
  )
  for (const { underWay, responseBytes } of CASES) {
    // The first round warms up.
    const results = await inTurns([...pairs], rounds + 1, ([, pair]) =>
      measure(pair, { requests, underWay, responseBytes }),
    )
    const costs = new Map(results.map(([[name], measured]) => [name, measured.slice(1)]))
    const today = both(costs.get('http1') ?? [])
    for (const [name, measured] of costs) {
      const cells = [
        underWay,
        `${responseBytes / 1_000} KB`,
        name,
        median(measured.map(({ clientUs }) => clientUs)).toFixed(0),
        median(measured.map(({ serverUs }) => serverUs)).toFixed(0),
        both(measured).toFixed(0),
        (both(measured) / today).toFixed(2),
        median(measured.map(({ systemCalls }) => systemCalls)).toFixed(2),
      ]
      console.log(tableRow(cells))
    }
  }
}

async function openPair(name: TransportName): Promise<Pair> {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await openChild(new URL('server-process.ts', import.meta.url), { TRANSPORT: name }))
  const env = { TRANSPORT: name, PORT: String(server.ready.port) }
  const client = stack.use(await openChild(new URL('client-process.ts', import.meta.url), env))
  const opened = stack.move()
  return { client, server, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function measure({ client, server }: Pair, order: ClientOrder): Promise<Cost> {
  const sides = [client, server]
  const snapshot = () => sides.map((side) => ({ cpuMs: side.cpuMs(), calls: side.transfers().systemCalls }))
  const before = snapshot()
  await client.ask(order)
  const after = snapshot()
  const difference = (side: number, key: 'cpuMs' | 'calls') =>
    ((after[side]?.[key] ?? 0) - (before[side]?.[key] ?? 0)) / order.requests
  return {
    clientUs: difference(0, 'cpuMs') * 1_000,
    serverUs: difference(1, 'cpuMs') * 1_000,
    systemCalls: difference(0, 'calls') + difference(1, 'calls'),
  }
}

function both(costs: readonly Cost[]): number {
  return median(costs.map(({ clientUs, serverUs }) => clientUs + serverUs))
}
