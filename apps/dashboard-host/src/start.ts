import { fileURLToPath } from 'node:url'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import { openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { renderProblem } from '@travel-rule/http-host/http-problem'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { openDashboard } from '@travel-rule/http-host/open-dashboard'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config } from './config.ts'

/** Where the dashboard's build puts its files. */
const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))

/**
 * Serves the dashboard, and `GET /health` for load balancers. It holds no state and sends no
 * requests: browsers use the gateway directly.
 *
 * Throws `OperatorError` when the dashboard has not been built. `folder`: tests set another one.
 */
export async function start(config: Config, logger: Logger, folder = DASHBOARD_FOLDER): Promise<RunningService> {
  const dashboard = await openDashboard({
    pageUrl: config.baseUrl,
    gatewayUrl: config.gatewayUrl,
    issuer: config.oidcIssuer,
    clientId: config.clientId,
    folder,
    logger,
  })
  if (dashboard === undefined) {
    throw new OperatorError(`the dashboard is not built in ${folder}: run npm run build --workspace apps/dashboard`)
  }
  const host = await openHttpHost({
    host: config.host,
    port: config.port,
    portVariable: 'DASHBOARD_PORT',
    clientAddresses: openClientAddresses(config.trustedProxies),
    logger,
    routes: [HEALTH, ...dashboard.routes],
    notFound: (problem) => dashboard.notFound(problem) ?? renderProblem(problem),
  })
  return {
    ports: { DASHBOARD_PORT: host.port },
    async retire() {
      host.retire()
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

const HEALTH: Route = {
  method: 'GET',
  path: '/health',
  handle: () => jsonResponse(200, { status: 'ok' }),
}
