import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'
import { obedient, openFarSubgraph } from '../upstream/testing/far-subgraph.ts'
import { openTestPolicies, withPolicy } from './testing/policies.ts'
import { clientOf, orders, watch } from './testing/watch.ts'

/** Subgraph URLs come from the supergraph, not from the settings. */
const BY_SUPERGRAPH = { GATEWAY_SUBGRAPH_URLS: 'nobody=http://127.0.0.1:9/' }

test('a subscription that was prepared on a replaced graph starts on the current one', async () => {
  await using before = await openFarSubgraph(obedient)
  await using now = await openFarSubgraph(obedient)
  await using policies = await openTestPolicies()
  await using gateway = await openTestGateway({ env: { ...BY_SUPERGRAPH, ...policies.env } })
  const at = (url: string) => withPolicy(gateway.supergraph.sdl).replace('http://orders', url)
  await gateway.serve(at(before.url))
  const decision = Promise.withResolvers<boolean>()
  policies.decide(() => decision.promise)
  const client = await clientOf(gateway)
  watch(client, { query: 'subscription { orderChanged { id price } }' })
  await expect.poll(policies.decisions).toBe(1)
  await gateway.serve(at(now.url))
  decision.resolve(true)
  const subscribes = () => now.received.filter(({ type }) => type === 'subscribe').length
  await expect.poll(subscribes).toBe(1)
  await client.dispose()
})

test('no event is lost or repeated over several graphs in quick succession', async () => {
  await using gateway = await openTestGateway({ env: BY_SUPERGRAPH })
  const at = (orders: string) => gateway.supergraph.sdl.replace('http://orders', orders)
  await gateway.serve(at(await gateway.serveAlso('orders')))
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id } }' })
  await gateway.journal.subscribed(1)
  const ids: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    for (const id of [round * 10, round * 10 + 1]) {
      ids.push(id)
      for (const order of orders(id)) gateway.journal.publish(order)
    }
    await gateway.serve(at(await gateway.serveAlso('orders')))
  }
  await live.seen(...ids)
  await expect.poll(() => gateway.journal.subscribers()).toBe(1)
  for (const order of orders(99)) gateway.journal.publish(order)
  await live.seen(...ids, 99)
  await client.dispose()
})

test('a subscription whose field moved to another subgraph ends, since its position is unknown there', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id } }' })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await live.seen(1)
  const moved = gateway.supergraph.sdl.replace(
    'type Subscription\n  @join__type(graph: ORDERS)',
    'type Subscription\n  @join__type(graph: PEOPLE)',
  )
  await gateway.serve(moved)
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
  await client.dispose()
})

test('subscriptions that become equal with a new graph share an upstream once their positions are equal', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const query = 'subscription { orderChanged { id address notes } }'
  const older = watch(client, { query })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await older.seen(1)
  // No caller has this scope. The older subscription differs from this one until it is moved, within seconds.
  const guarded = gateway.supergraph.sdl.replace(
    'address: String @join__field(graph: ORDERS) @requiresScopes(scopes: [["pii:read"]])',
    'address: String @join__field(graph: ORDERS) @requiresScopes(scopes: [["none"]])',
  )
  await gateway.serve(guarded)
  const younger = watch(client, { query, extensions: { announce: true } })
  await expect.poll(() => younger.results.length).toBe(1)
  const ids = [1]
  const share = async () => {
    const id = ids.length + 1
    ids.push(id)
    gateway.journal.publish({ id: String(id), item: 'tea' })
    await Promise.all([older.seen(...ids), younger.seen(...ids.slice(1))])
    return gateway.journal.subscribers()
  }
  await expect.poll(share, { interval: 200 }).toBe(1)
  // The last event may have been delivered before the older subscription was moved.
  await share()
  expect(older.results.at(-1)).toMatchObject({
    errors: [{ path: ['orderChanged', 'address'], extensions: { code: 'FORBIDDEN' } }],
  })
  await client.dispose()
})
