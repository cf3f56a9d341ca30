import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { readSettings } from '@travel-rule/service/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../config.ts'
import { listen, openTestGateway, type TestGateway } from '../testing/test-gateway.ts'
import { obedient, openFarSubgraph } from '../upstream/testing/far-subgraph.ts'
import { forwardedKey, openHeaderRules } from './header-rules.ts'

const QUERY = '{ people { all { nickname } } }'
const CREDENTIALS = {
  cookie: 'session=1',
  'proxy-authorization': 'Basic x',
  'X-Identity-Assertion': 'forged',
  'x-identity-role': 'admin',
  x_identity_assertion: 'forged',
}
const SENT = {
  'accept-language': 'de-CH',
  'x-request-id': 'r-1',
  'x-tenant': 'seven',
  'x-other': 'other',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=b',
  ...CREDENTIALS,
}
/** The setting with these rules for headers by subgraph. */
const rule = (rules: Readonly<Record<string, object>>, others: object = {}) => {
  const subgraphs = Object.entries(rules).map(([name, headers]) => [name, { headers, ...others }])
  return { GATEWAY_SUBGRAPHS: JSON.stringify(Object.fromEntries(subgraphs)) }
}

/** A gateway, and the headers with which it requests `people`. */
async function open(env: Record<string, string> = {}) {
  const received: IncomingHttpHeaders[] = []
  const people: RequestListener = (request, response) => {
    received.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' })
    setImmediate(() => response.end('{"data":{"people":{"all":[{"nickname":"anny"}]}}}'))
  }
  const gateway = await openTestGateway({ people, env })
  const post = async (headers: Record<string, string> = SENT) => {
    const authorization = `Bearer ${await gateway.token()}`
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, ...headers },
      body: JSON.stringify({ query: QUERY }),
    })
    expect(await response.json()).toEqual({ data: { people: { all: [{ nickname: 'anny' }] } }, errors: [] })
  }
  return { gateway, received, post, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() }
}

/** The headers, except those of the connection and the body. */
function named(headers: IncomingHttpHeaders | undefined) {
  const { host, connection, accept, 'content-type': _type, 'content-length': _length, ...others } = headers ?? {}
  return others
}
const ASSERTION = { 'x-identity-assertion': expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) }
const TRACE = {
  traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)/),
  tracestate: 'a=b',
}

test('by default a subgraph gets the trace, the request id and the language, but no credentials', async () => {
  await using opened = await open()
  await opened.post()
  const forwarded = { 'accept-language': 'de-CH', 'x-request-id': 'r-1' }
  expect(opened.received.map(named)).toEqual([{ ...ASSERTION, ...TRACE, ...forwarded }])
})

test('a header is forwarded, set or removed according to the rules of the subgraph', async () => {
  const people = { forward: ['X-Tenant'], set: { 'X-Api-Key': 'secret' }, remove: ['Accept-Language', 'tracestate'] }
  await using opened = await open(rule({ '*': { forward: ['x-other'] }, people, orders: { forward: ['x-third'] } }))
  await opened.post({ ...SENT, 'x-third': '3', 'x-api-key': 'of the client' })
  const expected = { 'x-request-id': 'r-1', 'x-tenant': 'seven', 'x-other': 'other', 'x-api-key': 'secret' }
  expect(opened.received.map(named)).toEqual([{ ...ASSERTION, traceparent: TRACE.traceparent, ...expected }])
})

test('a header that is too long or not ASCII is not forwarded', async () => {
  await using opened = await open()
  await opened.post({ 'accept-language': 'x'.repeat(1_001), 'x-request-id': 'é' })
  expect(named(opened.received[0])).toEqual({ ...ASSERTION, traceparent: expect.any(String) })
})

test('requests are shared only between clients whose forwarded headers are equal', async () => {
  await using opened = await open({ GATEWAY_SUBGRAPHS: '{"people":{"share":true}}' })
  const token = await opened.gateway.token()
  const send = (language: string, id: string) =>
    opened.post({ authorization: `Bearer ${token}`, 'accept-language': language, 'x-request-id': id })
  await Promise.all(['de', 'en', 'fr'].map((language) => send(language, '1')))
  expect(opened.received.map((headers) => headers['accept-language']).sort()).toEqual(['de', 'en', 'fr'])
  const key = (headers: object) => forwardedKey(openHeaderRules({}).read({ ...headers }))
  expect(key({ 'accept-language': 'de', 'x-request-id': '1' })).toBe(
    key({ 'accept-language': 'de', 'x-request-id': '2' }),
  )
})

