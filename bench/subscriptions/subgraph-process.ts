import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { type DocumentNode, executeSync, type GraphQLSchema, graphql, parse } from 'graphql'
import { type WebSocket, WebSocketServer } from 'ws'
import { openEventControl } from './event-control.ts'
import { changedProduct, ratingOf, SUBGRAPHS } from './schemas.ts'

/**
 * The subgraphs behind our gateway: resumable subscriptions with positions, and entities over HTTP.
 *
 * An event is executed once per document and then only written, so that only the gateway is measured.
 */
interface Listener {
  readonly client: WebSocket
  readonly connection: Duplex
  /** Each active operation by its id, as a JSON string. */
  readonly operations: Map<string, Operation>
}

interface Operation {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

interface Subscribe extends Operation {
  readonly extensions?: { readonly announce?: boolean; readonly resumeAfter?: string }
}

/** The messages of graphql-transport-ws that matter here. */
interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: Subscribe
}

const resultsMax = 2_000

const listeners = new Set<Listener>()
const documents = new Map<string, DocumentNode>()
let position = 0
const schema = buildSubgraphSchema([SUBGRAPHS.products])

const control = await openEventControl((revision) => {
  position = revision
  // The data of an event does not depend on the variables.
  const payloads = new Map<string, string>()
  for (const { client, connection, operations } of listeners) {
    connection.cork()
    for (const [id, operation] of operations) {
      const payload = payloads.get(operation.query) ?? payloadOf(operation, revision)
      payloads.set(operation.query, payload)
      client.send(`{"id":${id},"type":"next","payload":${payload}}`)
    }
    connection.uncork()
  }
})
process.send?.({ control, urls: { products: await openProducts(), ratings: await openRatings() } })

function payloadOf({ query, variables }: Operation, revision: number): string {
  const rootValue = changedProduct(revision)
  const { data } = executeSync({ schema, document: documentOf(query), variableValues: variables, rootValue })
  const extensions = { position: String(revision), at: new Date().toISOString() }
  return `{"data":${JSON.stringify(data)},"extensions":${JSON.stringify(extensions)}}`
}

function documentOf(query: string): DocumentNode {
  const document = documents.get(query) ?? parse(query)
  documents.set(query, document)
  return document
}

async function openProducts(): Promise<string> {
  // The gateway requests the schema, which makes the subgraph trusted.
  const server = createServer(serve(schema))
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'graphql-transport-ws' })
  server.on('upgrade', (request, connection, head) => {
    sockets.handleUpgrade(request, connection, head, (client) => listen(client, connection))
  })
  return urlOf(server)
}

function listen(client: WebSocket, connection: Duplex): void {
  const operations = new Map<string, Operation>()
  const listener: Listener = { client, connection, operations }
  listeners.add(listener)
  client.on('close', () => listeners.delete(listener))
  client.on('error', () => client.terminate())
  client.on('message', (text) => {
    const { type, id, payload } = JSON.parse(String(text)) as Message
    const key = JSON.stringify(id)
    if (type === 'connection_init') client.send('{"type":"connection_ack"}')
    else if (type === 'ping') client.send('{"type":"pong"}')
    else if (type === 'complete') operations.delete(key)
    else if (type === 'subscribe' && payload !== undefined) begin(key, payload)
  })

  function begin(key: string, operation: Subscribe): void {
    operations.set(key, operation)
    const { announce, resumeAfter } = operation.extensions ?? {}
    const send = (payload: string) => client.send(`{"id":${key},"type":"next","payload":${payload}}`)
    if (announce === true) send(`{"data":null,"extensions":{"position":"${resumeAfter ?? position}"}}`)
    for (let revision = Number(resumeAfter ?? position) + 1; revision <= position; revision += 1) {
      send(payloadOf(operation, revision))
    }
  }
}

async function openRatings(): Promise<string> {
  const resolvers = { Product: { __resolveReference: ({ id }: { id: string }) => ratingOf(id) } }
  const ratings = buildSubgraphSchema([{ ...SUBGRAPHS.ratings, resolvers }])
  const server = createServer(serve(ratings))
  server.keepAliveTimeout = 60_000
  return urlOf(server)
}

/** Serves queries over HTTP; the response to each body is computed once. */
function serve(served: GraphQLSchema): RequestListener {
  const results = new Map<string, string>()
  return (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', async () => {
      let result = results.get(body)
      if (result === undefined) {
        const { query, variables } = JSON.parse(body)
        result = JSON.stringify(await graphql({ schema: served, source: query, variableValues: variables }))
        if (results.size >= resultsMax) results.clear()
        results.set(body, result)
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(result) })
      response.end(result)
    })
  }
}

async function urlOf(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
}
