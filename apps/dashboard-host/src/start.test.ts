import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from './config.ts'
import { start } from './start.ts'

const config = readSettings(settings, {
  DASHBOARD_PORT: '0',
  DASHBOARD_BASE_URL: 'https://desk.example/',
  GATEWAY_BASE_URL: 'https://api.example',
  GATEWAY_OIDC_ISSUER: 'https://id.example/realms/a',
})
const logger = openLogger({ name: 'test', level: 'silent' })
const BUILT = {
  script: 'main-abc.js',
  styles: [],
  icon: 'icon-abc.svg',
  views: ['/transactions/:id'],
  files: { 'main-abc.js': { type: 'text/javascript; charset=utf-8', encodings: [] } },
}
let folder: string
beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'dashboard-host-'))}/`
  await writeFile(`${folder}dashboard.json`, JSON.stringify(BUILT))
  await writeFile(`${folder}main-abc.js`, 'script')
})
afterAll(() => rm(folder, { recursive: true }))

test('the dashboard on its own origin may load its own files alone, and send requests to the gateway and the issuer alone', async () => {
  await using service = await start(config, logger, folder)
  const url = `http://127.0.0.1:${service.ports.DASHBOARD_PORT}`
  const view = await fetch(`${url}/transactions/1`)
  expect(view.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    'connect-src https://api.example wss://api.example https://id.example',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(await view.text()).toContain('&quot;pageUrl&quot;:&quot;https://desk.example&quot;')
  expect(await (await fetch(`${url}/assets/main-abc.js`)).text()).toBe('script')
})

test('the process of the dashboard has no path of the API, and is healthy', async () => {
  await using service = await start(config, logger, folder)
  const url = `http://127.0.0.1:${service.ports.DASHBOARD_PORT}`
  const health = await fetch(`${url}/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  for (const path of ['/graphql', '/auth/realms/travel-rule', '/assets/dashboard.json', '/assets/..%2Fconfig.ts']) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(404)
  }
})

test('the dashboard does not start without its build', async () => {
  await expect(start(config, logger, `${folder}nowhere/`)).rejects.toThrow('npm run build --workspace apps/dashboard')
})
