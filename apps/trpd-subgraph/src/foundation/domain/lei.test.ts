import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLei, parseLei } from './lei.ts'
import vectors from './vectors/lei.json' with { type: 'json' }

const CODES: Record<string, string> = { checksum: 'LEI_CHECKSUM', length: 'LEI_LENGTH' }

describe('a legal entity identifier', () => {
  it.each(vectors.valid)('%s is valid as published', (lei) => {
    expect(parseLei(lei)).toEqual({ ok: true, value: lei })
  })

  it.each([
    ...vectors.invalid.map(({ lei, why }) => ({ lei, code: CODES[why] })),
    { lei: '2594007xiacknmuaw223', code: 'LEI_CHARACTERS' },
    { lei: '2594007XIACKNMUAW2A3', code: 'LEI_CHARACTERS' },
    { lei: '２594007XIACKNMUAW223', code: 'LEI_CHARACTERS' },
    { lei: ' 2594007XIACKNMUAW22', code: 'LEI_CHARACTERS' },
    { lei: '', code: 'LEI_LENGTH' },
  ])('$lei is refused with $code', ({ lei, code }) => {
    expect(parseLei(lei)).toMatchObject({ ok: false, refusal: { code } })
  })

  it('an LEI with one digit or letter replaced is refused', () => {
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    fc.assert(
      fc.property(fc.constantFrom(...vectors.valid), fc.nat(19), character, (lei, index, mistyped) => {
        const meant = lei.charAt(index)
        fc.pre(meant !== mistyped && /\d/.test(meant) === /\d/.test(mistyped))
        expect(isLei(lei.slice(0, index) + mistyped + lei.slice(index + 1))).toBe(false)
      }),
    )
  })
})
