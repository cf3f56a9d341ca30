import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { isObject, parseExact } from '@travel-rule/federation/subgraph-client/data-object'
import { contentCoding, openDecompression } from '@travel-rule/federation/subgraph-client/decompress'
import { request as requestHttp } from '@travel-rule/service/node-http'
import type { SubscribePayload } from 'graphql-ws'
import { requestErrorsOf } from './socket-dialect.ts'
import { openEventReader, openPartReader, type StreamReader, type StreamReaderSink } from './stream-reader.ts'
import type { UpstreamLimits, UpstreamSink } from './upstream-connection.ts'
import { isResult } from './upstream-machine.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

export interface HttpSubscriptionOptions {
  readonly url: string
  readonly limits: UpstreamLimits
  readonly settings: UpstreamSettings
  /** Called once, when the connection is no longer used. */
  readonly onClosed: () => void
}

/**
 * One subscription over HTTP, whose response is `text/event-stream` or `multipart/mixed`. Returns a
 * function that ends it.
 *
 * Source: graphql-sse, PROTOCOL.md, "Distinct connections mode"; Apollo, "Multipart HTTP protocol
 * for GraphQL subscriptions".
 */
export function subscribeOverHttp(
  payload: SubscribePayload,
  sink: UpstreamSink,
  { url, limits, settings, onClosed }: HttpSubscriptionOptions,
): () => void {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const body = JSON.stringify(payload)
  let over = false
  let isCompressed = false
  const request = send(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...settings.headers,
      ...identityHeaders(payload),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: ACCEPT[settings.protocol ?? 'auto'],
    },
  })
  // Timeout for the first byte. Once a stream is open, TCP keep-alive detects lost connections.
  const timer = setTimeout(() => end(() => sink.lost('no response in time')), limits.handshakeMs + limits.ackMs)

  function end(report: () => void): void {
    if (over) return
    over = true
    clearTimeout(timer)
    request.destroy()
    onClosed()
    report()
  }

  function respond(response: IncomingMessage): void {
    const type = response.headers['content-type'] ?? ''
    const reader = readerOf(type, limits, {
      message: (text) => receive(text),
      completed: () => end(() => sink.completed()),
    })
    isCompressed = contentCoding(response.headers['content-encoding']) !== undefined
    const body = decompressed(response, (reason) => end(() => sink.lost(reason)))
    if (body === undefined) end(() => sink.lost('the response has an unknown content-encoding'))
    else if (reader === undefined || response.statusCode !== 200) readRefusal(response, body, type)
    else readStream(body, reader)
  }

  function readStream(response: Readable, reader: StreamReader): void {
    clearTimeout(timer)
    sink.begun()
    const decoder = new TextDecoder('utf-8', { fatal: true })
    response.on('data', (chunk: Buffer) => {
      if (over) return
      const text = decode(decoder, chunk)
      if (text === undefined) end(() => sink.lost('the response is not UTF-8'))
      else if (reader.push(text)) end(() => sink.lost('an event is too long', 'CERTAIN'))
    })
    response.on('end', () => end(() => sink.lost('the response ended')))
  }

  /** Handles any response that is not a stream. */
  function readRefusal(response: IncomingMessage, body: Readable, type: string): void {
    let text = ''
    body.setEncoding('utf8')
    body.on('data', (chunk: string) => {
      text += chunk
      if (text.length > refusalCharactersMax) end(() => sink.lost('the response is too long'))
    })
    body.on('end', () => {
      const result = /json|^text\/plain/i.test(type) ? parse(text) : undefined
      const errors = isObject(result) && result.data == null ? requestErrorsOf({ errors: result.errors }) : undefined
      const isRefused = errors !== undefined && (response.statusCode ?? 500) < 500
      end(() => (isRefused ? sink.refused(errors) : sink.lost(`responded with ${response.statusCode} ${type}`)))
    })
  }

  function receive(text: string): void {
    if (over) return
    const message = parse(text)
    // A `null` payload or an empty part keeps the connection alive; any other part without `payload` is a result.
    const isWrapped = isObject(message) && 'payload' in message
    const result = isWrapped ? message.payload : message
    if (isObject(message) && (isWrapped ? result == null && message.errors == null : isEmpty(message))) return
    const errors = isWrapped && result == null ? requestErrorsOf({ errors: message.errors }) : requestErrorsOf(result)
    if (errors !== undefined) end(() => sink.refused(errors))
    else if (isResult(result))
      sink.next({ payload: result, json: isWrapped ? undefined : text, characters: text.length })
    else end(() => sink.lost('an event is not a result'))
  }

  request.on('socket', (socket) => socket.setKeepAlive(true, limits.pingMs))
  request.on('response', respond)
  request.on('error', (error: NodeJS.ErrnoException) => {
    end(() => sink.lost(error.message || String(error.code)))
  })
  // A truncated response emits an error or nothing. A compressed one may still be read.
  request.on('close', () => {
    if (!isCompressed) end(() => sink.lost('the connection was closed'))
  })
  request.end(body)
  return () => end(() => undefined)
}

const refusalCharactersMax = 100_000

const EVENTS = 'text/event-stream'
const PARTS = 'multipart/mixed;subscriptionSpec=1.0'
const JSONS = 'application/graphql-response+json;q=0.8, application/json;q=0.7'
const ACCEPT: Readonly<Record<string, string>> = {
  'graphql-sse': `${EVENTS}, ${JSONS}`,
  multipart: `${PARTS}, ${JSONS}`,
  auto: `${EVENTS}, ${PARTS};q=0.9, ${JSONS}`,
}

/** The same headers as in requests of queries. */
function identityHeaders({ extensions }: SubscribePayload): Record<string, string> {
  const { identityAssertion, traceparent, tracestate, headers: forwarded } = extensions ?? {}
  const others = isObject(forwarded) ? forwarded : {}
  const headers = { ...others, 'x-identity-assertion': identityAssertion, traceparent, tracestate }
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function readerOf(type: string, { messageBytesMax }: UpstreamLimits, sink: StreamReaderSink): StreamReader | undefined {
  if (/^text\/event-stream\b/i.test(type)) return openEventReader(messageBytesMax, sink)
  if (!/^multipart\/mixed\b/i.test(type)) return undefined
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  return openPartReader(quoted ?? token ?? '-', messageBytesMax, sink)
}

/** The decompressed body; `undefined` if its coding is unknown. `failed` is called if decompression fails. */
function decompressed(response: IncomingMessage, failed: (reason: string) => void): Readable | undefined {
  const coding = contentCoding(response.headers['content-encoding'])
  if (coding === undefined) return response
  if (coding === 'UNKNOWN') return undefined
  return pipeline(response, openDecompression(coding), (error) => {
    if (error) failed(`the response is not valid ${coding}`)
  })
}

/** The characters completed by a chunk; `undefined` if they are not UTF-8. */
function decode(decoder: TextDecoder, chunk: Buffer): string | undefined {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

function isEmpty(message: object): boolean {
  return Object.keys(message).length === 0
}
