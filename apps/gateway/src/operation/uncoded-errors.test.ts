import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientOf, watch } from '../relay/testing/watch.ts'
import { openTestGateway } from '../testing/test-gateway.ts'
import { obedient, openFarSubgraph } from '../upstream/testing/far-subgraph.ts'

const SECRET = 'The rate is not known.'
const MASKED = {
  message: 'Internal server error',
  extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.any(String) },
}
const SHOWN = { message: SECRET, extensions: { code: 'SUBGRAPH_ERROR' } }

/** The errors of a query whose subgraph sends this one. */
async function errorsOf(error: object, rules?: object) {
  const people: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: { people: null }, errors: [{ path: ['people'], ...error }] }))
  }
  const env = rules === undefined ? {} : { GATEWAY_SUBGRAPHS: JSON.stringify(rules) }
  await using gateway = await openTestGateway({ people, env })
  const { errors } = await gateway.query('{ people { all { nickname } } }')
  return { errors, logged: gateway.logged.join('') }
}

/** What a subscriber receives when its subgraph sends this message, and how the subscription ends. */
async function receivedFor(message: object, rules?: object) {
  await using far = await openFarSubgraph((received, socket) => {
    obedient(received, socket)
    if (received.type === 'subscribe') socket.send({ id: received.id, ...message })
  })
  const env = { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` }
  await using gateway = await openTestGateway({
    env: rules === undefined ? env : { ...env, GATEWAY_SUBGRAPHS: JSON.stringify(rules) },
  })
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id price } }' })
  let end: unknown
  void live.outcome.then((outcome) => {
    end = outcome
  })
  await expect.poll(() => live.results.length > 0 || end !== undefined).toBe(true)
  await client.dispose()
  return { result: live.results[0], end, logged: gateway.logged.join('') }
}

const EVENT = {
  type: 'next',
  payload: {
    data: { orderChanged: { id: '1', price: null } },
    errors: [{ message: SECRET, path: ['orderChanged', 'price'] }],
  },
}
const REFUSAL = { type: 'error', payload: [{ message: SECRET }] }

const HIDDEN = { errors: 'hidden' }
const SHOWN_BY_RULE = { errors: 'shown' }

describe.each([undefined, { '*': HIDDEN }, { people: HIDDEN, orders: HIDDEN, '*': SHOWN_BY_RULE }])(
  'with the rules %j',
  (rules) => {
    test('the message of an error without a code is logged and hidden, in responses and in live updates', async () => {
      const { errors, logged } = await errorsOf({ message: SECRET }, rules)
      expect(errors).toEqual([{ path: ['people'], ...MASKED }])
      expect(logged).toContain(SECRET)
      const event = await receivedFor(EVENT, rules)
      expect(event.result?.errors).toEqual([{ path: ['orderChanged', 'price'], ...MASKED }])
      expect(event.logged).toContain(SECRET)
      const { end, logged: refused } = await receivedFor(REFUSAL, rules)
      const extensions = { code: 'SUBSCRIPTION_REFUSED', id: expect.any(String) }
      expect(end).toEqual([{ message: 'The subscription was refused.', extensions }])
      expect(refused).toContain(SECRET)
    })
  },
)

test('the message of an error without a code is shown if the rule of its subgraph says so', async () => {
  const rules = { people: SHOWN_BY_RULE, orders: SHOWN_BY_RULE }
  expect((await errorsOf({ message: SECRET }, rules)).errors).toEqual([{ path: ['people'], ...SHOWN }])
  const event = await receivedFor(EVENT, rules)
  expect(event.result?.errors).toEqual([{ path: ['orderChanged', 'price'], ...SHOWN }])
  const { end } = await receivedFor(REFUSAL, rules)
  expect(end).toEqual([{ message: SECRET, extensions: { code: 'SUBSCRIPTION_REFUSED' } }])
})

test('an error with the code of an internal error is never shown, and its hidden extensions neither', async () => {
  const internal = { message: SECRET, extensions: { code: 'INTERNAL_SERVER_ERROR' } }
  expect((await errorsOf(internal, { '*': SHOWN_BY_RULE })).errors).toEqual([{ path: ['people'], ...MASKED }])
  const detailed = { message: SECRET, extensions: { stacktrace: ['at x'], hint: 'ask' } }
  const extensions = { code: 'SUBGRAPH_ERROR', hint: 'ask' }
  expect((await errorsOf(detailed, { '*': SHOWN_BY_RULE })).errors).toEqual([
    { path: ['people'], message: SECRET, extensions },
  ])
})
