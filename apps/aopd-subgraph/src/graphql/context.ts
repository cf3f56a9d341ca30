import type { Feed } from '@travel-rule/database/feed'
import type { SubgraphContext, SubgraphRequest } from '@travel-rule/subgraph/subgraph-host'
import type { ProofService } from '../actions/proof-actions.ts'
import { type Loaders, openLoaders } from './loaders.ts'

/** The context of the resolvers. */
export interface Context extends SubgraphContext, Parts {
  readonly signal: AbortSignal
  readonly loaders: Loaders
}

/** A transaction of trpd, with the fields that the gateway adds for `@requires`. */
export interface TransactionReference {
  readonly id: string
  readonly counterpartyAddress?: string | null
  readonly asset?: { readonly id: string }
}

/** The transaction that evidence is about. */
export interface EvidenceReference {
  readonly transactionId: string
}

interface Parts {
  readonly service: ProofService
  readonly feed: Feed
  /** Base URL of the links sent to customers. */
  readonly publicUrl: string
}

/** The context of one operation, or of a page of events of a subscription. */
export function openContext(parts: Parts, request: SubgraphRequest): Context {
  const { identity, logger, signal, runHeavy, pause, accesses, resumeAfter } = request
  return {
    ...parts,
    identity,
    logger,
    signal,
    runHeavy,
    pause,
    accesses,
    resumeAfter,
    loaders: openLoaders(parts.service, identity),
  }
}
