import { openTestGateway, type TestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playScenario } from './play-scenario.ts'
import { readScenarios } from './scenario.ts'
import { openScriptedSubgraphs, type ScriptedSubgraphs } from './scripted-subgraph.ts'
import { composeScripted } from './supergraph.ts'

const stack = new AsyncDisposableStack()
let subgraphs: ScriptedSubgraphs
let gateway: TestGateway

beforeAll(async () => {
  subgraphs = stack.use(await openScriptedSubgraphs())
  // Of all subgraphs, the URL in the supergraph.
  gateway = stack.use(await openTestGateway({ env: { GATEWAY_SUBGRAPH_URLS: 'none=http://127.0.0.1:9/' } }))
  await gateway.serve(composeScripted(subgraphs.port))
})
afterAll(() => stack.disposeAsync())

describe('relay', () => {
  test.each(readScenarios().map((scenario) => [scenario.id, scenario.protocol, scenario.what, scenario] as const))(
    '%s (%s): %s',
    async (_id, _protocol, _what, scenario) => {
      const address = { url: `${gateway.url}/graphql`, socketUrl: gateway.wsUrl, token: await gateway.token() }
      // On a busy machine nothing is late.
      const { withinSeconds: _, ...expected } = scenario.expect
      expect(await playScenario({ ...scenario, expect: expected }, address, subgraphs)).toEqual([])
    },
  )

  test('the ids of scenarios are unique', () => {
    const ids = readScenarios().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