describe('a subscription', () => {
  const LIVE = 'subscription { orderChanged { id } }'
  const headers = { forward: ['x-tenant'], set: { 'x-api-key': 'secret' }, remove: ['x-request-id'] }
  const opened = new AsyncDisposableStack()
  const requests: IncomingHttpHeaders[] = []
  let far: Awaited<ReturnType<typeof openFarSubgraph>>
  let overSockets: TestGateway
  let overEvents: TestGateway
  beforeAll(async () => {
    far = opened.use(await openFarSubgraph(obedient))
    const events = await listen((request, response) => {
      requests.push(request.headers)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: next\ndata: {"data":{"orderChanged":{"id":"1"}}}\n\n')
    })
    opened.defer(events.dispose)
    const gatewayFor = async (url: string, protocol: string) =>
      opened.use(
        await openTestGateway({
          env: {
            ...rule({ orders: headers }, { subscriptions: { protocol } }),
            GATEWAY_SUBGRAPH_URLS: `orders=${url},people=${url}`,
          },
        }),
      )
    overSockets = await gatewayFor(far.url, 'graphql-transport-ws')
    overEvents = await gatewayFor(`http://127.0.0.1:${events.port}/graphql`, 'graphql-sse')
  })
  afterAll(() => opened.disposeAsync())

  async function subscribe(gateway: TestGateway, token: string, headers: object = {}): Promise<void> {
    const abort = new AbortController()
    opened.defer(() => abort.abort())
    await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      signal: abort.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...SENT,
        ...headers,
      },
      body: JSON.stringify({ query: LIVE }),
    })
  }

  test('a subscription over a WebSocket has the forwarded headers in its extensions, and is shared only if they are equal', async () => {
    const token = await overSockets.token()
    const extensions = () =>
      far.received.flatMap(({ type, payload }) =>
        type === 'subscribe' ? [(payload as { extensions: Record<string, unknown> }).extensions] : [],
      )
    await subscribe(overSockets, token)
    await subscribe(overSockets, token, { 'x-request-id': 'r-2' })
    await expect.poll(extensions).toHaveLength(1)
    await subscribe(overSockets, token, { 'x-tenant': 'eight' })
    await expect.poll(extensions).toHaveLength(2)
    expect(extensions().map(({ headers }) => headers)).toEqual([
      { 'accept-language': 'de-CH', 'x-tenant': 'seven' },
      { 'accept-language': 'de-CH', 'x-tenant': 'eight' },
    ])
  })

  test('a subscription over HTTP has the forwarded and the fixed headers', async () => {
    await subscribe(overEvents, await overEvents.token())
    await expect.poll(() => requests).toHaveLength(1)
    const expected = { 'accept-language': 'de-CH', 'x-tenant': 'seven', 'x-api-key': 'secret' }
    expect(named(requests[0])).toEqual({ ...ASSERTION, ...TRACE, ...expected })
  })
})

test.each([
  [
    { rates: { forward: ['Authorization'] } },
    /rates\.headers\.forward\.0: authorization is a credential of the client, which is/,
  ],
  [{ '*': { forward: ['Cookie'] } }, /\*\.headers\.forward\.0: cookie is a credential/],
  [{ rates: { forward: ['proxy_authorization'] } }, /proxy_authorization is a credential/],
  [{ rates: { forward: ['X_Identity-Role'] } }, /x_identity-role is a credential/],
  [{ rates: { set: { 'X-Identity-Assertion': 'x' } } }, /x-identity-assertion is the identity of the caller/],
  [{ rates: { forward: ['content_length'] } }, /content_length is written by the gateway/],
  [{ rates: { set: { 'x-key': 'a\nb' } } }, /rates\.headers\.set\.x-key: is not printable ASCII/],
  [{ rates: { froward: [] } }, /rates\.headers: Unrecognized key: "froward"/],
])('the rules %j are refused at the start', (rules, message) => {
  const env = { GATEWAY_OIDC_ISSUER: 'http://127.0.0.1/', GATEWAY_ASSERTION_KEYS: '{}', ...rule(rules) }
  expect(() => readSettings(settings, env)).toThrow(message)
})
