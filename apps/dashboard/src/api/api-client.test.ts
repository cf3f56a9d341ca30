import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gql } from '@apollo/client'
import { expect, test } from 'vitest'
import { openApiClient } from './api-client.ts'

const REFUSED = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '0' },
  body: JSON.stringify({ data: null, errors: [{ message: 'Too many', extensions: { code: 'RATE_LIMITED' } }] }),
}
const ANSWERED = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { me: 'Ann' } }),
}

async function request(responses: readonly (typeof REFUSED)[]) {
  let received = 0
  await using server = createServer((_request, response) => {
    const { status, headers, body } = responses[received++] ?? ANSWERED
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = openApiClient(`http://127.0.0.1:${port}`, { token: async () => 'token', refused() {} })
  const result = await client.query({ query: gql`{ me }`, errorPolicy: 'all' })
  return { data: result.data, isRefused: result.error !== undefined, received }
}

test.each([
  ['a request that came too soon is sent once more', [REFUSED], { data: { me: 'Ann' }, isRefused: false, received: 2 }],
  ['a request that is refused again is not', [REFUSED, REFUSED], { isRefused: true, received: 2 }],
  [
    'a request that has to wait for long is not sent again',
    [{ ...REFUSED, headers: { ...REFUSED.headers, 'retry-after': '60' } }],
    { isRefused: true, received: 1 },
  ],
  [
    'a request that is refused without a time is not sent again',
    [{ ...REFUSED, headers: { 'content-type': 'application/json' } as typeof REFUSED.headers }],
    { isRefused: true, received: 1 },
  ],
])('%s', async (_name, responses, expected) => {
  expect(await request(responses)).toMatchObject(expected)
})
