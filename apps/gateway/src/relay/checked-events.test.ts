import type { FormattedExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'
import { obedient, openFarSubgraph } from '../upstream/testing/far-subgraph.ts'
import { clientOf, watch } from './testing/watch.ts'

/** What a client receives when a subgraph sends this payload as an event of `{ id price phone }`. */
async function receivedFor(payload: string): Promise<FormattedExecutionResult | undefined> {
  await using far = await openFarSubgraph((message, socket) => {
    obedient(message, socket)
    if (message.type === 'subscribe') socket.send(`{"id":"${message.id}","type":"next","payload":${payload}}`)
  })
  const urls = `orders=${far.url},people=http://127.0.0.1:9/graphql`
  await using gateway = await openTestGateway({ env: { GATEWAY_SUBGRAPH_URLS: urls, GATEWAY_PASS_THROUGH: 'checked' } })
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id price phone } }' })
  await expect.poll(() => live.results).toHaveLength(1)
  await client.dispose()
  return live.results[0]
}

const event = (order: object) => JSON.stringify({ data: { orderChanged: order }, extensions: { position: '1' } })
const ORDER = { id: '1', price: 7, phone: '3' }

test('an event with exactly the selected fields is delivered as the subgraph sent it', async () => {
  expect(await receivedFor(event(ORDER))).toEqual({ data: { orderChanged: ORDER }, extensions: { position: '1' } })
  expect(await receivedFor(event({ ...ORDER, price: null }))).toMatchObject({ data: { orderChanged: { price: null } } })
})

test('a checked event contains only fields that the subscription selects', async () => {
  expect(await receivedFor(event({ ...ORDER, secret: 'x' }))).toMatchObject({ data: { orderChanged: ORDER } })
  expect(await receivedFor(event({ ...ORDER, secret: 'x' }))).not.toHaveProperty('data.orderChanged.secret')
})

test.each([
  ['a string for an Int', { ...ORDER, price: 'seven' }, { orderChanged: { ...ORDER, price: null } }, 'price'],
  ['a missing field', { id: '1', phone: '3' }, { orderChanged: { ...ORDER, price: null } }, 'price'],
  ['null for a nested String!', { ...ORDER, phone: null }, null, 'phone'],
])('a checked event with %s has an error at that field', async (_name, order, data, field) => {
  const result = await receivedFor(event(order))
  expect(result?.data).toEqual(data)
  expect(result?.errors).toMatchObject([
    { path: ['orderChanged', field], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
  ])
})
