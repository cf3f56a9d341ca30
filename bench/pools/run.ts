import { encodeTravelAddress } from '@travel-rule/trpd-subgraph/address-book/domain/travel-address'
import { beneficiary, originator } from '@travel-rule/trpd-subgraph/testing/operations'
import { type BenchNode, openBenchNode } from '../bench-node.ts'
import { markdownTable } from '../markdown-table.ts'
import { writeReport } from '../report.ts'

const CASE_MS = 5_000
const ROUNDS = 3
const CLIENTS = 32
const WARM_UP_MS = 1_500
const CONNECTIONS = '30'

const POOLS = {
  defaults: {},
  'thirty each': {
    DATABASE_CONNECTIONS: CONNECTIONS,
  },
} as const

const INQUIRY = {
  query: 'mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }',
  variables: {
    input: {
      travelAddress: encodeTravelAddress('unknown.example/x/1?t=i'),
      asset: 'btc',
      amount: '0.5',
      originator,
      beneficiary,
    },
  },
}

const CASES = {
  inquire: INQUIRY,
  list: {
    query: `{ trpd { transactions(first: 20) { nodes { id status vasp { name } history { version }
      ownershipProofs { id } auditTrail(first: 5) { type } } } } }`,
  },
} as const

interface Measured {
  readonly perSecond: number
  /** CPU time of the gateway, the subgraphs and PostgreSQL per operation. */
  readonly cpuMs: number
}

type Results = Record<keyof typeof CASES, Measured[]>

/** Compares pool sizes, in nodes that take turns. */
export async function run(): Promise<void> {
  const caseMs = Number(process.env.BENCH_CASE_MS ?? CASE_MS)
  const found = Object.keys(POOLS).map((name) => [name, { inquire: [], list: [] } as Results] as const)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, results] of round % 2 === 0 ? found : found.toReversed()) {
      await using node = await openBenchNode({ settings: POOLS[name as keyof typeof POOLS] })
      for (const [key, operation] of Object.entries(CASES)) {
        await load(node, operation, WARM_UP_MS)
        results[key as keyof Results].push(await load(node, operation, caseMs))
      }
      console.log(name, JSON.stringify(results))
    }
  }
  const rows = Object.fromEntries(
    found.map(([name, { inquire, list }]) => [name, { inquire: best(inquire), list: best(list) }]),
  )
  const text = [
    `Operations per second of a complete node with ${CLIENTS} requests at a time, the best of ${ROUNDS} nodes each that took turns. The defaults are 12, 8 and 6 connections of trpd, aopd and autod.`,
    '',
    markdownTable(
      'pools | inquire | CPU ms each | list of 20 transactions with fields of every subgraph | CPU ms each',
      Object.entries(rows).map(([name, { inquire, list }]) => [
        name,
        ...[inquire, list].flatMap(({ perSecond, cpuMs }) => [perSecond.toFixed(0), cpuMs.toFixed(1)]),
      ]),
    ),
  ].join('\n')
  console.log(text)
  if (process.env.BENCH_CASE_MS === undefined) await writeReport('pools', { pools: rows }, text)
}

async function load(
  node: BenchNode,
  { query, variables }: { readonly query: string; readonly variables?: object },
  durationMs: number,
): Promise<Measured> {
  const beganMs = performance.now()
  const cpuBeforeMs = node.cpuMs()
  let done = 0
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (performance.now() - beganMs < durationMs) {
      await node.query(query, variables)
      done += 1
    }
  })
  await Promise.all(clients)
  return { perSecond: (done / (performance.now() - beganMs)) * 1_000, cpuMs: (node.cpuMs() - cpuBeforeMs) / done }
}

/** The best round counts, since other programs can only slow a node down. */
function best(all: readonly Measured[]): Measured {
  return {
    perSecond: Math.max(...all.map(({ perSecond }) => perSecond)),
    cpuMs: Math.min(...all.map(({ cpuMs }) => cpuMs)),
  }
}
