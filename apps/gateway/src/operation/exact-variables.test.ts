import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'
const LEDGER = parse(`${LINK}
  scalar Long scalar Json
  input Find { id: ID int: Int float: Float long: Long list: [Long!] json: Json ids: [[ID]] }
  type Query { find(find: Find, id: ID, int: Int, float: Float, long: Long, json: Json, text: String): String }
  type Mutation { keep(long: Long): String }
  type Subscription { moved(find: Find, long: Long): Record }
  type Record @key(fields: "long") { long: Long! }`)
const NOTES = parse(`${LINK}
  scalar Long
  type Query { notes: String }
  type Record @key(fields: "long") { long: Long! note: String }`)

const EVENT = '{"data":{"moved":{"__typename":"Record","long":9007199254740993}}}'

/** Records what it receives as text. It serves subscriptions over every protocol. */
async function openRecorder() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(body)
    const isStream = body.includes('subscription')
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    if (isStream) return response.write(`event: next\ndata: ${EVENT}\n\n`)
    if (body.includes('_entities')) return response.end('{"data":{"_entities":[{"note":"big"}]}}')
    return response.end('{"data":{"find":"found","keep":"kept"}}')
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) =>
    socket.on('message', (text) => {
      received.push(String(text))
      const { type, id } = JSON.parse(String(text))
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}')
      if (type === 'subscribe') socket.send(`{"id":"${id}","type":"next","payload":${EVENT}}`)
      if (type === 'start') socket.send(`{"id":"${id}","type":"data","payload":${EVENT}}`)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let recorder: Awaited<ReturnType<typeof openRecorder>>
const opened = new AsyncDisposableStack()
const gateways: Record<string, TestGateway> = {}

async function open(protocol: string): Promise<TestGateway> {
  const gateway = opened.use(
    await openTestGateway({
      env: {
        GATEWAY_SUBGRAPH_URLS: `ledger=${recorder.url},notes=${recorder.url}`,
        GATEWAY_SUBGRAPHS: JSON.stringify({ ledger: { subscriptions: { protocol } } }),
        GATEWAY_PASS_THROUGH: 'checked',
      },
    }),
  )
  const composed = composeServices([
    { name: 'ledger', typeDefs: LEDGER, url: recorder.url },
    { name: 'notes', typeDefs: NOTES, url: recorder.url },
  ])
  await gateway.serve(composed.supergraphSdl ?? '')
  return gateway
}

beforeAll(async () => {
  recorder = opened.use(await openRecorder())
  for (const protocol of ['graphql-transport-ws', 'graphql-ws', 'graphql-sse']) {
    gateways[protocol] = await open(protocol)
  }
})
afterAll(() => opened.disposeAsync())

interface Sent {
  readonly errors: readonly { message: string; extensions: { code: string } }[]
}

/** Sends variables as JSON text; returns the variables that the subgraph received, as JSON text. */
async function send(query: string, variables: string, method = 'POST', accept = 'application/json') {
  recorder.received.length = 0
  const gateway = gateways['graphql-transport-ws']
  const headers = { authorization: `Bearer ${await gateway?.token()}`, accept, 'content-type': 'application/json' }
  const response =
    method === 'POST'
      ? await fetch(`${gateway?.url}/graphql`, {
          method,
          headers,
          body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
        })
      : await fetch(`${gateway?.url}/graphql?${new URLSearchParams({ query, variables })}`, { headers })
  const text = await response.text()
  const result = (text.startsWith('{') ? JSON.parse(text) : {}) as Sent
  return { result, reached: recorder.received.map(variablesIn) }
}

/** The text of the variables in a request. No string in them has a brace. */
function variablesIn(text: string): string | undefined {
  const start = text.indexOf('"variables":') + '"variables":'.length
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return start < '"variables":'.length ? undefined : text.slice(start, at + 1)
  }
  return undefined
}

const FIND = 'query ($find: Find, $json: Json, $long: Long) { find(find: $find, json: $json, long: $long) }'
const EXACT = [
  '{"long":9007199254740993}',
  '{"long":-123456789012345678901234567890}',
  '{"json":{"a":[{"b":[[9007199254740993,1.0,1e400,-0,1E3]]}]}}',
  '{"find":{"float":0.1000000000000000055511151231257827,"list":[1.0,9007199254740993],"json":1.50}}',
]

test.each(EXACT)('the variables %s reach a subgraph as they were sent', async (variables) => {
  expect((await send(FIND, variables)).reached).toEqual([variables])
  expect((await send(FIND, variables, 'GET')).reached).toEqual([variables])
  expect((await send(FIND, variables, 'POST', 'text/event-stream')).reached).toEqual([variables])
  expect((await send(`${FIND} #`, variables)).reached).toEqual([variables])
})

