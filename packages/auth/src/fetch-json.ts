import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'

export interface FetchJsonOptions {
  readonly signal: AbortSignal
  readonly bodyBytesMax: number
}

/**
 * The JSON at a URL. Throws when the answer is not a 200, is a redirect, is longer than allowed or is not JSON.
 *
 * Without the global `fetch`, which brings 18 MB into a process that needs it for nothing else.
 */
export async function fetchJson(url: string, { signal, bodyBytesMax }: FetchJsonOptions): Promise<unknown> {
  const response = await get(url, signal)
  try {
    if (response.statusCode !== 200) throw new Error(`${url} answered with status ${response.statusCode}`)
    return parseJson(await readBounded(response, url, bodyBytesMax), url)
  } finally {
    response.destroy()
  }
}

function get(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = new URL(url).protocol === 'https:' ? getHttps : getHttp
  // A connection of its own: keys are asked for once in minutes.
  send(url, { agent: false, headers: { accept: 'application/json' }, signal }, resolve).on('error', reject)
  return promise
}

async function readBounded(response: IncomingMessage, url: string, bodyBytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error(`${url} answered with more than ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${url} did not answer with JSON`)
  }
}
