import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const query = '{ autod { me { clientId } } }'
const ME = { data: { autod: { me: { clientId: node.clientId } } } }

describe('every operation needs a valid OIDC access token', () => {
  it('over HTTP as Authorization: Bearer', async () => {
    expect((await curlGraphql(node, { token, body: { query } })).json).toMatchObject(ME)
    const refused = await curlGraphql(node, { body: { query } })
    expect(refused.status).toBe(401)
    expect(refused.json).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  it('also for __typename and for introspection', async () => {
    for (const open of ['{ __typename }', '{ __schema { queryType { name } } }']) {
      expect((await curlGraphql(node, { body: { query: open } })).status).toBe(401)
    }
  })

  it.each(PROTOCOLS)('over %s as the connection_init payload {"bearer_token": "<ACCESS_TOKEN>"}', async (protocol) => {
    await using client = openLiveClient(node, protocol, { bearer_token: token })
    expect(await client.execute({ query })).toMatchObject(ME)
  })

  it('over graphql-transport-ws: without a token, or with a wrong one, the socket is closed with 4403', async () => {
    for (const payload of [{}, { bearer_token: '' }, { bearer_token: `${token}x` }]) {
      await using client = openLiveClient(node, 'graphql-transport-ws', payload)
      expect(await client.refusal()).toMatchObject({ code: 4403 })
    }
  })

  it('over graphql-ws of subscriptions-transport-ws: without a token, or with a wrong one, the client gets connection_error', async () => {
    for (const payload of [{}, { bearer_token: '' }, { bearer_token: `${token}x` }]) {
      await using client = openLiveClient(node, 'graphql-ws', payload)
      expect(await client.refusal()).toMatchObject({ message: expect.stringMatching(/token/) })
    }
  })
})
