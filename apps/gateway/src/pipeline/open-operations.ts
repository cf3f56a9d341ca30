import { rolesSatisfying, type ScopeRules } from '@travel-rule/auth/scopes'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import type { Metrics } from '@travel-rule/service/metrics'
import type { Access } from '../identity/access.ts'
import type { Authenticator } from '../identity/authenticator.ts'
import type { ClientCounts } from '../limits/client-limits.ts'
import { type OperationLimitConfig, operationLimitsOf } from '../limits/limit-settings.ts'
import { allowsWith } from '../operation/authorise.ts'
import { type DocumentSettings, openConfiguredDocuments } from '../operation/operation-documents.ts'
import { openPlanningTurns } from '../operation/planning-turns.ts'
import { denyAll, loadPolicies, meetsNone } from '../operation/policies.ts'
import type { RelayObserver } from '../relay/relay.ts'
import { type HeaderRules, openHeaderRules } from '../supergraph-source/header-rules.ts'
import type { LiveGraph } from '../supergraph-source/live-graph.ts'
import { openSupergraph, type SupergraphParts, type SupergraphSettings } from '../supergraph-source/open-supergraph.ts'
import { openSubgraph, type SubgraphSettings } from '../supergraph-source/subgraph-connections.ts'
import { openSubgraphObservers } from '../supergraph-source/subgraph-metrics.ts'
import { ruleFor } from '../supergraph-source/subgraph-rules.ts'
import { warmOperation } from '../supergraph-source/warm-graph.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'

export interface OperationSettings
  extends SupergraphSettings,
    Omit<SubgraphSettings, 'fixedHeaders'>,
    DocumentSettings,
    Pick<ScopeRules, 'roleScopes'> {
  readonly costMax: number
  readonly introspection: boolean
  readonly bytesMax: { readonly body: number; readonly response: number }
  readonly policiesModule?: string | undefined
  readonly rejectUnauthorized: boolean
  readonly overrideLabels?: readonly string[] | undefined
  readonly timeouts: { readonly operation: number; readonly subgraph: number; readonly resubscribe: number }
}

export interface OperationParts extends Pick<SupergraphParts, 'status' | 'shareSource'> {
  readonly access: Pick<Access, 'signer' | 'openAuthenticator'>
  readonly clients: ClientCounts
  readonly observer: RelayObserver
  /** For the delivery of live results. */
  readonly turns: LoopTurns
  readonly metrics: Metrics
  readonly logger: Logger
}

/** What every transport needs to run operations. */
export interface Operations {
  readonly supergraph: LiveGraph
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly limits: OperationLimitConfig
  readonly overrideLabels: ReadonlySet<string>
  readonly headers: HeaderRules
}

/** Opens the supergraph and the pipeline on `stack`. `signal` aborts the wait for a supergraph. */
export async function openOperations(
  settings: OperationSettings,
  { access, status, shareSource, clients, observer, turns, metrics, logger }: OperationParts,
  signal: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<Operations> {
  const limits = operationLimitsOf(settings)
  const decide = settings.policiesModule === undefined ? denyAll : await loadPolicies(settings.policiesModule)
  const documents = await openConfiguredDocuments(settings, logger)
  const observers = openSubgraphObservers(metrics, logger)
  const headers = openHeaderRules(settings.subgraphRules)
  const supergraph = stack.use(
    await openSupergraph(
      settings,
      {
        signer: access.signer,
        status,
        rolesFor: ({ scopes }) => rolesSatisfying(scopes, settings),
        shareSource,
        metrics,
        logger,
        openSubgraph: (name, url) =>
          openSubgraph(name, url, { ...settings, fixedHeaders: headers.fixedFor(name) }, observers),
        fixedHeaders: headers.fixedFor,
        warmOperation: (graph, used) => warmOperation(graph, used, limits, (scopes) => allowsWith(scopes, meetsNone)),
      },
      signal,
    ),
  )
  const overrideLabels = new Set<string>(settings.overrideLabels)
  const pipeline = openPipeline({
    snapshot: supergraph.current,
    limits: { ...limits, operationTimeoutMs: settings.timeouts.operation * 1_000 },
    resubscribe: { timeoutMs: settings.timeouts.resubscribe * 1_000, firstDelayMs: 200, delayMaxMs: 5_000 },
    clients,
    documents,
    authorisation: { decide, rejectUnauthorized: settings.rejectUnauthorized },
    overrideLabels,
    observer,
    sharesRequests: (subgraph) => ruleFor(settings.subgraphRules, subgraph, 'share') === true,
    planning: openPlanningTurns(),
    headers,
    turns,
    logger,
  })
  supergraph.watch(pipeline.migrate)
  const authenticator = access.openAuthenticator(() => supergraph.current().graph)
  return { supergraph, pipeline, authenticator, limits, overrideLabels, headers }
}
