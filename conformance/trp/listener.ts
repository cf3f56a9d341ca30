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
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ListenerOptions {
  readonly host: string
  readonly port: number
  /** The listener's URL for other hosts; by default `http://localhost:<port>`. */
  readonly publicUrl: string | undefined
  readonly respond: (request: ReceivedRequest) => ListenerResponse
}

export interface Listener extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly baseUrl: string
}

/** Listens for messages from the VASP under test. Throws `OperatorError`, for example if the port is in use. */
export async function openListener({ host, port, publicUrl, respond }: ListenerOptions): Promise<Listener> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (message, response) => {
    const target = message.url ?? '/'
    if (!URL.canParse(target, 'http://host')) return void response.writeHead(400).end()
    const { pathname: path, searchParams: query } = new URL(target, 'http://host')
    readBody(message).then(
      (body) => {
        if (body === undefined) return response.writeHead(413).end()
        const { method = 'GET', headers } = message
        const { status, headers: sent, body: content } = respond({ method, path, query, headers, body })
        return response.writeHead(status, sent).end(content)
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
    baseUrl: (publicUrl ?? `http://localhost:${openPort}`).replace(/\/$/, ''),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
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
