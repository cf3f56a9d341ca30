import { defineSettings, readSettings } from '@travel-rule/service/settings'
import { expect, test } from 'vitest'
import { backpressureSettingsOf, deliverySettings } from './delivery-settings.ts'

const settings = defineSettings(deliverySettings)
const read = (variables: Record<string, string>) => backpressureSettingsOf(readSettings(settings, variables))

test('without a setting, no field has a slow-consumer policy of its own', () => {
  expect(read({}).policies.size).toBe(0)
})

test('slow-consumer policies are read by field', () => {
  expect([...read({ GATEWAY_SLOW_CONSUMER_POLICIES: 'a=latest, b=drop-oldest,c = disconnect' }).policies]).toEqual([
    ['a', 'latest'],
    ['b', 'drop-oldest'],
    ['c', 'disconnect'],
  ])
})

test.each([
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'a=newest', 'one of latest, drop-oldest, disconnect; a=newest is not'],
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'a.b=latest', 'a.b=latest is not'],
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'latest', 'must be pairs'],
  ['GATEWAY_DRAIN_SECONDS', '9', 'from 0 to 8'],
  ['GATEWAY_SOCKETS_PER_ADDRESS_MAX', '-1', '0 for no limit'],
])('%s=%s is refused', (variable, value, message) => {
  expect(() => read({ [variable]: value })).toThrow(message)
})
