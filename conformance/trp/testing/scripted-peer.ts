import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerOptions } from 'node:http'
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { encodeTravelAddress } from '../travel-address.ts'

export interface PeerRequest {
  readonly method: string
  /** The path with the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface PeerResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ScriptedPeer extends AsyncDisposable {
  readonly base: string
  readonly travelAddress: string
  readonly requests: readonly PeerRequest[]
}

/** A server that responds with the results of `respond`; its travel address has `path`. */
export async function openScriptedPeer(
  respond: (request: PeerRequest, base: string) => PeerResponse | Promise<PeerResponse>,
  { path = '/x/1', tls }: { readonly path?: string; readonly tls?: TlsOptions } = {},
): Promise<ScriptedPeer> {
  const requests: PeerRequest[] = []
  const options: ServerOptions = {}
  const server = tls === undefined ? createServer(options) : createTlsServer(tls)
  server.on('request', async (message, response) => {
    const { method = 'GET', url = '/', headers } = message
    const request = { method, path: url, headers, body: await text(message) }
    requests.push(request)
    const { status, headers: sent, body } = await respond(request, base)
    response.writeHead(status, sent).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `${tls === undefined ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`
  return {
    base,
    travelAddress: encodeTravelAddress(new URL(`${base}${path}?t=i`)),
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * A peer in front of another one, with the other's travel address. `fault` responds instead of the other peer, unless
 * it returns undefined.
 */
export async function openFaultyPeer(
  { base, path }: { readonly base: string; readonly path: string },
  fault: (request: PeerRequest) => PeerResponse | undefined,
): Promise<ScriptedPeer> {
  return openScriptedPeer(
    async (request) => {
      const instead = fault(request)
      if (instead !== undefined) return instead
      const { method, headers, body } = request
      const passed = ['api-version', 'request-identifier', 'content-type', 'api-extensions']
      const response = await fetch(`${base}${request.path}`, {
        method,
        headers: passed.flatMap((name): [string, string][] => {
          const value = headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
        ...(method === 'POST' ? { body } : {}),
      })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
    { path },
  )
}
