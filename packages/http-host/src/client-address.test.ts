import { expect, test } from 'vitest'
import { addressKey, openClientAddresses } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('limits count the address %s under the key %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

const FORWARDED = { 'x-forwarded-for': '198.51.100.9, 203.0.113.5, 10.1.2.3' }

test('the client of a request is the nearest hop if no proxy is trusted', () => {
  const addresses = openClientAddresses()
  expect(addresses.of('10.0.0.7', FORWARDED)).toBe('10.0.0.7')
  expect(addresses.isProxy('10.0.0.7')).toBe(false)
})

test('the client of a request is the last hop that is not a trusted proxy', () => {
  const addresses = openClientAddresses(['10.0.0.7', '10.1.0.0/16', 'fd00::/8'])
  expect(addresses.of('10.0.0.7', FORWARDED)).toBe('203.0.113.5')
  expect(addresses.of('::ffff:10.0.0.7', FORWARDED)).toBe('203.0.113.5')
  expect(addresses.of('fd00::7', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1')
  expect(addresses.of('203.0.113.5', FORWARDED)).toBe('203.0.113.5')
  expect(addresses.of('10.0.0.7', { 'x-forwarded-for': '10.1.1.1' })).toBe('10.1.1.1')
})

test('a hop that is not an address ends the search for the client of a request', () => {
  const addresses = openClientAddresses(['10.0.0.7', '10.1.0.0/16'])
  expect(addresses.of('10.0.0.7', {})).toBe('10.0.0.7')
  expect(addresses.of('10.0.0.7', { 'x-forwarded-for': '203.0.113.5, unknown, 10.1.2.3' })).toBe('10.1.2.3')
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8x', 'fd00::/129', ''])(
  'the trusted proxy "%s" is refused',
  (entry) => {
    expect(() => openClientAddresses([entry])).toThrow()
  },
)
