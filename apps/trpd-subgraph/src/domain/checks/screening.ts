import { LISTS_WITH_WALLETS, type ListName } from '../screening/list-entry.ts'
import type { ScreeningResult } from '../screening/screening-result.ts'
import type { Check, CheckFinding } from './check.ts'

/** Whether a party, the other VASP or an address is on a sanctions list. Applies while screening is set up. */
export const screening: Check = {
  name: 'SCREENING',
  version: 1,
  needs: [],
  judge({ screening: fact }) {
    if (fact === undefined) return undefined
    if (fact === 'PENDING') return { verdict: 'UNKNOWN', reason: 'The transaction has not been screened yet.' }
    return { verdict: fact.verdict, reason: reasonOf(fact), evidence: evidenceOf(fact) }
  },
}

function reasonOf({ verdict, evidence }: ScreeningResult): string {
  const hits = evidence.subjects.flatMap((subject) => subject.hits)
  switch (verdict) {
    case 'PASS':
      return passReason(evidence.lists.map(({ name }) => name))
    case 'UNKNOWN':
      return evidence.gaps.map(({ message }) => message).join(' ')
    case 'WARN':
      return 'A name may be on a sanctions list.'
    case 'FAIL': {
      const lists = new Set([...evidence.wallets, ...hits.filter((hit) => hit.isStrong)].map(({ list }) => list))
      const what = evidence.wallets.length > 0 ? 'An address' : 'A name'
      return `${what} is on a sanctions list: ${[...lists].join(', ')}.`
    }
  }
}

/** Says where was searched: the vendor is asked about names only, and not every list has addresses. */
function passReason(lists: readonly ListName[]): string {
  const found = `Nothing was found ${lists.length > 0 ? 'in the sanctions lists' : 'by the screening vendor'}.`
  const hasWallets = lists.some((name) => LISTS_WITH_WALLETS.includes(name))
  return hasWallets ? found : `${found} No list that has addresses is loaded: only names were screened.`
}

/** Hits that are named in the evidence; `Transaction.screening` has all. */
const HITS_SHOWN = 5

function evidenceOf(result: ScreeningResult): NonNullable<CheckFinding['evidence']> {
  return Object.fromEntries([
    ...shownHits(result).map((hit, at) => [`hit${at + 1}`, hit]),
    ...result.evidence.lists.map(({ name, version }) => [name, version]),
  ])
}

/** The hits that the evidence of the check names, each as a text. */
export function shownHits({ evidence }: ScreeningResult): string[] {
  const hits = evidence.subjects.flatMap(({ subject, hits, vendorHits }) => [
    ...hits.map((hit) => `${subject.name} ~ ${hit.listedName} (${hit.list} ${hit.entryId}, ${hit.comparison.score})`),
    ...vendorHits.map((hit) => `${subject.name} ~ ${hit.name} (vendor)`),
  ])
  const wallets = evidence.wallets.map(({ address, list, entryId }) => `${address} (${list} ${entryId})`)
  return [...wallets, ...hits].slice(0, HITS_SHOWN)
}
