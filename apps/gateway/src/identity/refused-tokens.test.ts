import { once } from 'node:events'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const seconds = () => Math.floor(Date.now() / 1_000)
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

interface Case {
  readonly reason: string
  readonly token: () => Promise<string>
  /** Expected words in the message to the client. */
  readonly says: RegExp
  /** The claim that the log names. */
  readonly claim?: string
}

const CASES: Readonly<Record<string, Case>> = {
  'that has expired': {
    token: () => gateway.token({ iat: seconds() - 900, exp: seconds() - 600 }),
    reason: 'TOKEN_EXPIRED',
    says: /expired\. Request a new one/,
    claim: 'exp',
  },
  'with another audience': {
    token: () => gateway.token({ aud: 'account' }),
    reason: 'TOKEN_AUDIENCE_WRONG',
    says: /lacks the audience travel-rule\. .*client scope .* as a default client scope/,
    claim: 'aud',
  },
  'without an audience': {
    token: () => gateway.token({ aud: undefined }),
    reason: 'TOKEN_AUDIENCE_WRONG',
    says: /lacks the audience travel-rule/,
    claim: 'aud',
  },
  'from another issuer': {
    token: () => gateway.token({ iss: 'https://other.example' }),
    reason: 'TOKEN_ISSUER_WRONG',
    says: /not from the issuer http:\/\/127\.0\.0\.1:/,
    claim: 'iss',
  },
  'that is not valid yet': {
    token: () => gateway.token({ nbf: seconds() + 200 }),
    reason: 'TOKEN_NOT_YET_VALID',
    says: /not valid yet\. .*clocks/,
    claim: 'nbf',
  },
  'issued in the future': {
    token: () => gateway.token({ iat: seconds() + 200 }),
    reason: 'TOKEN_NOT_YET_VALID',
    says: /not valid yet/,
    claim: 'iat',
  },
  'signed with an unknown key': {
    token: () => gateway.issuer.token({}, { kid: 'unknown-key' }),
    reason: 'TOKEN_KEY_UNKNOWN',
    says: /does not publish the key/,
    claim: 'kid',
  },
  'with a wrong signature': {
    token: async () => `${(await gateway.token()).slice(0, -8)}AAAAAAAA`,
    reason: 'TOKEN_SIGNATURE_WRONG',
    says: /signature/,
  },
  'without a signature': {
    token: async () => new UnsecuredJWT(claimsOf(await gateway.token())).encode().concat('AAAA'),
    reason: 'TOKEN_ALGORITHM_REFUSED',
    says: /algorithm/,
    claim: 'alg',
  },
  'signed with a shared secret': {
    token: async () =>
      new SignJWT(claimsOf(await gateway.token())).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
    reason: 'TOKEN_ALGORITHM_REFUSED',
    says: /algorithm/,
    claim: 'alg',
  },
  'that is an ID token': {
    token: () => gateway.token({ typ: 'ID' }),
    reason: 'TOKEN_TYPE_WRONG',
    says: /not an access token/,
    claim: 'typ',
  },
  'without a subject': {
    token: () => gateway.token({ sub: undefined }),
    reason: 'TOKEN_CLAIM_MISSING',
    says: /sub, exp and iat/,
    claim: 'sub',
  },
  'that never expires': {
    token: () => gateway.token({ exp: undefined }),
    reason: 'TOKEN_CLAIM_MISSING',
    says: /sub, exp and iat/,
    claim: 'exp',
  },
  'that is valid for too long': {
    token: () => gateway.token({ exp: seconds() + 90_000 }),
    reason: 'TOKEN_LIFETIME_TOO_LONG',
    says: /too long/,
    claim: 'exp',
  },
  'that is too long': {
    token: () => gateway.token({ padding: 'x'.repeat(9_000) }),
    reason: 'TOKEN_TOO_LONG',
    says: /too long/,
  },
  'that is not a JWT': { token: async () => 'not-a-token', reason: 'TOKEN_MALFORMED', says: /JWT/ },
}

type Json = { errors?: { message: string; extensions: object }[] } & Record<string, unknown>

