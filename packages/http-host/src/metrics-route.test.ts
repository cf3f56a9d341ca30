import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { openHttpHost } from './http-host.ts'
import { metricsRoute } from './metrics-route.ts'

test('requests are counted by the path of their route, never by client input', async () => {
  const metrics = openMetrics('shop')
  const item = { method: 'GET', path: '/items/:id', handle: () => ({ status: 204 }) }
  const routes = [metricsRoute(metrics.registry), item]
  await using host = await openHttpHost({ host: '127.0.0.1', port: 0, logger: captureLog().logger, routes, metrics })
  await fetch(`${host.url}/items/secret-1`)
  await fetch(`${host.url}/elsewhere/secret-2`)
  const response = await fetch(`${host.url}/metrics`)
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toContain(
    'http_request_duration_seconds_count{service="shop",method="GET",route="/items/:id",status="204"} 1',
  )
  expect(text).toContain('http_request_duration_seconds_count{service="shop",method="GET",route="none",status="404"} 1')
  expect(text).toContain('process_cpu_seconds_total{service="shop"}')
  expect(text).not.toContain('secret')
})
