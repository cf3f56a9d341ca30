import type { Logout } from '@travel-rule/auth/logout-token'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from './config.ts'
import { type AssertionKeys, openConfiguredStore, openGatewaySigner } from './identity/access.ts'
import type { SharedLogouts } from './identity/ended-sessions.ts'
import { clientLimitsOf } from './limits/limit-settings.ts'
import { openSharedCounts, type SharedLimit } from './limits/shared-counts.ts'
import { openTokenLender } from './limits/token-lender.ts'
import type { Handlers } from './processes/channel.ts'
import { groupChecks, openGroupMetrics } from './processes/group-status.ts'
import type { ToPrimary } from './processes/messages.ts'
import { openSharedSupergraph } from './processes/shared-supergraph.ts'
import { openSupervisor, type Process, type Supervisor } from './processes/supervisor.ts'
import { PROCESS_COUNT, PROCESS_NUMBER } from './processes/worker-group.ts'
import { openHeaderRules } from './supergraph-source/header-rules.ts'
import { openSource, systemAssertions } from './supergraph-source/open-source.ts'
import { connectionLimitsOf } from './transport/delivery/delivery-settings.ts'
import { openInternalHost } from './transport/http/internal-host.ts'

/**
 * Starts the primary process of a gateway with several processes. It serves the internal port, hands out connections
 * and owns what holds across all processes, but executes no operations.
 *
 * `checks`: the names of the readiness checks of each process.
 */
export async function startPrimary(
  config: GatewayConfig & { readonly assertionKeys: AssertionKeys },
  checks: readonly string[],
  logger: Logger,
  signal: AbortSignal,
): Promise<RunningService> {
  const { processes: count } = config
  await using stack = new AsyncDisposableStack()
  const metrics = openMetrics('gateway')
  const signer = await openGatewaySigner(config.assertionKeys)
  const own = new AbortController()
  stack.defer(() => own.abort(new Error('the gateway is stopping')))
  const stopped = AbortSignal.any([signal, own.signal])
  const copy = await readCopy(config, logger)
  const fixedHeaders = openHeaderRules(config.subgraphRules).fixedFor
  const source = stack.use(openSource(config, copy, { assertionFor: systemAssertions(signer), fixedHeaders, logger }))
  let supervisor: Supervisor | undefined
  let isStopping = false
  const serving = () => supervisor?.serving() ?? []
  const changed = () => {
    for (const { channel } of serving()) channel.tell('supergraphHint', undefined)
  }
  const store = await openConfiguredStore(config, metrics, logger)
  if (store !== undefined) stack.use(store)
  const owned: Owned = {
    supergraph: openSharedSupergraph(source, { changed, signal: stopped }),
    lender: openTokenLender({ rate: clientLimitsOf(config).rate, processes: count }),
    counts: openSharedCounts(sharedLimitsOf(config)),
    // As long as a token may be accepted, plus the possible clock difference.
    logouts: new LRUCache({ max: logoutsMax, ttl: (config.oidcTokenSecondsMax + 300) * 1_000 }),
    replicas: store,
    processes: () => ({ serving: serving(), starting: supervisor?.starting() ?? [] }),
    logger,
  }
  await store?.onLogout(async (logout) => {
    if (!owned.logouts.has(logout.tokenId)) await endElsewhere(undefined, logout, owned)
  })
  const groupMetrics = openGroupMetrics(metrics, serving)
  const readiness = {
    ...groupChecks({ names: checks, count, serving, isStopping: () => isStopping }),
    ...(store && { endedSessions: store.check }),
  }
  const internal = stack.use(
    await openInternalHost(config, {
      publicKeys: () => signer.publicKeys(),
      checks: readiness,
      metrics: groupMetrics,
      logger,
    }),
  )
  supervisor = await openSupervisor(
    {
      count,
      environmentOf: (number) => ({ [PROCESS_NUMBER]: String(number), [PROCESS_COUNT]: String(count) }),
      handlersOf: (number) => handlersOf(number, owned),
      startTimeoutMs: config.supergraphStartSeconds * 1_000 + startMarginMs,
      hangTimeoutMs: config.processHangSeconds * 1_000,
      hung: () => groupMetrics.hung(),
      ended(number) {
        owned.counts.forget(number)
        groupMetrics.ended(number)
      },
      // An uncaught error ends this process, and with it the service.
      failed: (error) =>
        void setImmediate(() => {
          throw error
        }),
      logger,
    },
    signal,
  )
  const opened = stack.move()
  const processes = supervisor
  logger.info({ processes: count }, 'the processes have started')
  return {
    ports: { http: processes.port, internal: internal.port },
    async retire() {
      isStopping = true
      await processes.stop()
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      await processes.stop()
      await opened.disposeAsync()
    },
  }
}

