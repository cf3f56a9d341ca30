import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openFairQueue } from './fair-queue.ts'
import { observeQueues } from './observe-queues.ts'

test('the metrics of a queue show its running, waiting and refused work', async () => {
  const metrics = openMetrics('shop')
  const queue = openFairQueue({ runningMax: 1, runningPerCallerMax: 1, queuedMax: 2 })
  observeQueues(metrics, { operations: queue })
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = () => queue.run('a', new AbortController().signal, () => promise)
  const accepted = [run(), run(), run()]
  await expect(run()).rejects.toMatchObject({ extensions: { code: 'SUBGRAPH_OVERLOADED' } })
  const series = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('subgraph_'))
  const seen = [
    'subgraph_work{queue="operations",state="running",service="shop"} 1',
    'subgraph_work{queue="operations",state="waiting",service="shop"} 2',
    'subgraph_work_refused_total{queue="operations",service="shop"} 1',
  ]
  expect(await series()).toEqual(seen)
  expect(await series()).toEqual(seen)
  resolve()
  await Promise.all(accepted)
  expect((await series()).map((line) => line.split(' ').at(-1))).toEqual(['0', '0', '1'])
})
