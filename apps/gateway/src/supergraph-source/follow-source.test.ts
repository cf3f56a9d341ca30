import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { openLiveGraph } from './live-graph.ts'
import { openUrlSource } from './open-source.ts'
import { followSource, loadFirstGraph } from './open-supergraph.ts'
import { serveGraph } from './operation-usage.ts'
import { openSourceStatus } from './source-status.ts'
import type { SupergraphSource } from './supergraph-source.ts'

test('a source that was read with a problem is polled at the normal interval', async () => {
  const { logger } = captureLog()
  const { supergraph: sdl } = testSubgraphs()
  const held = { subgraphs: new Map(), release: async () => undefined }
  const connections = { hold: () => held, count: () => 0, async [Symbol.asyncDispose]() {} }
  const live = openLiveGraph(serveGraph(buildGraph(sdl)), {
    connections,
    urlOf: (_, url) => url,
    passThrough: () => 'checked',
    graceMs: 0,
    logger,
  })
  let reads = 0
  const source: SupergraphSource = {
    name: 'a test',
    pollMs: 1,
    startWaitMs: 0,
    read: async () => {
      reads += 1
      return { sdl, problem: 'one of many subgraphs does not respond' }
    },
    invalidate: () => undefined,
    watch: () => undefined,
    subgraphSchemas: () => ({}),
    async [Symbol.asyncDispose]() {},
  }
  const status = openSourceStatus('a test', openMetrics('gateway'), logger)
  await using _following = followSource({ source, live, status, warm: async () => 0, served: () => undefined, logger })
  // With backoff, this many reads would take an hour.
  await expect.poll(() => reads).toBeGreaterThan(80)
})

/** Loads the first graph of a source that is down, with this supergraph in the last good copy. */
async function startFrom(supergraph: string) {
  const { logger, lines } = captureLog()
  const status = openSourceStatus('test', openMetrics('gateway'), logger)
  const source = openUrlSource({ url: 'http://127.0.0.1:9/', pollMs: 1_000, startWaitMs: 0 })
  const copy = { supergraph, subgraphs: {} }
  const options = { copy, copyPath: '/stored/copy.json', status, logger }
  const outcome = await loadFirstGraph(source, options, new AbortController().signal).catch((error: Error) => error)
  return { outcome, warned: lines().filter(({ path }) => path === '/stored/copy.json') }
}

test('a start uses the last good copy while the source is failing', async () => {
  const { supergraph } = testSubgraphs()
  const { outcome, warned } = await startFrom(supergraph)
  expect(outcome).toMatchObject({ sdl: supergraph, problem: expect.stringContaining('ECONNREFUSED') })
  expect(warned).toEqual([])
})

test('a last good copy that cannot be served is logged with the reason', async () => {
  const { outcome, warned } = await startFrom('type Query { a: Int }')
  expect(outcome).toMatchObject({ problems: [expect.stringContaining('ECONNREFUSED')] })
  expect(warned).toMatchObject([{ reason: expect.stringContaining('cannot be served: ') }])
})
