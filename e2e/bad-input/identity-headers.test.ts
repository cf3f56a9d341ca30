import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { openAssertionMint } from './assertion-mint.ts'

const node = await sharedNode()
const mint = await openAssertionMint(node)
const { token } = await openApi(node, 'observer')
const assertions = { trpd: await mint.genuine('trpd'), autod: await mint.genuine('autod') }
const ME = '{ autod { me { id name roles } } }'
const WRITE = 'mutation { trpd { trustVasp(id: "x") { id } } }'
const NAMES = ['x-identity-assertion', 'X-Identity-Assertion', 'X-IDENTITY-ASSERTION', 'x_identity_assertion']
const own = await curlGraphql(node, { token, body: { query: ME } })

describe('an identity assertion that a client sends to the gateway', () => {
  it.each(NAMES)(
    'an identity assertion in the header %s is ignored, and the token identifies the caller',
    async (header) => {
      const args = ['--header', `${header}: ${assertions.autod}`]
      const { status, json } = await curlGraphql(node, { token, body: { query: ME }, args })
      expect(status).toBe(200)
      expect(json).toEqual(own.json)
      expect(json).toMatchObject({ data: { autod: { me: { name: 'Olive Observer' } } } })
    },
  )

  it.each(NAMES)('an identity assertion in the header %s grants no scopes', async (header) => {
    const { json } = await curlGraphql(node, {
      token,
      body: { query: WRITE },
      args: ['--header', `${header}: ${assertions.trpd}`],
    })
    expect(json).toMatchObject({ data: { trpd: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })

  it('an identity assertion does not replace a token: without one, the status is 401', async () => {
    for (const args of [
      ['--header', `x-identity-assertion: ${assertions.trpd}`],
      ['--header', `authorization: Bearer ${assertions.trpd}`],
    ]) {
      expect((await curlGraphql(node, { body: { query: ME }, args })).status).toBe(401)
    }
  })

  it('an identity assertion is ignored when Connection names its header, or the header is repeated', async () => {
    for (const args of [
      [
        '--header',
        `x-identity-assertion: ${assertions.autod}`,
        '--header',
        'connection: keep-alive, x-identity-assertion',
      ],
      ['--header', `x-identity-assertion: ${assertions.autod}`, '--header', `x-identity-assertion: ${assertions.trpd}`],
      ['--header', 'x-user-id: somebody', '--header', 'x-identity-roles: administrator'],
    ]) {
      expect((await curlGraphql(node, { token, body: { query: ME }, args })).json).toEqual(own.json)
    }
  })

  it('an identity assertion in the extensions of a request is ignored', async () => {
    const { json } = await curlGraphql(node, {
      token,
      body: { query: ME, extensions: { identityAssertion: assertions.autod } },
    })
    expect(json).toEqual(own.json)
  })
})
