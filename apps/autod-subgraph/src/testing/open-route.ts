import { type HttpHost, openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'

/** A host on a free port that serves GET requests for one path, to anyone. */
export async function openRoute(path: string, handle: Route<undefined>['handle']): Promise<HttpHost> {
  const logger = openLogger({ name: `test-route ${path}`, level: 'silent' })
  return await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [{ method: 'GET', path, handle }] })
}
