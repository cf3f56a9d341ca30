import { buildGraph } from '@travel-rule/federation/supergraph/build-graph'
import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { followSource } from './follow-source.ts'
import { openLiveGraph } from './live-graph.ts'
import { openSourceStatus } from './source-status.ts'
import type { SupergraphSource } from './supergraph-source.ts'

test('a source that says something is asked as often as ever, although a part of it is in trouble', async () => {
  const { logger } = captureLog()
  const { supergraph: sdl } = testSubgraphs()
  const held = { subgraphs: new Map(), release: async () => undefined }
  const connections = { hold: () => held, count: () => 0, async [Symbol.asyncDispose]() {} }
  const live = openLiveGraph(buildGraph(sdl), { connections, urlOf: (_, url) => url, graceMs: 0, logger })
  let reads = 0
  const source: SupergraphSource = {
    name: 'a test',
    pollMs: 1,
    startWaitMs: 0,
    read: async () => {
      reads += 1
      return { sdl, problem: 'one of many does not answer' }
    },
    forget: () => undefined,
    watch: () => undefined,
    parts: () => ({}),
    async [Symbol.asyncDispose]() {},
  }
  const status = openSourceStatus('a test', openMetrics('gateway'), logger)
  await using _following = followSource({ source, live, status, warm: async () => 0, served: () => undefined, logger })
  // Doubled each time, the pauses before so many would take an hour.
  await expect.poll(() => reads, { timeout: 60_000 }).toBeGreaterThan(80)
}, 90_000)
