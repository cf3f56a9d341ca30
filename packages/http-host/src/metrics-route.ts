import type { Route } from './route.ts'

/** Metrics as text, such as a registry of prom-client. */
export interface MetricsText {
  readonly contentType: string
  metrics(): Promise<string>
}

/** `GET /metrics` in the Prometheus text format. */
export function metricsRoute(source: MetricsText): Route {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async () => ({
      status: 200,
      headers: { 'content-type': source.contentType },
      body: await source.metrics(),
    }),
  }
}
