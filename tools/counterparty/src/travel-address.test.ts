import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58check, decodeTravelAddress, encodeBase58check, encodeTravelAddress } from './travel-address.ts'

interface Vectors {
  accept: { url: string; travelAddress: string }[]
  acceptOnlyWithPrivateHosts: { url: string; travelAddress: string }[]
  refuse: { travelAddress: string; why: string }[]
}
const vectors = JSON.parse(readFileSync(new URL('../vectors/travel-address.json', import.meta.url), 'utf8')) as Vectors

describe('a travel address', () => {
  it.each([...vectors.accept, ...vectors.acceptOnlyWithPrivateHosts])(
    'the travel address $travelAddress decodes to $url',
    (row) => {
      const decoded = decodeTravelAddress(row.travelAddress)
      expect(decoded.ok && decoded.url.href).toBe(new URL(`https://${row.url}`).href)
    },
  )

  it.each(vectors.accept.filter(({ url }) => url.includes('/')))(
    '$url encodes to the travel address $travelAddress',
    (row) => {
      expect(encodeTravelAddress(new URL(`https://${row.url}`))).toBe(row.travelAddress)
    },
  )

  it.each(vectors.refuse)(
    'the travel address $travelAddress is refused because of its $why',
    ({ travelAddress, why }) => {
      expect(decodeTravelAddress(travelAddress)).toEqual({ ok: false, reason: why })
    },
  )

  it('a travel address uses http for a loopback host, and https for any other host', () => {
    const schemes = ['localhost:4101', '127.0.0.1:4101', '[::1]:4101', '10.0.0.1', 'vasp.example'].map((host) => {
      const decoded = decodeTravelAddress(encodeTravelAddress(new URL(`https://${host}/x?t=i`)))
      return decoded.ok && decoded.url.protocol
    })
    expect(schemes).toEqual(['http:', 'http:', 'http:', 'https:', 'https:'])
  })

  it('a travel address may contain :// in its path', () => {
    expect(decodeTravelAddress(encodeTravelAddress(new URL('https://vasp.example/a://b?t=i'))).ok).toBe(true)
  })
})

describe('base58check', () => {
  it('base58check decodes what it encodes, including leading zeros', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.nat(4), (bytes, zeros) => {
        const all = Buffer.concat([Buffer.alloc(zeros), bytes])
        const decoded = decodeBase58check(encodeBase58check(all))
        expect(decoded.ok && Buffer.from(decoded.bytes).equals(all)).toBe(true)
      }),
    )
  })

  it('base58check encodes the address of the first Bitcoin block', () => {
    const hash160 = Buffer.from('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', 'hex')
    expect(encodeBase58check(hash160)).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  })
})
