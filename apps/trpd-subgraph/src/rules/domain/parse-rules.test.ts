import { describe, expect, it } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { findWarnings } from './find-warnings.ts'
import { parseRules, type RuleInput } from './parse-rules.ts'

const assets = openAssetRegistry(BUILT_IN_ASSETS)
const approve = { name: 'small', action: 'APPROVE' } as const
const amount = (operator: 'GT' | 'GTE' | 'LT' | 'LTE', value: string, unit: object = { currency: 'EUR' }) => ({
  operator,
  value,
  ...unit,
})

describe('parsing rules', () => {
  it.each<[string, readonly RuleInput[], string, string]>([
    ['without a name', [{ ...approve, name: ' ' }], 'rules.0.name', 'RULE_INVALID'],
    ['with a name on two lines', [{ ...approve, name: 'a\nb' }], 'rules.0.name', 'RULE_INVALID'],
    ['with a name twice', [approve, approve], 'rules.1.name', 'RULE_INVALID'],
    [
      'with the name of the built-in rule',
      [{ ...approve, name: 'limits of the VASP' }],
      'rules.0.name',
      'RULE_INVALID',
    ],
    ['with an empty list', [{ ...approve, when: { assets: [] } }], 'rules.0.when.assets', 'RULE_INVALID'],
    [
      'with a list that is too long',
      [{ ...approve, when: { countries: Array.from({ length: 101 }, () => 'CH') } }],
      'rules.0.when.countries',
      'RULE_INVALID',
    ],
    [
      'of an unknown asset',
      [approve, { ...approve, name: 'b', when: { assets: ['btc', 'doge-2'] } }],
      'rules.1.when.assets.1',
      'RULE_REFERENCE_UNKNOWN',
    ],
    [
      'with an amount of an unknown asset',
      [{ ...approve, when: { amounts: [amount('GT', '1', { asset: 'x' })] } }],
      'rules.0.when.amounts.0.asset',
      'RULE_REFERENCE_UNKNOWN',
    ],
    ['of a malformed VASP', [{ ...approve, when: { vasps: ['x'] } }], 'rules.0.when.vasps.0', 'RULE_REFERENCE_UNKNOWN'],
    ['with a malformed LEI', [{ ...approve, when: { leis: ['x'] } }], 'rules.0.when.leis.0', 'RULE_INVALID'],
    [
      'with a malformed country',
      [{ ...approve, when: { countries: ['che'] } }],
      'rules.0.when.countries.0',
      'RULE_INVALID',
    ],
    [
      'with an amount of 80 digits',
      [{ ...approve, when: { amounts: [amount('GT', '9'.repeat(80))] } }],
      'rules.0.when.amounts.0.value',
      'RULE_INVALID',
    ],
    [
      'with an amount without a unit',
      [{ ...approve, when: { amounts: [amount('GT', '1', {})] } }],
      'rules.0.when.amounts.0',
      'RULE_INVALID',
    ],
    [
      'with an amount in two units',
      [{ ...approve, when: { amounts: [amount('GT', '1', { asset: 'btc', currency: 'EUR' })] } }],
      'rules.0.when.amounts.0',
      'RULE_INVALID',
    ],
    [
      'with a malformed currency',
      [{ ...approve, when: { amounts: [amount('GT', '1', { currency: '€' })] } }],
      'rules.0.when.amounts.0.currency',
      'RULE_INVALID',
    ],
    [
      'without verdicts',
      [{ ...approve, when: { checks: [{ check: 'SCREENING', verdicts: [] }] } }],
      'rules.0.when.checks.0.verdicts',
      'RULE_INVALID',
    ],
    ['with a hold without a reason', [{ name: 'h', action: 'HOLD' }], 'rules.0.internalReason', 'RULE_INVALID'],
    ['with an assignee of an approval', [{ ...approve, assignee: 'bob' }], 'rules.0.assignee', 'RULE_INVALID'],
    ['with a reason of an approval', [{ ...approve, reasonId: 'x' }], 'rules.0.reasonId', 'RULE_INVALID'],
    [
      'that are due in the past',
      [{ name: 'a', action: 'ASSIGN', dueSeconds: -1 }],
      'rules.0.dueSeconds',
      'RULE_INVALID',
    ],
    [
      'if there are more than 200',
      Array.from({ length: 201 }, (_, index) => ({ ...approve, name: String(index) })),
      'rules',
      'RULE_INVALID',
    ],
  ])('refuses a rule, with the path of the field: %s', (_case, rules, path, code) => {
    expect(parseRules(rules, assets)).toMatchObject({ ok: false, refusal: { code, extensions: { path } } })
  })

  it('accepts rules with every condition and without any', () => {
    const when = {
      checks: [
        { check: 'SCREENING' as const, verdicts: ['PASS' as const, 'PASS' as const] },
        { verdicts: ['WARN' as const] },
      ],
      amounts: [amount('GT', '9'.repeat(78)), amount('LTE', '0.5', { asset: 'btc' })],
      vasps: ['AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA'],
      countries: null,
    }
    const rules = [approve, { name: ' h ', action: 'HOLD', internalReason: ' ask ', assignee: 'bob', when }] as const
    expect(parseRules(rules, assets)).toEqual({
      ok: true,
      value: [
        { ...approve, when: {} },
        {
          name: 'h',
          action: 'HOLD',
          internalReason: 'ask',
          assignee: 'bob',
          when: {
            checks: [{ check: 'SCREENING', verdicts: ['PASS'] }, { verdicts: ['WARN'] }],
            amounts: [
              { operator: 'GT', value: '9'.repeat(78), unit: { currency: 'EUR' } },
              { operator: 'LTE', value: '0.5', unit: { asset: 'btc' } },
            ],
            vasps: ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'],
          },
        },
      ],
    })
  })
})

