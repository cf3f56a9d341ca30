import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { curl, curlGraphql } from '../harness/curl.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { openTokenMint, UNKNOWN_EXTENSION } from './token-mint.ts'

const node = await sharedNode()
const mint = await openTokenMint(node)
const nowSeconds = Math.floor(Date.now() / 1000)
const HOUR = 3_600
const body = { query: '{ autod { me { id } } trpd { vasps { name } } }' }

const good = await mint.signed()
const [head = '', payload = '', signature = ''] = good.split('.')
const changedPayload = Buffer.from(JSON.stringify({ ...mint.claims, sub: 'another-subject' })).toString('base64url')

/** Requests received by a server with an attacker's keys. */
const fetched: string[] = []
const keys = createServer((request, response) => {
  fetched.push(request.url ?? '')
  response.end(JSON.stringify({ keys: [{ ...mint.anotherKey, kid: 'mine', alg: 'RS256' }] }))
}).listen(0, '127.0.0.1')
await once(keys, 'listening')
afterAll(() => keys.close())
const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`

const DOCUMENTED = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')

const TOKENS: Record<string, string> = {
  'is not a JWT': 'not-a-token',
  'has only two parts': `${head}.${payload}`,
  'has three empty parts': '..',
  'is not base64': '%%%.%%%.%%%',
  'does not contain JSON': ['a', 'b', 'c'].map((part) => Buffer.from(part).toString('base64url')).join('.'),
  'has expired': await mint.signed({ iat: nowSeconds - 2 * HOUR, exp: nowSeconds - HOUR }),
  'is not valid yet': await mint.signed({ nbf: nowSeconds + HOUR, exp: nowSeconds + 2 * HOUR }),
  'was issued in the future': await mint.signed({ iat: nowSeconds + HOUR, exp: nowSeconds + 2 * HOUR }),
  'never expires': await mint.signed({ exp: undefined }),
  'has no subject': await mint.signed({ sub: undefined }),
  'is signed by another key under the same key id': await mint.signedByAnother(),
  'is signed by another key under an unknown key id': await mint.signedByAnother({ kid: 'unknown' }),
  'contains its own key': await mint.signedByAnother({ kid: 'mine', jwk: mint.anotherKey }),
  'contains the URL of its key': await mint.signedByAnother({ kid: 'mine', jku: keysUrl }),
  'was changed after it was signed': `${head}.${changedPayload}.${signature}`,
  'has no signature': `${head}.${payload}.`,
  'has a changed signature': `${head}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
  'is for another audience': await mint.signed({ aud: 'account' }),
  'has no audience': await mint.signed({ aud: undefined }),
  'is from another issuer': await mint.signed({ iss: 'https://other.example/auth/realms/travel-rule' }),
  'is from an issuer with a similar URL': await mint.signed({ iss: `${mint.claims.iss}/` }),
  'is unsigned (alg none)': mint.unsigned(),
  'is signed with HS256 and the public key as the secret': await mint.signedWithPublicKey(),
  'is an ID token': await mint.signed({ typ: 'ID' }),
  'is a refresh token': await mint.signed({ typ: 'Refresh' }),
  'has an unsupported critical header': await mint.signed({}, { crit: [UNKNOWN_EXTENSION], [UNKNOWN_EXTENSION]: 1 }),
  'is longer than any token': await mint.signed({ padding: 'x'.repeat(9_000) }),
}

describe('a token', () => {
  it('a valid token that is issued in the same way is accepted', async () => {
    const { status, json } = await curlGraphql(node, { token: good, body })
    expect(status).toBe(200)
    expect(json).toMatchObject({ data: { autod: { me: { id: mint.claims.sub } } }, errors: [] })
  })

  it.each(Object.entries(TOKENS))(
    'a token that %s is refused with 401, WWW-Authenticate, UNAUTHENTICATED and no data',
    async (_, token) => {
      const { status, headers, json } = await curlGraphql(node, { token, body })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toMatch(/^Bearer\b/)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(json).toEqual({
        data: null,
        errors: [
          {
            message: expect.any(String),
            extensions: { code: 'UNAUTHENTICATED', reason: expect.stringMatching(/^TOKEN_/) },
          },
        ],
      })
    },
  )

  it('a refused token gets one of the documented reasons, without any part of its content', async () => {
    for (const [name, token] of Object.entries(TOKENS)) {
      const { headers, body: content } = await curlGraphql(node, { token, body })
      const [{ extensions }] = JSON.parse(content).errors
      expect(DOCUMENTED, name).toContain(`\`${extensions.reason}\``)
      const seen = JSON.stringify([content, headers])
      for (const part of ['another-subject', 'other.example', 'account', 'mine', keysUrl, UNKNOWN_EXTENSION]) {
        expect(seen, name).not.toContain(part)
      }
    }
  })

  it('a token cannot make the gateway fetch keys from a URL in it', () => {
    expect(fetched).toEqual([])
  })

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', `Token ${good}`, good, `Bearer ${good} ${good}`])(
    'a token in "authorization: %s" is not accepted',
    async (authorization) => {
      const { status, json } = await curlGraphql(node, { body, args: ['--header', `authorization: ${authorization}`] })
      expect(status).toBe(401)
      expect(json.data).toBeNull()
    },
  )

  it('a token is read only from the header, not from the query string, the body or a cookie', async () => {
    const inQuery = await curl([
      `${node.baseUrl}/graphql?access_token=${good}&query=${encodeURIComponent('{ __typename }')}`,
    ])
    const inBody = await curlGraphql(node, { body: { ...body, access_token: good, bearer_token: good } })
    const inCookie = await curlGraphql(node, { body, args: ['--cookie', `access_token=${good}`] })
    expect([inQuery.status, inBody.status, inCookie.status]).toEqual([401, 401, 401])
  })

  it('an invalid token is refused before the body is parsed', async () => {
    const { status, json } = await curlGraphql(node, { token: 'x', body: '{' })
    expect(status).toBe(401)
    expect(json.errors[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', reason: 'TOKEN_MALFORMED' })
  })
})

describe.each(PROTOCOLS)('a token in the connection_init of %s', (protocol) => {
  it('an invalid token gets a documented reason, without any part of its content', async () => {
    for (const [name, token] of Object.entries(TOKENS)) {
      await using client = openLiveClient(node, protocol, { bearer_token: token })
      const refusal = (await client.refusal()) as { code?: unknown; reason?: unknown; message?: unknown }
      const seen = JSON.stringify([refusal.code, refusal.reason, refusal.message])
      expect(seen, name).toMatch(protocol === 'graphql-ws' ? /UNAUTHENTICATED/ : /4403/)
      const reason = /TOKEN_[A-Z_]+/.exec(seen)?.[0]
      expect(DOCUMENTED, name).toContain(`\`${reason}\``)
      for (const part of ['other.example', 'account', 'mine', keysUrl]) expect(seen, name).not.toContain(part)
    }
  })
})
