import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY_BYTES_MAX = 1024 * 1024
const REQUEST_TIMEOUT_MS = 60_000
const HEADERS_TIMEOUT_MS = 30_000
/** Longer than clients keep an idle connection, so that no request arrives while it is being closed. */
const KEEP_ALIVE_MS = 75_000

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Closes the connection without a response. */
  readonly isDropped?: boolean
}

/** `path` is the pathname of a `URLPattern`, such as `/items/:id`. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Headers of a 405 response. */
  readonly headers?: Readonly<Record<string, string>>
  respond(request: HttpRequest): HttpResponse | Promise<HttpResponse>
}

export interface HttpServer extends AsyncDisposable {
  readonly port: number
}

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  readonly routes: () => readonly Route[]
  /** Called for each request that no route handles; its response is 404, 405 or 413. */
  readonly onRefused: (request: HttpRequest, response: HttpResponse) => void
}

/** Passes each request, with its complete body, to its route. Throws when the port is in use. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
  server.on('request', (message, response) => {
    respondTo(message, options).then(
      (result) => send(response, result),
      (error: unknown) => {
        // The client has disconnected, or this server is stopping.
        if (message.aborted || (error instanceof Error && error.name === 'AbortError')) return response.destroy()
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        return send(response, { status: 500 })
      },
    )
  })
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), 1_000)
      await closed
      clearTimeout(cut)
    },
  }
}

async function respondTo(message: IncomingMessage, { routes, onRefused }: HttpServerOptions): Promise<HttpResponse> {
  const method = message.method ?? 'GET'
  const target = message.url ?? '/'
  const url = new URL(URL.canParse(target, 'http://host') ? target : '/', 'http://host')
  const request = { method, url, params: {}, headers: message.headers, body: '' }
  const found = findRoute(routes(), method, url.pathname)
  const refuse = (response: HttpResponse): HttpResponse => {
    onRefused(request, response)
    return response
  }
  if (!found.ok) return refuse(found.response)
  const body = await readBody(message)
  if (body === undefined) {
    // Closing a connection with unread data resets it, possibly before the client receives the response.
    message.resume()
    return refuse({ status: 413, headers: plain, body: 'body too long' })
  }
  return found.route.respond({ ...request, params: found.params, body })
}

/** `undefined` when the body is over the limit; its remainder is not read. */
async function readBody(message: IncomingMessage): Promise<string | undefined> {
  if (Number(message.headers['content-length'] ?? 0) > BODY_BYTES_MAX) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body, isDropped }: HttpResponse): void {
  if (isDropped) return void response.destroy()
  if (response.destroyed) return
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body ?? '') }
  response.writeHead(status, { ...length, ...headers })
  response.end(body)
}

function listen(server: Server, { port, host }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isInUse = cause.code === 'EADDRINUSE'
      reject(isInUse ? new Error(`port ${port} is in use on ${host}: set COUNTERPARTY_PORT`, { cause }) : cause)
    })
    server.listen(port, host, resolve)
  })
}

type FoundRoute = { ok: true; route: Route; params: HttpRequest['params'] } | { ok: false; response: HttpResponse }

/** The route of a request, otherwise its 404 or 405 response. `GET` routes serve `HEAD` too. */
function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute {
  const allowed: string[] = []
  let headers: Readonly<Record<string, string>> = {}
  for (const route of routes) {
    const params = new URLPattern({ pathname: route.path }).exec({ pathname: path })?.pathname.groups
    if (params === undefined) continue
    if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { ok: true, route, params }
    allowed.push(route.method)
    headers = route.headers ?? headers
  }
  if (allowed.length === 0) return { ok: false, response: { status: 404, headers: plain, body: 'no such path' } }
  const allow = allowed.join(', ')
  return { ok: false, response: { status: 405, headers: { ...headers, ...plain, allow }, body: `only ${allow}` } }
}

const plain = { 'content-type': 'text/plain' }
