import type { Metrics } from '@travel-rule/service/metrics'
import type { Route } from './route.ts'

/** `GET /metrics` in the Prometheus text format. */
export function metricsRoute({ registry }: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async () => ({
      status: 200,
      headers: { 'content-type': registry.contentType },
      body: await registry.metrics(),
    }),
  }
}