describe('a warning is given for', () => {
  const hold = (name: string, when: object = {}): RuleInput => ({ name, action: 'HOLD', internalReason: 'x', when })
  const warnings = (rules: readonly RuleInput[]) => {
    const parsed = parseRules(rules, assets)
    if (!parsed.ok) throw new Error(parsed.refusal.message)
    return findWarnings(parsed.value).map(({ code, path }) => `${code} ${path}`)
  }

  it.each<[string, readonly RuleInput[], readonly string[]]>([
    [
      'bounds of an amount that exclude each other',
      [hold('a', { amounts: [amount('GT', '5'), amount('LT', '3')] })],
      ['RULE_CONTRADICTORY rules.0.when.amounts.1'],
    ],
    [
      'bounds that meet without a common amount',
      [hold('a', { amounts: [amount('LTE', '5'), amount('GT', '5')] })],
      ['RULE_CONTRADICTORY rules.0.when.amounts.1'],
    ],
    ['bounds with one amount between them', [hold('a', { amounts: [amount('LTE', '5'), amount('GTE', '5')] })], []],
    [
      'bounds in two currencies',
      [hold('a', { amounts: [amount('GT', '5'), amount('LT', '3', { currency: 'USD' })] })],
      [],
    ],
    [
      'an amount of another asset than required',
      [hold('a', { assets: ['eth'], amounts: [amount('GT', '5', { asset: 'btc' })] })],
      ['RULE_CONTRADICTORY rules.0.when.amounts.0'],
    ],
    [
      'two verdicts of one check at once',
      [
        hold('a', {
          checks: [
            { check: 'DUPLICATE', verdicts: ['PASS'] },
            { check: 'DUPLICATE', verdicts: ['WARN'] },
          ],
        }),
      ],
      ['RULE_CONTRADICTORY rules.0.when.checks.1'],
    ],
    ['a rule after one that always matches', [hold('a'), approve], ['RULE_UNREACHABLE rules.1']],
    [
      'a rule after a wider one',
      [
        hold('a', { assets: ['btc', 'eth'], amounts: [amount('GT', '5')] }),
        hold('b', { assets: ['eth'], amounts: [amount('GTE', '6')] }),
      ],
      ['RULE_UNREACHABLE rules.1'],
    ],
    [
      'no rule after a narrower one',
      [
        hold('a', { assets: ['btc'], amounts: [amount('GT', '5')] }),
        hold('b', { assets: ['btc'], amounts: [amount('GTE', '5')] }),
      ],
      [],
    ],
    ['a hold after an approval that is not always allowed: none', [approve, hold('b')], []],
    [
      'a second approval after a wider one',
      [approve, { ...approve, name: 'b', when: { assets: ['btc'] } }],
      ['RULE_UNREACHABLE rules.1'],
    ],
    [
      'an approval of what we send',
      [{ ...approve, when: { directions: ['SENT'] } }],
      ['RULE_NEVER_ALLOWED rules.0.when.directions'],
    ],
    [
      'an approval after a check that fails',
      [{ ...approve, when: { checks: [{ check: 'SCREENING', verdicts: ['FAIL'] }] } }],
      ['RULE_NEVER_ALLOWED rules.0.when.checks.0'],
    ],
  ])('%s', (_case, rules, expected) => {
    expect(warnings(rules)).toEqual(expected)
  })
})
