import { openSubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import type { OpenSubgraphObserver } from '@travel-rule/federation/subgraph-client/subgraph-observer'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { GatewayConfig } from '../config.ts'
import { openUpstream } from '../relay/upstream/upstream.ts'
import type { OpenSubgraph } from './subgraph-connections.ts'

const connectTimeoutMs = 2_000

/** The ways to a subgraph, as the settings want them. Throws `OperatorError` when its URL is none. */
export function openSubgraph(
  name: string,
  url: string,
  config: GatewayConfig,
  observers: { observe(subgraph: string): OpenSubgraphObserver },
): OpenSubgraph {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new OperatorError(`GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no http(s) URL`)
  const observer = observers.observe(name)
  const client = openSubgraphClient({
    url,
    connectionsMax: config.subgraphConnectionsMax,
    // A fetch never has more time than its operation: what runs out of that has had all there is.
    fetchTimeoutMs: Math.min(config.fetchTimeoutSeconds, config.operationTimeoutSeconds) * 1_000,
    connectTimeoutMs,
    answerBytesMax: config.answerBytesMax,
    observer,
  })
  const close = async () => {
    await client[Symbol.asyncDispose]()
    observer.closed()
  }
  return { url, client: { ...client, [Symbol.asyncDispose]: close }, upstream: openUpstream(url) }
}
