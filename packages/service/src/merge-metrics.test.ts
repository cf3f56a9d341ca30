import { expect, test } from 'vitest'
import { countersOf, mergeMetrics, mergeSnapshots, snapshotOf } from './merge-metrics.ts'
import { Counter, Gauge, Histogram, type Metrics, openMetrics } from './metrics.ts'

/** The metrics of a process that has handled the given number of requests. */
function metricsOf(requests: number, process: string): Metrics {
  const metrics = openMetrics('gateway')
  const registers = [metrics.registry]
  new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['kind'], registers }).inc(
    { kind: 'a' },
    requests,
  )
  new Gauge({ name: 'open_sockets', help: 'Sockets', registers }).set(requests)
  new Gauge({ name: 'gateway_supergraph_trouble', help: 'Trouble', registers }).set(requests > 5 ? 1 : 0)
  new Gauge({ name: 'memory_bytes', help: 'Memory', labelNames: ['process'], registers }).set({ process }, requests)
  new Histogram({ name: 'lag_seconds', help: 'Lag', buckets: [1, 10], registers }).observe(requests)
  return metrics
}

const snapshots = () => Promise.all([metricsOf(3, '1'), metricsOf(7, '2')].map(({ registry }) => snapshotOf(registry)))

test('counters, histograms and amounts of several processes are added up, series by series', async () => {
  const lines = (await mergeMetrics(await snapshots())).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'requests_total{kind="a",service="gateway"} 10',
      'open_sockets{service="gateway"} 10',
      'memory_bytes{process="1",service="gateway"} 3',
      'memory_bytes{process="2",service="gateway"} 7',
      'lag_seconds_bucket{le="10",service="gateway"} 2',
      'lag_seconds_bucket{le="1",service="gateway"} 0',
      'lag_seconds_count{service="gateway"} 2',
      'lag_seconds_sum{service="gateway"} 10',
    ]),
  )
})

test('a state reported by one process is not added up, and every process metric is kept', async () => {
  const text = await mergeMetrics(await snapshots())
  expect(text).toContain('gateway_supergraph_trouble{service="gateway"} 1\n')
  const names = (metrics: string) => [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name).sort()
  expect(names(text)).toEqual(names(await metricsOf(1, '1').registry.metrics()))
})

test('counters and histograms of an ended process are kept, but not its gauges', async () => {
  const [first = [], second = []] = await snapshots()
  const past = await mergeSnapshots([countersOf(first), countersOf(second)])
  const text = await mergeMetrics([past, second])
  expect(text).toContain('requests_total{kind="a",service="gateway"} 17')
  expect(text).toContain('lag_seconds_count{service="gateway"} 3')
  expect(text).toContain('open_sockets{service="gateway"} 7')
})
