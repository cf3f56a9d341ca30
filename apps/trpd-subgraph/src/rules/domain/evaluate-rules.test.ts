import { describe, expect, it } from 'vitest'
import { valueIn } from '../../assets/domain/rates.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { checkFacts, naturalPerson, payloadOf } from '../../testing/example-facts.ts'
import { at } from '../../testing/example-transfers.ts'
import { evaluateRules, type RuleFacts } from './evaluate-rules.ts'
import type { AmountOperator, Rule, RuleConditions } from './rule.ts'
import { statedCountries } from './stated-countries.ts'

const { transfer, asset, vasp } = checkFacts()
const reviewed = {
  id: 'r',
  licence: 'ACTIVE',
  reviewedAt: '2026-01-01',
  recordedBy: 'a',
  recordedAt: '2026-01-01',
} as const
const verdicts = new Map<CheckName, CheckVerdict>([
  ['DUPLICATE', 'WARN'],
  ['SCREENING', 'PASS'],
])
/** 1 BTC worth 90,000.5 EUR. */
const rate = { currency: 'EUR', value: '90000.5' as Decimal, at }
const facts: RuleFacts = {
  transfer,
  asset,
  vasp: vasp && { ...vasp, lei: '529900T8BM49AURSDO55', dueDiligence: { ...reviewed, riskRating: 'HIGH' } },
  verdicts,
  valueIn: valueIn('1' as Decimal, [rate], { at, ageMaxSeconds: 60 }),
  countries: { persons: new Set(['CH', 'XX']), vasp: new Set(['LI']) },
}

function rule(action: Rule['action'], when: RuleConditions = {}, name: string = action): Rule {
  return { name, action, when }
}
const amount = (operator: AmountOperator, value: string, unit: object = { currency: 'EUR' }) => ({
  amounts: [{ operator, value: value as Decimal, unit: unit as { currency: string } }],
})
const everything = () => true

/** The outcome of a rule with these conditions: whether it matches, or why an officer decides. */
function outcome(when: RuleConditions, more: Partial<RuleFacts> = {}) {
  const result = evaluateRules([rule('HOLD', when)], { ...facts, ...more }, everything)
  return result.type === 'LEFT_TO_OFFICER' ? result.why : result.type
}

describe('conditions of a rule', () => {
  it.each<[string, RuleConditions, string]>([
    ['no conditions', {}, 'MATCHED'],
    ['a listed asset', { assets: ['eth', 'btc'] }, 'MATCHED'],
    ['another asset', { assets: ['eth'] }, 'NOT_MATCHED'],
    ['a listed VASP', { vasps: ['c'] }, 'MATCHED'],
    ['another VASP', { vasps: ['d'] }, 'NOT_MATCHED'],
    ['a listed LEI', { leis: ['529900T8BM49AURSDO55'] }, 'MATCHED'],
    ['the trust of the VASP', { trust: ['TRUSTED'] }, 'MATCHED'],
    ['another trust', { trust: ['BLOCKED', 'UNTRUSTED'] }, 'NOT_MATCHED'],
    ['a listed risk rating of the VASP', { riskRatings: ['LOW', 'HIGH'] }, 'MATCHED'],
    ['another risk rating', { riskRatings: ['LOW', 'MEDIUM'] }, 'NOT_MATCHED'],
    ['the direction', { directions: ['RECEIVED'] }, 'MATCHED'],
    ['another channel', { channels: ['OFFLINE'] }, 'NOT_MATCHED'],
    ['a sender that was not recorded', { senders: ['VERIFIED'] }, 'NOT_MATCHED'],
    ['a stated country', { countries: ['CH'] }, 'MATCHED'],
    ['a person without a country', { countries: ['XX'] }, 'MATCHED'],
    ['another country', { countries: ['LI'] }, 'NOT_MATCHED'],
    ['the country of the VASP', { vaspCountries: ['LI'] }, 'MATCHED'],
    ['the verdict of a check', { checks: [{ check: 'DUPLICATE', verdicts: ['WARN', 'FAIL'] }] }, 'MATCHED'],
    ['another verdict', { checks: [{ check: 'DUPLICATE', verdicts: ['PASS'] }] }, 'NOT_MATCHED'],
    ['a check that did not run', { checks: [{ check: 'USUAL_AMOUNT', verdicts: ['UNKNOWN'] }] }, 'MATCHED'],
    ['the worst verdict', { checks: [{ verdicts: ['WARN'] }] }, 'MATCHED'],
    ['a verdict that is not the worst', { checks: [{ verdicts: ['PASS'] }] }, 'NOT_MATCHED'],
    [
      'two checks, of which one does not have the verdict',
      { checks: [{ verdicts: ['WARN'] }, { check: 'SCREENING', verdicts: ['FAIL'] }] },
      'NOT_MATCHED',
    ],
    ['an amount above', amount('GT', '90000.49'), 'MATCHED'],
    ['an equal amount with GT', amount('GT', '90000.5'), 'NOT_MATCHED'],
    ['an equal amount with GTE', amount('GTE', '90000.5'), 'MATCHED'],
    ['an equal amount with LT', amount('LT', '90000.5'), 'NOT_MATCHED'],
    ['an equal amount with LTE', amount('LTE', '90000.5'), 'MATCHED'],
    ['an amount of the asset', amount('LTE', '1', { asset: 'btc' }), 'MATCHED'],
    ['an amount of another asset', amount('LTE', '1', { asset: 'eth' }), 'NOT_MATCHED'],
    ['an amount in a currency without a rate', amount('GT', '1', { currency: 'USD' }), 'UNKNOWN'],
    ['another asset, at any amount', { assets: ['eth'], ...amount('GT', '1', { currency: 'USD' }) }, 'NOT_MATCHED'],
  ])('%s', (_case, when, expected) => {
    expect(outcome(when)).toBe(expected)
  })

  it('conditions are UNKNOWN when the rate is older than its age limit, but not at the limit', () => {
    const aged = (seconds: number) =>
      valueIn('1' as Decimal, [rate], { at: new Date(at.getTime() + seconds * 1_000), ageMaxSeconds: 60 })
    expect(outcome(amount('GT', '1'), { valueIn: aged(60) })).toBe('MATCHED')
    expect(outcome(amount('GT', '1'), { valueIn: aged(61) })).toBe('UNKNOWN')
  })

  it('conditions are UNKNOWN for an amount of unknown unit, and for countries of data that was not opened', () => {
    const { amountUnit: _, ...unitless } = transfer
    expect(outcome(amount('GT', '1', { asset: 'btc' }), { transfer: unitless })).toBe('UNKNOWN')
    expect(outcome({ countries: ['CH'] }, { countries: undefined })).toBe('UNKNOWN')
  })

  it('conditions are UNKNOWN for the risk of a VASP that is unrated or unknown', () => {
    const unrated = vasp && { ...vasp, dueDiligence: reviewed }
    expect(outcome({ riskRatings: ['HIGH'] }, { vasp: unrated })).toBe('UNKNOWN')
    expect(outcome({ riskRatings: ['LOW', 'MEDIUM', 'HIGH'] }, { vasp })).toBe('UNKNOWN')
    expect(outcome({ riskRatings: ['HIGH'] }, { vasp: undefined })).toBe('UNKNOWN')
    expect(outcome({ riskRatings: ['HIGH'], assets: ['eth'] }, { vasp: undefined })).toBe('NOT_MATCHED')
  })

  it('conditions compare amounts of 78 digits exactly, even after conversion', () => {
    const large = `1${'0'.repeat(76)}1`
    const own = { ...transfer, amount: large }
    expect(outcome(amount('GT', `1${'0'.repeat(77)}`, { asset: 'btc' }), { transfer: own })).toBe('MATCHED')
    expect(outcome(amount('GT', large, { asset: 'btc' }), { transfer: own })).toBe('NOT_MATCHED')
    const rates = [{ ...rate, value: `0.${'0'.repeat(35)}3` as Decimal }]
    const value = valueIn(large as Decimal, rates, { at, ageMaxSeconds: 60 })('EUR')
    expect(value).toBe(`3${'0'.repeat(41)}.${'0'.repeat(35)}3`)
  })
})

