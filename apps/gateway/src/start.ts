import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@travel-rule/service/logger'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { type Metrics, openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config, GatewayConfig } from './config.ts'
import { type Access, openOidcAccess } from './identity/access.ts'
import { type ClientCounts, openClientCounts } from './limits/client-limits.ts'
import { openLentClientCounts, shareOfClient } from './limits/lent-client-counts.ts'
import { clientLimitsOf } from './limits/limit-settings.ts'
import { openOperations } from './pipeline/open-operations.ts'
import { type ProcessGroup, shareOfProcess } from './processes/worker-group.ts'
import { openApi } from './start-api.ts'
import { openSourceStatus, type SourceStatus } from './supergraph-source/source-status.ts'
import { redactedSource } from './supergraph-source/supergraph-source.ts'
import { openLiveMetrics } from './transport/delivery/live-metrics.ts'
import { openInternalHost } from './transport/http/internal-host.ts'

/** Starts a gateway that authenticates callers by access tokens. `group` is set in one of several processes. */
export async function start(
  config: Config,
  logger: Logger,
  signal?: AbortSignal,
  group?: ProcessGroup,
): Promise<RunningService> {
  const metrics = openMetrics('gateway')
  const access = await openOidcAccess(config, logger, metrics, group)
  return startGateway(config, { access, metrics, group }, logger, signal)
}

/**
 * Starts the public API, and the internal port with keys, health and metrics; in a group, the primary process serves
 * the internal port. Disposing the gateway also disposes `access`. `signal` aborts a start that is still waiting for a
 * supergraph.
 */
export async function startGateway(
  given: GatewayConfig,
  {
    access,
    metrics,
    group,
  }: { readonly access: Access; readonly metrics: Metrics; readonly group?: ProcessGroup | undefined },
  logger: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  stack.use(access)
  const config = group === undefined ? given : shareOfProcess(given, group.count)
  const status = openSourceStatus(redactedSource(config.supergraph), metrics, logger)
  const lifecycle: Lifecycle = { phase: 'STARTING' }
  const base: Base = { config, access, metrics, logger, lifecycle, group }
  // Before the supergraph: composition requests the schemas of subgraphs, which fetch the gateway's keys from this
  // port.
  const internal = await openInternal(base, status, stack)
  const live = { metrics: openLiveMetrics(metrics), turns: new LoopTurns(turnMs) }
  const clients = openClients(config, group)
  const { shareSource } = group ?? {}
  const operationParts = {
    access,
    status,
    shareSource,
    clients,
    observer: live.metrics,
    turns: live.turns,
    metrics,
    logger,
  }
  const acceptsClients = () => lifecycle.phase !== 'STOPPING'
  const operations = await openOperations(config, operationParts, signal, stack)
  const api = await openApi({ ...base, ...operations, clients, live, acceptsClients }, stack)
  access.begin()
  lifecycle.phase = 'SERVING'
  const opened = stack.move()
  return {
    ports: { http: api.port, ...internal },
    async retire() {
      // First, so that load balancers stop sending new clients while connected ones are drained.
      lifecycle.phase = 'STOPPING'
      await Promise.all([api.retire(), setTimeout(config.drainSeconds * 1_000)])
    },
    async [Symbol.asyncDispose]() {
      lifecycle.phase = 'STOPPING'
      await opened.disposeAsync()
    },
  }
}

interface Base {
  readonly config: GatewayConfig
  readonly access: Access
  readonly metrics: Metrics
  readonly logger: Logger
  readonly lifecycle: Readonly<Lifecycle>
  readonly group: ProcessGroup | undefined
}

interface Lifecycle {
  phase: 'STARTING' | 'SERVING' | 'STOPPING'
}

const API_READINESS: Readonly<Record<Lifecycle['phase'], string | undefined>> = {
  STARTING: 'not listening yet',
  SERVING: undefined,
  STOPPING: 'shutting down',
}

/** Serves the internal port. In a group, hands its data to the primary process instead. */
async function openInternal(
  { config, access, metrics, logger, lifecycle, group }: Base,
  status: SourceStatus,
  stack: AsyncDisposableStack,
): Promise<{ readonly internal?: number }> {
  const checks = {
    ...access.readiness,
    supergraph: async () => status.check(),
    api: async () => API_READINESS[lifecycle.phase],
  }
  if (group !== undefined) {
    group.serve({ metrics, checks })
    return {}
  }
  const publicKeys = () => access.signer.publicKeys()
  const host = stack.use(await openInternalHost(config, { publicKeys, checks, metrics: metrics.registry, logger }))
  return { internal: host.port }
}

/** Short, since a request that needs a few turns may wait for a few turns of others. */
const turnMs = 2

/** The limits of clients, shared with the other processes of a group. */
function openClients(config: GatewayConfig, group: ProcessGroup | undefined): ClientCounts {
  const limits = clientLimitsOf(config)
  return group === undefined
    ? openClientCounts(limits)
    : openLentClientCounts(shareOfClient(limits, group.count), group.tokens)
}
