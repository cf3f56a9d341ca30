import type { Config } from './config.ts'
import { controlRoutes } from './control-routes.ts'
import { openDeliveries } from './deliveries.ts'
import { openFaults } from './faults.ts'
import { openHttpServer, type Route } from './http-server.ts'
import { pageRoutes } from './page.ts'
import { postMessage } from './post-message.ts'
import { logExchange } from './state.ts'
import { openStateFile } from './state-file.ts'
import { openTrpEndpoint } from './trp-endpoint.ts'
import { discoveryRoutes, trpRoutes } from './trp-routes.ts'

export interface Counterparty extends AsyncDisposable {
  readonly port: number
  readonly publicUrl: URL
}

/** Resolves with the counterparty once it is listening. Disposing stops it and stores its state. */
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
      onRefused: ({ method, url, headers, body }, { status, body: responseBody = '' }) =>
        logExchange(file.state, {
          at: now(),
          direction: 'RECEIVED',
          kind: 'other',
          method,
          path: (url.pathname + url.search).slice(0, 500),
          status,
          headers,
          body,
          answer: responseBody,
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
