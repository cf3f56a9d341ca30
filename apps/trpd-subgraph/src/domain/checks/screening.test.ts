import { expect, it } from 'vitest'
import { checkFacts } from '../../testing/example-facts.ts'
import type { ListName } from '../screening/list-entry.ts'
import { screening } from './screening.ts'

it.each<[string, ListName[], string]>([
  ['lists with addresses', ['EU_FSF', 'OFAC_SDN'], 'Nothing was found in the sanctions lists.'],
  ['lists of names only', ['EU_FSF'], 'No list that has addresses is loaded: only names were screened.'],
  ['the vendor only', [], 'Nothing was found by the screening vendor. No list that has addresses is loaded'],
])('a PASS says what was searched: %s', (_what, names, reason) => {
  const lists = names.map((name) => ({ name, version: '1', loadedAt: new Date(0) }))
  const evidence = { subjects: [], wallets: [], gaps: [], lists }
  const finding = screening.judge(checkFacts({ screening: { verdict: 'PASS', evidence } }))
  expect(finding).toMatchObject({ verdict: 'PASS', reason: expect.stringContaining(reason) })
})
