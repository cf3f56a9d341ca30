import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKind, isLoopbackHost, isPrivateHost } from './private-host.ts'

test.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'database',
  'printer.local',
  'nas.home.arpa',
  'api.internal',
  '127.0.0.1',
  '10.1.2.3',
  '[::1]',
  '::1',
  '[::ffff:192.168.0.1]',
  '169.254.169.254',
])('%s is private by its name', (host) => {
  expect(isPrivateHost(host)).toBe(true)
})

test.each(['example.com', 'localhost.example.com', 'internal.example.com', '8.8.8.8', '[2606:4700::1111]'])(
  '%s is not private by its name',
  (host) => {
    expect(isPrivateHost(host)).toBe(false)
  },
)

describe('addresses', () => {
  test('an IPv4-mapped IPv6 address has the kind of the mapped address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressKind(`::ffff:${address}`)).toBe(addressKind(address))
      }),
    )
  })

  test.each(['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', '4000::1', '8000::1'])(
    '%s is not public: public IPv6 is allocated from 2000::/3 only, and does not embed IPv4',
    (address) => {
      expect(addressKind(address)).not.toBe('public')
    },
  )

  test('nothing in a private or special network is public', () => {
    const inNetwork = fc
      .tuple(
        fc.constantFrom('10', '127', '0', '192.168', '169.254', '172.16', '172.31', '100.64', '224', '240'),
        fc.nat(255),
      )
      .map(([prefix, last]) => {
        const parts = prefix.split('.')
        return [...parts, ...Array.from({ length: 3 - parts.length }, () => '7'), last].join('.')
      })
    fc.assert(
      fc.property(inNetwork, (address) => {
        expect(addressKind(address)).not.toBe('public')
      }),
    )
  })
})

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['127.example', false],
  ['localhost.example', false],
  ['', false],
])('host %s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})