test('numbers of literals reach each of several subgraphs as they were written', async () => {
  await send('{ find(long: 9007199254740993, json: { a: [9007199254740993, 1e400] }) notes }', '{}')
  expect(recorder.received.join()).toContain('{find(long:9007199254740993 json:{a:[9007199254740993 1e400]})}')
})

test('numbers of default values and of a mutation reach a subgraph as they were written', async () => {
  const query = 'query ($long: Long = 9007199254740993, $json: Json = {a: [1e400]}) { find(long: $long, json: $json) }'
  expect((await send(query, '{}')).reached).toEqual(['{"long":9007199254740993,"json":{"a":[1e400]}}'])
  const keep = 'mutation ($long: Long) { keep(long: $long) }'
  expect((await send(keep, '{"long":9007199254740993}')).reached).toEqual(['{"long":9007199254740993}'])
})

describe('an integer beyond the precision of a JavaScript number', () => {
  test('an integer beyond the precision of a number keeps its digits as an ID', async () => {
    const ids = 'query ($id: ID, $find: Find) { find(id: $id, find: $find) }'
    const { reached } = await send(
      ids,
      '{"id":9007199254740993,"find":{"id":12345678901234567890,"ids":[[9007199254740993,1.0]]}}',
    )
    expect(reached).toEqual([
      '{"id":"9007199254740993","find":{"id":"12345678901234567890","ids":[["9007199254740993","1"]]}}',
    ])
  })

  test.each([
    ['{"int":9007199254740993}', 'Int cannot represent non 32-bit signed integer value: 9007199254740993'],
    ['{"int":1e400}', 'Int cannot represent non 32-bit signed integer value: 1e400'],
    ['{"int":1.0000000000000000001}', 'Int cannot represent non-integer value: 1.0000000000000000001'],
    ['{"id":1e400}', 'ID cannot represent value: 1e400'],
    ['{"id":1.50}', 'ID cannot represent value: 1.50'],
    ['{"float":1e400}', 'Float cannot represent non numeric value: 1e400'],
    ['{"text":9007199254740993}', 'String cannot represent a non string value: 9007199254740993'],
    ['{"find":{"int":9007199254740993}}', 'got invalid value 9007199254740993 at "find.int"'],
  ])('a number in %s is refused, and the error has its digits', async (variables, message) => {
    const query =
      'query ($int: Int, $id: ID, $float: Float, $text: String, $find: Find) { find(int: $int, id: $id, float: $float, text: $text, find: $find) }'
    const { result, reached } = await send(query, variables)
    expect(result.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(result.errors[0]?.message).toContain(message)
    expect(reached).toEqual([])
  })

  test('an Int in another form, such as 2.0, is valid', async () => {
    const { reached } = await send('query ($int: Int, $long: Long) { find(int: $int, long: $long) }', '{"int":2.0}')
    expect(reached).toEqual(['{"int":2}'])
  })
})

test.each(['graphql-transport-ws', 'graphql-ws'])(
  'variables over %s reach a subgraph as they were sent',
  async (name) => {
    const gateway = gateways['graphql-transport-ws']
    recorder.received.length = 0
    const socket = new WebSocket(gateway?.wsUrl ?? '', name)
    const messages: string[] = []
    socket.on('message', (text) => messages.push(String(text)))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: await gateway?.token() } }))
    await expect.poll(() => messages.some((text) => text.includes('connection_ack'))).toBe(true)
    const type = name === 'graphql-ws' ? 'start' : 'subscribe'
    socket.send(`{"id":"1","type":"${type}","payload":{"query":"${FIND}","variables":{"long":9007199254740993}}}`)
    await expect.poll(() => recorder.received.map(variablesIn)).toEqual(['{"long":9007199254740993}'])
    socket.close()
  },
)

test.each(['graphql-transport-ws', 'graphql-ws', 'graphql-sse'])(
  'a subscription and the entities of its events keep their numbers over %s',
  async (protocol) => {
    const gateway = gateways[protocol]
    recorder.received.length = 0
    const query = 'subscription ($find: Find, $long: Long) { moved(find: $find, long: $long) { long note } }'
    const variables = '{"find":{"json":[1.0,9007199254740993]},"long":9007199254740993}'
    const abort = new AbortController()
    const response = await fetch(`${gateway?.url}/graphql`, {
      method: 'POST',
      signal: abort.signal,
      headers: {
        authorization: `Bearer ${await gateway?.token()}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: `{"query":"${query}","variables":${variables}}`,
    })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('note')) break
    }
    abort.abort()
    expect(text).toContain('{"moved":{"long":9007199254740993,"note":"big"}}')
    const reached = recorder.received.map(variablesIn).filter((each) => each !== undefined)
    expect(reached).toEqual([variables, '{"representations":[{"__typename":"Record","long":9007199254740993}]}'])
  },
)
