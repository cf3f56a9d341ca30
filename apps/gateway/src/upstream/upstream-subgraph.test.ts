import { openTestAssertions } from '@travel-rule/subgraph/testing/assertions'
import { expect, test, vi } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { recordSink } from './testing/record-sink.ts'
import { openUpstream } from './upstream.ts'

const until = (check: () => void) => vi.waitFor(check, { timeout: 180_000, interval: 5 })

test('an upstream receives events, refusals, completion and the restart of a real subgraph', async () => {
  await using assertions = await openTestAssertions()
  const { orders, journal } = testSubgraphs()
  const host = await orders.serve(assertions.verifier)
  await using upstream = openUpstream(`${host.url}/graphql`)
  const identityAssertion = await assertions.assertion({ scopes: ['orders:read'] })
  const subscribe = (query: string, extensions: Record<string, unknown> = { identityAssertion }) => {
    const sink = recordSink()
    return { sink, unsubscribe: upstream.subscribe({ query, extensions }, sink) }
  }

  const live = subscribe('subscription { orderChanged { id } }')
  const left = subscribe('subscription { orderChanged { item } }')
  const short = subscribe('subscription { orderChanged(first: "2") { item } }')
  const refused = subscribe('subscription { orderChanged(first: "refuse") { id } }')
  const unknown = subscribe('subscription { orderChanged { id } }', {})
  await until(() => expect(short.sink.ends).toEqual([['completed']]))
  expect(short.sink.events).toMatchObject([{ payload: { data: { orderChanged: { item: 'cup' } } } }])
  await until(() => expect(refused.sink.ends).toMatchObject([['refused', [{ extensions: { code: 'ORDER_REFUSED' } }]]]))
  await until(() =>
    expect(unknown.sink.ends).toMatchObject([['refused', [{ extensions: { code: 'UNAUTHENTICATED' } }]]]),
  )
  await journal.subscribed(2)
  left.unsubscribe()
  await until(() => expect(journal.subscribers()).toBe(1))
  journal.publish({ id: '7', item: 'a' })
  await until(() => expect(live.sink.events).toMatchObject([{ payload: { data: { orderChanged: { id: '7' } } } }]))
  const [event] = live.sink.events
  expect(JSON.parse(event?.json ?? '')).toEqual(event?.payload)
  expect(left.sink.events).toEqual([])
  expect(upstream.counts()).toEqual({ connections: 1, subscriptions: 1 })

  await host[Symbol.asyncDispose]()
  await until(() => expect(live.sink.ends).toEqual([['lost', expect.stringMatching(/^closed with 1001/)]]))
})
