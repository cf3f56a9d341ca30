import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { encodeTravelAddress } from '../address-book/domain/travel-address.ts'

/** A request that the counterparty received. */
interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The subject of the client certificate. */
  readonly client?: string | undefined
}

interface CounterpartyResponse {
  readonly status: number
  readonly headers?: object
  readonly body?: string
}

/** A counterparty whose responses are controlled by the test. By default it acknowledges inquiries. */
export interface TestCounterparty extends AsyncDisposable {
  readonly url: string
  readonly travelAddress: string
  /** The messages it received. */
  readonly requests: ReceivedRequest[]
  /** The paths of the discovery requests it received. */
  readonly lookups: string[]
  /** The JSON of its discovery routes; other routes respond with 404. */
  readonly routes: Record<string, object>
  respond: (request: ReceivedRequest) => CounterpartyResponse | Promise<CounterpartyResponse>
}

/** Starts a counterparty on a free port. `listener` replaces its responses; `tls` makes it use TLS. */
export async function openTestCounterparty(listener?: RequestListener, tls?: ServerOptions): Promise<TestCounterparty> {
  const requests: ReceivedRequest[] = []
  const lookups: string[] = []
  const routes: Record<string, object> = {}
  const respond: RequestListener = async (request, response) => {
    if (listener !== undefined) return listener(request, response)
    if (request.method === 'GET') {
      const path = request.url ?? ''
      lookups.push(path)
      const found = routes[path]
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(found))
      return
    }
    const { url: path = '', headers } = request
    const received = { path, headers, body: await text(request), client: clientOf(request) }
    requests.push(received)
    const { status, headers: sent, body } = await counterparty.respond(received)
    response.writeHead(status, definedIn({ 'api-version': '3.2.1', ...sent })).end(body)
  }
  const server = tls === undefined ? createServer(respond) : createTlsServer(tls, respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const counterparty: TestCounterparty = {
    url: `${tls === undefined ? 'http' : 'https'}://${host}`,
    travelAddress: encodeTravelAddress(`${host}/x/1?t=i`),
    requests,
    lookups,
    routes,
    respond: () => ({ status: 200, body: '{"version":"3.2.1"}' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return counterparty
}

function clientOf({ socket }: IncomingMessage): string | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.subject : undefined
}

/** The headers whose value is defined. */
function definedIn(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
