import type { Config } from './config.ts'
import { controlRoutes } from './control-routes.ts'
import { openDeliveries } from './deliveries.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { logExchange } from './exchange-log.ts'
import { openFaults } from './faults.ts'
import type { Route } from './find-route.ts'
import { openHttpServer } from './http-server.ts'
import { pageRoutes } from './page-routes.ts'
import { postMessage } from './post-message.ts'
import { openStateFile } from './state-file.ts'
import { openTrpEndpoint } from './trp-endpoint.ts'
import { trpRoutes } from './trp-routes.ts'

export interface Counterparty extends AsyncDisposable {
  readonly port: number
  readonly publicUrl: URL
}

/** Opens the counterparty and returns it listening; disposing stops it and leaves its state on the disk. */
export async function start(config: Config, now: () => Date = () => new Date()): Promise<Counterparty> {
  await using opening = new AsyncDisposableStack()
  const file = await openStateFile(config.dataFile)
  opening.defer(() => file.saved())
  const stopping = new AbortController()
  let routes: readonly Route[] = []
  const server = opening.use(
    await openHttpServer({
      host: config.host,
      port: config.port,
      routes: () => routes,
      onRefused: ({ method, url, headers, body }, { status, body: answer = '' }) =>
        logExchange(file.state, {
          at: now(),
          direction: 'RECEIVED',
          kind: 'other',
          method,
          path: (url.pathname + url.search).slice(0, 500),
          status,
          headers,
          body,
          answer,
        }),
    }),
  )
  opening.defer(() => stopping.abort())
  const publicUrl = config.publicUrl ?? new URL(`http://localhost:${server.port}`)
  const faults = openFaults()
  const { callbackDelayMs, retryDelayMs } = config
  const deliveries = opening.use(openDeliveries({ file, post: postMessage, retryDelayMs, now }))
  const endpoint = openTrpEndpoint({ file, faults, now, signal: stopping.signal })
  routes = [
    ...trpRoutes({ endpoint, deliveries, state: file.state, publicUrl, callbackDelayMs, now }),
    ...discoveryRoutes(file.state, now(), now),
    ...controlRoutes({ file, faults, deliveries, publicUrl, now }),
    ...pageRoutes(file.state, publicUrl),
  ]
  const open = opening.move()
  return { port: server.port, publicUrl, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
