import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { GatewayConfig } from '../config.ts'
import { readGoodCopy } from './last-good-copy.ts'
import { type GraphOptions, openGraph } from './open-graph.ts'
import { openSupergraphSource } from './open-source.ts'
import { shownSource } from './shown-source.ts'
import { openSourceStatus, type SourceStatus } from './source-status.ts'

export type ConfiguredGraphParts = Pick<GraphOptions, 'openSubgraph' | 'prepare' | 'metrics' | 'logger'> & {
  readonly status: SourceStatus
  readonly signer: AssertionSigner
}

/** The gateway itself, when it asks subgraphs for their schemas: it may read nothing else. */
const SYSTEM: Identity = { subject: 'gateway', clientId: 'gateway', name: 'gateway', roles: [], scopes: [] }

/** How it stands with the graph that the settings name, before there is one. */
export function openGraphStatus(config: GatewayConfig, { metrics, logger }: Pick<GraphOptions, 'metrics' | 'logger'>) {
  return openSourceStatus(shownSource(config.supergraph), metrics, logger)
}

/** The graph that the settings name. Throws `OperatorError` when there is none within the time that the settings give. */
export async function openConfiguredGraph(config: GatewayConfig, parts: ConfiguredGraphParts, signal: AbortSignal) {
  const { supergraph, supergraphCache: copyPath, subgraphUrls } = config
  const copy = copyPath === undefined ? undefined : await readGoodCopy(copyPath, parts.logger)
  const source = openSupergraphSource({
    supergraph,
    pollMs: config.supergraphPollSeconds * 1_000,
    startWaitMs: config.supergraphStartSeconds * 1_000,
    subgraphUrls,
    copy,
    assertionFor: (subgraph) => parts.signer.mint(SYSTEM, subgraph),
    logger: parts.logger,
  })
  const urlOf = (name: string, composedUrl: string) => subgraphUrls[name] ?? composedUrl
  return openGraph({ ...parts, source, copy, copyPath, urlOf }, signal)
}
