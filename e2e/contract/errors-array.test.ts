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

describe('every response carries an errors array next to data', () => {
  it.each([undefined, '*/*', 'application/json'])(
    'which is [] under application/json when all went well (accept: %s)',
    async (accept) => {
      const { status, headers, json } = await post(GOOD, accept)
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(json.errors).toEqual([])
      expect(json.data).toEqual({ __typename: 'Query', trpd: { vasps: [] } })
    },
  )

  it('which says under application/json why a field is null', async () => {
    const { status, json } = await post(REFUSED, 'application/json')
    expect(status).toBe(200)
    expect(json).toEqual({
      data: { trpd: { validateTravelAddress: null } },
      errors: [expect.objectContaining({ message: expect.any(String), path: ['trpd', 'validateTravelAddress'] })],
    })
  })

  it('which says under application/json why there is no data, with status 200', async () => {
    const { status, json } = await post(INVALID, 'application/json')
    expect(status).toBe(200)
    expect(json).toEqual({
      data: null,
      errors: [expect.objectContaining({ message: expect.stringContaining('noSuchField') })],
    })
  })

  it('which is absent under application/graphql-response+json when all went well', async () => {
    const { status, headers, json } = await post(GOOD, 'application/graphql-response+json')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/graphql-response\+json/)
    expect(json).toEqual({ data: { __typename: 'Query', trpd: { vasps: [] } } })
  })

  it('which is there under application/graphql-response+json when there is something to say; then a request error is 400 without data', async () => {
    const refused = await post(REFUSED, 'application/graphql-response+json')
    expect(refused.status).toBe(200)
    expect(refused.json.errors).toHaveLength(1)
    const invalid = await post(INVALID, 'application/graphql-response+json')
    expect(invalid.status).toBe(400)
    expect(invalid.json.errors).toHaveLength(1)
    expect(invalid.json).not.toHaveProperty('data')
  })

  it('also when the answer is a refusal of the request itself', async () => {
    for (const answer of [
      await post('{'),
      await curlGraphql(node, { token, body: '{' }),
      await curlGraphql(node, { body: { query: GOOD } }),
    ]) {
      expect(answer.json).toHaveProperty('data', null)
      expect(answer.json.errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/./) })])
    }
  })
})
