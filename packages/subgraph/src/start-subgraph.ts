import { setTimeout } from 'node:timers/promises'
import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { type Database, type DatabaseOptions, openDatabase } from '@travel-rule/database/database'
import { observeDatabase } from '@travel-rule/database/observe-database'
import type { Privileges } from '@travel-rule/database/privileges'
import type { HttpHost } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { type Metrics, openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import { openSubgraphHost, type SubgraphContext, type SubgraphHostOptions } from './subgraph-host.ts'

export interface SubgraphStart {
  /** Audience of the assertions that it accepts; also its name in metrics, in the log and at the database. */
  readonly name: string
  /** The variable that sets `config.port`. */
  readonly portVariable: string
  readonly config: {
    readonly host: string
    readonly port: number
    readonly databaseUrl: string
    readonly databaseConnections: number
    /** The role that owns the tables; by default that of `databaseUrl`. */
    readonly migrationDatabaseUrl?: string | undefined
    readonly assertionJwksUrl: string
    readonly federatedTracing: boolean
    readonly drainSeconds: number
  }
  /** Number of `config.databaseConnections` that the main pool does not use; 0 by default. */
  readonly reservedConnections?: number
  readonly migrations: DatabaseOptions['migrations']
  /** Rights of the role of `databaseUrl` if another role owns the tables. */
  readonly privileges?: Privileges
  readonly logger: Logger
}

export interface SubgraphParts<Tables> {
  readonly database: Database<Tables>
  readonly metrics: Metrics
  /** Disposed with the subgraph, after its port is closed. */
  readonly stack: AsyncDisposableStack
}

export interface OpenedParts<Context extends SubgraphContext>
  extends Pick<SubgraphHostOptions<Context>, 'schema' | 'createContext' | 'extraRoutes' | 'recordAccess'> {
  /** Checks of `/readyz`, besides that of the database. */
  readonly readiness?: SubgraphHostOptions<Context>['readiness']
  /** Further listeners, by the variable that sets the port of each. */
  readonly listeners?: Readonly<Record<string, Pick<HttpHost, 'port' | 'retire'>>>
}

/**
 * Starts a subgraph: first its database, then the parts that `open` returns, and last its port for the gateway.
 *
 * A failed start is undone in reverse order, and so is a completed one when disposed.
 */
export async function startSubgraph<Tables, Context extends SubgraphContext>(
  { name, portVariable, config, reservedConnections = 0, migrations, privileges = {}, logger }: SubgraphStart,
  open: (parts: SubgraphParts<Tables>) => Promise<OpenedParts<Context>>,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const metrics = openMetrics(name)
  const database = stack.use(
    await openDatabase<Tables>({
      url: config.databaseUrl,
      migrationUrl: config.migrationDatabaseUrl,
      migrations,
      privileges,
      applicationName: name,
      poolMax: config.databaseConnections - reservedConnections,
      logger,
    }),
  )
  observeDatabase(metrics, database)
  const verifier = stack.use(
    openAssertionVerifier({ issuer: 'gateway', audience: name, jwksUrl: config.assertionJwksUrl, metrics, logger }),
  )
  const { listeners = {}, readiness, ...parts } = await open({ database, metrics, stack })
  let isRetired = false
  const host = stack.use(
    await openSubgraphHost({
      ...parts,
      name,
      host: config.host,
      port: config.port,
      portVariable,
      federatedTracing: config.federatedTracing,
      verifier,
      logger,
      metrics,
      readiness: {
        database: () => database.check(),
        api: async () => (isRetired ? 'shutting down' : undefined),
        ...readiness,
      },
    }),
  )
  const hosts = { [portVariable]: host, ...listeners }
  const opened = stack.move()
  return {
    ports: Object.fromEntries(Object.entries(hosts).map(([variable, { port }]) => [variable, port])),
    async retire() {
      isRetired = true
      for (const each of Object.values(hosts)) each.retire()
      // Callers close unused connections, and use other ones after their next response.
      await setTimeout(config.drainSeconds * 1_000)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * The database connections reserved for the public listener of a service, so that clients of its subgraph cannot use
 * them up, and the same number for its jobs.
 */
export function quarterOf({ databaseConnections }: { readonly databaseConnections: number }): number {
  return Math.floor(databaseConnections / 4)
}
