import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { request as requestHttp } from '@travel-rule/service/node-http'

export interface JsonRequest {
  readonly signal: AbortSignal
  readonly bodyBytesMax: number
  readonly headers?: Readonly<Record<string, string>>
  /** Body of a POST; without it, the request is a GET. */
  readonly body?: string
  /** Must fit the scheme of the URL. Without an agent, connections are not kept open. */
  readonly agent?: HttpAgent | HttpsAgent
}

/**
 * The JSON document at a URL. Throws for any status but 200 (including redirects), a body that is too long, and a body
 * that is not JSON.
 *
 * Uses node:http because loading the global `fetch` costs a process 18 MB.
 */
export async function requestJson(url: string, options: JsonRequest): Promise<unknown> {
  const response = await send(url, options)
  try {
    if (response.statusCode !== 200) throw new Error(`${url} responded with status ${response.statusCode}`)
    return parseJson(await readBody(response, url, options.bodyBytesMax), url)
  } finally {
    // A complete response leaves its connection to the agent.
    if (!response.complete) response.destroy()
  }
}

function send(url: string, { signal, headers, body, agent }: JsonRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  const method = body === undefined ? 'GET' : 'POST'
  request(url, { method, agent: agent ?? false, headers: { accept: 'application/json', ...headers }, signal }, resolve)
    .on('error', reject)
    .end(body)
  return promise
}

async function readBody(response: IncomingMessage, url: string, bodyBytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error(`${url} responded with more than ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(body: string, url: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Error(`${url} did not respond with JSON`)
  }
}
