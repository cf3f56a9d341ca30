import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpHost } from './http-host.ts'
import { renderProblem } from './http-problem.ts'
import { type DashboardParts, openDashboard } from './open-dashboard.ts'

const BUILT = {
  script: 'main-abc.js',
  imports: ['shared-abc.js'],
  styles: ['main-abc.css'],
  icon: 'icon-abc.svg',
  views: ['/transactions/:id'],
  files: { 'main-abc.js': { type: 'text/javascript; charset=utf-8', encodings: [] } },
}
const logged: string[] = []
const destination = { write: (line: string) => void logged.push(line) }
const logger = openLogger({ name: 'test', level: 'info', destination })
let folder: string
beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'dashboard '))}/`
  await mkdir(`${folder}dist`)
  await writeFile(`${folder}dist/dashboard.json`, JSON.stringify(BUILT))
  await writeFile(`${folder}dist/main-abc.js`, 'script')
})
afterAll(() => rm(folder, { recursive: true }))

const open = (more: Partial<DashboardParts> = {}) =>
  openDashboard({
    pageUrl: 'http://localhost:4000',
    gatewayUrl: 'http://localhost:4000',
    issuer: 'http://localhost:4000/auth/realms/travel-rule',
    clientId: 'dashboard',
    logger,
    folder: `${folder}dist/`,
    ...more,
  })

async function serve(more: Partial<DashboardParts> = {}) {
  const dashboard = await open(more)
  if (dashboard === undefined) throw new Error('the dashboard was not opened')
  const { routes, notFound } = dashboard
  return openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger,
    routes,
    notFound: (problem) => notFound(problem) ?? renderProblem(problem),
  })
}

describe('the dashboard', () => {
  test('every view of the dashboard is the same page, but no other path is', async () => {
    await using host = await serve()
    const page = await (await fetch(host.url)).text()
    expect(page).toContain('<script type="module" src="/assets/main-abc.js"></script>')
    expect(page).toContain('<link rel="modulepreload" href="/assets/shared-abc.js">')
    expect(await (await fetch(`${host.url}/transactions/1`)).text()).toBe(page)
    expect(await (await fetch(`${host.url}/assets/main-abc.js`)).text()).toBe('script')
    expect((await fetch(`${host.url}/assets/dashboard.json`)).status).toBe(404)
  })

  test('an unknown path gets the page with 404 in a browser, and JSON in other clients', async () => {
    await using host = await serve()
    const page = await fetch(host.url)
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const visited = await fetch(`${host.url}/elsewhere/1`, { headers: { accept } })
    expect(visited.status).toBe(404)
    expect(await visited.text()).toBe(await page.text())
    for (const name of ['content-security-policy', 'content-type', 'cache-control', 'vary'])
      expect(visited.headers.get(name)).toBe(page.headers.get(name))
    const others = [{}, { accept: 'application/json' }, { accept: 'text/html, application/json' }]
    for (const headers of others) {
      const response = await fetch(`${host.url}/elsewhere/1`, { headers })
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'ROUTE_NOT_FOUND' }])
    }
  })

  test("the dashboard's policy allows no inline script or style, and only requests to the gateway and issuer", async () => {
    await using host = await serve({
      issuer: 'https://id.example/realms/a',
      pageUrl: 'https://api.example/rule',
      gatewayUrl: 'https://api.example/rule',
    })
    const response = await fetch(host.url)
    const policy = String(response.headers.get('content-security-policy'))
    expect(policy).not.toMatch(/unsafe|data:|\*/)
    expect(policy).toContain("connect-src 'self' wss://api.example https://id.example;")
    expect(await response.text()).toContain('src="/rule/assets/main-abc.js"')
  })

  test('on a separate origin, the page may only send requests to the gateway and issuer, and its files are beside it', async () => {
    const gatewayUrl = 'https://api.example/rule'
    await using host = await serve({ issuer: `${gatewayUrl}/auth`, gatewayUrl, pageUrl: 'https://desk.example/tr' })
    const response = await fetch(host.url)
    expect(response.headers.get('content-security-policy')).toContain(
      "; connect-src https://api.example wss://api.example; frame-ancestors 'none';",
    )
    const page = await response.text()
    expect(page).toContain('src="/tr/assets/main-abc.js"')
    expect(page).toContain('<a href="https://api.example/rule/graphql">')
    const [, settings = ''] = /data-settings="([^"]+)"/.exec(page) ?? []
    expect(JSON.parse(settings.replaceAll('&quot;', '"'))).toEqual({
      pageUrl: 'https://desk.example/tr',
      baseUrl: gatewayUrl,
      signIn: { issuer: `${gatewayUrl}/auth`, clientId: 'dashboard' },
    })
  })

  test('the dashboard page escapes its settings', async () => {
    await using host = await serve({ clientId: '"><script>alert(1)</script>' })
    const page = await (await fetch(host.url)).text()
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  test('without a build the dashboard is not served, and a warning is logged', async () => {
    expect(await open({ folder: `${folder}nowhere/` })).toBeUndefined()
    expect(logged.join()).toContain('the dashboard is not built')
  })
})