/** For a process that has its supergraph, and compiles on a busy machine. */
const startMarginMs = 300_000
const logoutsMax = 50_000

/** State that is shared by all processes. */
interface Owned {
  readonly supergraph: ReturnType<typeof openSharedSupergraph>
  readonly lender: ReturnType<typeof openTokenLender>
  readonly counts: ReturnType<typeof openSharedCounts>
  /** Sessions that ended at the identity provider, by the id of the logout token. */
  readonly logouts: LRUCache<string, Logout>
  /** Other replicas of the gateway, if they share a database. */
  readonly replicas: Pick<SharedLogouts, 'publishLogout'> | undefined
  processes(): { readonly serving: readonly Process[]; readonly starting: readonly Process[] }
  readonly logger: Logger
}

function handlersOf(number: number, owned: Owned): Handlers<ToPrimary> {
  const { supergraph, lender, counts, logouts, replicas } = owned
  return {
    lend: ({ client, left }) => lender.lend(number, client, left),
    charge({ client, tokens }) {
      lender.charge(client, tokens)
      return undefined
    },
    enter: ({ id, places }) => counts.enter(number, id, places),
    leave({ id, limits }) {
      counts.leave(number, id, limits)
      return undefined
    },
    readSupergraph: ({ known }) => supergraph.read(known),
    invalidateSupergraph() {
      supergraph.invalidate()
      return undefined
    },
    async endSession(logout) {
      await Promise.all([endElsewhere(number, logout, owned), replicas?.publishLogout(logout)])
      return undefined
    },
    endedSessions: () => [...logouts.values()],
  }
}

/**
 * Ends a session in all processes except the one in which it ended, if any. Resolves when all serving processes have
 * ended it or have timed out.
 */
async function endElsewhere(
  number: number | undefined,
  logout: Logout,
  { logouts, processes, logger }: Owned,
): Promise<void> {
  // First, so that a starting process finds it when it asks for the ended sessions.
  logouts.set(logout.tokenId, logout)
  const { serving, starting } = processes()
  for (const { channel } of starting) channel.tell('endSession', logout)
  await Promise.all(
    serving
      .filter((process) => process.number !== number)
      .map(async (process) => {
        try {
          await process.channel.ask('endSession', logout)
        } catch (error) {
          logger.error({ err: error, process: process.number }, 'a process has not ended a session')
        }
      }),
  )
}

function sharedLimitsOf(config: GatewayConfig): Readonly<Record<SharedLimit, number>> {
  const { eventStreamsMax, unauthenticatedMax, unauthenticatedPerAddressMax } = connectionLimitsOf(config)
  return {
    sockets: config.sockets.total,
    socketsPerAddress: config.sockets.address,
    socketsPerClient: config.sockets.client,
    unauthenticated: unauthenticatedMax,
    unauthenticatedPerAddress: unauthenticatedPerAddressMax,
    streams: eventStreamsMax,
    streamsPerAddress: config.sockets.address,
    streamsPerClient: config.sockets.client,
  }
}

/** Imported only when needed, since it loads the packages for composition. */
async function readCopy({ supergraph, supergraphCache: path }: GatewayConfig, logger: Logger) {
  if (path === undefined || supergraph !== 'compose:') return undefined
  const { readGoodCopy } = await import('./supergraph-source/last-good-copy.ts')
  return readGoodCopy(path, logger)
}
