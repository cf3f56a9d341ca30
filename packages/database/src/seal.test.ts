import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateSealingKeys, openSealer } from './seal.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

describe('a sealer', () => {
  test('a sealer opens exactly what was sealed, under the same context', () => {
    const sealer = openSealer(generateSealingKeys())
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, context) => {
        expect(new Uint8Array(sealer.open(sealer.seal(plain, context), context))).toEqual(plain)
      }),
    )
    expect(sealer.open(sealer.seal('grüße', 'c'), 'c').toString('utf8')).toBe('grüße')
  })

  test('a sealer refuses another context', () => {
    const sealer = openSealer(generateSealingKeys())
    const sealed = sealer.seal('secret', 'thing:1:note')
    expect(() => sealer.open(sealed, 'thing:2:note')).toThrow(expect.objectContaining({ code: 'SEAL_BROKEN' }))
  })

  test('a sealer refuses sealed bytes with any bit changed or missing', () => {
    const sealer = openSealer(`a:${key(1)}`)
    const sealed = sealer.seal('secret', 'c')
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), fc.nat(sealed.length - 1), (bit, length) => {
        const changed = Buffer.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => sealer.open(changed, 'c')).toThrow(expect.objectContaining({ name: 'SealError' }))
        expect(() => sealer.open(sealed.subarray(0, length), 'c')).toThrow(
          expect.objectContaining({ name: 'SealError' }),
        )
      }),
    )
  })

  test('a sealer gives a string one fingerprint per key, so that it is found after a rotation', () => {
    const before = openSealer(`a:${key(1)}`)
    const after = openSealer(`b:${key(2)},a:${key(1)}`)
    const [stored] = before.fingerprints('customer 1', 'reference')
    expect(before.fingerprints('customer 1', 'reference')).toEqual([stored])
    const [fresh, ...older] = after.fingerprints('customer 1', 'reference')
    expect(older).toEqual([stored])
    expect(fresh).not.toEqual(stored)
    expect(before.fingerprints('customer 1', 'other')).not.toEqual([stored])
    expect(before.fingerprints('customer 2', 'reference')).not.toEqual([stored])
  })

  test('a sealer seals the same plaintext differently every time', () => {
    const sealer = openSealer(generateSealingKeys())
    const sealed = Array.from({ length: 50 }, () => sealer.seal('secret', 'c').toString('latin1'))
    expect(new Set(sealed).size).toBe(50)
    expect(sealed.some((text) => text.includes('secret'))).toBe(false)
  })
})

describe('sealing keys', () => {
  test('a new first sealing key rotates the keys; the old one still opens what it sealed', () => {
    const old = openSealer(`a:${key(1)}`)
    const sealed = old.seal('secret', 'c')
    const rotated = openSealer(`b:${key(2)}, a:${key(1)}`)
    expect(rotated.open(sealed, 'c').toString()).toBe('secret')
    expect(() => old.open(rotated.seal('secret', 'c'), 'c')).toThrow(
      expect.objectContaining({ code: 'SEAL_KEY_UNKNOWN' }),
    )
  })

  test('a sealing key with the right id and different bytes does not open', () => {
    const sealed = openSealer(`a:${key(1)}`).seal('secret', 'c')
    expect(() => openSealer(`a:${key(2)}`).open(sealed, 'c')).toThrow(expect.objectContaining({ code: 'SEAL_BROKEN' }))
  })

  test.each([
    '',
    'a',
    'a:',
    `:${key(1)}`,
    'a:AAAA',
    `a:${key(1)},`,
    `a:${key(1)},a:${key(2)}`,
    `a:${key(1)}:x`,
    `a b:${key(1)}`,
    `a:${'!'.repeat(44)}`,
  ])('sealing keys in the form %j are refused without being shown', (keys) => {
    const open = () => openSealer(keys)
    expect(open).toThrow(expect.objectContaining({ code: 'SEAL_KEYS_INVALID' }))
    expect(open).not.toThrow(key(1))
  })
})
