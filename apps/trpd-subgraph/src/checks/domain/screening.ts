import { LISTS_WITH_WALLETS } from '../../screening/domain/list-entry.ts'
import type { ScreeningResult } from '../../screening/domain/screening-result.ts'
import type { Check, CheckFinding, CheckResult } from './check.ts'

const NOT_SCREENED = 'The transaction has not been screened yet.'

/** Checks whether a party, the other VASP or an address is on a sanctions list. Applies only if screening is set up. */
export const screening: Check = {
  name: 'SCREENING',
  version: 1,
  needs: [],
  judge({ screening: fact }) {
    if (fact === undefined) return undefined
    if (fact === 'PENDING') return { verdict: 'UNKNOWN', reason: NOT_SCREENED }
    return screeningFinding(fact)
  },
}

/** The check's finding for a screening. */
export function screeningFinding(result: ScreeningResult): CheckFinding {
  return {
    verdict: result.verdict,
    reason: reasonOf(result),
    evidence: evidenceOf(result),
    identity: identityOf(result),
  }
}

/** The hits and the gaps, independent of the versions of the lists. */
function identityOf({ evidence }: ScreeningResult): string[] {
  const { subjects, wallets, gaps } = evidence
  const parts = [
    ...wallets.map(({ list, entryId, address }) => ['wallet', list, entryId, address]),
    ...subjects.flatMap(({ subject: { role = '', kind, name }, hits, vendorHits }) => [
      ...hits.map(({ list, entryId, isStrong }) => ['name', role, kind, name, list, entryId, String(isStrong)]),
      ...vendorHits.map((hit) => ['vendor', role, kind, name, hit.name, hit.reference ?? '']),
    ]),
    // The message contains the age of a list.
    ...gaps.map(({ code, message }) => ['gap', code, message.replace(/\d+ hours/, 'hours')]),
  ]
  return parts.map((part) => JSON.stringify(part)).toSorted()
}

function reasonOf({ verdict, evidence }: ScreeningResult): string {
  const hits = evidence.subjects.flatMap((subject) => subject.hits)
  switch (verdict) {
    case 'PASS':
      return passReason(evidence.lists)
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

/** Says what was searched: the vendor is asked about names only, and not every list has addresses. */
function passReason(lists: ScreeningResult['evidence']['lists']): string {
  const found = `Nothing was found ${lists.length > 0 ? 'in the sanctions lists' : 'by the screening vendor'}.`
  const hasWallets = lists.some(({ name, hasWallets }) => hasWallets ?? LISTS_WITH_WALLETS.includes(name))
  return hasWallets ? found : `${found} No list that has addresses is loaded: only names were screened.`
}

/** True if the results of a check run show a screening with this verdict. */
export function showsVerdict(
  results: readonly Pick<CheckResult, 'check' | 'verdict' | 'reason'>[],
  verdict: ScreeningResult['verdict'],
): boolean {
  const shown = results.find(({ check }) => check === screening.name)
  return shown?.verdict === verdict && shown.reason !== NOT_SCREENED
}

type Evidence = NonNullable<CheckFinding['evidence']>

/** Number of hits with an evidence entry of their own; `Transaction.screening` has all hits. */
const HITS_SHOWN = 5
/** Maximum number of hits in the evidence. */
const HITS_NAMED_MAX = 200

function evidenceOf(result: ScreeningResult): Evidence {
  const hits = namedHits(result)
  const others = hits.slice(HITS_SHOWN)
  return Object.fromEntries([
    ...hits.slice(0, HITS_SHOWN).map((hit, at) => [`hit${at + 1}`, hit]),
    ...(others.length > 0 ? [['otherHits', others.join('\n')]] : []),
    ...result.evidence.lists.map(({ name, version }) => [name, version]),
  ])
}

/** True if a screening has a hit that is not in the evidence of any earlier check. */
export function hasNewHit(result: ScreeningResult, earlier: readonly Evidence[]): boolean {
  // Earlier versions stored names with their line breaks.
  const known = new Set(
    earlier.flatMap((evidence) =>
      Object.values(evidence).flatMap((text) => [oneLine(text), ...text.split('\n')].map(withoutScore)),
    ),
  )
  return namedHits(result).some((hit) => !known.has(withoutScore(hit)))
}

/** Removes the score, which depends on all names in the lists and changes with them. */
function withoutScore(hit: string): string {
  return hit.replace(/, [\d.]+\)$/, ')')
}

/** The hits, one line each. */
function namedHits({ evidence }: ScreeningResult): string[] {
  const hits = evidence.subjects.flatMap(({ subject, hits, vendorHits }) => [
    ...hits.map((hit) => `${subject.name} ~ ${hit.listedName} (${hit.list} ${hit.entryId}, ${hit.comparison.score})`),
    ...vendorHits.map((hit) => `${subject.name} ~ ${hit.name} (vendor)`),
  ])
  const wallets = evidence.wallets.map(({ address, list, entryId }) => `${address} (${list} ${entryId})`)
  return [...wallets, ...hits].slice(0, HITS_NAMED_MAX).map(oneLine)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
