import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseDistance } from '@travel-rule/service/testing/database-distance'
import { encodeTravelAddress } from '@travel-rule/trpd-subgraph/address-book/domain/travel-address'
import { beneficiary, originator } from '@travel-rule/trpd-subgraph/testing/operations'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { type BenchNode, openBenchNode } from '../bench-node.ts'
import { chartOf } from '../chart.ts'
import { markdownTable } from '../markdown-table.ts'
import { writeReport } from '../report.ts'
import { type Bursts, openBursts, readBare } from './bursts.ts'

/** Round-trip times between the subgraphs and PostgreSQL, in milliseconds. */
const DISTANCES = [0, 0.5, 2, 10, 40]
const EVENTS = Number(process.env.BENCH_EVENTS ?? 2_000)
/** Number of rounds. The best one counts, since other programs can only slow a round down. */
const ROUNDS = 5
/** Creating a transaction and canceling it are two events. */
const WRITERS = 4

const QUERIES = {
  transactions: 'subscription { trpdTransactions { id version status amount vasp { id name } } }',
  persons: `subscription { trpdTransactions { id version status vasp { id name } history { version status }
    originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } } } }`,
} as const

/** Without readers of trpd's feed, so that only the CPU time of live updates is measured. */
const WITHOUT_AUDIT = { AUTOD_FEEDS: 'trpd=http://127.0.0.1:9/events' }

/** Minimum events per second of `transactions` at these distances. */
const GOALS: Readonly<Record<number, number>> = { 2: 2_000, 40: 500 }

interface Measured {
  readonly distanceMs: number
  readonly transactions: number
  /** CPU time of the gateway, the subgraphs and PostgreSQL per event of `transactions`. */
  readonly cpuMs: number
  readonly persons: number
  readonly bare: number
}

/** Measures live updates of a complete node whose parts are at a distance from PostgreSQL. */
export async function run(): Promise<void> {
  const only = process.env.BENCH_ONLY?.split(',').map(Number)
  const distances = DISTANCES.filter((each) => only?.includes(each) ?? true)
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench distance ')))
  await makeEvents(dataDir)
  const results: Measured[] = []
  for (const distanceMs of distances) {
    const measured = await measure(dataDir, distanceMs)
    results.push(measured)
    console.log(JSON.stringify(measured))
  }
  if (only === undefined && EVENTS === 2_000) await report(results)
  const missed = results.filter(({ distanceMs, transactions }) => transactions < (GOALS[distanceMs] ?? 0))
  for (const { distanceMs } of missed)
    console.error(`missed: ${GOALS[distanceMs]} events per second at ${distanceMs} ms`)
  if (missed.length > 0) process.exitCode = 1
}

async function makeEvents(dataDir: string): Promise<void> {
  await using node = await openBenchNode({ dataDir })
  const input = {
    travelAddress: encodeTravelAddress('unknown.example/x/1?t=i'),
    asset: 'btc',
    amount: '0.5',
    originator,
    beneficiary,
  }
  let left = EVENTS / 2
  const writing = Array.from({ length: WRITERS }, async () => {
    while (left > 0) {
      left -= 1
      const { trpd } = await node.query<{ trpd: { inquire: { id: string } } }>(
        'mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }',
        { input },
      )
      await node.query(`mutation { trpd { cancelTx(id: "${trpd.inquire.id}", reason: "bench") { id } } }`)
    }
  })
  await Promise.all(writing)
}

async function measure(dataDir: string, distanceMs: number): Promise<Measured> {
  await using node = await openBenchNode({ dataDir, settings: { ...databaseDistance(distanceMs), ...WITHOUT_AUDIT } })
  const databaseUrl = node.file.databaseUrls?.trpd ?? ''
  await using bursts = await openBursts(databaseUrl)
  const rates = { transactions: [] as number[], persons: [] as number[], bare: [] as number[], cpuMs: [] as number[] }
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = node.cpuMs()
    rates.transactions.push(await deliver(node, QUERIES.transactions, bursts))
    rates.cpuMs.push((node.cpuMs() - before) / EVENTS)
    rates.persons.push(await deliver(node, QUERIES.persons, bursts))
    rates.bare.push(await readBare(databaseUrl, distanceMs, EVENTS))
  }
  const best = (all: readonly number[]) => Math.max(...all.slice(1))
  return {
    distanceMs,
    transactions: best(rates.transactions),
    persons: best(rates.persons),
    bare: best(rates.bare),
    cpuMs: Math.min(...rates.cpuMs.slice(1)),
  }
}

/** Events per second, from the commit of a burst until its last event reaches a new subscriber. */
async function deliver({ live }: BenchNode, query: string, bursts: Bursts): Promise<number> {
  const client = createClient({
    url: live.url,
    connectionParams: { authorization: `Bearer ${live.token}` },
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  })
  const results = client.iterate({ query, extensions: { announce: true } })
  try {
    // The subscription has begun once it has a position.
    await results.next()
    const { committedAtMs } = await bursts.commit(EVENTS)
    for (let received = 0; received < EVENTS; received += 1) {
      const { value } = await results.next()
      if (value?.errors !== undefined) throw new Error(JSON.stringify(value.errors))
    }
    return (EVENTS / (performance.now() - committedAtMs)) * 1_000
  } finally {
    await client.dispose()
  }
}

async function report(results: readonly Measured[]): Promise<void> {
  const lineOf = (name: string, color: string, key: 'transactions' | 'persons' | 'bare') => ({
    name,
    color,
    points: results.map((each, x) => ({ x, y: Math.round(each[key]) })),
  })
  const load = loadavg()[1]?.toFixed(0)
  const title = 'Live updates by the distance of PostgreSQL'
  const svg = chartOf({
    title,
    axes: { x: 'round-trip time to PostgreSQL, ms', y: 'events/s' },
    places: results.map(({ distanceMs }) => String(distanceMs)),
    lines: [
      lineOf('transactions', '#1f5fbf', 'transactions'),
      lineOf('with persons and history', '#c2410c', 'persons'),
      lineOf('bare reader', '#6b7280', 'bare'),
    ],
  })
  await writeFile(new URL('../results/live-distance.svg', import.meta.url), svg)
  const text = [
    `![${title}](results/live-distance.svg)`,
    '',
    `Events per second from the commit of ${EVENTS} events to the last of them at one subscriber, the best of ${ROUNDS} rounds, through the gateway and trpd of a node whose audit log reads nothing meanwhile. With \`persons and history\`,`,
    'every event reads personal data, which is recorded for the audit log before it is delivered, and the history. The bare reader is a client of PostgreSQL at the same',
    'distance that reads the events and their transactions in pages of 100, one statement after another, and delivers nothing.',
    `Load of the machine meanwhile: ${load}.`,
    '',
    markdownTable(
      'round trip ms | transactions | with persons and history | bare reader | CPU ms per event of transactions',
      results.map(({ distanceMs, transactions, persons, bare, cpuMs }) => [
        distanceMs,
        ...[transactions, persons, bare].map((perSecond) => perSecond.toFixed(0)),
        cpuMs.toFixed(2),
      ]),
    ),
  ]
  await writeReport('live-distance', { events: EVENTS, load, results }, text.join('\n'))
}
