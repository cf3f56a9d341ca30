import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { parse } from 'graphql'
import { chartOf } from '../chart.ts'
import { type Child, openChild } from '../child.ts'
import { composeSubgraphs } from '../compose-subgraphs.ts'
import { openers } from '../gateway/contenders.ts'
import type { LoadOrder, LoadResult } from '../gateway/load-process.ts'
import { SUBGRAPHS } from '../gateway/schemas.ts'
import { markdownTable } from '../markdown-table.ts'
import { median } from '../quantiles.ts'
import { writeReport } from '../report.ts'
import { openLiveClients } from './live-clients.ts'
import { CHANGES } from './schemas.ts'
import { readSoakSettings } from './settings.ts'

/** Number of distinct operations; exceeds the capacity of the gateway's caches. */
const operationsToFill = 15_000
const coldPerSecond = 2
const connections = 16
/** Interval at which connections are closed and reopened. */
const segmentMs = 10_000
const sampleMs = 5_000
const heapSampleMs = 30_000
const restartMs = 2_000
const fillMsMax = 300_000

interface Sample {
  readonly minute: number
  readonly rssMb: number
  /** Heap and buffers after a full garbage collection. */
  readonly liveMb?: number
  readonly subgraphsRssMb: number
}

/** Loads the gateway for a long time, and plots its memory. */
export async function run(): Promise<void> {
  const settings = readSoakSettings(process.env)
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), 'soak-')))
  const issuer = stack.use(await openTestIssuer())
  let subgraphs = await openSubgraphs({})
  stack.defer(() => subgraphs[Symbol.asyncDispose]())
  const { urls } = subgraphs
  const supergraph = join(folder, 'supergraph.graphql')
  await writeFile(supergraph, composeSubgraphs({ ...SUBGRAPHS, changes: { typeDefs: parse(CHANGES) } }, urls))
  const nodeArguments = ['--expose-gc', '--import', new URL('heap-probe.ts', import.meta.url).href]
  const open = openers({
    supergraph,
    urls,
    issuer: issuer.issuer,
    jwksUrl: issuer.jwksUrl,
    settings: {
      nodeArguments,
      only: undefined,
      rounds: 1,
      roundMs: 1,
      warmUpMs: 1,
      profileDir: undefined,
      baselineDir: undefined,
    },
  })
  // Fills the compile cache, as in the image: otherwise the TypeScript stripper would stay in memory.
  await (await open.ours()).child[Symbol.asyncDispose]()
  const gateway = await open.ours()
  stack.use(gateway.child)
  const exp = Math.floor(Date.now() / 1_000) + settings.minutes * 60 + 3_600
  const token = await issuer.token({ realm_access: { roles: ['bench'] }, exp })
  const openLoad = async () => stack.use(await openChild(new URL('../gateway/load-process.ts', import.meta.url), {}))
  const [mixed, cold] = [await openLoad(), await openLoad()]
  const order = (own: Pick<LoadOrder, 'case' | 'connections' | 'durationMs'> & Partial<LoadOrder>): LoadOrder => ({
    port: gateway.port,
    path: gateway.path,
    headers: { authorization: `Bearer ${token}` },
    expectStatus: 200,
    ...own,
  })

  const startedMs = performance.now()
  const minute = () => (performance.now() - startedMs) / 60_000
  const samples: Sample[] = []
  const total = { requests: 0, failures: 0 }
  let lastHeapMs = Number.NEGATIVE_INFINITY
  let isOver = false
  async function sample(): Promise<void> {
    while (!isOver) {
      const isHeapDue = performance.now() - lastHeapMs >= heapSampleMs
      if (isHeapDue) lastHeapMs = performance.now()
      // Before the collection, which may return memory to the operating system.
      const rssMb = gateway.child.rssMb()
      const heap = isHeapDue ? await gateway.child.ask({ heap: true }) : undefined
      samples.push({
        minute: minute(),
        rssMb,
        ...(heap && { liveMb: (Number(heap.heap) + Number(heap.external)) / 1e6 }),
        subgraphsRssMb: subgraphs.rssMb(),
      })
      await setTimeout(sampleMs)
    }
  }
  const sampling = sample()

  await cold.ask(order({ case: 'cold', connections: 2, durationMs: fillMsMax, requests: operationsToFill, from: 0 }))
  const filled = minute()
  console.log(`caches filled after ${filled.toFixed(1)} minutes, ${samples.at(-1)?.rssMb.toFixed(0)} MB`)
  const live = stack.use(openLiveClients(settings.liveClients, gateway.port, token))
  let from = operationsToFill
  let restarted: number | undefined
  while (minute() < filled + settings.minutes) {
    const restart = restarted === undefined && minute() >= filled + settings.minutes / 2
    const segment = { durationMs: segmentMs, connections } as const
    const results = Promise.all([
      mixed.ask(order({ ...segment, case: 'mixed', rate: settings.requestsPerSecond })),
      cold.ask(order({ ...segment, case: 'cold', connections: 2, rate: coldPerSecond, from })),
    ])
    if (restart) {
      restarted = minute()
      await subgraphs[Symbol.asyncDispose]()
      await setTimeout(restartMs)
      subgraphs = await openSubgraphs(urls)
    }
    for (const result of (await results) as unknown as LoadResult[]) {
      total.requests += result.requests
      total.failures += result.failures
    }
    from += coldPerSecond * (segmentMs / 1_000) + connections
    const { rssMb, subgraphsRssMb } = samples.at(-1) ?? { rssMb: 0, subgraphsRssMb: 0 }
    const liveMb = samples.findLast((each) => each.liveMb !== undefined)?.liveMb ?? 0
    console.log(
      `${minute().toFixed(1)} min: gateway ${rssMb.toFixed(0)} MB, live ${liveMb.toFixed(1)} MB, subgraphs ${subgraphsRssMb.toFixed(0)} MB;`,
      `${total.requests} requests, ${total.failures} failed; live:`,
      JSON.stringify(live.counts),
    )
  }
  isOver = true
  await sampling
  const load = { ...settings, ...total, live: { ...live.counts }, coldOperations: from }
  await report({ samples, filled, restarted: restarted ?? Number.NaN, load })
}

