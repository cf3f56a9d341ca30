import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

/** The values of all metrics of one process, in a form that can be sent to another process. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/** The current values of a registry. */
export async function snapshotOf(registry: Registry): Promise<MetricsSnapshot> {
  return registry.getMetricsAsJSON()
}

/**
 * How the values of several processes are combined; by default they are added up. For a state that applies to all
 * processes, the worst value is shown.
 */
const AGGREGATORS: readonly (readonly [RegExp, 'min' | 'max'])[] = [
  [/^nodejs_eventloop_lag_/, 'max'],
  [/_(circuit_state|trouble|snapshots|state)$/, 'max'],
  [/_(trusted|timestamp_seconds)$/, 'min'],
  [/^process_start_time_seconds$/, 'min'],
]

/**
 * The metrics of several processes in the Prometheus text format, series by series: counters, histograms and amounts
 * are added up. Series with different labels are kept separate.
 */
export async function mergeMetrics(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return aggregate(snapshots).metrics()
}

/** The merged metrics as a snapshot. */
export async function mergeSnapshots(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return snapshotOf(aggregate(snapshots))
}

/** The counters and histograms of a snapshot, which are kept after their process has ended. */
export function countersOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  // `type` is a string at run time.
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}

function aggregate(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => snapshot.map(withAggregator)))
}

function withAggregator(metric: MetricsSnapshot[number]): MetricsSnapshot[number] {
  const found = AGGREGATORS.find(([name]) => name.test(metric.name))
  return found === undefined ? metric : { ...metric, aggregator: found[1] }
}
