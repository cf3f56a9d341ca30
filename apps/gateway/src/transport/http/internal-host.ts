import { type HealthCheck, healthRoutes } from '@travel-rule/http-host/health'
import { type HttpHost, openHttpHost } from '@travel-rule/http-host/http-host'
import { type MetricsText, metricsRoute } from '@travel-rule/http-host/metrics-route'
import type { Logger } from '@travel-rule/service/logger'
import { jwksRoute } from '../../identity/jwks-route.ts'

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
