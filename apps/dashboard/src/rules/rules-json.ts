import type { RuleInput, RuleSetQuery } from '../api/operations.generated.ts'

type StoredRules = NonNullable<NonNullable<RuleSetQuery['trpd']>['ruleSet']>['rules']

/** The rules as JSON for editing, in the form of the API's input and without null values. */
export function rulesText(rules: StoredRules): string {
  const inputs = rules.map(({ assignee, when: { amounts, ...conditions }, ...rule }) => ({
    ...rule,
    when: { ...conditions, amounts: amounts?.map(({ asset, ...amount }) => ({ ...amount, asset: asset?.id })) },
    assignee: assignee?.id,
  }))
  return JSON.stringify(inputs, (name, value) => (value === null || name === '__typename' ? undefined : value), 2)
}

export type ReadRules =
  | { readonly isValid: true; readonly rules: RuleInput[] }
  | { readonly isValid: false; readonly line: number }

/** The rules in a text. If it is not a JSON array, the line at which it stops being one. */
export function readRules(text: string): ReadRules {
  try {
    const rules: unknown = JSON.parse(text)
    return Array.isArray(rules) ? { isValid: true, rules } : { isValid: false, line: 1 }
  } catch {
    return { isValid: false, line: lineAt(text, faultOf(text)) }
  }
}

const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\],:"]|[^\s{}[\],:"]+/g
const SCALAR = /^(".+|""|true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/s

/** The line where a text stops being JSON. Browsers report it in different ways, or not at all. */
function faultOf(text: string): number {
  const tokens = [...text.matchAll(TOKEN)]
  let next = 0
  const peek = () => tokens[next]?.[0]
  const take = (isExpected: (token: string) => boolean): boolean => {
    const token = peek()
    if (token === undefined || !isExpected(token)) return false
    next++
    return true
  }
  const isString = (token: string) => /^".*"$/s.test(token) && token.length > 1
  function value(): boolean {
    if (take((token) => token === '[')) return items(']', value)
    if (take((token) => token === '{')) {
      return items('}', () => take(isString) && take((token) => token === ':') && value())
    }
    return take((token) => SCALAR.test(token))
  }
  function items(end: string, item: () => boolean): boolean {
    if (take((token) => token === end)) return true
    do {
      if (!item()) return false
    } while (take((token) => token === ','))
    return take((token) => token === end)
  }
  value()
  return tokens[next]?.index ?? text.length
}

/**
 * The line, from 1, of the value at a path such as `rules.2.when.assets.0` in a valid JSON array; of its nearest parent
 * if it is missing.
 */
export function lineOfPath(text: string, path: string): number {
  const wanted = path.split('.').slice(1)
  const tokens = [...text.matchAll(TOKEN)]
  let next = 0
  let found = 0
  function walk(depth: number, isOnPath: boolean): void {
    const token = tokens[next++]
    if (token === undefined) return
    if (isOnPath) found = token.index
    const [opening] = token
    if (opening !== '{' && opening !== '[') return
    for (let index = 0; next < tokens.length; index++) {
      const [first] = tokens[next] ?? ['']
      if (first === '}' || first === ']') break
      if (first === ',') next++
      let name = String(index)
      if (opening === '{') {
        name = String(JSON.parse(tokens[next]?.[0] ?? '""'))
        next += 2
      }
      walk(depth + 1, isOnPath && name === wanted[depth])
    }
    next++
  }
  walk(0, true)
  return lineAt(text, found)
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
