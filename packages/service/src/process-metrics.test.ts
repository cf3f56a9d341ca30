import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { collectProcessMetrics, PROCESS_METRICS } from './process-metrics.ts'

const LEFT_OUT = ['gc', 'processHandles', 'processRequests']

test("the published process metrics are prom-client's defaults except three", async () => {
  const changed = 'this version of prom-client has other default metrics: adapt packages/service/src/process-metrics.ts'
  expect([...PROCESS_METRICS, ...LEFT_OUT].sort(), changed).toEqual([...collectDefaultMetrics.metricsList].sort())

  const published = new Registry()
  collectProcessMetrics(published)
  const names = published.getMetricsAsArray().map(({ name }) => name)
  expect(names, changed).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_open_fds',
      'nodejs_eventloop_lag_seconds',
      'nodejs_heap_size_used_bytes',
      'nodejs_version_info',
    ]),
  )
  expect(names.filter((name) => /gc_duration|active_(handles|requests)/.test(name))).toEqual([])
})
