import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { type Child, openChild } from '../child.ts'
import type { BenchSettings } from './settings.ts'

/**
 * What is measured: stock Apollo Server with Apollo Gateway, this gateway, this gateway with HTTP/1.1
 * to its subgraphs or with checked responses, the gateway of another checkout, or a bare reverse proxy.
 */
export type Contender = 'stock' | 'ours' | 'http1' | 'checked' | 'baseline' | 'proxy'

/** A process under test and its URL. */
export interface Target {
  readonly child: Child
  readonly port: number
  readonly path: string
}

/** On a machine with two cores, the process under test has one for itself. */
export const GATEWAY_CORE = 0
export const OTHER_CORE = 1

/**
 * The arguments of `npm run gateway` and of the image. Without them, the young generation grows to
 * 100 MB under load for little gain in speed, and the TypeScript stripper stays in memory.
 */
const NODE_ARGUMENTS: readonly string[] = [
  '--max-semi-space-size=5',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=20',
]
const PROBE_ARGUMENTS: readonly string[] = ['--import', new URL('allocation-probe.ts', import.meta.url).href]
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Surroundings {
  /** Path of the supergraph file. */
  readonly supergraph: string
  readonly issuer: string
  readonly jwksUrl: string
  readonly urls: Readonly<Record<string, string>>
  readonly settings: BenchSettings
}

/** For each contender, a function that starts a new process. */
export function openers(surroundings: Surroundings): Readonly<Record<Contender, () => Promise<Target>>> {
  const { supergraph, urls, jwksUrl, settings } = surroundings
  const open = (root: string, env: Readonly<Record<string, string>> = {}) => openGateway(surroundings, { root, env })
  const entry = (file: string) => new URL(file, import.meta.url)
  return {
    async stock(): Promise<Target> {
      const child = await openChild(
        entry('stock-process.ts'),
        { SUPERGRAPH: supergraph, JWKS_URL: jwksUrl },
        GATEWAY_CORE,
        PROBE_ARGUMENTS,
      )
      return { child, port: Number(child.ready.port), path: '/' }
    },
    async proxy(): Promise<Target> {
      const child = await openChild(
        entry('proxy-process.ts'),
        { TARGET: urls.products ?? '' },
        GATEWAY_CORE,
        PROBE_ARGUMENTS,
      )
      return { child, port: Number(child.ready.port), path: '/graphql' }
    },
    ours: () => open(ROOT),
    http1: () => open(ROOT, { GATEWAY_SUBGRAPH_FRAMED_CONNECTIONS: '0' }),
    checked: () => open(ROOT, { GATEWAY_PASS_THROUGH: 'checked' }),
    baseline: () => open(settings.baselineDir ?? ROOT),
  }
}

/** Starts our gateway from a checkout, with additional settings, on one core or on all. */
export async function openGateway(
  { supergraph, urls, issuer, jwksUrl, settings }: Surroundings,
  {
    root = ROOT,
    env: own = {},
    onOneCore = true,
  }: { readonly root?: string; readonly env?: Readonly<Record<string, string>>; readonly onOneCore?: boolean },
): Promise<Target> {
  const env = {
    GATEWAY_PORT: '0',
    GATEWAY_INTERNAL_PORT: '0',
    GATEWAY_SUPERGRAPH: supergraph,
    GATEWAY_OIDC_ISSUER: issuer,
    GATEWAY_OIDC_JWKS_URL: jwksUrl,
    GATEWAY_ASSERTION_KEYS: JSON.stringify(await generateAssertionKeys()),
    GATEWAY_SUBGRAPH_URLS: Object.entries(urls)
      .map(([name, url]) => `${name}=${url}`)
      .join(','),
    // Like our own subgraphs.
    GATEWAY_PASS_THROUGH: 'trusted',
    // A single client at one address generates the load, so their limits are raised.
    GATEWAY_CLIENT_LIMITS: 'rate=999999999,burst=999999999,operations=10000',
    GATEWAY_SOCKETS_MAX: 'address=1000000',
    LOG_LEVEL: 'error',
    // A stopping process soon writes its profile.
    DRAIN_SECONDS: '0',
    ...MEMORY_ENVIRONMENT,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/gateway'),
    ...own,
  }
  const profiled = settings.profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${settings.profileDir}`]
  const child = await openChild(
    pathToFileURL(join(root, 'apps/gateway/src/main.ts')),
    env,
    onOneCore ? GATEWAY_CORE : undefined,
    [...profiled, ...PROBE_ARGUMENTS, ...NODE_ARGUMENTS, ...settings.nodeArguments],
  )
  const ports = child.ready.ports as Record<string, number>
  return { child, port: ports.http ?? 0, path: '/graphql' }
}
