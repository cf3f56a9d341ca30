import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const query = '{ autod { me { clientId } } }'
const ME = { data: { autod: { me: { clientId: node.clientId } } } }

describe('an access token is required', () => {
  it('an access token is required over HTTP in Authorization: Bearer', async () => {
    expect((await curlGraphql(node, { token, body: { query } })).json).toMatchObject(ME)
    const refused = await curlGraphql(node, { body: { query } })
    expect(refused.status).toBe(401)
    expect(refused.json).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  it('an access token is required even for __typename and introspection', async () => {
    for (const publicQuery of ['{ __typename }', '{ __schema { queryType { name } } }']) {
      expect((await curlGraphql(node, { body: { query: publicQuery } })).status).toBe(401)
    }
  })

  it.each(PROTOCOLS)(
    'an access token is required over %s in the connection_init payload {"bearer_token": "<ACCESS_TOKEN>"}',
    async (protocol) => {
      await using client = openLiveClient(node, protocol, { bearer_token: token })
      expect(await client.execute({ query })).toMatchObject(ME)
    },
  )

  it('graphql-transport-ws closes the socket with 4403 when the access token is missing or invalid', async () => {
    for (const payload of [{}, { bearer_token: '' }, { bearer_token: `${token}x` }]) {
      await using client = openLiveClient(node, 'graphql-transport-ws', payload)
      expect(await client.refusal()).toMatchObject({ code: 4403 })
    }
  })

  it('graphql-ws of subscriptions-transport-ws sends connection_error when the access token is missing or invalid', async () => {
    for (const payload of [{}, { bearer_token: '' }, { bearer_token: `${token}x` }]) {
      await using client = openLiveClient(node, 'graphql-ws', payload)
      expect(await client.refusal()).toMatchObject({ message: expect.stringMatching(/token/) })
    }
  })
})
