import { decodeJwt } from 'jose'
import { allowInsecureRequests, ClientSecretBasic, clientCredentialsGrant, discovery } from 'openid-client'
import { describe, expect, it } from 'vitest'
import { curl, curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { clientToken, discoverProvider } from '../harness/tokens.ts'

const node = await sharedNode()
const { baseUrl, realm, clientId, clientSecret } = node
const endpoint = `${baseUrl}/auth/realms/${realm}/protocol/openid-connect/token`
const form = (fields: Record<string, string>) =>
  Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`])
const credentials = {
  client_id: clientId,
  client_secret: clientSecret,
  grant_type: 'client_credentials',
  scope: 'openid',
}
const ME = '{ autod { me { clientId roles scopes } } }'
const INTEGRATION = ['aopd:read', 'aopd:write', 'autod:read', 'pii:read', 'trpd:read', 'trpd:write']

interface Me {
  readonly autod: { readonly me: { readonly clientId: string; readonly roles: string[]; readonly scopes: string[] } }
}
const me = async (token: string) => (await curlGraphql<Me>(node, { token, body: { query: ME } })).json.data.autod.me

describe('the token endpoint {base_url}/auth/realms/<realm>/protocol/openid-connect/token', () => {
  it('the token endpoint issues a token for client_id, client_secret, grant_type=client_credentials and scope=openid', async () => {
    const { status, headers, body } = await curl([endpoint, ...form(credentials)])
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['cache-control']).toMatch(/no-store/)
    const token = JSON.parse(body)
    expect(token).toMatchObject({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
    })
    expect((await me(token.access_token)).clientId).toBe(clientId)
  })

  it('the token endpoint accepts the secret in the form or in the header, as openid-client sends it', async () => {
    const inForm = await clientToken(node)
    const inHeader = await clientCredentialsGrant(
      await discovery(
        new URL(`${baseUrl}/auth/realms/${realm}`),
        clientId,
        undefined,
        ClientSecretBasic(clientSecret),
        {
          execute: [allowInsecureRequests],
        },
      ),
      { scope: 'openid' },
    )
    for (const token of [inForm, inHeader.access_token]) expect((await me(token)).clientId).toBe(clientId)
  })

  it('the token endpoint is published in the discovery document, under the issuer of its tokens', async () => {
    const metadata = (await discoverProvider(node)).serverMetadata()
    expect(metadata).toMatchObject({ issuer: `${baseUrl}/auth/realms/${realm}`, token_endpoint: endpoint })
    expect(decodeJwt(await clientToken(node)).iss).toBe(metadata.issuer)
  })

  it('the token endpoint issues a token when scope is absent', async () => {
    const { scope: _, ...rest } = credentials
    const { status, body } = await curl([endpoint, ...form(rest)])
    expect(status).toBe(200)
    expect((await me(JSON.parse(body).access_token)).scopes.toSorted()).toEqual(INTEGRATION)
  })

  it('the token endpoint refuses a wrong secret with 401 and invalid_client', async () => {
    const { status, body } = await curl([endpoint, ...form({ ...credentials, client_secret: 'wrong' })])
    expect(status).toBe(401)
    expect(JSON.parse(body).error).toBe('invalid_client')
  })

  it('the token endpoint grants the scopes of an integration to a client without roles', async () => {
    const { roles, scopes } = await me(await clientToken(node))
    expect(roles).not.toContain('integration')
    expect(scopes.toSorted()).toEqual(INTEGRATION)
  })
})
