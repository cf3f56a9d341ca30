import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '@travel-rule/service/operator-error'

const BODY_BYTES_MAX = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** A request from the VASP under test. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ListenerResponse {
  readonly status: number
  readonly json?: object
  /** Called once the response has been sent. */
  readonly sent?: (() => void) | undefined
}

export interface ListenerOptions {
  readonly host: string
  readonly port: number
  /** The listener's URL for other hosts; by default its own, in plain http. */
  readonly publicUrl: string | undefined
  /** The TRP version of this end. */
  readonly version: string
  /** Called for each request; the listener itself responds to discovery, and to the others with 404. */
  readonly respond: (request: ReceivedRequest) => ListenerResponse | undefined
}

export interface Listener extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly baseUrl: string
}

/**
 * Listens as a VASP for messages from the one under test, with the headers that TRP requires of responses. Throws
 * `OperatorError`, for example if the port is in use.
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { host, port, version, respond } = options
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (message, response) => {
    const target = message.url ?? '/'
    if (!URL.canParse(target, 'http://host')) return void response.writeHead(400).end()
    const { pathname: path, searchParams: query } = new URL(target, 'http://host')
    readBody(message).then(
      (body) => {
        if (body === undefined) return response.writeHead(413).end()
        const { method = 'GET', headers } = message
        const request = { method, path, query, headers, body }
        const { status, json, sent } = respond(request) ?? discovery(request, version)
        const identifier = headers['request-identifier']
        response.writeHead(status, {
          'api-version': version,
          ...(identifier !== undefined && { 'request-identifier': identifier }),
          ...(json && { 'content-type': 'application/json; charset=utf-8' }),
        })
        return response.end(json && JSON.stringify(json), sent)
      },
      // The client has closed the connection.
      () => response.destroy(),
    )
  }).listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new OperatorError(`Cannot listen: ${error instanceof Error ? error.message : String(error)}.`)
  }
  const { port: openPort } = server.address() as AddressInfo
  return {
    baseUrl: (options.publicUrl ?? localUrl(host, openPort)).replace(/\/$/, ''),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The bodies of the routes by which other VASPs look up this one. */
const DISCOVERY: Readonly<Record<string, (version: string) => object>> = {
  '/version': (version) => ({ version, vendor: 'trp-conformance' }),
  '/identity': () => ({ name: 'TRP conformance kit' }),
  '/extensions': () => ({ required: [], supported: [] }),
}

/** True for a request to one of the discovery routes. */
export function isDiscovery({ method, path }: ReceivedRequest): boolean {
  return method === 'GET' && path in DISCOVERY
}

function discovery(request: ReceivedRequest, version: string): ListenerResponse {
  const json = isDiscovery(request) ? DISCOVERY[request.path]?.(version) : undefined
  return json === undefined ? { status: 404 } : { status: 200, json }
}

/** The URL of a listener without a public one: on this machine, unless it listens on one address of another network. */
function localUrl(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Undefined for a body over the limit. */
async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
