import { defineSettings, readSettings } from '@travel-rule/service/settings'
import { expect, test } from 'vitest'
import { TUNING } from '../../tuning.ts'
import { backpressureSettingsOf, connectionLimitsOf, deliverySettings } from './delivery-settings.ts'

const settings = defineSettings(deliverySettings)
const read = (variables: Record<string, string>) =>
  backpressureSettingsOf({ ...TUNING, bytesMax: { waiting: 4_000_000 }, ...readSettings(settings, variables) })

test('without a setting, no field has its own slow-consumer policy', () => {
  expect(read({}).policies.size).toBe(0)
})

test('slow-consumer policies are read by field', () => {
  expect([...read({ GATEWAY_SLOW_CONSUMER_POLICIES: 'a=latest, b=drop-oldest,c = disconnect' }).policies]).toEqual([
    ['a', 'latest'],
    ['b', 'drop-oldest'],
    ['c', 'disconnect'],
  ])
})

test('as many results may be queued as the waiting bytes have 4,000 bytes', () => {
  expect(read({}).limits).toMatchObject({ bytesMax: 4_000_000, eventsMax: 1_000 })
  expect(backpressureSettingsOf({ ...TUNING, bytesMax: { waiting: 1 } }).limits).toMatchObject({
    bytesMax: 1,
    eventsMax: 1,
  })
})

test('event streams, unauthenticated and new WebSockets are limited to a share of all WebSockets', () => {
  expect(connectionLimitsOf({ sockets: { total: 10_000, address: 1_000 } })).toEqual({
    eventStreamsMax: 5_000,
    unauthenticatedMax: 2_000,
    unauthenticatedPerAddressMax: 200,
    upgradesPerAddressPerSecond: 50,
  })
  expect(connectionLimitsOf({ sockets: { total: 20_000, address: 20_000 } })).toMatchObject({
    unauthenticatedPerAddressMax: 4_000,
    upgradesPerAddressPerSecond: 1_000,
  })
})

test('a gateway without a limit of WebSockets per address limits unauthenticated and new ones', () => {
  expect(connectionLimitsOf({ sockets: { total: 10_000, address: 1_000_000_000 } })).toEqual({
    eventStreamsMax: 5_000,
    unauthenticatedMax: 2_000,
    unauthenticatedPerAddressMax: 2_000,
    upgradesPerAddressPerSecond: 500,
  })
})

test.each([
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'a=newest', 'one of latest, drop-oldest, disconnect; a=newest is not'],
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'a.b=latest', 'a.b=latest is not'],
  ['GATEWAY_SLOW_CONSUMER_POLICIES', 'latest', 'must be pairs'],
  ['DRAIN_SECONDS', '9', 'from 0 to 8'],
  ['GATEWAY_SOCKETS_MAX', 'address=0,client=-1', 'address must be a whole number from 1 to 999999999; client must be'],
])('%s=%s is refused', (variable, value, message) => {
  expect(() => read({ [variable]: value })).toThrow(message)
})
