import { Histogram, type Metric, Registry } from 'prom-client'
import { collectProcessMetrics } from './process-metrics.ts'

/** For a service's own metrics, registered in `Metrics.registry`. */
export { Counter, Gauge, Histogram } from 'prom-client'

/** The metrics of one process. */
export interface Metrics {
  readonly registry: Registry
  /** `route` is the path pattern of the route, never the path sent by a client. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
}

/** A registry with process metrics and HTTP request durations, labelled with the service's name. */
export function openMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectProcessMetrics(registry)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  // Limited, since the histogram keeps each combination anyway and looking it up by labels is slower.
  const seriesByRoute = new Map<string, Map<string, Map<number, ReturnType<typeof duration.labels>>>>()
  return {
    registry,
    observeRequest({ method, route, status, seconds }) {
      let series = seriesByRoute.get(route)?.get(method)?.get(status)
      if (series === undefined) {
        series = duration.labels({ method, route, status: String(status) })
        const byMethod = seriesByRoute.get(route) ?? new Map()
        const byStatus = byMethod.get(method) ?? new Map()
        seriesByRoute.set(route, byMethod.set(method, byStatus.set(status, series)))
      }
      series.observe(seconds)
    },
  }
}

/** The metric with this name, created for the first of several parts that share it. */
export function sharedMetric<Shared extends Metric>(registry: Registry, name: string, create: () => Shared): Shared {
  return (registry.getSingleMetric(name) as Shared | undefined) ?? create()
}
