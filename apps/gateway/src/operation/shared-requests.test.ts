import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { clientOf, watch } from '../relay/testing/watch.ts'
import { openTestGateway } from '../testing/test-gateway.ts'

const QUERY = '{ people { all { nickname } } }'
const MUTATION = 'mutation { people { rename(id: "1", name: "x") { nickname } } }'
const SHARED_BY_ALL = { '*': { share: true } }

/** A gateway whose subgraph `people` holds every query until `respond`. */
async function openHeld(rules: object) {
  const held: ServerResponse[] = []
  let isOpen = false
  const people: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('content-type', 'application/json')
    if (body.includes('mutation')) response.end('{"data":{"people":{"rename":{"nickname":"x"}}}}')
    else held.push(response)
    if (isOpen) respond()
  }
  const env = { GATEWAY_SUBGRAPHS: JSON.stringify(rules), GATEWAY_PASS_THROUGH: 'checked' }
  const gateway = await openTestGateway({ people, env })
  const respond = (nickname = 'ann') => {
    isOpen = true
    for (const response of held) response.end(`{"data":{"people":{"all":[{"nickname":"${nickname}"}]}}}`)
  }
  return { gateway, held, respond }
}

test.each([
  [SHARED_BY_ALL, 1],
  [{ orders: { share: true }, people: { share: true } }, 1],
  [{ orders: { share: true } }, 2],
  [{ '*': { share: true }, people: { share: false } }, 2],
  [{}, 2],
])('with the rules %j, two concurrent equal queries of a caller are %i requests', async (rules, count) => {
  const { gateway, held, respond } = await openHeld(rules)
  await using _gateway = gateway
  const token = await gateway.token()
  const both = [gateway.query(QUERY, { token }), gateway.query(QUERY, { token })]
  // A third query shows that both have arrived.
  const other = gateway.query('{ people { all { name } } }', { token })
  await expect.poll(() => held.length).toBeGreaterThan(count)
  await expect.poll(() => held.length).toBe(count + 1)
  respond()
  for (const result of await Promise.all(both)) expect(result.data).toEqual({ people: { all: [{ nickname: 'ann' }] } })
  expect((await other).data).toEqual({ people: { all: [{ name: null }] } })
})

/** Sends the query over a connection of its own, from which nothing is read yet. */
function sendQuery({ url }: { readonly url: string }, token: string): Socket {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ query: QUERY })
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  const socket = connect(Number(port), hostname)
  socket.write(`POST /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n\r\n${body}`)
  return socket
}

async function readBody(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const response = Buffer.concat(chunks).toString()
  return response.slice(response.indexOf('\r\n\r\n') + 4)
}

test('a slow client receives what it shares with a fast one complete', async () => {
  const { gateway, held, respond } = await openHeld({ people: { share: true } })
  await using _gateway = gateway
  const token = await gateway.token()
  const [slow, fast] = [sendQuery(gateway, token), sendQuery(gateway, token)]
  // Each query arrives before what was sent after it.
  await expect.poll(() => held.length).toBe(1)
  const other = gateway.query('{ people { all { name } } }', { token })
  await expect.poll(() => held.length).toBe(2)
  // More than the network buffers hold.
  const nickname = 'ann'.repeat(4_000_000)
  respond(nickname)
  const expected = `"data":{"people":{"all":[{"nickname":"${nickname}"}]}}`
  expect((await readBody(fast)).includes(expected)).toBe(true)
  await other
  expect((await readBody(slow)).includes(expected)).toBe(true)
})

test('queries of two callers never share a request', async () => {
  const { gateway, held, respond } = await openHeld(SHARED_BY_ALL)
  await using _gateway = gateway
  const tokens = await Promise.all([gateway.token({ sub: 'ann' }), gateway.token({ sub: 'bob' })])
  const both = tokens.map((token) => gateway.query(QUERY, { token }))
  await expect.poll(() => held.length).toBe(2)
  respond()
  await Promise.all(both)
})

test('a query shares nothing that was sent before a mutation or a live event', async () => {
  const { gateway, held, respond } = await openHeld(SHARED_BY_ALL)
  await using _gateway = gateway
  const token = await gateway.token()
  const queries = [gateway.query(QUERY, { token })]
  await expect.poll(() => held.length).toBe(1)
  expect((await gateway.query(MUTATION, { token })).data).toEqual({ people: { rename: { nickname: 'x' } } })
  queries.push(gateway.query(QUERY, { token }))
  await expect.poll(() => held.length).toBe(2)
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id } }' })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '7', item: 'tea' })
  await live.seen(7)
  queries.push(gateway.query(QUERY, { token }))
  await expect.poll(() => held.length).toBe(3)
  respond()
  await Promise.all(queries)
  await client.dispose()
})
