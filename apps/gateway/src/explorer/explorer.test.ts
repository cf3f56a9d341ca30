import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { type HttpRequest, type HttpRequestHead, openHttpHost } from '@travel-rule/http-host/http-host'
import { assetRoute } from '@travel-rule/http-host/static-build'
import { openLogger } from '@travel-rule/service/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { type ExplorerParts, openExplorer } from './open-explorer.ts'

const BUILT = {
  script: 'main-abc.js',
  styles: ['main-abc.css'],
  icon: 'icon-abc.svg',
  files: {
    'main-abc.js': { type: 'text/javascript; charset=utf-8', encodings: ['gzip'] },
    'gone-abc.js': { type: 'text/javascript; charset=utf-8', encodings: [] },
  },
}
const graph = buildGraph(testSubgraphs().supergraph)
const logged: string[] = []
const logger = openLogger({
  name: 'test',
  level: 'info',
  destination: { write: (line: string) => void logged.push(line) },
})
let folder: string
beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'explorer '))}/`
  await mkdir(`${folder}dist`)
  await writeFile(`${folder}secret.txt`, 'secret')
  await writeFile(`${folder}dist/explorer.json`, JSON.stringify(BUILT))
  await writeFile(`${folder}dist/main-abc.js`, 'plain')
  await writeFile(`${folder}dist/main-abc.js.gz`, 'packed')
})
afterAll(() => rm(folder, { recursive: true }))

function open(more: Partial<ExplorerParts> = {}) {
  return openExplorer({
    baseUrl: 'http://localhost:4000',
    issuer: 'http://localhost:4000/auth/realms/travel-rule',
    clientId: 'dashboard',
    graph: () => graph,
    logger,
    folder: `${folder}dist/`,
    ...more,
  })
}

async function serve(more: Partial<ExplorerParts> = {}) {
  const explorer = await open(more)
  if (explorer === undefined) throw new Error('the explorer was not opened')
  const page = { method: 'GET', path: '/graphql', handle: explorer.page }
  return openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [page, ...explorer.routes] })
}

/** Sends the path unchanged, and does not decompress the response. */
async function ask(url: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly status: number | undefined
    readonly headers: Readonly<Record<string, unknown>>
    readonly body: string
  }>()
  const { hostname: host, port } = new URL(url)
  const sent = request({ host, port, path, headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

describe('the explorer page', () => {
  test('the explorer page has no inline script, and escapes its settings', async () => {
    await using host = await serve({ clientId: '"><script>alert(1)</script>' })
    const { status, headers, body } = await ask(host.url, '/graphql')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).toContain('<script type="module" src="graphql/assets/main-abc.js"></script>')
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).toContain('curl http://localhost:4000/graphql')
    expect(body).toContain('<noscript>')
  })

  test('the explorer page allows only its own scripts and requests to the gateway', async () => {
    await using host = await serve()
    const policy = String((await ask(host.url, '/graphql')).headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self' ws://localhost:4000")
  })

  test('the explorer page may send requests to an issuer on another origin', async () => {
    await using host = await serve({ issuer: 'https://id.example/realms/a', baseUrl: 'https://api.example/rule' })
    const policy = String((await ask(host.url, '/graphql')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' wss://api.example https://id.example;")
  })

  test('the explorer page offers no sign-in when no token is needed', async () => {
    await using host = await serve({ issuer: undefined })
    expect((await ask(host.url, '/graphql')).body).not.toContain('signIn')
  })

  test('the explorer page is not sent again to a browser that has cached it', async () => {
    await using host = await serve()
    const { headers } = await ask(host.url, '/graphql')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await ask(host.url, '/graphql', { 'if-none-match': `"other", ${headers.etag}` })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect((await ask(host.url, '/graphql', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('the explorer page is compressed for clients that accept compression', async () => {
    await using host = await serve()
    const response = await fetch(`${host.url}/graphql`, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toContain('</html>')
  })

  test('the explorer page is compressed once for each encoding, however many clients request it', async () => {
    const explorer = await open()
    const visit = async (encoding: string) =>
      (await explorer?.page({ headers: { 'accept-encoding': encoding } } as HttpRequestHead))?.body
    const [first, second, other] = await Promise.all([visit('gzip'), visit('gzip'), visit('br')])
    expect(first).toBeInstanceOf(Buffer)
    expect(second).toBe(first)
    expect(await visit('gzip')).toBe(first)
    expect(other).not.toBe(first)
  })
})

describe('an asset of the explorer', () => {
  test('an asset of the explorer may be cached forever, and is sent precompressed', async () => {
    await using host = await serve()
    const packed = await ask(host.url, '/graphql/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    expect(packed).toMatchObject({ status: 200, body: 'packed' })
    expect(packed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    const plain = await ask(host.url, '/graphql/assets/main-abc.js', { 'accept-encoding': 'br' })
    expect(plain).toMatchObject({ status: 200, body: 'plain' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
  })

  test('an asset of the explorer is held in memory once, however many clients request it', async () => {
    const build = {
      script: 'a.js',
      styles: [],
      icon: 'a.js',
      files: { 'a.js': { type: 'text/javascript', encodings: [] } },
    }
    await writeFile(`${folder}dist/a.js`, 'once')
    const route = assetRoute('/graphql/assets', `${folder}dist/`, build)
    const load = async () =>
      (await route.handle({ params: { name: 'a.js' }, headers: {} } as unknown as HttpRequest, undefined)).body
    const [first, second] = await Promise.all([load(), load()])
    expect(String(first)).toBe('once')
    expect(second).toBe(first)
    await rm(`${folder}dist/a.js`)
    expect(await load()).toBe(first)
  })

  test.each([
    'other.js',
    'explorer.json',
    'main-abc.js.gz',
    'gone-abc.js',
    '..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    '..%5csecret.txt',
    '../secret.txt',
    '__proto__',
    'constructor',
    'main-abc.js%00',
  ])('an asset that the build does not list is not found: %s', async (name) => {
    await using host = await serve()
    const { status, body } = await ask(host.url, `/graphql/assets/${name}`)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('secret')
  })
})

test('without a build the explorer is not served, and a warning is logged', async () => {
  expect(await open({ folder: `${folder}nowhere/` })).toBeUndefined()
  expect(logged.join()).toContain('the explorer is not built')
})

test('a build with a file outside its folder is not served', async () => {
  const odd = `${folder}odd/`
  await mkdir(odd)
  await writeFile(
    `${odd}explorer.json`,
    JSON.stringify({ ...BUILT, files: { '../secret.txt': { type: 'a', encodings: [] } } }),
  )
  expect(await open({ folder: odd })).toBeUndefined()
  expect(logged.join()).toContain('the build of the explorer cannot be read')
})

test('without the explorer among GATEWAY_PAGES, browsers get the plain page, without scripts', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_PAGES: 'none' } })
  const response = await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html' } })
  expect(response.headers.get('content-security-policy')).not.toContain('script-src')
  const html = await response.text()
  expect(html).toContain('/graphql-ws')
  expect(html).not.toContain('<script')
  expect((await fetch(`${gateway.url}/graphql/assets/explorer.json`)).status).toBe(404)
})
