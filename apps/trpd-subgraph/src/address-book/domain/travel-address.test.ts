import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HostRules } from '../../foundation/domain/host.ts'
import { encodeTravelAddress, parseTravelAddress, TRAVEL_ADDRESS_LENGTH_MAX } from './travel-address.ts'
import vectors from './vectors/travel-address.json' with { type: 'json' }

const publicOnly = { privateHosts: false }
const development = { privateHosts: true }
const CODES: Record<string, string> = {
  prefix: 'TRAVEL_ADDRESS_PREFIX',
  format: 'TRAVEL_ADDRESS_ENCODING',
  checksum: 'TRAVEL_ADDRESS_CHECKSUM',
  scheme: 'TRAVEL_ADDRESS_SCHEME',
  tag: 'TRAVEL_ADDRESS_TAG',
}

/** A travel address for any string, with a valid checksum. */
function raw(url: string): string {
  return `ta${createBase58check(sha256).encode(Buffer.from(url, 'utf8'))}`
}

function codeOf(text: string, rules: HostRules = publicOnly): string {
  const address = parseTravelAddress(text, rules)
  return address.ok ? 'accepted' : address.refusal.code
}

describe('a travel address', () => {
  it.each(vectors.accept)(
    'the travel address of $url is decoded and encoded as published',
    ({ url, travelAddress }) => {
      const address = parseTravelAddress(travelAddress, publicOnly)
      expect(address).toMatchObject({
        ok: true,
        value: { url, travelAddress, host: url.split(/[/?]/)[0], privateHost: false },
      })
      expect(encodeTravelAddress(url)).toBe(travelAddress)
    },
  )

  it.each(vectors.acceptOnlyWithPrivateHosts)(
    'the travel address of $url is accepted only if private hosts are',
    ({ url, travelAddress }) => {
      expect(parseTravelAddress(travelAddress, development)).toMatchObject({
        ok: true,
        value: { url, privateHost: true },
      })
      expect(codeOf(travelAddress)).toBe('TRAVEL_ADDRESS_HOST')
    },
  )

  it.each(vectors.refuse)(
    'the travel address $travelAddress is refused because of its $why',
    ({ travelAddress, why }) => {
      expect(codeOf(travelAddress)).toBe(CODES[why])
      expect(codeOf(travelAddress, development)).toBe(CODES[why])
    },
  )

  it.each(['localhost/x?t=i', 'vasp.local?t=i', 'a.localhost?t=i', '127.0.0.1?t=i', '[::1]/x?t=i', '10.0.0.1:80?t=i'])(
    'a travel address on %s is for development only',
    (url) => {
      expect(codeOf(raw(url))).toBe('TRAVEL_ADDRESS_HOST')
      expect(codeOf(raw(url), development)).toBe('accepted')
    },
  )

  it('a travel address with a port is accepted unless ports are refused', () => {
    const address = raw('vasp.example.com:8443/x?t=i')
    expect(codeOf(address, { privateHosts: true, ports: false })).toBe('TRAVEL_ADDRESS_HOST')
    expect(codeOf(raw('vasp.example.com:0/x?t=i'))).toBe('TRAVEL_ADDRESS_HOST')
    expect(codeOf(address, development)).toBe('accepted')
    expect(parseTravelAddress(address, { privateHosts: false })).toMatchObject({
      ok: true,
      value: { host: 'vasp.example.com:8443', hostname: 'vasp.example.com' },
    })
  })

  it.each([
    ['a user before the host', 'good.example@evil.example/?t=i'],
    ['an empty host', '/x?t=i'],
    ['a host without a dot', 'vasp?t=i'],
    ['an empty label', 'vasp..example?t=i'],
    ['an underscore', 'va_sp.example?t=i'],
    ['a decimal IP address', '2130706433?t=i'],
    ['a short IP address', '127.1?t=i'],
    ['a hexadecimal IP address', '0x7f.0x0.0x0.0x1?t=i'],
    ['an IP address out of range', '256.1.1.1?t=i'],
    ['a port out of range', 'vasp.example:65536?t=i'],
    ['a backslash before another host', 'evil.example\\@vasp.example?t=i'],
    ['a host outside of ASCII', 'väsp.example?t=i'],
    ['a host that is too long', `${'a.'.repeat(127)}example?t=i`],
  ])('a travel address with %s is refused because of its host, even in development', (_, url) => {
    expect(codeOf(raw(url), development)).toBe('TRAVEL_ADDRESS_HOST')
  })

  it.each([
    'vasp.example/a b?t=i',
    'vasp.example/?t=i#x',
    'vasp.example/\0?t=i',
    'vasp.example/ü?t=i',
    'vasp.example/<?t=i',
  ])('a travel address with characters that are not allowed in a URL is refused: %j', (url) => {
    expect(codeOf(raw(url))).toBe('TRAVEL_ADDRESS_URL')
  })

  it('a travel address with its tag in the fragment, or with another value of it, lacks the tag', () => {
    expect(codeOf(raw('vasp.example/x#?t=i'))).toBe('TRAVEL_ADDRESS_TAG')
    expect(codeOf(raw('vasp.example/x?t=I'))).toBe('TRAVEL_ADDRESS_TAG')
    expect(codeOf(raw('vasp.example/t=i'))).toBe('TRAVEL_ADDRESS_TAG')
  })

  it('a travel address is refused with the first of several problems', () => {
    expect(codeOf(raw('https://not a host'))).toBe('TRAVEL_ADDRESS_SCHEME')
    expect(codeOf(raw('not a host'))).toBe('TRAVEL_ADDRESS_TAG')
  })

  it('a travel address that is too long is not decoded', () => {
    expect(codeOf(`ta${'1'.repeat(TRAVEL_ADDRESS_LENGTH_MAX)}`)).toBe('TRAVEL_ADDRESS_LENGTH')
  })

  it('an invalid travel address is refused without throwing, regardless of the input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !parseTravelAddress(`ta${text}`, development).ok))
  })

  it('a travel address is refused when one character is missing', () => {
    const address = encodeTravelAddress('vasp.example/x/12345?t=i')
    fc.assert(
      fc.property(fc.integer({ min: 2, max: address.length - 1 }), (index) => {
        expect(codeOf(address.slice(0, index) + address.slice(index + 1))).not.toBe('accepted')
      }),
    )
  })

  it('a travel address decodes to the URL that was encoded', () => {
    const path = fc.stringMatching(/^[a-z0-9/-]{0,40}$/)
    fc.assert(
      fc.property(fc.domain(), path, (host, rest) => {
        const url = `${host}/${rest}?t=i`
        expect(parseTravelAddress(encodeTravelAddress(`https://${url}`), publicOnly)).toMatchObject({
          ok: true,
          value: { url },
        })
      }),
    )
  })

  it('a URL that would be refused cannot be encoded as a travel address', () => {
    expect(() => encodeTravelAddress('https://vasp.example/x')).toThrow(TypeError)
  })
})
