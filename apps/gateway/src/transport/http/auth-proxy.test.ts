import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const seen: Seen[] = []
let respond: RequestListener = (_request, response) => response.end()
let provider: Awaited<ReturnType<typeof listen>>
let gateway: TestGateway

beforeAll(async () => {
  provider = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    respond(request, response)
  })
  gateway = await openTestGateway({
    env: {
      GATEWAY_IDENTITY_PROVIDER_URL: `http://127.0.0.1:${provider.port}`,
      GATEWAY_BASE_URL: 'https://vasp.example',
      GATEWAY_OIDC_ISSUER: 'https://vasp.example/auth/realms/travel-rule',
      TRUSTED_PROXIES: '127.0.0.2',
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider.dispose()
})

const REALM_PATH = '/auth/realms/travel-rule'
const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`

test('the auth proxy forwards a token request and its response unchanged, without an identity assertion', async () => {
  respond = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': ['a=1', 'b=2'],
      'keep-alive': 'timeout=9',
    })
    response.end('{"access_token":"x"}')
  }
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' })
  const response = await fetch(`${gateway.url}${TOKEN_PATH}?x=1`, {
    method: 'POST',
    body,
    headers: { 'x-identity-assertion': 'forged', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  })
  expect(await response.json()).toEqual({ access_token: 'x' })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const last = seen.at(-1)
  expect(last).toMatchObject({ method: 'POST', url: `${TOKEN_PATH}?x=1`, body: body.toString() })
  expect(last?.headers).toMatchObject({
    'x-forwarded-host': 'vasp.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    'x-forwarded-for': '127.0.0.1',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  })
  expect(last?.headers).not.toHaveProperty('x-identity-assertion')
  expect(last?.headers).not.toHaveProperty('forwarded')
})

test('the auth proxy passes statuses, redirects and empty responses through unchanged', async () => {
  for (const status of [302, 401, 500]) {
    respond = (_request, response) => response.writeHead(status, { location: 'https://vasp.example/auth/x' }).end()
    const response = await fetch(`${gateway.url}/auth/realms/travel-rule`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([status, 'https://vasp.example/auth/x'])
  }
})

test('the auth proxy responds to HEAD like to GET, without a body', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', note)
  respond = (_request, response) => response.setHeader('x-passed', '1').end('a body')
  const head = await fetch(`${gateway.url}/auth/realms/travel-rule`, { method: 'HEAD' })
  expect([head.status, head.headers.get('x-passed'), await head.text()]).toEqual([200, '1', ''])
  expect(seen.at(-1)?.method).toBe('HEAD')
  // Any error of the first request has occurred by then.
  expect(await (await fetch(`${gateway.url}/auth/realms/travel-rule`)).text()).toBe('a body')
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})

test('the auth proxy does not log a disconnected client as a provider failure', async () => {
  const arrived = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  respond = (_request, response) => {
    response.once('close', gone.resolve)
    arrived.resolve()
  }
  const leaving = new AbortController()
  const request = fetch(`${gateway.url}/auth/realms/travel-rule`, { signal: leaving.signal })
  await arrived.promise
  leaving.abort()
  await expect(request).rejects.toThrow()
  await gone.promise
  respond = (_request, response) => response.end('ok')
  expect((await fetch(`${gateway.url}/auth/realms/travel-rule`)).status).toBe(200)
  expect(gateway.logged.filter((line) => line.includes('did not respond'))).toEqual([])
})

test('the auth proxy removes hop-by-hop headers', async () => {
  respond = (_request, response) => response.end('ok')
  await sendRaw(
    'GET /auth/realms/travel-rule HTTP/1.1\r\nhost: h\r\nconnection: close, x-secret\r\nx-secret: 1\r\nte: gzip\r\nx-passed: 2\r\n\r\n',
  )
  const headers = seen.at(-1)?.headers
  expect(headers).toHaveProperty('x-passed', '2')
  expect(headers).not.toHaveProperty('x-secret')
  expect(headers).not.toHaveProperty('te')
})

test.each([
  '/auth/../admin',
  '/auth/%2e%2e/admin',
  '/auth/admin/master/console/',
  '/auth/realms/master/protocol/openid-connect/token',
  '/auth/Realms/master',
  `${REALM_PATH}/../master`,
  `${REALM_PATH}/%2e%2e/master`,
  `${REALM_PATH}/protocol/openid-connect/..%2f..%2f..%2f..%2fadmin/realms`,
  `${REALM_PATH}/protocol/openid-connect/..;/..;/..;/..;/admin/realms`,
  `${REALM_PATH}/protocol/openid-connect/..\\..\\..\\..\\admin`,
  `${REALM_PATH}//protocol/openid-connect/token`,
  `${REALM_PATH}/protocol/openid-connect/token#/../../../../admin`,
  '/auth//admin/realms',
])('a request line with %s does not reach the identity provider', async (target) => {
  const before = seen.length
  const response = await sendRaw(`GET ${target} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 404/)
  expect(response).toContain('"ROUTE_NOT_FOUND"')
  expect(seen).toHaveLength(before)
})

test('the auth proxy refuses a path that is not public before it reads the body', async () => {
  const response = await fetch(`${gateway.url}/auth/admin/realms`, { method: 'POST', body: 'x'.repeat(200_000) })
  expect(response.status).toBe(404)
})

test('the identity provider receives the address that a trusted proxy names, and no other', async () => {
  respond = (_request, response) => response.end('ok')
  const head = `GET ${REALM_PATH} HTTP/1.1\r\nhost: h\r\nx-real-ip: 203.0.113.1\r\nx-forwarded-proto: gopher\r\nx-forwarded-for: 203.0.113.1, 198.51.100.7\r\nconnection: close\r\n\r\n`
  const forwarded = []
  for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
    await sendRaw(head, localAddress)
    const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme, 'x-real-ip': real } = seen.at(-1)?.headers ?? {}
    forwarded.push([client, scheme, real])
  }
  expect(forwarded).toEqual([
    ['127.0.0.1', 'https', undefined],
    ['198.51.100.7', 'https', undefined],
  ])
})

test('the auth proxy refuses a body that is too long, and responds with 503 when the provider is down', async () => {
  const tooLong = await fetch(`${gateway.url}${TOKEN_PATH}`, { method: 'POST', body: 'x'.repeat(200_000) })
  expect(tooLong.status).toBe(413)
  respond = (_request, response) => response.destroy()
  const down = await fetch(`${gateway.url}${TOKEN_PATH}`, { method: 'POST', body: 'a=b' })
  expect(down.status).toBe(503)
  expect(await down.json()).toMatchObject({ error: 'temporarily_unavailable' })
})

/** The response to raw bytes that no HTTP client would send. */
async function sendRaw(text: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port: Number(new URL(gateway.url).port), host: '127.0.0.1', localAddress })
  // The socket is not ended: the auth proxy treats a half-closed connection as a disconnected client.
  socket.write(text)
  let response = ''
  for await (const chunk of socket) response += chunk
  return response
}
