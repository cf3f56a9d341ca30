import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { type Child, openChild } from '../child.ts'
import { composeSubgraphs } from '../compose-subgraphs.ts'
import { GATEWAY_CORE, OTHER_CORE, openers } from '../gateway/contenders.ts'
import type { BenchSettings } from '../gateway/settings.ts'
import { SUBGRAPHS } from './schemas.ts'

/**
 * The contenders: this gateway or the gateway of another checkout in front of a subgraph, or graphql-ws, which executes
 * its own process's events for each client.
 */
export type Contender = 'ours' | 'baseline' | 'plain'

/** A process under test with a separate source of events and a load process. */
export interface Stage extends AsyncDisposable {
  readonly child: Child
  readonly port: number
  readonly path: string
  /** The port for causing events. */
  readonly control: number
  readonly load: Child
  /** Its helper processes, which run on the other core. */
  readonly helpers: readonly Child[]
}

export interface StageParts {
  /** A folder for its files. */
  readonly folder: string
  readonly issuer: TestIssuer
  readonly settings: BenchSettings
}

const LIMITS = fileURLToPath(new URL('limits.env', import.meta.url))

/** All contenders run with the same Node flags, so that their memory can be compared. */
const NODE_ARGUMENTS: readonly string[] = [
  '--max-semi-space-size=5',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=20',
]
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

/** For each contender, a function that starts a new stage. */
export function stageOpeners(parts: StageParts): Readonly<Record<Contender, () => Promise<Stage>>> {
  return { ours: () => openGateway(parts, 'ours'), baseline: () => openGateway(parts, 'baseline'), plain: openPlain }
}

async function openGateway({ folder, issuer, settings }: StageParts, contender: 'ours' | 'baseline'): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const subgraphs = stack.use(await openHelper('subgraph-process.ts'))
  const load = stack.use(await openHelper('load-process.ts'))
  const urls = subgraphs.ready.urls as Record<string, string>
  const supergraph = join(folder, `supergraph-${subgraphs.pid}.graphql`)
  await writeFile(supergraph, composeSubgraphs(SUBGRAPHS, urls))
  const open = openers({
    supergraph,
    urls,
    issuer: issuer.issuer,
    jwksUrl: issuer.jwksUrl,
    settings: { ...settings, nodeArguments: [...settings.nodeArguments, `--env-file=${LIMITS}`] },
  })
  const { child, port } = await open[contender]()
  stack.use(child)
  const opened = stack.move()
  return {
    child,
    port,
    path: '/graphql-ws',
    control: Number(subgraphs.ready.control),
    load,
    helpers: [subgraphs, load],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function openPlain(): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const load = stack.use(await openHelper('load-process.ts'))
  const entry = new URL('plain-process.ts', import.meta.url)
  const child = stack.use(await openChild(entry, MEMORY_ENVIRONMENT, GATEWAY_CORE, NODE_ARGUMENTS))
  const opened = stack.move()
  return {
    child,
    port: Number(child.ready.port),
    path: '/graphql-ws',
    control: Number(child.ready.control),
    load,
    helpers: [load],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function openHelper(file: string): Promise<Child> {
  return openChild(new URL(file, import.meta.url), {}, OTHER_CORE)
}
