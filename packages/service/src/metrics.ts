import { Histogram, Registry } from 'prom-client'
import { collectProcessMetrics } from './process-metrics.ts'

/** For measurements of a service's own, registered in `Metrics.registry`. */
export { Counter, Gauge, Histogram } from 'prom-client'

/** The measurements of one process. */
export interface Metrics {
  /** For further measurements. */
  readonly registry: Registry
  /** `route` is the path as the route names it, never what a client sent. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
}

/** A registry with the process's own metrics and the duration of HTTP requests, each labelled with the service's name. */
export function openMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectProcessMetrics(registry)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  // The same combinations come again and again; all of them are bounded, since each is kept by the histogram anyway.
  const known = new Map<string, ReturnType<typeof duration.labels>>()
  return {
    registry,
    observeRequest({ method, route, status, seconds }) {
      const key = `${status} ${method} ${route}`
      let series = known.get(key)
      if (series === undefined) {
        series = duration.labels({ method, route, status: String(status) })
        known.set(key, series)
      }
      series.observe(seconds)
    },
  }
}
