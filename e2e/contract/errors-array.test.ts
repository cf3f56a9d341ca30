import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const GOOD = '{ __typename trpd { vasps(limit: 0) { name } } }'
const REFUSED = '{ trpd { validateTravelAddress(travelAddress: "x") } }'
const INVALID = '{ trpd { noSuchField } }'
const post = (query: string, accept?: string) =>
  curlGraphql(node, { token, body: { query }, args: accept === undefined ? [] : ['--header', `accept: ${accept}`] })

describe('the errors array of a response', () => {
  it.each([undefined, '*/*', 'application/json'])(
    'errors is [] under application/json when there are none (accept: %s)',
    async (accept) => {
      const { status, headers, json } = await post(GOOD, accept)
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(json.errors).toEqual([])
      expect(json.data).toEqual({ __typename: 'Query', trpd: { vasps: [] } })
    },
  )

  it('errors explains a null field under application/json', async () => {
    const { status, json } = await post(REFUSED, 'application/json')
    expect(status).toBe(200)
    expect(json).toEqual({
      data: { trpd: { validateTravelAddress: null } },
      errors: [expect.objectContaining({ message: expect.any(String), path: ['trpd', 'validateTravelAddress'] })],
    })
  })

  it('errors explains null data under application/json, with status 200', async () => {
    const { status, json } = await post(INVALID, 'application/json')
    expect(status).toBe(200)
    expect(json).toEqual({
      data: null,
      errors: [expect.objectContaining({ message: expect.stringContaining('noSuchField') })],
    })
  })

  it('errors is absent under application/graphql-response+json when there are none', async () => {
    const { status, headers, json } = await post(GOOD, 'application/graphql-response+json')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/graphql-response\+json/)
    expect(json).toEqual({ data: { __typename: 'Query', trpd: { vasps: [] } } })
  })

  it('a request error under application/graphql-response+json has status 400, errors and no data', async () => {
    const refused = await post(REFUSED, 'application/graphql-response+json')
    expect(refused.status).toBe(200)
    expect(refused.json.errors).toHaveLength(1)
    const invalid = await post(INVALID, 'application/graphql-response+json')
    expect(invalid.status).toBe(400)
    expect(invalid.json.errors).toHaveLength(1)
    expect(invalid.json).not.toHaveProperty('data')
  })

  it('errors is present when the request itself is refused', async () => {
    for (const response of [
      await post('{'),
      await curlGraphql(node, { token, body: '{' }),
      await curlGraphql(node, { body: { query: GOOD } }),
    ]) {
      expect(response.json).toHaveProperty('data', null)
      expect(response.json.errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/./) })])
    }
  })
})
