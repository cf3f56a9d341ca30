import type { Feed } from '@travel-rule/database/feed'
import type { Actor } from '@travel-rule/database/outbox'
import type { Accesses } from '@travel-rule/subgraph/accesses'
import { actorOf } from '@travel-rule/subgraph/caller'
import type { SubgraphContext, SubgraphRequest } from '@travel-rule/subgraph/subgraph-host'
import type { SeeCaller } from '../cases/actions/assignees.ts'
import type { TransferService } from '../foundation/actions/transfer-service.ts'
import { type Loaders, openLoaders } from './loaders.ts'

/** The context of the resolvers of one operation. */
export interface Context extends SubgraphContext, Pick<SubgraphRequest, 'startedAt'> {
  readonly service: TransferService
  readonly feed: Feed
  readonly loaders: Loaders
  readonly seeCaller: SeeCaller
  /** The caller, for the audit log. */
  readonly actor: Actor
  readonly accesses: Accesses
}

/** True if the caller may read personal data, which free text may contain. */
export function readsPersonalData({ identity }: Pick<Context, 'identity'>): boolean {
  return identity.scopes.includes('pii:read')
}

/** Creates the context of one operation, or of a page of events of a subscription. */
export function createContext(
  request: SubgraphRequest,
  parts: Pick<Context, 'service' | 'feed' | 'seeCaller'>,
): Context {
  const actor = actorOf(request.identity)
  return { ...request, ...parts, actor, loaders: openLoaders(parts.service) }
}
