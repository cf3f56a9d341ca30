import { expect, test } from 'vitest'
import { compareRules } from './compare-rules.ts'

const rule = (name: string, action = 'HOLD') => ({ name, action })

test('the comparison of two versions lists rules that were added, removed, changed or moved', () => {
  const former = [rule('a'), rule('b'), rule('c'), rule('d')]
  const present = [rule('new'), rule('b'), rule('a'), rule('d', 'DECLINE')]
  expect(compareRules(former, present)).toEqual([
    { kind: 'ADDED', name: 'new', present: rule('new') },
    { kind: 'MOVED', name: 'b', place: 2 },
    { kind: 'MOVED', name: 'a', place: 3 },
    { kind: 'CHANGED', name: 'd', former: rule('d'), present: rule('d', 'DECLINE') },
    { kind: 'REMOVED', name: 'c', former: rule('c') },
  ])
})

test('a rule has not moved if only a rule before it was added or removed', () => {
  const [a, b] = [rule('a'), rule('b')]
  expect(compareRules([a, b], [rule('new'), a, b])).toEqual([{ kind: 'ADDED', name: 'new', present: rule('new') }])
  expect(compareRules([rule('old'), a, b], [a, b]).map(({ kind }) => kind)).toEqual(['REMOVED'])
  expect(compareRules([a, b], [a, b])).toEqual([])
})
