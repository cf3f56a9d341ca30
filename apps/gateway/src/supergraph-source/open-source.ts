import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type ComposeSourceOptions, openComposeSource } from './compose-source.ts'
import { openFileSource } from './file-source.ts'
import type { GoodCopy } from './last-good-copy.ts'
import type { SupergraphSource } from './supergraph-source.ts'
import { openUrlSource } from './url-source.ts'

export interface SourceSettings {
  /** A path, an `http(s)://` URL, or `compose:`. */
  readonly supergraph: string
  readonly supergraphPollSeconds: number
  readonly supergraphStartSeconds: number
  /**
   * URLs by subgraph name, which override those in the supergraph. With `compose:`, the subgraphs
   * to compose.
   */
  readonly subgraphUrls: Readonly<Record<string, string>>
}

/**
 * The caller that reads the schemas of subgraphs: the gateway itself, without scopes and so without access to anything
 * else.
 */
const SYSTEM: Identity = {
  subject: 'gateway',
  clientId: 'gateway',
  actsFor: 'ITSELF',
  name: 'gateway',
  roles: [],
  scopes: [],
}

/** Identity assertions issued to the gateway itself. */
export function systemAssertions(signer: AssertionSigner): (subgraph: string) => Promise<string> {
  return (subgraph) => signer.mint(SYSTEM, subgraph)
}

interface SourceParts extends Pick<ComposeSourceOptions, 'assertionFor' | 'fixedHeaders'> {
  readonly logger: Logger
}

/** The configured source. Throws `OperatorError` for an invalid URL. */
export function openSource(
  settings: SourceSettings,
  copy: GoodCopy | undefined,
  { assertionFor, fixedHeaders, logger }: SourceParts,
): SupergraphSource {
  const { supergraph, subgraphUrls: urls } = settings
  const pollMs = settings.supergraphPollSeconds * 1_000
  const startWaitMs = settings.supergraphStartSeconds * 1_000
  if (/^https?:\/\//i.test(supergraph)) {
    if (!URL.canParse(supergraph)) throw new OperatorError('GATEWAY_SUPERGRAPH: must be a valid URL, or a path')
    return openUrlSource({ url: supergraph, pollMs, startWaitMs })
  }
  if (supergraph !== 'compose:') return openFileSource({ path: supergraph, pollMs, logger })
  const invalid = Object.entries(urls).filter(([, url]) => !URL.canParse(url))
  if (invalid.length > 0) {
    throw new OperatorError(invalid.map(([name]) => `GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no valid URL`))
  }
  return openComposeSource({
    urls,
    knownSchemas: copy?.subgraphs ?? {},
    knownSupergraph: copy?.supergraph,
    assertionFor,
    fixedHeaders,
    pollMs,
    startWaitMs,
  })
}
