import type { FormattedExecutionResult, GraphQLError } from 'graphql'
import { WebSocket } from 'ws'
import type { ClientProtocol } from './scenario.ts'

export interface GatewayAddress {
  /** URL of the HTTP endpoint. */
  readonly url: string
  /** URL of the WebSocket endpoint. */
  readonly socketUrl: string
  readonly token: string
}

export interface ClientSink {
  result(result: FormattedExecutionResult): void
  /** `complete`, the errors that ended the subscription, or the reason why the connection ended. */
  end(outcome: 'complete' | readonly object[] | string): void
  /** The id of a server-sent event. */
  eventId(id: string): void
}

export interface ClientRequest {
  readonly query: string
  readonly extensions: object
}

/** Subscribes without a library, so that nothing that the gateway sends is hidden. */
export function subscribe(
  protocol: ClientProtocol,
  gateway: GatewayAddress,
  request: ClientRequest,
  sink: ClientSink,
  headers: Readonly<Record<string, string>> = {},
): () => void {
  if (protocol === 'graphql-transport-ws' || protocol === 'graphql-ws') {
    return overSocket(protocol, gateway, request, sink)
  }
  const ended = new AbortController()
  overHttp(protocol, gateway, request, { sink, headers, signal: ended.signal }).catch((error) =>
    sink.end(String(error)),
  )
  return () => ended.abort()
}

function overSocket(
  protocol: 'graphql-transport-ws' | 'graphql-ws',
  { socketUrl, token }: GatewayAddress,
  request: ClientRequest,
  sink: ClientSink,
): () => void {
  const socket = new WebSocket(socketUrl, protocol, { headers: { authorization: `Bearer ${token}` } })
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.on('open', () => send({ type: 'connection_init', payload: { bearer_token: token } }))
  socket.on('error', ({ message }) => sink.end(message))
  socket.on('close', (code) => sink.end(`closed with ${code}`))
  socket.on('message', (content) => {
    const { type, payload } = JSON.parse(String(content))
    if (type === 'connection_ack') {
      send({ id: '1', type: protocol === 'graphql-ws' ? 'start' : 'subscribe', payload: request })
    }
    if (type === 'ping') send({ type: 'pong' })
    if (type === 'next' || type === 'data') receive(payload, sink)
    if (type === 'error') sink.end(Array.isArray(payload) ? payload : [payload])
    if (type === 'complete') sink.end('complete')
  })
  return () => socket.terminate()
}

/** A result without data and without a position is the error that ends the subscription. */
function receive(result: FormattedExecutionResult, sink: ClientSink): void {
  const { data, errors, extensions } = result
  if (data == null && errors !== undefined && extensions === undefined) sink.end(errors)
  else sink.result(result)
}

async function overHttp(
  protocol: 'graphql-sse' | 'multipart',
  { url, token }: GatewayAddress,
  request: ClientRequest,
  { sink, headers, signal }: { sink: ClientSink; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      accept: protocol === 'multipart' ? 'multipart/mixed;subscriptionSpec=1.0, application/json' : EVENTS,
    },
    body: JSON.stringify(request),
    signal,
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith(protocol === 'multipart' ? 'multipart/mixed' : EVENTS) || response.body === null) {
    const body = await response.text()
    return sink.end(body.startsWith('{') ? (JSON.parse(body).errors ?? body) : `${response.status} ${type}`)
  }
  const separator = protocol === 'multipart' ? `\r\n--${/boundary="?([^";]+)/.exec(type)?.[1]}` : '\n\n'
  let buffered = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (buffered + chunk).split(separator)
    buffered = blocks.pop() ?? ''
    for (const block of blocks) {
      if (protocol === 'multipart') readPart(block, sink)
      else readEvent(block, sink)
    }
  }
  sink.end(buffered.startsWith('--') ? 'complete' : 'cut')
}

const EVENTS = 'text/event-stream'

function readPart(part: string, sink: ClientSink): void {
  const start = part.indexOf('\r\n\r\n')
  if (start < 0) return
  const { payload, errors } = JSON.parse(part.slice(start))
  if (errors !== undefined) sink.end(errors)
  else if (payload) receive(payload, sink)
}

function readEvent(event: string, sink: ClientSink): void {
  const field = (name: string) =>
    event.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
  for (const id of field('id')) sink.eventId(id)
  if (event.startsWith('event: complete')) sink.end('complete')
  else if (field('data').length > 0) receive(JSON.parse(field('data').join('\n')), sink)
}

/** The code of the first error, or the outcome itself. */
export function outcomeOf(outcome: 'complete' | readonly object[] | string): string {
  if (typeof outcome === 'string') return outcome
  const [first] = outcome as readonly GraphQLError[]
  return String(first?.extensions?.code ?? first?.message)
}
