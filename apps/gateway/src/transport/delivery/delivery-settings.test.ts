import { defineSettings, readSettings } from '@travel-rule/service/settings'
import { expect, test } from 'vitest'
import { TUNING } from '../../tuning.ts'
import { backpressureSettingsOf, connectionLimitsOf, deliverySettings } from './delivery-settings.ts'

const settings = defineSettings(deliverySettings)
const read = (variables: Record<string, string>) =>
  backpressureSettingsOf({ ...TUNING, ...readSettings(settings, variables) })

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

test('as many results may be queued as GATEWAY_WAITING_BYTES_MAX has 4,000 bytes', () => {
  expect(read({}).limits).toMatchObject({ bytesMax: 4_000_000, eventsMax: 1_000 })
  expect(read({ GATEWAY_WAITING_BYTES_MAX: '1' }).limits).toMatchObject({ bytesMax: 1, eventsMax: 1 })
})

test('event streams, unauthenticated and new WebSockets are limited to a share of all WebSockets', () => {
  expect(connectionLimitsOf({ socketsMax: 10_000, socketsPerAddressMax: 1_000 })).toEqual({
    eventStreamsMax: 5_000,
    unauthenticatedMax: 2_000,
    unauthenticatedPerAddressMax: 200,
    upgradesPerAddressPerSecond: 50,
  })
  expect(connectionLimitsOf({ socketsMax: 1, socketsPerAddressMax: 20_000 })).toMatchObject({
    unauthenticatedPerAddressMax: 4_000,
    upgradesPerAddressPerSecond: 1_000,
  })
})

test('a gateway without a limit of WebSockets per address limits those that are unauthenticated or new', () => {
  expect(connectionLimitsOf({ socketsMax: 1, socketsPerAddressMax: 0 })).toEqual({
    eventStreamsMax: 1,
    unauthenticatedMax: 1,
    unauthenticatedPerAddressMax: 200,
    upgradesPerAddressPerSecond: 50,
  })
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