async function openSubgraphs(urls: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack()
  const ports = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [`PORT_${name.toUpperCase()}`, new URL(url).port]),
  )
  const children: Child[] = []
  for (const entry of ['../gateway/subgraph-process.ts', 'changes-process.ts']) {
    children.push(stack.use(await openChild(new URL(entry, import.meta.url), ports)))
  }
  const opened = stack.move()
  return {
    urls: Object.assign({}, ...children.map(({ ready }) => ready.urls)) as Record<string, string>,
    rssMb: () => children.reduce((sum, child) => sum + rssOrZero(child), 0),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** 0 for a process that is being restarted. */
function rssOrZero(child: Child): number {
  try {
    return child.rssMb() || 0
  } catch {
    return 0
  }
}

interface Soak {
  readonly samples: readonly Sample[]
  /** Time in minutes. */
  readonly filled: number
  readonly restarted: number
  readonly load: {
    readonly minutes: number
    readonly requestsPerSecond: number
    readonly liveClients: number
    readonly requests: number
    readonly failures: number
    readonly live: { readonly connections: number; readonly results: number; readonly lost: number }
  }
}

async function report({ samples, filled, restarted, load }: Soak): Promise<void> {
  const live = samples.flatMap(({ minute, liveMb }) => (liveMb === undefined ? [] : [{ x: minute, y: liveMb }]))
  const svg = chartOf({
    title: 'Memory of the gateway and of its subgraphs over time',
    axes: { x: 'minutes', y: 'MB' },
    lines: [
      {
        name: 'gateway, resident',
        color: '#1f5fbf',
        points: samples.map(({ minute, rssMb }) => ({ x: minute, y: rssMb })),
      },
      { name: 'gateway, live after GC', color: '#c2410c', points: live },
      {
        name: 'subgraphs (stubs), resident',
        color: '#6b7280',
        points: samples
          .filter(({ subgraphsRssMb }) => subgraphsRssMb > 0)
          .map(({ minute, subgraphsRssMb }) => ({ x: minute, y: subgraphsRssMb })),
      },
    ],
    marks: [
      { x: filled, name: 'caches are full' },
      { x: restarted, name: 'subgraphs restart' },
    ],
  })
  await writeFile(new URL('../results/soak.svg', import.meta.url), svg)
  const part = (from: number, to: number) =>
    samples.filter(({ minute }) => minute >= filled + load.minutes * from && minute <= filled + load.minutes * to)
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const within = part(quarter / 4, (quarter + 1) / 4)
    return {
      rssMb: median(within.map(({ rssMb }) => rssMb)),
      liveMb: median(within.flatMap(({ liveMb }) => liveMb ?? [])),
      subgraphsRssMb: median(within.map(({ subgraphsRssMb }) => subgraphsRssMb)),
    }
  })
  const rise = (name: 'rssMb' | 'liveMb') => ((quarters[3]?.[name] ?? 0) - (quarters[0]?.[name] ?? 0)).toFixed(1)
  const rows = quarters.map(({ rssMb, liveMb, subgraphsRssMb }, index) => [
    index + 1,
    rssMb.toFixed(0),
    liveMb.toFixed(1),
    subgraphsRssMb.toFixed(0),
  ])
  const text = [
    '![Memory of the gateway and of its subgraphs over time](results/soak.svg)',
    '',
    `${load.minutes} minutes at ${load.requestsPerSecond} mixed requests and ${coldPerSecond} new operations a second, over connections that are opened anew each`,
    `${segmentMs / 1_000} s, and ${load.liveClients} clients which follow a joined subscription, leave and come back; the caches of operations are filled first,`,
    'and all subgraphs restart once in the middle. Live memory is the heap and the buffers after a full garbage collection.',
    `${load.requests} requests, ${load.failures} without status 200; ${load.live.connections} subscriptions with ${load.live.results} results,`,
    `${load.live.lost} of them ended by the server.`,
    `From the first quarter to the last, resident memory rose by ${rise('rssMb')} MB and live memory by ${rise('liveMb')} MB.`,
    '',
    markdownTable('quarter | gateway, resident MB | gateway, live MB | subgraphs (stubs), resident MB', rows),
  ]
  await writeReport('soak', { load, filled, restarted, quarters, samples }, text.join('\n'))
}
