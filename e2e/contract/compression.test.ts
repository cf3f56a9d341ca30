import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curl } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'

const node = await sharedNode()
const { token } = await openApi(node)
const introspect = (...args: string[]) =>
  curl(
    [
      `${node.baseUrl}/graphql`,
      '--header',
      `authorization: Bearer ${token}`,
      '--header',
      'content-type: application/json',
      '--data-binary',
      '@-',
      ...args,
    ],
    JSON.stringify({ query: getIntrospectionQuery() }),
  )

describe('response compression', () => {
  it.each(['gzip', 'br'])('a response is compressed with %s for a client that accepts it', async (encoding) => {
    const plain = await introspect()
    const packed = await introspect('--compressed', '--header', `accept-encoding: ${encoding}`)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.vary).toMatch(/accept-encoding/i)
    expect(Number(packed.headers['content-length'] ?? 0)).toBeLessThan(plain.body.length / 4)
    expect(packed.body).toBe(plain.body)
  })

  it('a response is not compressed for a client that refuses compression', async () => {
    const { headers, body } = await introspect('--header', 'accept-encoding: gzip;q=0, identity')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(body).errors).toEqual([])
  })
})
