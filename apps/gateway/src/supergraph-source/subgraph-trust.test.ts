import type { RequestListener } from 'node:http'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { openLogger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import type { LiveGraph } from './live-graph.ts'
import { serveGraph } from './operation-usage.ts'
import { openSubgraphTrust } from './subgraph-trust.ts'

const QUERY = '{ people { all { nickname } } }'
/** `nickname` is `String!`, and `secret` is not selected. */
const WRONG = '{"data":{"people":{"all":[{"nickname":null,"secret":"x"}]}}}'
const COMPOSED = `
  type Query { people: PeopleQuery } type PeopleQuery { all: [Person!]! }
  type Mutation { people: PeopleMutation } type PeopleMutation { rename(id: ID!, name: String!): Person }
  type Person @key(fields: "id") { id: ID! name: String nickname: String! }
  type Order @key(fields: "id") { id: ID! notes: [String!] }
`

const TRUSTED = { GATEWAY_PASS_THROUGH: 'trusted' }

/** A gateway whose subgraph `people` publishes a schema and sends wrong data. */
async function openWrong(
  published: () => string | undefined,
  env: Record<string, string> = {},
  supergraphPollSeconds = 1,
) {
  let asked = 0
  const people: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const isSchema = body.includes('_service')
    if (isSchema) asked += 1
    const sdl = published()
    const schema = sdl === undefined ? { errors: [{ message: 'no' }] } : { data: { _service: { sdl } } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(isSchema ? JSON.stringify(schema) : WRONG)
  }
  const gateway = await openTestGateway({ people, env: { ...TRUSTED, ...env }, limits: { supergraphPollSeconds } })
  return { gateway, asked: () => asked }
}

const passes = async (gateway: TestGateway) => {
  const result = await gateway.query(QUERY)
  if (JSON.stringify(result) === JSON.stringify({ ...JSON.parse(WRONG), errors: [] })) return true
  expect(result).toMatchObject({ data: { people: null }, errors: [{ path: ['people', 'all', 0, 'nickname'] }] })
  return false
}
const logs = (gateway: TestGateway, text: string) => gateway.logged.some((line) => line.includes(text))

test('a response passes through unchecked only while its subgraph publishes the composed schema', async () => {
  let schema: string | undefined = COMPOSED
  const { gateway } = await openWrong(() => schema)
  await using _gateway = gateway
  await expect.poll(() => passes(gateway)).toBe(true)
  schema = COMPOSED.replace('nickname: String!', 'nickname: String')
  await expect.poll(() => passes(gateway)).toBe(false)
  expect(logs(gateway, 'Person.nickname is String, but composed as String!')).toBe(true)
  schema = undefined
  await expect.poll(() => logs(gateway, 'it publishes no schema')).toBe(true)
  expect(await passes(gateway)).toBe(false)
  const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text()
  expect(metrics).toMatch(/gateway_subgraph_trusted\{subgraph="people",.*\} 0/)
  expect(metrics).toMatch(/gateway_subgraph_trusted\{subgraph="orders",.*\} 1/)
})

test('after a reload a response is checked until its subgraph publishes the schema that is now composed', async () => {
  let schema = COMPOSED
  const { gateway } = await openWrong(() => schema, {}, 3_600)
  await using _gateway = gateway
  await expect.poll(() => passes(gateway)).toBe(true)
  schema = COMPOSED.replace('name: String ', 'name: String! ')
  const { sdl } = gateway.supergraph
  await gateway.serve(sdl.replace(/name: String /, 'name: String! ').replace('name: String @', 'name: String! @'))
  await expect.poll(() => passes(gateway)).toBe(true)
  await gateway.serve(sdl)
  await expect.poll(() => passes(gateway)).toBe(false)
})

test('by default, responses of subgraphs of other teams are checked', async () => {
  const { gateway: foreign } = await openWrong(() => COMPOSED, { GATEWAY_PASS_THROUGH: '' })
  await using _foreign = foreign
  // Repeated, since an operation that is sent often is executed in other ways than the first times.
  for (let times = 0; times < 5; times += 1) {
    expect(await passes(foreign)).toBe(false)
    const joined = await foreign.query(`{ orders { list { id } } people { all { nickname } } }`)
    expect(joined).toMatchObject({ data: { people: null }, errors: [{ path: ['people', 'all', 0, 'nickname'] }] })
  }
  const { gateway: own } = await openWrong(() => COMPOSED, { GATEWAY_PASS_THROUGH: 'people=trusted' })
  await using _own = own
  await expect.poll(() => passes(own)).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['checked', { GATEWAY_PASS_THROUGH: 'checked' }],
  ['off', { GATEWAY_PASS_THROUGH: 'off' }],
  ['checked for this subgraph', { GATEWAY_PASS_THROUGH: '*=trusted,people=checked' }],
  ['checked for all that are not named', { GATEWAY_PASS_THROUGH: 'orders=trusted' }],
  ['off for this subgraph', { GATEWAY_PASS_THROUGH: 'orders=trusted,people=off' }],
])('no wrong response passes through with the mode %s, and no schema is read', async (_name, env) => {
  const { gateway, asked } = await openWrong(() => COMPOSED, env)
  await using _gateway = gateway
  expect(await passes(gateway)).toBe(false)
  expect(asked()).toBe(0)
})

test('schemas are read again after an assertion could not be signed', async () => {
  const graph = serveGraph(buildGraph(testSubgraphs().supergraph))
  const send = async () => ({ data: { _service: { sdl: COMPOSED } }, errors: [] })
  const subgraphs = new Map([['people', { client: { send } }]])
  const snapshot = { graph, subgraphs, use: () => ({ [Symbol.dispose]() {} }) }
  const live = { current: () => snapshot, watch() {} } as unknown as LiveGraph
  let attempts = 0
  const trust = openSubgraphTrust({
    settings: { passThrough: { people: 'trusted' } },
    assertionFor: async () => {
      attempts += 1
      if (attempts < 3) throw new Error('no key')
      return 'signed'
    },
    pollMs: 1,
    metrics: openMetrics('test'),
    logger: openLogger({ name: 'test', level: 'silent' }),
  })
  await using _following = trust.follow(live)
  await expect.poll(() => trust.modeOf(graph, 'people')).toBe('trusted')
  expect(attempts).toBeGreaterThanOrEqual(3)
})
