import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { composeServices } from '@apollo/composition'
import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openTestGateway, type TestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { ORDERS, PEOPLE, testSubgraphs } from '@travel-rule/gateway/testing/test-subgraphs'
import { expect, onTestFinished, test } from 'vitest'
import { apolloListener } from '../apollo-listener.ts'

// From the same build of graphql-js as theirs.
const require = createRequire(import.meta.url)
const { ApolloServer } = require('@apollo/server') as typeof import('@apollo/server')
const { buildSubgraphSchema } = require('@apollo/subgraph') as typeof import('@apollo/subgraph')

const QUERY = '{ orders { list { id notes placedBy { name } } } }'
const RESPONSE = {
  data: {
    orders: {
      list: [
        { id: '1', notes: ['note of 1'], placedBy: { name: 'ANN' } },
        { id: '2', notes: ['note of 2'], placedBy: { name: 'BOB' } },
      ],
    },
  },
}

/** The subgraph `people` on Apollo Server, which does not support frames. */
async function openApolloPeople(): Promise<RequestListener> {
  const resolvers = {
    Person: { __resolveReference: ({ id }: { id: string }) => ({ id, name: id.toUpperCase(), nickname: id }) },
    Order: { __resolveReference: ({ id }: { id: string }) => ({ id, notes: [`note of ${id}`] }) },
  }
  const schema = buildSubgraphSchema([{ typeDefs: PEOPLE, resolvers: resolvers as never }])
  const apollo = new ApolloServer({ schema, stopOnTerminationSignals: false })
  await apollo.start()
  onTestFinished(() => apollo.stop())
  return apolloListener(apollo)
}

async function framedConnectionsTo(subgraph: string, { internalUrl }: TestGateway): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text()
  const shown = new RegExp(`gateway_subgraph_framed_connections\\{subgraph="${subgraph}".*\\} (\\d+)`).exec(text)
  return Number(shown?.[1] ?? 0)
}

test('one operation joins a subgraph that supports frames and one that supports only HTTP/1.1', async () => {
  await using gateway = await openTestGateway({ people: await openApolloPeople() })
  await expect
    .poll(async () => {
      expect(await gateway.query(QUERY)).toMatchObject(RESPONSE)
      return framedConnectionsTo('orders', gateway)
    })
    .toBeGreaterThan(0)
  expect(await framedConnectionsTo('people', gateway)).toBe(0)
})

test('a gateway without frames uses HTTP/1.1 for subgraphs that offer frames', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_SUBGRAPH_FRAMED_CONNECTIONS: '0' } })
  for (let count = 0; count < 20; count += 1) expect(await gateway.query(QUERY)).toMatchObject(RESPONSE)
  expect(await framedConnectionsTo('orders', gateway)).toBe(0)
})

/** One address for the old and the new version of a subgraph: new connections reach the version that was set last. */
async function openAddress() {
  let port = 0
  const sockets = new Set<Socket>()
  const server = createTcpServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    leadTo(next: number): void {
      port = next
    },
  }
}

async function listen(listener: RequestListener): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    // Requests in flight are completed.
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

test('a subgraph stops and resumes offering frames under load, and no query fails', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_SUBGRAPH_URLS: 'none=http://127.0.0.1:9/' } })
  const jwksUrl = `${gateway.internalUrl}/.well-known/jwks.json`
  await using verifier = openAssertionVerifier({ issuer: 'gateway', audience: 'people', jwksUrl })
  const framed = () => testSubgraphs().people.serve(verifier)
  const address = await openAddress()
  const first = await framed()
  address.leadTo(first.port)
  const { supergraphSdl = '' } = composeServices([
    { name: 'orders', typeDefs: ORDERS, url: await gateway.serveAlso('orders') },
    { name: 'people', typeDefs: PEOPLE, url: address.url },
  ])
  await gateway.serve(supergraphSdl)

  const token = await gateway.token()
  const wrong: unknown[] = []
  let right = 0
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const response = await gateway
          .query(QUERY, { token })
          .catch((error: Error) => ({ errors: [error], data: null }))
        if (JSON.stringify(response.data) === JSON.stringify(RESPONSE.data) && !response.errors?.length) right += 1
        else wrong.push(response)
      }
    }),
  )
  const framedConnections = () => framedConnectionsTo('people', gateway)
  const furtherQueries = async () => {
    const before = right
    await expect.poll(() => right - before).toBeGreaterThan(50)
  }
  await expect.poll(framedConnections).toBeGreaterThan(0)
  await furtherQueries()

  const plain = await listen(await openApolloPeople())
  address.leadTo(plain.port)
  await first[Symbol.asyncDispose]()
  await expect.poll(framedConnections).toBe(0)
  await furtherQueries()

  await using last = await framed()
  address.leadTo(last.port)
  await plain.stop()
  await expect.poll(framedConnections).toBeGreaterThan(0)
  await furtherQueries()
  isOver = true
  await load
  expect(wrong).toEqual([])
})
