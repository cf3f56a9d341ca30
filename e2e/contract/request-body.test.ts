import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const post = (body: object) => curlGraphql(node, { token, body })

describe('the body of a GraphQL request', () => {
  it('a GraphQL request requires a query string', async () => {
    for (const body of [{}, { query: null }, { query: 5 }, { query: ['{ __typename }'] }]) {
      const { status, json } = await post(body)
      expect(status).toBe(400)
      expect(json.errors[0]?.message).toMatch(/query/)
    }
  })

  it('variables may be an object, null or absent, but not an array', async () => {
    const query = 'query ($limit: Int = 0) { trpd { vasps(limit: $limit) { name } } }'
    for (const variables of [{ limit: 0 }, {}, null, undefined]) {
      expect((await post({ query, variables })).json).toEqual({ data: { trpd: { vasps: [] } }, errors: [] })
    }
    const refused = await post({ query, variables: [0] })
    expect(refused.status).toBe(400)
    expect(refused.json.errors[0]?.message).toMatch(/variables/)
  })

  it('operationName selects an operation, and may be null or absent for a single one', async () => {
    const query = 'query A { a: __typename } query B { b: __typename }'
    expect((await post({ query, operationName: 'B' })).json.data).toEqual({ b: 'Query' })
    expect((await post({ query: '{ __typename }', operationName: null })).json.data).toEqual({ __typename: 'Query' })
    for (const operationName of ['C', undefined]) {
      const { json } = await post({ query, operationName })
      expect(json.data).toBeNull()
      expect(json.errors).toHaveLength(1)
    }
  })

  it('a GraphQL response has exactly data and errors', async () => {
    const { json } = await post({ query: '{ trpd { vasps(limit: 0) { name } } }' })
    expect(Object.keys(json).sort()).toEqual(['data', 'errors'])
  })
})
