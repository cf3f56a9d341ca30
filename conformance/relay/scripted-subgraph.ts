import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Scenario, Step, SubgraphProtocol } from './scenario.ts'

/** Subgraphs whose subscriptions follow the steps of a scenario, all on one port. */
export interface ScriptedSubgraphs extends AsyncDisposable {
  readonly port: number
  /** From now on, plays this scenario. Closes the connections of the previous one. */
  play(scenario: Scenario): void
  /** Number of times that its subscription was requested. */
  attempts(): number
}

/** Paths by protocol; a subgraph is named after its path. */
export const SUBGRAPHS: Readonly<Record<SubgraphProtocol, string>> = {
  'graphql-transport-ws': 'sockets',
  'graphql-ws': 'legacy',
  'graphql-sse': 'events',
  multipart: 'parts',
}

/** What can be sent during one attempt to subscribe. */
interface Channel {
  result(payload: object): void
  errors(errors: readonly object[]): void
  complete(): void
  drop(): void
}

export async function openScriptedSubgraphs(port = 0): Promise<ScriptedSubgraphs> {
  let scenario: Scenario | undefined
  let attempts = 0
  const connections = new Set<Duplex>()
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false })

  function run(request: SubscribeRequest, channel: Channel): void {
    const steps = scenario?.attempts[attempts] ?? []
    attempts += 1
    for (const step of steps) take(step, request, channel)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    const protocol = SOCKET_PROTOCOLS[nameOf(request)]
    const offered = String(request.headers['sec-websocket-protocol']).split(/\s*,\s*/)
    if (protocol === undefined || !offered.includes(protocol)) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    request.headers['sec-websocket-protocol'] = protocol
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined)
      if (scenario?.mute !== true) serveSocket(opened, protocol, run)
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readBody(request)) as SubscribeRequest
    const name = nameOf(request)
    if (name === 'labels') {
      await new Promise((resolve) => setTimeout(resolve, scenario?.labelAfterMs ?? 0))
      const { representations = [] } = body.variables ?? {}
      const _entities = representations.map(({ id }) => ({ __typename: 'Item', label: `label of ${id}` }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { _entities } }))
    } else if (!body.query.startsWith('subscription')) {
      const errors = [{ message: 'This subgraph serves subscriptions only.' }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }))
    } else if (name === SUBGRAPHS['graphql-sse']) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      run(body, eventStream(response))
    } else if (name === SUBGRAPHS.multipart) {
      const type = 'multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"'
      response.writeHead(200, { 'content-type': type }).flushHeaders()
      run(body, parts(response))
    } else {
      response.writeHead(404).end()
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    play(next) {
      for (const socket of connections) socket.destroy()
      scenario = next
      attempts = 0
    },
    attempts: () => attempts,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const SOCKET_PROTOCOLS: Readonly<Record<string, string>> = {
  [SUBGRAPHS['graphql-transport-ws']]: 'graphql-transport-ws',
  [SUBGRAPHS['graphql-ws']]: 'graphql-ws',
}

interface SubscribeRequest {
  readonly query: string
  readonly extensions?: { readonly resumeAfter?: string }
  readonly variables?: { readonly representations?: readonly { readonly id: string }[] }
}

function nameOf({ url }: IncomingMessage): string {
  return url?.split('/')[1] ?? ''
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

function take(step: Step, { query, extensions }: SubscribeRequest, channel: Channel): void {
  const field = /\b\w+Changed\b/.exec(query)?.[0] ?? ''
  const event = (id: string, position?: string) => {
    const data = { [field]: { __typename: 'Item', id } }
    channel.result(position === undefined ? { data } : { data, extensions: { position } })
  }
  if ('announce' in step) {
    const position = step.announce === 'asked' ? (extensions?.resumeAfter ?? '0') : step.announce
    channel.result({ data: null, extensions: { position } })
  } else if ('event' in step) event(step.event, step.position)
  else if ('events' in step) for (let id = 1; id <= step.events; id += 1) event(String(id))
  else if ('long' in step) event('x'.repeat(step.long))
  else if ('errorResult' in step) channel.result({ data: null, errors: step.errorResult })
  else if ('errors' in step) channel.errors(step.errors)
  else if ('complete' in step) channel.complete()
  else channel.drop()
}

function serveSocket(socket: WebSocket, protocol: string, run: (request: SubscribeRequest, to: Channel) => void): void {
  const isLegacy = protocol === 'graphql-ws'
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.on('message', (content) => {
    const { type, id, payload } = JSON.parse(String(content))
    if (type === 'connection_init') {
      send({ type: 'connection_ack' })
      if (isLegacy) send({ type: 'ka' })
    }
    if (type === 'ping') send({ type: 'pong' })
    if (type !== (isLegacy ? 'start' : 'subscribe')) return
    run(payload, {
      result: (result) => send({ id, type: isLegacy ? 'data' : 'next', payload: result }),
      errors: (errors) => send({ id, type: 'error', payload: isLegacy ? errors[0] : errors }),
      complete: () => send({ id, type: 'complete' }),
      drop: () => socket.terminate(),
    })
  })
}

function eventStream(response: ServerResponse): Channel {
  const result = (payload: object) => response.write(`event: next\ndata: ${JSON.stringify(payload)}\n\n`)
  const complete = () => response.end('event: complete\ndata:\n\n')
  return {
    result,
    errors(errors) {
      result({ errors })
      complete()
    },
    complete,
    drop: () => response.write(':\n\n', () => response.destroy()),
  }
}

/** Source: Apollo, "Multipart HTTP protocol for GraphQL subscriptions". */
function parts(response: ServerResponse): Channel {
  const part = (body: object) =>
    response.write(`\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}\r\n--graphql`)
  const complete = () => response.end('--\r\n')
  response.write('--graphql')
  part({})
  return {
    result: (payload) => part({ payload }),
    errors(errors) {
      part({ payload: null, errors })
      complete()
    },
    complete,
    drop: () => response.write('\r\n', () => response.destroy()),
  }
}
