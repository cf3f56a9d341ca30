import { expect, test } from 'vitest'
import { upstreamsSetting } from './upstream-settings.ts'

test('the settings of an upstream are read from JSON', () => {
  const settings = {
    orders: {
      protocol: 'graphql-ws',
      url: 'ws://orders/ws',
      connectionInit: { a: { b: [1] } },
      identity: 'connection',
    },
    people: { protocol: 'auto', headers: { authorization: 'Bearer x' } },
    others: {},
  }
  expect(upstreamsSetting.parse(JSON.stringify(settings))).toEqual(settings)
})

test.each([
  ['not JSON', '{'],
  ['a list', '[]'],
  ['an unknown protocol', '{"orders":{"protocol":"smtp"}}'],
  ['an unknown setting', '{"orders":{"headders":{}}}'],
  ['a URL of another scheme', '{"orders":{"url":"ftp://orders"}}'],
  ['a header with a line break', '{"orders":{"headers":{"a":"b\\r\\nc: d"}}}'],
  ['a header whose name is not a token', '{"orders":{"headers":{"a b":"c"}}}'],
])('the settings of an upstream are refused: %s', (_name, json) => {
  expect(upstreamsSetting.safeParse(json).success).toBe(false)
})