describe('of several rules', () => {
  const unknown = rule('HOLD', amount('GT', '1', { currency: 'USD' }), 'unknown')
  const run = (rules: readonly Rule[], isAllowed: (rule: Rule) => boolean = everything) => {
    const result = evaluateRules(rules, facts, isAllowed)
    return result.type === 'NOT_MATCHED' ? result.type : `${result.type} ${result.rule.name}`
  }

  it('the first matching rule is applied', () => {
    expect(run([rule('DECLINE', { assets: ['eth'] }), rule('HOLD'), rule('APPROVE')])).toBe('MATCHED HOLD')
    expect(run([])).toBe('NOT_MATCHED')
  })

  it('no rule approves or declines after a rule that cannot be evaluated', () => {
    expect(run([unknown, rule('APPROVE')])).toBe('LEFT_TO_OFFICER unknown')
    expect(run([unknown, rule('DECLINE')])).toBe('LEFT_TO_OFFICER unknown')
    expect(run([unknown])).toBe('LEFT_TO_OFFICER unknown')
  })

  it('rules that leave the decision to officers apply even after a rule that cannot be evaluated', () => {
    for (const action of ['HOLD', 'ASK', 'ASSIGN'] as const) {
      expect(run([unknown, rule('APPROVE'), rule(action)])).toBe(`MATCHED ${action}`)
    }
  })

  it('a rule that tries to approve what may not be approved automatically prevents decisions by later rules', () => {
    const isAllowed = ({ action }: Rule) => action !== 'APPROVE'
    expect(run([rule('APPROVE'), rule('DECLINE')], isAllowed)).toBe('LEFT_TO_OFFICER APPROVE')
    expect(run([rule('APPROVE'), rule('DECLINE'), rule('ASSIGN')], isAllowed)).toBe('MATCHED ASSIGN')
  })
})

describe('the countries that IVMS101 data states', () => {
  it('stated countries are those of addresses, residence and official numbers, and XX for a person who states none', () => {
    const address = { geographicAddress: [{ addressType: 'HOME', addressLine: ['x'], country: 'de' }] }
    const resident = {
      geographicAddress: [],
      countryOfResidence: 'FR',
      nationalIdentification: { countryOfIssue: 'IR' },
    }
    const both = payloadOf(naturalPerson('A', 'a', address), naturalPerson('B', 'b', resident))
    expect([...statedCountries(both, 'RECEIVED').persons].toSorted()).toEqual(['DE', 'FR', 'IR'])
    const one = payloadOf(naturalPerson('A', 'a', address), naturalPerson('B'))
    expect([...statedCountries(one, 'RECEIVED').persons].toSorted()).toEqual(['DE', 'XX'])
  })

  it('the stated countries of the other VASP are those of the originating VASP in a received inquiry', () => {
    const legal = (countryOfRegistration: string) => ({ legalPerson: { geographicAddress: [], countryOfRegistration } })
    const payload = { transferPath: [], originatingVasp: legal('LI'), beneficiaryVasp: legal('CH') }
    expect([...statedCountries(payload, 'RECEIVED').vasp]).toEqual(['LI'])
    expect([...statedCountries(payload, 'SENT').vasp]).toEqual(['CH'])
    expect([...statedCountries({ transferPath: [] }, 'SENT').vasp]).toEqual(['XX'])
  })
})
