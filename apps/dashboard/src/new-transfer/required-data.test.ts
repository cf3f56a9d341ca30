import { expect, test } from 'vitest'
import { requiredData } from './required-data.ts'

const all = { amount: '0', isInclusive: true, currency: 'EUR' }
const above = { amount: '1000', isInclusive: false, currency: 'EUR' }
const group = (...ways: ('NAME' | 'ADDRESS' | 'BIRTH')[]) => ({ anyOf: ways.map((field) => ({ fields: [field] })) })

test('a field is marked with the strictest requirement of the law', () => {
  const tiers = [
    { ...all, originator: [group('NAME'), group('ADDRESS', 'BIRTH')], beneficiary: [group('NAME')] },
    { ...above, originator: [group('NAME'), group('ADDRESS')], beneficiary: null },
  ]
  const jurisdiction = { code: 'CH', law: 'a law', tiers }
  expect(Object.fromEntries(requiredData(jurisdiction, 'originator'))).toEqual({
    NAME: 'ALWAYS',
    ADDRESS: 'FROM_AMOUNT',
    BIRTH: 'ONE_OF',
  })
  expect(Object.fromEntries(requiredData(jurisdiction, 'beneficiary'))).toEqual({ NAME: 'ALWAYS' })
})

test('without a jurisdiction no field is marked', () => {
  expect(requiredData(null, 'originator').size).toBe(0)
})
