import { openSubgraphClient, type SubgraphDispatcher } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { openFramedDispatcher } from '@travel-rule/frames/framed-dispatcher'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { expect, onTestFinished, test } from 'vitest'
import { generateTrial } from './generate-trial.ts'
import { loadSupergraph, supergraphNames } from './load-supergraph.ts'
import { circumstancesOf } from './operations/usage.ts'
import { prepareOperation, runGateway } from './oracles/gateway.ts'
import { isPlannerLimit } from './planner-limits.ts'
import { readFacts } from './world/federation-facts.ts'
import { openGeneratedWorld } from './world/generated-world.ts'
import { type Carry, sendOverWire, type WireCircumstances } from './world/send-over-wire.ts'

const operationsPerSupergraph = 25
const framedConnections = 2
const connectTimeoutMs = 2_000

/** Sends requests over sockets; `httpRequests` counts those sent over HTTP/1.1. */
async function openSockets(transport: 'HTTP/1.1' | 'frames') {
  const underWay = new Map<string, WireCircumstances>()
  const host = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: openLogger({ name: 'differential', level: 'silent' }),
    frames: true,
    limits: { bodyBytesMax: 10_000_000 },
    routes: [
      {
        method: 'POST',
        path: '/',
        admit: () => ({}),
        async handle({ headers, body: requestBody }) {
          const circumstances = underWay.get(String(headers['x-trial']))
          if (circumstances === undefined) return { status: 204 }
          const sent = await sendOverWire(circumstances, String(headers['x-subgraph']), requestBody.toString())
          return { status: sent.status, headers: { 'content-type': sent.contentType }, body: sent.body }
        },
      },
    ],
  })
  let httpRequests = 0
  let open = 0
  const counted = (http: SubgraphDispatcher): SubgraphDispatcher => ({
    dispatch(options, handler) {
      httpRequests += 1
      return http.dispatch(options, handler)
    },
    destroy: () => http.destroy(),
  })
  const client = openSubgraphClient({
    url: host.url,
    connectionsMax: 64,
    waitingMax: 10_000,
    fetchTimeoutMs: 60_000,
    connectTimeoutMs,
    responseBytesMax: 10_000_000,
    wrapDispatcher: (http) =>
      transport === 'HTTP/1.1'
        ? counted(http)
        : openFramedDispatcher({
            url: host.url,
            connectionsMax: framedConnections,
            connectTimeoutMs,
            http: counted(http),
            connectionsChanged(connections) {
              open = connections
            },
          }),
  })
  onTestFinished(async () => {
    await client[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
  })
  const signal = new AbortController().signal
  const send = (headers: Readonly<Record<string, string>>, body: string) => client.fetchBytes({ headers, body, signal })
  let number = 0
  const carry: Carry = async (circumstances, subgraph, body) => {
    const id = String(number++)
    underWay.set(id, circumstances)
    const response = await send({ 'x-trial': id, 'x-subgraph': subgraph }, body)
    underWay.delete(id)
    return response
  }
  if (transport === 'frames') {
    await expect.poll(async () => (await send({}, '')) && open).toBe(framedConnections)
    httpRequests = 0
  }
  return { carry, httpRequests: () => httpRequests }
}

test.each(supergraphNames())(
  'operations on the supergraph %s get the same response over each transport',
  async (name) => {
    const fixture = loadSupergraph(name)
    const facts = readFacts(fixture)
    const http = await openSockets('HTTP/1.1')
    const trials = await Promise.all(
      Array.from({ length: operationsPerSupergraph }, (_, number) =>
        generateTrial(fixture, facts, `sockets ${number}`),
      ),
    )
    /** Concurrently, so that requests and responses of several operations share each connection. */
    const runAll = (carry?: Carry) =>
      Promise.all(
        trials.map(async (trial) => {
          const world = openGeneratedWorld(fixture, trial.worldSeed, facts)
          const circumstances = { ...circumstancesOf(fixture, world, trial), ...(carry && { carry }) }
          try {
            const prepared = prepareOperation(circumstances, trial.operation)
            const { result, dataJson, journal } = await runGateway(circumstances, prepared, 'pass-through')
            // The order of errors depends on which subgraph responds first.
            const errors = result.errors?.map((error) => JSON.stringify(error).replace(ERROR_IDS, '')).toSorted()
            return { errors, dataJson, journal }
          } catch (error) {
            if (isPlannerLimit(error)) return 'the planner cannot plan it'
            throw error
          }
        }),
      )
    const inMemory = await runAll()
    expect(await runAll(http.carry)).toEqual(inMemory)
    // Only now, since framed connections that are idle for some seconds are closed.
    const frames = await openSockets('frames')
    expect(await runAll(frames.carry)).toEqual(inMemory)
    expect(http.httpRequests()).toBeGreaterThan(operationsPerSupergraph)
    expect(frames.httpRequests()).toBe(0)
  },
)

const ERROR_IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
