import { expect, test } from 'vitest'
import { ruleFor, subgraphRulesSetting } from './subgraph-rules.ts'

test('the rules of subgraphs are read from JSON', () => {
  const rules = {
    orders: {
      subscriptions: {
        protocol: 'graphql-ws',
        url: 'ws://orders/ws',
        connectionInit: { a: { b: [1] } },
        identity: 'connection',
      },
      errors: 'shown',
      share: true,
    },
    people: { subscriptions: { protocol: 'auto', headers: { authorization: 'Bearer x' } } },
    others: {},
  }
  expect(subgraphRulesSetting.parse(JSON.stringify(rules))).toEqual(rules)
})

test('the rule of a subgraph is its own, or that of all subgraphs', () => {
  const rules = { '*': { share: true, errors: 'shown' }, people: { share: false } } as const
  expect([ruleFor(rules, 'people', 'share'), ruleFor(rules, 'people', 'errors')]).toEqual([false, 'shown'])
  expect([ruleFor(rules, 'orders', 'share'), ruleFor(rules, 'orders', 'subscriptions')]).toEqual([true, undefined])
})

test.each([
  ['not JSON', '{'],
  ['a list', '[]'],
  ['an unknown rule', '{"orders":{"headders":{}}}'],
  ['another value for errors', '{"orders":{"errors":"some"}}'],
  ['another value for share', '{"orders":{"share":"all"}}'],
  ['an unknown protocol', '{"orders":{"subscriptions":{"protocol":"smtp"}}}'],
  ['an unknown setting of subscriptions', '{"orders":{"subscriptions":{"headders":{}}}}'],
  ['a URL of another scheme', '{"orders":{"subscriptions":{"url":"ftp://orders"}}}'],
  ['a header with a line break', '{"orders":{"subscriptions":{"headers":{"a":"b\\r\\nc: d"}}}}'],
  ['a header whose name is not a token', '{"orders":{"subscriptions":{"headers":{"a b":"c"}}}}'],
])('rules of subgraphs are refused: %s', (_name, json) => {
  expect(subgraphRulesSetting.safeParse(json).success).toBe(false)
})
