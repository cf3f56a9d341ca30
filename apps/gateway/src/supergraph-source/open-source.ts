import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openComposeSource } from './compose-source.ts'
import { openFileSource } from './file-source.ts'
import type { GoodCopy } from './last-good-copy.ts'
import type { SupergraphSource } from './supergraph-source.ts'
import { openUrlSource } from './url-source.ts'

export interface SourceSettings {
  /** A path, an `http(s)://` URL, or `compose:`. */
  readonly supergraph: string
  readonly pollMs: number
  readonly startWaitMs: number
  /** Subgraphs to compose from, by name. */
  readonly subgraphUrls: Readonly<Record<string, string>>
  readonly copy: GoodCopy | undefined
  readonly assertionFor: (subgraph: string) => Promise<string>
  readonly logger: Logger
}

/** The source that the setting names. Throws `OperatorError` when it is none. */
export function openSupergraphSource(settings: SourceSettings): SupergraphSource {
  const { supergraph, pollMs, startWaitMs, subgraphUrls: urls, copy, assertionFor, logger } = settings
  if (/^https?:\/\//i.test(supergraph)) {
    if (!URL.canParse(supergraph)) throw new OperatorError('GATEWAY_SUPERGRAPH: must be a valid URL, or a path')
    return openUrlSource({ url: supergraph, pollMs, startWaitMs })
  }
  if (supergraph !== 'compose:') return openFileSource({ path: supergraph, pollMs, logger })
  const wrong = Object.entries(urls).filter(([, url]) => !URL.canParse(url))
  if (wrong.length > 0) {
    throw new OperatorError(wrong.map(([name]) => `GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no valid URL`))
  }
  const { subgraphs: known = {}, supergraph: knownSupergraph } = copy ?? {}
  return openComposeSource({ urls, known, knownSupergraph, assertionFor, pollMs, startWaitMs })
}
