import { personsOf } from '../ivms101/model.ts'
import { namesOf } from '../ivms101/names.ts'
import type { Check } from './check.ts'
import meaningless from './meaningless-names.json' with { type: 'json' }

/** Whether the names of the originator and the beneficiary are names, not placeholders. */
export const meaningfulNames: Check = {
  name: 'MEANINGFUL_NAMES',
  version: meaningless.version,
  needs: [],
  judge({ payload }) {
    const parties = personsOf(payload).filter(({ role }) => role === 'ORIGINATOR' || role === 'BENEFICIARY')
    const names = parties.flatMap(({ person, role }) => namesOf(person).map((name) => ({ name, role })))
    if (names.length === 0) return { verdict: 'UNKNOWN', reason: 'The data contains no names.' }
    const found = names.filter(({ name }) => isMeaningless(name))
    if (found.length === 0) return { verdict: 'PASS', reason: 'No name is a known placeholder.' }
    const roles = [...new Set(found.map(({ role }) => role.toLowerCase()))].join(' and ')
    const evidence = { names: found.map(({ name }) => name).join('; ') }
    return { verdict: 'FAIL', reason: `A name of the ${roles} is a placeholder, not a name.`, evidence }
  },
}

const NAMES: ReadonlySet<string> = new Set(meaningless.names)

/** Whether `name` is on the list, contains no letter, or only repeats one. */
function isMeaningless(name: string): boolean {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const letters = words.replace(/[^\p{L}]/gu, '')
  return letters === '' || NAMES.has(words) || (letters.length > 2 && new Set(letters).size === 1)
}