async function send(path: string, init: RequestInit, token?: string) {
  const response = await fetch(`${gateway.url}${path}`, {
    ...init,
    headers: {
      'content-type': 'application/json',
      ...init.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  const json = (await response.json()) as Json
  return { status: response.status, challenge: response.headers.get('www-authenticate'), json }
}

const post = (accept?: string): RequestInit => ({
  method: 'POST',
  body: '{"query":"subscription { orderChanged { id } }"}',
  ...(accept && { headers: { accept } }),
})

/** The description of a challenge. Source: RFC 6750, section 3, and RFC 9110, section 5.6.4. */
function descriptionIn(challenge: string | null): string | undefined {
  const form = /^Bearer error="invalid_token", error_description="([\x20-\x21\x23-\x5B\x5D-\x7E]+)"$/
  return form.exec(challenge ?? '')?.[1]
}

async function openSocket(protocol: string, payload: object, headers: Record<string, string> = {}) {
  const socket = new WebSocket(gateway.wsUrl, protocol, { headers })
  const messages: Json[] = []
  socket.on('message', (message) => messages.push(JSON.parse(String(message))))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  const [code, reason] = await closed
  return { code, reason: String(reason), messages }
}

describe.each(Object.entries(CASES))('a token %s', (_, { token: issue, reason, says, claim }) => {
  let token: string
  beforeAll(async () => {
    token = await issue()
  })

  test.each(['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed'])(
    `gets ${reason} in the challenge and in extensions, when the client accepts %s`,
    async (accept) => {
      const { status, challenge, json } = await send('/graphql', post(accept), token)
      const description = descriptionIn(challenge)
      expect([status, description]).toEqual([401, expect.stringMatching(says)])
      expect(json.errors).toEqual([{ message: description, extensions: { code: 'UNAUTHENTICATED', reason } }])
    },
  )

  test(`the token gets ${reason} from /graphql/caller and /graphql/explain`, async () => {
    const caller = await send('/graphql/caller', {}, token)
    const description = descriptionIn(caller.challenge)
    expect(caller.status).toBe(401)
    expect(caller.json).toEqual({ code: 'UNAUTHENTICATED', reason, message: description })
    const explain = await send('/graphql/explain', post(), token)
    expect([explain.status, descriptionIn(explain.challenge)]).toEqual([401, description])
    expect(explain.json).toEqual({
      errors: [{ message: description, extensions: { code: 'UNAUTHENTICATED', reason } }],
    })
  })

  test(`the token closes both WebSocket protocols with 4403 and ${reason}`, async () => {
    for (const protocol of ['graphql-transport-ws', 'graphql-ws']) {
      const { code, reason: closeReason, messages } = await openSocket(protocol, { bearer_token: token })
      expect([protocol, code, closeReason]).toEqual([protocol, 4403, expect.stringMatching(new RegExp(`^${reason}: `))])
      expect(Buffer.byteLength(closeReason)).toBeLessThanOrEqual(123)
      const payload = { message: expect.stringMatching(says), code: 'UNAUTHENTICATED', reason }
      expect(messages).toEqual(protocol === 'graphql-ws' ? [{ type: 'connection_error', payload }] : [])
    }
  })

  test(`its refusal is logged${claim === undefined ? '' : ` with the claim ${claim}`}, not the token`, async () => {
    await using own = await openTestGateway({ env: { GATEWAY_OIDC_ISSUER: gateway.issuer.issuer } })
    const response = await own.query('{ __typename }', { token })
    const line = own.logged.find((each) => each.includes('a token was refused')) ?? '{}'
    expect(JSON.parse(line).claim).toBe(claim)
    for (const part of token.split('.').filter((each) => each.length > 20)) {
      expect(JSON.stringify(response) + own.logged.join()).not.toContain(part)
    }
    for (const content of ['account', 'other.example', 'unknown-key', 'service-account-1']) {
      expect(JSON.stringify(response)).not.toContain(content)
    }
  })
})

test('a request without a token gets a challenge without an error code', async () => {
  for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
    const { status, challenge, json } = await send('/graphql', { ...post(), headers })
    expect([status, challenge]).toEqual([401, 'Bearer'])
    expect(json.errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' })
  }
  expect((await send('/graphql/explain', post())).challenge).toBe('Bearer')
  expect((await send('/graphql/caller', {})).challenge).toBe('Bearer')
})

test.each(['graphql-transport-ws', 'graphql-ws'])('%s closes with TOKEN_MISSING without a token', async (protocol) => {
  for (const payload of [{}, { bearer_token: '' }, { bearer_token: { $ne: null } }]) {
    const { code, reason } = await openSocket(protocol, payload)
    expect([code, reason]).toEqual([4403, 'TOKEN_MISSING: A valid access token is needed as bearer_token.'])
  }
})

test('a refused token in the upgrade header of a WebSocket is refused with its reason', async () => {
  const authorization = `Bearer ${await gateway.token({ aud: 'account' })}`
  const { reason } = await openSocket('graphql-transport-ws', {}, { authorization })
  expect(reason).toBe('TOKEN_AUDIENCE_WRONG: The access token lacks the audience travel-rule.')
})

test('a ping with a refused token gets its reason, and the connection stays open', async () => {
  const socket = new WebSocket(gateway.wsUrl, 'graphql-transport-ws')
  const next = async () => JSON.parse(String((await once(socket, 'message'))[0]))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: await gateway.token() } }))
  expect(await next()).toEqual({ type: 'connection_ack' })
  for (const [change, reason] of [
    [{ aud: 'account' }, 'TOKEN_AUDIENCE_WRONG'],
    [{ iat: seconds() - 900, exp: seconds() - 600 }, 'TOKEN_EXPIRED'],
  ] as const) {
    socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: await gateway.token(change) } }))
    expect(await next()).toMatchObject({ type: 'pong', payload: { error: { code: 'UNAUTHENTICATED', reason } } })
  }
  socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: await gateway.token() } }))
  expect(await next()).toMatchObject({ type: 'pong', payload: { expiresAt: expect.any(String) } })
  socket.close()
})

test('for any audience, the description is a quoted string of RFC 6750 and the close reason is short', async () => {
  const audience = 'tra"vel \\ rüle 🧳 '.repeat(20)
  await using other = await openTestGateway({
    env: { GATEWAY_OIDC_AUDIENCE: audience, GATEWAY_OIDC_ISSUER: gateway.issuer.issuer },
  })
  const token = await gateway.token()
  const response = await fetch(`${other.url}/graphql`, { ...post(), headers: { authorization: `Bearer ${token}` } })
  expect(descriptionIn(response.headers.get('www-authenticate'))).toMatch(/lacks the audience tra\?vel \? r\?le/)
  const socket = new WebSocket(other.wsUrl, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: token } }))
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([4403, expect.stringMatching(/^TOKEN_AUDIENCE_WRONG: /)])
})

test('a token of an ended session gets TOKEN_REVOKED', async () => {
  const token = await gateway.token({ sub: 'ada', sid: 'session-1' })
  const body = new URLSearchParams({ logout_token: await gateway.issuer.logoutToken() })
  await fetch(`${gateway.url}/oidc/backchannel-logout`, { method: 'POST', body })
  const { challenge, json } = await send('/graphql', post(), token)
  expect(descriptionIn(challenge)).toMatch(/revoked\. Sign in again/)
  expect(json.errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', reason: 'TOKEN_REVOKED' })
})
