import { openTestGateway, type TestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playScenario } from './play-scenario.ts'
import { readScenarios } from './scenario.ts'
import { openScriptedSubgraphs, type ScriptedSubgraphs } from './scripted-subgraph.ts'
import { composeScripted } from './supergraph.ts'

/** A gateway with subgraphs that play one scenario at a time. */
interface Stage {
  readonly subgraphs: ScriptedSubgraphs
  readonly gateway: TestGateway
}

/** Several, since some scenarios wait for 15 seconds. */
const STAGES = 4

const stack = new AsyncDisposableStack()
const free: Stage[] = []
const waiting: ((stage: Stage) => void)[] = []

beforeAll(async () => {
  for (let count = 0; count < STAGES; count += 1) free.push(await openStage())
})
afterAll(() => stack.disposeAsync())

async function openStage(): Promise<Stage> {
  const subgraphs = stack.use(await openScriptedSubgraphs())
  // The URL of all subgraphs in the supergraph.
  const gateway = stack.use(
    await openTestGateway({
      env: { GATEWAY_SUBGRAPH_URLS: 'none=http://127.0.0.1:9/', GATEWAY_SUBGRAPHS: '{"*":{"errors":"shown"}}' },
    }),
  )
  await gateway.serve(composeScripted(subgraphs.port))
  return { subgraphs, gateway }
}

/** Waits for an unused stage. Disposing returns it. */
async function takeStage(): Promise<Stage & Disposable> {
  const stage = free.pop() ?? (await new Promise<Stage>((resolve) => waiting.push(resolve)))
  return {
    ...stage,
    [Symbol.dispose]() {
      const next = waiting.shift()
      if (next === undefined) free.push(stage)
      else next(stage)
    },
  }
}

describe('relay', () => {
  test.concurrent.each(
    readScenarios().map((scenario) => [scenario.id, scenario.protocol, scenario.what, scenario] as const),
  )('%s (%s): %s', async (_id, _protocol, _what, scenario) => {
    using stage = await takeStage()
    const { gateway, subgraphs } = stage
    const address = { url: `${gateway.url}/graphql`, socketUrl: gateway.wsUrl, token: await gateway.token() }
    // On a busy machine, no response counts as late.
    const { withinSeconds: _, ...expected } = scenario.expect
    expect(await playScenario({ ...scenario, expect: expected }, address, subgraphs)).toEqual([])
  })

  test('the ids of scenarios are unique', () => {
    const ids = readScenarios().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
