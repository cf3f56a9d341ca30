import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { PassThroughMode } from '@travel-rule/federation/execution/pass-through/compile-pass-through'
import { isObject } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { publishedDifference } from '@travel-rule/federation/supergraph/published-difference'
import type { AbortNotice } from '@travel-rule/http-host/route'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { LiveGraph } from './live-graph.ts'
import type { ServedGraph } from './operation-usage.ts'

export interface PassThroughSettings {
  /** The modes of subgraphs by name, with `*` for all others; without it, these are `checked`. */
  readonly passThrough: Readonly<Record<string, PassThroughMode>>
}

/**
 * Decides which subgraphs are trusted with responses that pass through unchecked: those that publish the schema from
 * which the served graph was composed.
 */
export interface SubgraphTrust {
  /** `trusted` becomes `checked` while the subgraph is not known to publish the composed schema. */
  modeOf(graph: ServedGraph, subgraph: string): PassThroughMode
  /**
   * Reads the schemas now, whenever another graph is served, and at every interval, until disposed.
   */
  follow(live: LiveGraph): AsyncDisposable
}

export interface SubgraphTrustOptions {
  readonly settings: PassThroughSettings
  readonly assertionFor: (subgraph: string) => Promise<string>
  readonly pollMs: number
  readonly metrics: Metrics
  readonly logger: Logger
}

/** The reason why a subgraph is not trusted; `undefined` when it is trusted. */
type Doubt = string | undefined

/** What a subgraph published when it was last requested. */
interface Published {
  /** sha256 of its schema; `undefined` when it could not be read. */
  readonly hash: string | undefined
  readonly doubt: Doubt
}

export function openSubgraphTrust(options: SubgraphTrustOptions): SubgraphTrust {
  const { settings, pollMs, logger } = options
  const modes = new Map(Object.entries(settings.passThrough))
  const gauge = new Gauge({
    name: 'gateway_subgraph_trusted',
    help: '1 while responses of the subgraph pass through unchecked, since it publishes the composed schema',
    labelNames: ['subgraph'],
    registers: [options.metrics.registry],
  })
  const configured = (subgraph: string) => modes.get(subgraph) ?? modes.get('*') ?? 'checked'
  let asked: { readonly graph: ServedGraph; readonly published: Map<string, Published> } | undefined
  /** Problems already reported, so that each is logged once. */
  const reported = new Map<string, Doubt>()

  function report(subgraph: string, doubt: Doubt): void {
    gauge.set({ subgraph }, doubt === undefined ? 1 : 0)
    if (reported.has(subgraph) && reported.get(subgraph) === doubt) return
    reported.set(subgraph, doubt)
    if (doubt === undefined) logger.info({ subgraph }, 'the subgraph publishes the composed schema')
    else logger.info({ subgraph, reason: doubt }, 'responses of the subgraph are checked')
  }

  async function ask(live: LiveGraph, signal: AbortNotice): Promise<void> {
    const snapshot = live.current()
    const { graph, subgraphs } = snapshot
    using _use = snapshot.use()
    if (asked?.graph !== graph) {
      asked = { graph, published: new Map() }
      gauge.reset()
    }
    const { published } = asked
    const asking = [...subgraphs].map(async ([subgraph, { client }]) => {
      if (configured(subgraph) !== 'trusted') return
      const read = await readPublishedSchema(subgraph, client, options.assertionFor, signal)
      if (signal.aborted) return
      const next = compare(graph, subgraph, read, published.get(subgraph))
      published.set(subgraph, next)
      report(subgraph, next.doubt)
    })
    await Promise.all(asking)
  }

  return {
    modeOf(graph, subgraph) {
      const mode = configured(subgraph)
      if (mode !== 'trusted') return mode
      const published = asked?.graph === graph ? asked.published.get(subgraph) : undefined
      return published !== undefined && published.doubt === undefined ? 'trusted' : 'checked'
    },
    follow(live) {
      const stop = new AbortController()
      let wake = new AbortController()
      live.watch(() => wake.abort())
      const following = (async () => {
        while (!stop.signal.aborted) {
          wake = new AbortController()
          await ask(live, stop.signal)
          const until = AbortSignal.any([stop.signal, wake.signal])
          await setTimeout(pollMs, undefined, { signal: until, ref: false }).catch(() => undefined)
        }
      })().catch((error: unknown) => logger.error({ err: error }, 'the schemas of subgraphs are no longer compared'))
      return {
        async [Symbol.asyncDispose]() {
          stop.abort(new Error('the gateway is stopping'))
          await following
        },
      }
    },
  }
}

type SchemaRead = { readonly sdl: string } | { readonly sdl?: undefined; readonly problem: string }

/** Skips the comparison if the schema has not changed since the last one. */
function compare(graph: ServedGraph, subgraph: string, read: SchemaRead, last: Published | undefined): Published {
  if (read.sdl === undefined) return { hash: undefined, doubt: read.problem }
  const hash = createHash('sha256').update(read.sdl).digest('hex')
  return hash === last?.hash ? last : { hash, doubt: publishedDifference(graph, subgraph, read.sdl) }
}

const SCHEMA_QUERY = { query: '{ _service { sdl } }', operationName: undefined, variables: {} }
const schemaTimeoutMs = 30_000

/** The schema that a subgraph publishes at `Query._service`, as in Apollo Federation. */
async function readPublishedSchema(
  subgraph: string,
  client: SubgraphClient,
  assertionFor: SubgraphTrustOptions['assertionFor'],
  signal: AbortNotice,
): Promise<SchemaRead> {
  const assertion = await assertionFor(subgraph).catch(() => undefined)
  if (assertion === undefined) return { problem: 'no identity assertion can be signed' }
  const headers = { 'x-identity-assertion': assertion }
  const deadlineAtMs = performance.now() + schemaTimeoutMs
  const response = await client.send({ ...SCHEMA_QUERY, headers, signal, idempotent: true, deadlineAtMs })
  if ('fault' in response) return { problem: `its schema cannot be read: ${response.reason}` }
  const service = response.data?._service
  const sdl = isObject(service) ? service.sdl : undefined
  return typeof sdl === 'string' ? { sdl } : { problem: 'it publishes no schema' }
}
