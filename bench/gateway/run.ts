import { openChild } from '../child.ts'
import { writeReport } from '../report.ts'
import { type Contender, OTHER_CORE, openers } from './contenders.ts'
import { goalsOf, goalTableOf } from './goals.ts'
import { type CaseName, measureCase } from './measure-case.ts'
import { type FloodLatency, measureFlood, measureLatency, measureMemory } from './measure-over-time.ts'
import { isPublished, readBenchSettings } from './settings.ts'
import { openStage } from './stage.ts'
import { type CaseReport, lineOf, reportCase, tableOf } from './table.ts'

const CASES: readonly { readonly name: CaseName; readonly contenders: readonly Contender[] }[] = [
  { name: 'small', contenders: ['stock', 'ours', 'http1', 'checked', 'proxy'] },
  { name: 'large', contenders: ['stock', 'ours', 'checked', 'proxy'] },
  { name: 'large-texts', contenders: ['stock', 'ours', 'checked', 'proxy'] },
  { name: 'join', contenders: ['stock', 'ours', 'http1'] },
  { name: 'join-wide', contenders: ['stock', 'ours', 'http1'] },
  { name: 'mutation', contenders: ['stock', 'ours', 'http1', 'proxy'] },
  { name: 'mixed', contenders: ['stock', 'ours'] },
  { name: 'cold', contenders: ['stock', 'ours'] },
  { name: 'invalid-token', contenders: ['stock', 'ours'] },
]

/** Assumed throughput of `small`, in req/s, if only the latency is measured. */
const smallDefault = 2_000

/**
 * Measures stock Apollo Server with Apollo Gateway, our gateway, and a bare proxy, alternating over
 * the same subgraphs.
 */
export async function run(): Promise<void> {
  const settings = readBenchSettings(process.env)
  const wants = (name: string) => settings.only?.has(name) ?? true
  await using stack = new AsyncDisposableStack()
  const { subgraphs, surroundings, token } = await openStage(stack, settings, OTHER_CORE)
  const openLoad = async () => stack.use(await openChild(new URL('load-process.ts', import.meta.url), {}, OTHER_CORE))
  const load = await openLoad()
  const open = openers(surroundings)
  const valid = await token()
  const tokens = {
    valid,
    invalid: forged(valid),
  }

  // The first start fills the compile cache for all others.
  await (await open.ours()).child[Symbol.asyncDispose]()
  if (settings.baselineDir !== undefined) await (await open.baseline()).child[Symbol.asyncDispose]()
  const cases: CaseReport[] = []
  for (const { name, contenders: published } of CASES.filter(({ name }) => wants(name))) {
    const contenders = settings.baselineDir === undefined ? published : [...published, 'baseline' as const]
    const results = await measureCase({ name, contenders, open, load, subgraphs, tokens, settings })
    for (const contender of contenders) {
      const measured = results[contender]
      if (measured !== undefined) console.log(lineOf(name, contender, measured))
    }
    cases.push(reportCase(name, results))
  }
  const memory = wants('memory') ? await measureMemory(open.ours, load, tokens.valid) : []
  for (const { operations, rssMb } of memory) console.log(`memory  ${rssMb.toFixed(0)} MB after ${operations}`)
  const half = cases.find(({ name }) => name === 'small')?.requestsPerSecond ?? smallDefault
  const latency = wants('latency')
    ? await measureLatency({
        open: open.ours,
        load,
        token: tokens.valid,
        subgraphUrl: surroundings.urls.products ?? '',
        requestsPerSecond: half / 2,
        settings,
      })
    : undefined
  if (latency !== undefined) console.log('latency', latency)
  const flood = wants('flood')
    ? await measureFlood({ open, loads: { flood: load, cached: await openLoad() }, token: tokens.valid, settings })
    : undefined
  if (flood !== undefined) console.log('flood', flood)
  if (!isPublished(settings) || latency === undefined || flood === undefined) return
  const goals = goalsOf(cases, memory, latency, flood)
  const added =
    `At half load (${latency.requestsPerSecond.toFixed(0)} req/s) the gateway adds ${latency.addedP50Ms.toFixed(2)} ms at p50 and ` +
    `${latency.addedP99Ms.toFixed(2)} ms at p99.\nDistinct operations: ` +
    memory.map(({ operations, rssMb }) => `${rssMb.toFixed(0)} MB after ${operations}`).join(', ') +
    `.\nA cached operation, while new ones arrive as fast as they are answered: ` +
    `${textOf(flood.ours)}; stock ${textOf(flood.stock)}`
  await writeReport(
    'gateway',
    { cases, memory, latency, flood, goals },
    `${goalTableOf(goals)}\n\n${tableOf(cases)}\n\n${added}.`,
  )
}

function textOf({ p50Ms, p99Ms }: FloodLatency): string {
  return `${p50Ms.toFixed(1)} ms at p50 and ${p99Ms.toFixed(1)} at p99`
}

/** A well-formed token that is signed with an unknown key. */
function forged(token: string): string {
  const signatureAt = token.lastIndexOf('.') + 1
  return token.slice(0, signatureAt) + token.slice(signatureAt).split('').reverse().join('')
}
