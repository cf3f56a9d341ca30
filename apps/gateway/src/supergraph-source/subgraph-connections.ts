import { openSubgraphClient, type SubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { openFramedDispatcher } from '@travel-rule/frames/framed-dispatcher'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openUpstream, type Upstream } from '../upstream/upstream.ts'
import type { OpenSubgraphObserver } from './subgraph-metrics.ts'
import { ruleFor, type SubgraphRules } from './subgraph-rules.ts'

/** The client for requests, and the upstream for subscriptions, of one subgraph. */
export interface OpenSubgraph {
  readonly url: string
  readonly client: SubgraphClient
  readonly upstream: Upstream
}

/** Subgraphs that are held open together until released. */
export interface HeldSubgraphs {
  readonly subgraphs: ReadonlyMap<string, OpenSubgraph>
  /** Closes the subgraphs that have no other holder. */
  release(): Promise<void>
}

/**
 * Reference-counted subgraphs: all holders of the same name and URL share one client and its
 * connections.
 */
export interface SubgraphConnections extends AsyncDisposable {
  /** Holds the subgraphs with these URLs, by name. If `open` throws, throws the same error and holds none. */
  hold(urls: ReadonlyMap<string, string>): HeldSubgraphs
  /** Number of open subgraphs. */
  count(): number
}

interface Shared {
  readonly subgraph: OpenSubgraph
  holders: number
}

/** `open` opens the subgraph of this name at this URL, and throws for an invalid URL. */
export function openSubgraphConnections(open: (name: string, url: string) => OpenSubgraph): SubgraphConnections {
  const shared = new Map<string, Shared>()

  function acquire(name: string, url: string): OpenSubgraph {
    const key = keyOf(name, url)
    const entry = shared.get(key) ?? { subgraph: open(name, url), holders: 0 }
    entry.holders += 1
    shared.set(key, entry)
    return entry.subgraph
  }

  async function releaseOne(name: string, url: string): Promise<void> {
    const key = keyOf(name, url)
    const entry = shared.get(key)
    if (entry === undefined) return
    entry.holders -= 1
    if (entry.holders > 0) return
    shared.delete(key)
    await close(entry.subgraph)
  }

  return {
    hold(urls) {
      const subgraphs = new Map<string, OpenSubgraph>()
      let held = true
      const release = async () => {
        if (!held) return
        held = false
        await Promise.all([...subgraphs].map(([name, { url }]) => releaseOne(name, url)))
      }
      try {
        for (const [name, url] of urls) subgraphs.set(name, acquire(name, url))
      } catch (error) {
        release().catch(() => undefined)
        throw error
      }
      return { subgraphs, release }
    },
    count: () => shared.size,
    async [Symbol.asyncDispose]() {
      const all = [...shared.values()]
      shared.clear()
      await Promise.all(all.map(({ subgraph }) => close(subgraph)))
    },
  }
}

const keyOf = (name: string, url: string) => JSON.stringify([name, url])

async function close({ client, upstream }: OpenSubgraph): Promise<void> {
  await Promise.all([client[Symbol.asyncDispose](), upstream[Symbol.asyncDispose]()])
}

export interface SubgraphSettings {
  readonly subgraphConnectionsMax: number
  /** Connections that carry requests in frames, to a subgraph that supports this; 0 for HTTP/1.1 only. */
  readonly subgraphFramedConnections: number
  readonly timeouts: { readonly subgraph: number; readonly operation: number }
  readonly bytesMax: { readonly response: number }
  /** Headers of every request to the subgraph. */
  readonly fixedHeaders: Readonly<Record<string, string>>
  readonly subgraphRules: SubgraphRules
}

const connectTimeoutMs = 2_000

/** Throws `OperatorError` for an invalid URL. Nothing is connected yet. */
export function openSubgraph(
  name: string,
  url: string,
  settings: SubgraphSettings,
  observers: { observe(subgraph: string): OpenSubgraphObserver },
): OpenSubgraph {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new OperatorError(`GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no http(s) URL`)
  const observer = observers.observe(name)
  const connectionsMax = settings.subgraphFramedConnections
  const client = openSubgraphClient({
    url,
    connectionsMax: settings.subgraphConnectionsMax,
    // No fetch lasts longer than its operation.
    fetchTimeoutMs: Math.min(settings.timeouts.subgraph, settings.timeouts.operation) * 1_000,
    connectTimeoutMs,
    responseBytesMax: settings.bytesMax.response,
    headers: settings.fixedHeaders,
    wrapDispatcher: (http) =>
      connectionsMax === 0
        ? http
        : openFramedDispatcher({
            url,
            connectionsMax,
            connectTimeoutMs,
            http,
            connectionsChanged: observer.framedConnectionsChanged,
          }),
    observer,
  })
  const upstream = ruleFor(settings.subgraphRules, name, 'subscriptions')
  const dispose = async () => {
    await client[Symbol.asyncDispose]()
    observer.closed()
  }
  return {
    url,
    client: { ...client, [Symbol.asyncDispose]: dispose },
    upstream: openUpstream(url, {}, { ...upstream, headers: { ...settings.fixedHeaders, ...upstream?.headers } }),
  }
}
