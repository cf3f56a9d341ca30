import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { findRoute, type Route } from './find-route.ts'

const BODY_BYTES_MAX = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000

export interface Request {
  readonly method: string
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The connection is cut instead of answered. */
  readonly isDropped?: boolean
}

export interface HttpServer extends AsyncDisposable {
  readonly port: number
}

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  readonly routes: () => readonly Route[]
  /** Sees every request that no route took: its answer is 404, 405 or 413. */
  readonly onRefused: (request: Request, answer: Answer) => void
}

/** Listens and gives each request, its body read, to the route that takes it. Throws when the port is taken. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS })
  server.on('request', (message, response) => {
    answerTo(message, options).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        // The client left, or this server stops: nobody waits for an answer.
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

async function answerTo(message: IncomingMessage, { routes, onRefused }: HttpServerOptions): Promise<Answer> {
  const method = message.method ?? 'GET'
  const target = message.url ?? '/'
  const url = new URL(URL.canParse(target, 'http://host') ? target : '/', 'http://host')
  const request = { method, url, params: {}, headers: message.headers, body: '' }
  const found = findRoute(routes(), method, url.pathname)
  const refuse = (answer: Answer): Answer => {
    onRefused(request, answer)
    return answer
  }
  if (!found.ok) return refuse(found.answer)
  const body = await readBody(message)
  if (body === undefined) {
    return refuse({
      status: 413,
      headers: { connection: 'close', 'content-type': 'text/plain' },
      body: 'body too long',
    })
  }
  return found.route.take({ ...request, params: found.params, body })
}

/** The body as text; `undefined` when it is over the limit, and then the rest is not read and the connection stays open. */
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

function send(response: ServerResponse, answer: Answer): void {
  if (answer.isDropped) return void response.destroy()
  if (response.destroyed) return
  const length = answer.status === 204 ? {} : { 'content-length': Buffer.byteLength(answer.body ?? '') }
  response.writeHead(answer.status, { ...length, ...answer.headers })
  response.end(answer.body)
}

function listen(server: Server, { port, host }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE'
      reject(taken ? new Error(`port ${port} on ${host} is taken: set COUNTERPARTY_PORT`, { cause }) : cause)
    })
    server.listen(port, host, resolve)
  })
}
