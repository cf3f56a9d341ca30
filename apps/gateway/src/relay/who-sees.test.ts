import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'
import { openPolicyGateway } from './testing/policies.ts'
import { clientOf, orders, watch } from './testing/watch.ts'

const PRICES = 'subscription { orderChanged { id price } }'
const PHONES = 'subscription { orderChanged { id address } }'
const VISITOR = { realm_access: { roles: ['visitor'] } }
const CLERK = { realm_access: { roles: ['clerk'] } }
const FORBIDDEN = [{ extensions: { code: 'FORBIDDEN' } }]
const taken = { expiresAt: expect.any(String) }

/** A policy decision that the test settles later. */
function openDecision() {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  return { decide: () => promise, resolve }
}

test('after a refresh to fewer scopes, events have only the allowed fields, and none is lost or repeated', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const live = watch(client, { query: PHONES })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea', address: 'here' })
  await live.seen(1)
  const refreshed = client.refresh(VISITOR)
  for (const order of orders(2, 3)) gateway.journal.publish({ ...order, address: 'here' })
  expect(await refreshed).toEqual(taken)
  gateway.journal.publish({ id: '4', item: 'tea', address: 'here' })
  await live.seen(1, 2, 3, 4)
  expect(live.results.at(-1)).toMatchObject({
    data: { orderChanged: { id: '4', address: null } },
    errors: FORBIDDEN,
  })
  expect(await client.refresh(CLERK)).toEqual(taken)
  gateway.journal.publish({ id: '5', item: 'tea', address: 'here' })
  await live.seen(1, 2, 3, 4, 5)
  expect(live.results.at(-1)).toMatchObject({ data: { orderChanged: { id: '5', address: 'here' } } })
  expect(gateway.journal.subscribers()).toBe(1)
  await client.dispose()
})

test('after a refresh to no scopes, a subscription ends with FORBIDDEN, and others continue', async () => {
  await using gateway = await openTestGateway()
  const [leaving, staying] = await Promise.all([clientOf(gateway), clientOf(gateway)])
  const live = [leaving, staying].map((client) => watch(client, { query: PHONES }))
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await Promise.all(live.map((each) => each.seen(1)))
  expect(await leaving.refresh({ realm_access: { roles: ['nobody'] } })).toEqual(taken)
  expect(await live[0]?.outcome).toMatchObject(FORBIDDEN)
  gateway.journal.publish({ id: '2', item: 'tea' })
  await live[1]?.seen(1, 2)
  await live[0]?.seen(1)
  await Promise.all([leaving.dispose(), staying.dispose()])
})

test('a refresh during another refresh replaces it', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const client = await clientOf(gateway)
  const live = watch(client, { query: PRICES })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await live.seen(1)
  const [first, second] = [openDecision(), openDecision()]
  policies.decide(({ roles }) => (roles.includes('visitor') ? first.decide() : second.decide()))
  const before = policies.decisions()
  expect(await client.refresh(VISITOR)).toEqual(taken)
  await expect.poll(policies.decisions).toBe(before + 1)
  expect(await client.refresh(CLERK)).toEqual(taken)
  await expect.poll(policies.decisions).toBe(before + 2)
  gateway.journal.publish({ id: '2', item: 'tea' })
  second.resolve(true)
  first.resolve(false)
  await live.seen(1, 2)
  expect(live.results.at(-1)).toMatchObject({ data: { orderChanged: { id: '2', price: 7 } } })
  await client.dispose()
  await expect.poll(gateway.journal.subscribers).toBe(0)
})

test('a token with the same scopes during a refresh does not affect it', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const client = await clientOf(gateway)
  const live = watch(client, { query: PRICES })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await live.seen(1)
  const decision = openDecision()
  policies.decide(decision.decide)
  const before = policies.decisions()
  expect(await client.refresh(VISITOR)).toEqual(taken)
  await expect.poll(policies.decisions).toBe(before + 1)
  expect(await client.refresh(VISITOR)).toEqual(taken)
  gateway.journal.publish({ id: '2', item: 'tea' })
  decision.resolve(false)
  await live.seen(1, 2)
  expect(live.results.at(-1)).toMatchObject({ data: { orderChanged: { id: '2', price: null } }, errors: FORBIDDEN })
  await client.dispose()
})

test('a subscription whose token is refreshed while it is prepared starts with the new token', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const client = await clientOf(gateway)
  const decision = openDecision()
  policies.decide(decision.decide)
  const live = watch(client, { query: 'subscription { orderChanged { id price address } }' })
  await expect.poll(policies.decisions).toBe(1)
  expect(await client.refresh(VISITOR)).toEqual(taken)
  decision.resolve(true)
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea', address: 'here' })
  await live.seen(1)
  expect(live.results[0]).toMatchObject({ data: { orderChanged: { price: 7, address: null } }, errors: FORBIDDEN })
  await client.dispose()
})

test('a subscription that ends during a refresh leaves nothing behind', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const client = await clientOf(gateway)
  const live = watch(client, { query: PRICES })
  await gateway.journal.subscribed(1)
  const decision = openDecision()
  policies.decide(decision.decide)
  expect(await client.refresh(VISITOR)).toEqual(taken)
  await expect.poll(policies.decisions).toBe(2)
  await expect.poll(gateway.journal.subscribers).toBe(0)
  live.end()
  decision.resolve(true)
  const other = watch(client, { query: 'subscription { orderChanged { id } }' })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await other.seen(1)
  expect(gateway.journal.subscribers()).toBe(1)
  await client.dispose()
})

test('a field that a policy starts to deny is null from the next event, only for the denied caller', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const clients = await Promise.all(['ann', 'bob'].map((sub) => clientOf(gateway, { sub })))
  const live = clients.map((client) => watch(client, { query: PRICES }))
  await gateway.journal.subscribed(2)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await Promise.all(live.map((each) => each.seen(1)))
  policies.decide(({ subject }) => subject === 'bob')
  gateway.journal.publish({ id: '2', item: 'tea' })
  await Promise.all(live.map((each) => each.seen(1, 2)))
  expect(live.map(({ results }) => results.map(({ data }) => data))).toEqual([
    [{ orderChanged: { id: '1', price: 7 } }, { orderChanged: { id: '2', price: null } }],
    [{ orderChanged: { id: '1', price: 7 } }, { orderChanged: { id: '2', price: 7 } }],
  ])
  await Promise.all(clients.map((client) => client.dispose()))
})

test('a subscription ends without the event when its policies cannot be decided', async () => {
  await using stage = await openPolicyGateway()
  const { gateway, policies } = stage
  const client = await clientOf(gateway)
  const live = watch(client, { query: PRICES })
  await gateway.journal.subscribed(1)
  policies.decide(() => {
    throw new Error('the policy service is down')
  })
  gateway.journal.publish({ id: '1', item: 'tea' })
  expect(await live.outcome).toMatchObject(FORBIDDEN)
  expect(live.results).toEqual([])
  await client.dispose()
})
