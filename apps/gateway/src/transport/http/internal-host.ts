import { type HealthCheck, healthRoutes } from '@travel-rule/http-host/health'
import { type HttpHost, openHttpHost } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { type MetricsText, metricsRoute } from '@travel-rule/http-host/metrics-route'
import type { Route } from '@travel-rule/http-host/route'
import type { Logger } from '@travel-rule/service/logger'

export interface InternalParts {
  /** The keys that verify identity assertions. */
  readonly publicKeys: () => object
  readonly checks: Readonly<Record<string, HealthCheck>>
  readonly metrics: MetricsText
  readonly logger: Logger
}

/** Serves the internal port: keys, health and metrics. Throws `ListenError` when it is taken. */
export function openInternalHost(
  { internalHost, internalPort }: { readonly internalHost: string; readonly internalPort: number },
  { publicKeys, checks, metrics, logger }: InternalParts,
): Promise<HttpHost> {
  return openHttpHost({
    host: internalHost,
    port: internalPort,
    portVariable: 'GATEWAY_INTERNAL_PORT',
    logger,
    routes: [jwksRoute(publicKeys), ...healthRoutes(checks), metricsRoute(metrics)],
  })
}

/** `GET /.well-known/jwks.json`: the keys that verify identity assertions. */
function jwksRoute(publicKeys: () => object): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    handle: () => jsonResponse(200, publicKeys(), { 'cache-control': 'max-age=60' }),
  }
}
