import { expect, test } from 'vitest'
import { lineOfPath, readRules, rulesText } from './rules-json.ts'

const TEXT = `[
  { "name": "first", "action": "ASSIGN" },
  {
    "name": "se\\"co{nd",
    "when": {
      "assets": [
        "btc",
        "nope"
      ]
    },
    "action": "HOLD"
  }
]`

test.each([
  ['rules.0', 2],
  ['rules.1', 3],
  ['rules.1.when.assets.1', 8],
  ['rules.1.action', 11],
  ['rules.1.internalReason', 3],
  ['rules.7', 1],
  ['rules', 1],
])('the field %s of rules is found at line %i of their JSON', (path, line) => {
  expect(lineOfPath(TEXT, path)).toBe(line)
})

test('rules that are a JSON array are read', () => {
  expect(readRules(TEXT)).toMatchObject({ isValid: true, rules: [{ name: 'first' }, { action: 'HOLD' }] })
})

test.each([
  ['{}', 1],
  ['', 1],
  ['[\n  {\n    "name": oops\n  }\n]', 3],
  ['[\n  {\n    "name": "a"\n    "action": "HOLD"\n  }\n]', 4],
  ['[\n  {},\n]', 3],
  ['[\n  "open\n]', 2],
  ['[\n]\n[]', 3],
  ['[', 1],
])('rules that are not a JSON array, %j, stop being one at line %i', (text, line) => {
  expect(readRules(text)).toEqual({ isValid: false, line })
})

test('stored rules become the input of the API, without null values', () => {
  const none = { checks: null, assets: null, vasps: null, leis: null, trust: null, countries: null }
  const rest = { vaspCountries: null, riskRatings: null, directions: null, channels: null, senders: null }
  const amount = { operator: 'GT', value: '5', currency: null, asset: { id: 'btc', symbol: 'BTC' } } as const
  const rule = {
    name: 'large',
    action: 'ASSIGN',
    reasonId: null,
    internalReason: null,
    assignee: { id: 'u-1', name: 'Ada' },
    priority: 'HIGH',
    dueSeconds: null,
    when: { ...none, ...rest, amounts: [amount] },
  } as const
  const [written] = JSON.parse(rulesText([rule as never]))
  expect(written).toMatchObject({ name: 'large', assignee: 'u-1', priority: 'HIGH' })
  expect(written.when.amounts).toEqual([{ operator: 'GT', value: '5', asset: 'btc' }])
  expect(written.when).not.toHaveProperty('assets')
})
