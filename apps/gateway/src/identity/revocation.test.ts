import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOGOUT_EVENT } from '@travel-rule/auth/testing/test-issuer'
import { type Client, createClient } from 'graphql-ws'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

const open = async (env: Record<string, string> = {}) => stack.use(await openTestGateway({ env }))
const query = '{ orders { list { id } } }'
const subscription = 'subscription { orderChanged { id } }'

/** A subscription over a WebSocket: how the subscription and its socket end. */
function subscribe({ wsUrl }: TestGateway, token: string) {
  const ended = Promise.withResolvers<unknown>()
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  const client: Client = createClient({
    url: wsUrl,
    webSocketImpl: WebSocket,
    lazy: true,
    retryAttempts: 0,
    connectionParams: { bearer_token: token },
    on: { closed: (event) => closed.resolve(event as { code: number; reason: string }) },
  })
  stack.defer(async () => client.dispose())
  client.subscribe(
    { query: subscription },
    { next: () => undefined, error: ended.resolve, complete: () => ended.resolve('complete') },
  )
  return { ended: ended.promise, closed: closed.promise }
}

function follow({ url }: TestGateway, token: string): Promise<string> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: subscription }),
  }).then((response) => response.text())
}

async function liveOperations({ internalUrl }: TestGateway): Promise<number> {
  const metrics = await (await fetch(`${internalUrl}/metrics`)).text()
  const counts = metrics.matchAll(/^live_operations\{[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

const codeOf = async (gateway: TestGateway, token: string) =>
  (await gateway.query(query, { token })).errors?.[0]?.extensions?.code

describe('back-channel logout', () => {
  const personToken = (gateway: TestGateway, sid: string | undefined, claims: Record<string, unknown> = {}) =>
    gateway.token({ sub: 'ada', sid, ...claims })

  const send = ({ url }: TestGateway, form: Record<string, string>) =>
    fetch(`${url}/oidc/backchannel-logout`, { method: 'POST', body: new URLSearchParams(form) })

  test('back-channel logout refuses later requests of the session, and ends its sockets and event streams', async () => {
    const gateway = await open()
    const [mine, other] = await Promise.all([personToken(gateway, 'session-1'), personToken(gateway, 'session-2')])
    const socket = subscribe(gateway, mine)
    const stream = follow(gateway, mine)
    const others = subscribe(gateway, other)
    await expect.poll(() => liveOperations(gateway)).toBe(3)
    expect(await codeOf(gateway, mine)).toBeUndefined()

    const response = await send(gateway, { logout_token: await gateway.issuer.logoutToken() })
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      200,
      'no-store',
      '',
    ])
    expect(await socket.ended).toMatchObject([{ extensions: { code: 'TOKEN_REVOKED' } }])
    expect(await socket.closed).toMatchObject({ code: 4403, reason: 'Token revoked' })
    expect(await stream).toContain('TOKEN_REVOKED')
    expect(await codeOf(gateway, mine)).toBe('UNAUTHENTICATED')
    expect(await codeOf(gateway, await personToken(gateway, 'session-1', { jti: 'refreshed' }))).toBe('UNAUTHENTICATED')
    expect(await subscribe(gateway, mine).closed).toMatchObject({
      code: 4403,
      reason: 'TOKEN_REVOKED: The access token was revoked.',
    })

    expect(await codeOf(gateway, other)).toBeUndefined()
    expect(await Promise.race([others.ended, 'live'])).toBe('live')
  })

  test('a logout of a subject without a session ends all its sessions, but no later one', async () => {
    const gateway = await open()
    const seconds = Math.floor(Date.now() / 1_000)
    const before = await personToken(gateway, 'session-2', { iat: seconds - 5 })
    const after = await personToken(gateway, 'session-3', { iat: seconds + 1 })
    const stranger = await personToken(gateway, 'session-2', { sub: 'bob', iat: seconds - 5 })
    const token = await gateway.issuer.logoutToken({ sid: undefined, iat: seconds })
    expect((await send(gateway, { logout_token: token })).status).toBe(200)
    const codes = await Promise.all([before, after, stranger].map((each) => codeOf(gateway, each)))
    expect(codes).toEqual(['UNAUTHENTICATED', undefined, undefined])
  })

  test("a logout of a session also ends the person's tokens that name no session", async () => {
    const gateway = await open()
    const token = await personToken(gateway, undefined, { client_id: undefined })
    expect(await codeOf(gateway, token)).toBeUndefined()
    expect((await send(gateway, { logout_token: await gateway.issuer.logoutToken() })).status).toBe(200)
    expect(await codeOf(gateway, token)).toBe('UNAUTHENTICATED')
  })

  const seconds = () => Math.floor(Date.now() / 1_000)
  const refused: Record<string, [claims: Record<string, unknown>, header?: Record<string, unknown>]> = {
    'of another issuer': [{ iss: 'https://other.example' }],
    'for another client': [{ aud: 'other' }],
    'without the event': [{ events: { other: {} } }],
    'whose event is not an object': [{ events: { [LOGOUT_EVENT]: true } }],
    'with a nonce': [{ nonce: 'n' }],
    'without an id': [{ jti: undefined }],
    'without a time': [{ iat: undefined }],
    'of an hour ago': [{ iat: seconds() - 3_600, exp: undefined }],
    'from the future': [{ iat: seconds() + 3_600, exp: seconds() + 3_700 }],
    'that has expired': [{ exp: seconds() - 60 }],
    'without subject and session': [{ sub: undefined, sid: undefined }],
    'that is an access token': [{ typ: 'Bearer' }, { typ: 'at+jwt' }],
    'of an unknown key': [{}, { kid: 'unknown' }],
  }

  test('back-channel logout refuses used logout tokens and every token that the specification refuses', async () => {
    const gateway = await open()
    const token = await personToken(gateway, 'session-1')
    for (const [name, [claims, header]] of Object.entries(refused)) {
      const response = await send(gateway, { logout_token: await gateway.issuer.logoutToken(claims, header) })
      expect([name, response.status, await response.json()]).toEqual([
        name,
        400,
        { error: 'invalid_request', error_description: expect.any(String) },
      ])
    }
    const good = await gateway.issuer.logoutToken()
    const [header, payload] = good.split('.')
    const forged = `${header}.${payload}.${(await gateway.issuer.logoutToken()).split('.')[2]}`
    for (const form of [
      { logout_token: forged },
      { logout_token: '' },
      { token: good },
      { logout_token: 'nonsense' },
    ]) {
      expect((await send(gateway, form as Record<string, string>)).status).toBe(400)
    }
    expect(await codeOf(gateway, token)).toBeUndefined()
    expect((await send(gateway, { logout_token: good })).status).toBe(200)
    expect((await send(gateway, { logout_token: good })).status).toBe(400)
    expect(gateway.logged.join()).not.toContain(payload)
  })

  test('back-channel logout asks the provider to try again while its keys are not available', async () => {
    const gateway = await open()
    gateway.issuer.respondWith((_request, response) => void response.writeHead(503).end())
    const other = await open({ GATEWAY_OIDC_ISSUER: gateway.issuer.issuer })
    const response = await send(other, { logout_token: await gateway.issuer.logoutToken() })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

test('a withdrawn signature key ends the sockets of tokens that it signed', async () => {
  const gateway = await open()
  const token = await gateway.token()
  const socket = subscribe(gateway, token)
  await gateway.journal.subscribed(1)
  await gateway.issuer.rotate()
  const newer = await gateway.token()
  // An unknown key makes the gateway fetch the keys, at most once in 10 seconds.
  await expect.poll(() => codeOf(gateway, newer), { interval: 500 }).toBeUndefined()
  expect(await socket.ended).toMatchObject([{ extensions: { code: 'TOKEN_REVOKED' } }])
  expect(await codeOf(gateway, token)).toBe('UNAUTHENTICATED')
})

describe('introspection', () => {
  /** The provider's endpoint; `inactive` holds the tokens that it no longer considers valid. */
  async function openEndpoint(listener?: RequestListener) {
    const inactive = new Set<string>()
    const requests: { authorization: string | undefined; form: URLSearchParams }[] = []
    const server = createServer(async (request, response) => {
      if (listener !== undefined) return listener(request, response)
      const body = Buffer.concat(await request.toArray()).toString()
      const form = new URLSearchParams(body)
      requests.push({ authorization: request.headers.authorization, form })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ active: !inactive.has(form.get('token') ?? '') }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stack.defer(async () => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`
    const envWith = (changes: { readonly seconds?: number; readonly clientSecret?: string }) => ({
      GATEWAY_OIDC_INTROSPECTION: JSON.stringify({
        url,
        clientId: 'gate:way',
        clientSecret: 'se cret',
        seconds: 1,
        ...changes,
      }),
    })
    return { inactive, requests, envWith, env: envWith({}) }
  }

  test('introspection refuses a revoked token, and sends one request per token while its verdict is cached', async () => {
    const endpoint = await openEndpoint()
    const gateway = await open(endpoint.envWith({ seconds: 600 }))
    const [good, revoked] = await Promise.all([gateway.token(), gateway.token({ sub: 'bob' })])
    endpoint.inactive.add(revoked)
    expect(await Promise.all([1, 2, 3].map(() => codeOf(gateway, good)))).toEqual([undefined, undefined, undefined])
    expect(await codeOf(gateway, good)).toBeUndefined()
    expect(await codeOf(gateway, revoked)).toBe('UNAUTHENTICATED')
    expect(endpoint.requests).toHaveLength(2)
    expect(endpoint.requests[0]?.form.get('token')).toBe(good)
    expect(endpoint.requests[0]?.authorization).toBe(`Basic ${Buffer.from('gate%3Away:se+cret').toString('base64')}`)
  })

  test('introspection refuses a revoked token within the cache time', async () => {
    const endpoint = await openEndpoint()
    const gateway = await open(endpoint.env)
    const token = await gateway.token()
    expect(await codeOf(gateway, token)).toBeUndefined()
    endpoint.inactive.add(token)
    await expect.poll(() => codeOf(gateway, token)).toBe('UNAUTHENTICATED')
  })

  test('introspection sends no request for a token that is refused anyway', async () => {
    const endpoint = await openEndpoint()
    const gateway = await open(endpoint.env)
    expect(await codeOf(gateway, await gateway.token({ aud: 'other' }))).toBe('UNAUTHENTICATED')
    expect(endpoint.requests).toEqual([])
  })

  test.each<[string, RequestListener]>([
    ['fails', (_request, response) => void response.writeHead(500).end()],
    ['refuses the client', (_request, response) => void response.writeHead(401).end()],
    ['responds with something else', (_request, response) => void response.end('{"active":"yes"}')],
    ['redirects', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ])('introspection fails closed with IDENTITY_PROVIDER_UNAVAILABLE while the endpoint %s', async (_, listener) => {
    const endpoint = await openEndpoint(listener)
    const gateway = await open(endpoint.env)
    expect(await codeOf(gateway, await gateway.token())).toBe('IDENTITY_PROVIDER_UNAVAILABLE')
    expect(gateway.logged.join()).not.toContain('se cret')
  })

  test('introspection requires a client', async () => {
    const { envWith } = await openEndpoint()
    await expect(open(envWith({ clientSecret: '' }))).rejects.toThrow('GATEWAY_OIDC_INTROSPECTION: clientSecret: ')
  })
})
