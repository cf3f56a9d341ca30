import { composeServices } from '@apollo/composition'
import { openTestGateway } from '@travel-rule/gateway/testing/test-gateway'
import type { FormattedExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import { MESSAGES, openApolloSubgraph, openYogaSubgraph, USERS } from './foreign-subgraphs.ts'
import { outcomeOf, subscribe } from './subscribe.ts'

async function openGateway(env: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const messages = stack.use(await openApolloSubgraph())
  const users = stack.use(await openYogaSubgraph())
  const composed = composeServices([
    { name: 'messages', typeDefs: MESSAGES, url: messages.url },
    { name: 'users', typeDefs: USERS, url: users.url },
  ])
  const gateway = stack.use(
    await openTestGateway({ env: { GATEWAY_SUBGRAPH_URLS: 'none=http://127.0.0.1:9/', ...env } }),
  )
  await gateway.serve(composed.supergraphSdl ?? '')
  const address = { url: `${gateway.url}/graphql`, socketUrl: gateway.wsUrl, token: await gateway.token() }
  const opened = stack.move()
  const follow = (query: string, extensions: object = {}) => {
    const results: FormattedExecutionResult[] = []
    const ended = Promise.withResolvers<string>()
    const sink = {
      result: (result: FormattedExecutionResult) => void results.push(result),
      end: (outcome: Parameters<typeof outcomeOf>[0]) =>
        ended.resolve(Array.isArray(outcome) ? `${outcomeOf(outcome)}: ${outcome[0].message}` : outcomeOf(outcome)),
      eventId: () => undefined,
    }
    opened.defer(subscribe('graphql-transport-ws', address, { query, extensions }, sink))
    return { results, ended: ended.promise }
  }
  return { messages, users, follow, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('Apollo Server with graphql-ws and GraphQL Yoga are full members, without a setting', async () => {
  await using bed = await openGateway()
  const added = bed.follow('subscription { messageAdded { id text author { name greeting } } }', { announce: true })
  const renamed = bed.follow('subscription { userRenamed { name greeting } }', { announce: true })
  const announced = { data: null, extensions: { position: null } }
  await expect.poll(() => [added.results, renamed.results]).toEqual([[announced], [announced]])
  await Promise.all([bed.messages.subscribed, bed.users.subscribed])
  bed.messages.publish({ id: '1', text: 'tea', author: { id: 'ann' } })
  bed.users.publish({ id: 'bob', name: 'Bob' })
  const author = { name: 'name of ann', greeting: 'hello ann' }
  await expect.poll(() => added.results[1]).toEqual({ data: { messageAdded: { id: '1', text: 'tea', author } } })
  await expect.poll(() => renamed.results[1]).toEqual({ data: { userRenamed: { name: 'Bob', greeting: 'hello bob' } } })
})

test('an error thrown by a resolver of Apollo Server ends the subscription, with its message if configured', async () => {
  const endOf = async (env: Record<string, string>) => {
    await using bed = await openGateway(env)
    return await bed.follow('subscription { refuses { id } }').ended
  }
  expect(await endOf({})).toBe('SUBSCRIPTION_REFUSED: The subscription was refused.')
  expect(await endOf({ GATEWAY_SUBGRAPHS: '{"messages":{"errors":"shown"}}' })).toBe(
    'SUBSCRIPTION_REFUSED: Messages are closed.',
  )
})

test('a subgraph that disappears ends a subscription without positions with RESUME_IMPOSSIBLE after an event', async () => {
  await using bed = await openGateway()
  const renamed = bed.follow('subscription { userRenamed { name } }')
  await bed.users.subscribed
  bed.users.publish({ id: 'bob', name: 'Bob' })
  await expect.poll(() => renamed.results).toHaveLength(1)
  await bed.users[Symbol.asyncDispose]()
  expect(await renamed.ended).toMatch(/^RESUME_IMPOSSIBLE/)
})

test("connections have the caller's identity, and the configured headers and payload of connection_init", async () => {
  const subscriptions = { identity: 'connection', connectionInit: { tenant: 7 }, headers: { 'x-tenant': 'seven' } }
  await using bed = await openGateway({ GATEWAY_SUBGRAPHS: JSON.stringify({ messages: { subscriptions } }) })
  bed.follow('subscription { messageAdded { id } }')
  bed.follow('subscription { userRenamed { id } }')
  await Promise.all([bed.messages.subscribed, bed.users.subscribed])
  const assertion = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(bed.messages.assertions).toEqual([
    { tenant: 7, identityAssertion: assertion },
    expect.objectContaining({ 'x-identity-assertion': assertion, 'x-tenant': 'seven' }),
  ])
  expect(bed.users.assertions).toEqual([assertion])
})
