import { describe, expect, it } from 'vitest'
import { BUILT_IN_JURISDICTIONS, parseJurisdictions } from './jurisdiction.ts'

const own = { ...BUILT_IN_JURISDICTIONS.find(({ code }) => code === 'JP'), version: 2, law: 'as our counsel reads it' }
const [tier] = own.tiers ?? []

describe('jurisdictions', () => {
  it('built-in jurisdictions have a source for every figure that is set, and none for the others', () => {
    for (const { tiers, selfHosted } of BUILT_IN_JURISDICTIONS) {
      const figures = tiers.flatMap(({ amount, originator, beneficiary }) => [amount, originator, beneficiary])
      const ofWallets = selfHosted === undefined ? [] : [selfHosted.ownershipProof, selfHosted.amount]
      for (const { value, source, checked } of [...figures, ...ofWallets]) {
        expect([source === null, checked === null]).toEqual([value === null, value === null])
      }
    }
  })

  it("the operator's jurisdictions replace built-in ones with the same code, and are otherwise added", () => {
    const parsed = parseJurisdictions(JSON.stringify([own, { ...own, code: 'JE' }]))
    if (!parsed.ok) throw new Error(parsed.refusal.message)
    expect(parsed.value.length).toBe(BUILT_IN_JURISDICTIONS.length + 1)
    expect(parsed.value.filter(({ code }) => code === 'JP')).toEqual([own])
  })

  it.each([
    ['no JSON', '{', 'must be a JSON array'],
    ['no list', '{}', 'the list'],
    ['an unknown field', [{ ...own, treshold: 1 }], 'treshold'],
    ['an unknown operator', [{ ...own, tiers: [{ ...tier, amount: { ...tier?.amount, operator: '<' } }] }], 'operator'],
    ['a code twice', [own, own], 'JP is listed twice'],
  ])('jurisdictions with %s are refused', (_case, list, message) => {
    const text = typeof list === 'string' ? list : JSON.stringify(list)
    expect(parseJurisdictions(text)).toMatchObject({
      ok: false,
      refusal: { code: 'JURISDICTIONS_INVALID', message: expect.stringContaining(message) },
    })
  })
})
