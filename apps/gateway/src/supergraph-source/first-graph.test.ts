import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { firstGraph } from './first-graph.ts'
import { openSourceStatus } from './source-status.ts'
import { openUrlSource } from './url-source.ts'

/** The graph of a source that is not there, with this text in the last good copy. */
async function startFrom(supergraph: string) {
  const { logger, lines } = captureLog()
  const status = openSourceStatus('test', openMetrics('gateway'), logger)
  const source = openUrlSource({ url: 'http://127.0.0.1:9/', pollMs: 1_000, startWaitMs: 0 })
  const copy = { supergraph, subgraphs: {} }
  const parts = { copy, copyPath: '/kept/copy.json', status, logger }
  const outcome = await firstGraph(source, parts, new AbortController().signal).catch((error: Error) => error)
  return { outcome, warned: lines().filter(({ path }) => path === '/kept/copy.json') }
}

test('a source in trouble is replaced by the last good copy', async () => {
  const { supergraph } = testSubgraphs()
  const { outcome, warned } = await startFrom(supergraph)
  expect(outcome).toMatchObject({ sdl: supergraph, problem: expect.stringContaining('ECONNREFUSED') })
  expect(warned).toEqual([])
})

test('a last good copy that cannot be served is named in the log with the reason', async () => {
  const { outcome, warned } = await startFrom('type Query { a: Int }')
  expect(outcome).toMatchObject({ problems: [expect.stringContaining('ECONNREFUSED')] })
  expect(warned).toMatchObject([{ reason: expect.stringContaining('cannot be served: ') }])
})
