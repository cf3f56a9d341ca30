import type { SubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import type { Upstream } from '../relay/upstream/upstream.ts'

/** The open ways to one subgraph: for requests, and for subscriptions. */
export interface OpenSubgraph {
  readonly url: string
  readonly client: SubgraphClient
  readonly upstream: Upstream
}

/** Subgraphs that are held open together, until `release`. */
export interface HeldSubgraphs {
  readonly subgraphs: ReadonlyMap<string, OpenSubgraph>
  /** Closes those that nobody else holds. */
  release(): Promise<void>
}

/** Opens subgraphs and shares them: the same name at the same URL is the same client, with its connections, for everybody who holds it. */
export interface SubgraphConnections extends AsyncDisposable {
  /** `urls` by name. Throws what `open` throws, holding nothing. */
  hold(urls: ReadonlyMap<string, string>): HeldSubgraphs
  /** Subgraphs open now. */
  count(): number
}

interface Shared {
  readonly subgraph: OpenSubgraph
  holders: number
}

/** `open` opens the ways to the subgraph of this name at this URL; it throws when the URL is none. */
export function openSubgraphConnections(open: (name: string, url: string) => OpenSubgraph): SubgraphConnections {
  const shared = new Map<string, Shared>()

  function take(name: string, url: string): OpenSubgraph {
    const key = keyOf(name, url)
    const known = shared.get(key) ?? { subgraph: open(name, url), holders: 0 }
    known.holders += 1
    shared.set(key, known)
    return known.subgraph
  }

  async function leave(name: string, url: string): Promise<void> {
    const key = keyOf(name, url)
    const known = shared.get(key)
    if (known === undefined) return
    known.holders -= 1
    if (known.holders > 0) return
    shared.delete(key)
    await close(known.subgraph)
  }

  return {
    hold(urls) {
      const subgraphs = new Map<string, OpenSubgraph>()
      let held = true
      const release = async () => {
        if (!held) return
        held = false
        await Promise.all([...subgraphs].map(([name, { url }]) => leave(name, url)))
      }
      try {
        for (const [name, url] of urls) subgraphs.set(name, take(name, url))
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
