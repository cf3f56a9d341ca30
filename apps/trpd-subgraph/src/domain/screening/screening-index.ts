import { compareNames, type NameComparison } from '@travel-rule/name-matching/compare-names'
import { CANDIDATES_MAX, createNameIndex } from '@travel-rule/name-matching/name-index'
import { type NameKind, prepareName } from '@travel-rule/name-matching/prepare-name'
import { isCashAddress } from '../cash-address.ts'
import { isLei } from '../lei.ts'
import type { ListEntry, ListName } from './list-entry.ts'
import { DEFAULT_THRESHOLDS, type ScreeningThresholds } from './thresholds.ts'
import { addressesIn } from './wallet-text.ts'

/** An entry of a list that matches a name. */
export interface ScreeningHit {
  readonly list: ListName
  readonly entryId: string
  readonly listedName: string
  readonly isWeakAlias: boolean
  readonly isStrong: boolean
  readonly comparison: NameComparison
  readonly birthYears: readonly number[]
  readonly programs: readonly string[]
  /** Whether the year of birth is one of the entry's; absent when either has none. */
  readonly isBirthYearSame?: boolean
  /** Whether an official number is one of the entry's. */
  readonly isIdentifierSame?: boolean
}

/** What is known about the holder of a name, as evidence for or against a hit. */
export interface Known {
  readonly birthYear?: number
  /** As `identifierKey` returns them. */
  readonly identifiers?: readonly string[]
}

/** A wallet of a list. */
export interface WalletHit {
  readonly list: ListName
  readonly entryId: string
  readonly asset: string
  readonly address: string
}

/** Most hits that one name is answered with; the best ones. */
export const HITS_MAX = 20

const NAME_KINDS = ['PERSON', 'ORGANISATION'] as const
/** How many kinds of listed names each name is compared with. */
export const LISTED_KINDS = NAME_KINDS.length

interface Owner {
  readonly list: ListName
  readonly entry: ListEntry
  readonly isWeak: boolean
}

/** What the lists have about a name. */
export interface NameSearch {
  readonly hits: readonly ScreeningHit[]
  /** Whether so many listed names are like it that not all were compared. */
  readonly isCut: boolean
  /** Listed names that it was compared with. */
  readonly comparisons: number
}

export interface NameSearchLimits {
  /** Called between comparisons, and awaited if it returns a promise. What it throws ends the search. */
  readonly pause: () => Promise<void> | undefined
  /** Most listed names of each kind to compare; those that share most with the name are. */
  readonly comparisonsMax?: number
  readonly known?: Known
  readonly thresholds?: ScreeningThresholds
}

/** Lists that are ready to be searched. */
export interface ScreeningIndex {
  readonly entries: number
  /** Whether any list has wallets. */
  readonly hasWallets: boolean
  add(list: ListName, entry: ListEntry): void
  /**
   * The entries that match `name`, best first, one hit for each, at most `HITS_MAX`. A weak alias is not a hit unless another
   * name of its entry is one. Entries of the other kind are searched as well: the sender of a name chooses
   * its kind. An entry with the same LEI is a hit under any name.
   */
  searchName(name: string, kind: NameKind, limits: NameSearchLimits): Promise<NameSearch>
  /** The listed wallets in `text`: an address, with or without a memo, a URI, or an account of CAIP-10. */
  searchWallet(asset: string, text: string): readonly WalletHit[]
}

export function createScreeningIndex(): ScreeningIndex {
  const indexes = { PERSON: createNameIndex<Owner>(), ORGANISATION: createNameIndex<Owner>() }
  const wallets = new Map<string, WalletHit[]>()
  const leis = new Map<string, Owner[]>()
  let entries = 0
  return {
    get entries() {
      return entries
    },
    get hasWallets() {
      return wallets.size > 0
    },
    add(list, entry) {
      entries += 1
      for (const { name, isWeak } of entry.names) indexes[entry.kind].add(name, entry.kind, { list, entry, isWeak })
      for (const lei of (entry.identifiers ?? []).filter(isLei))
        leis.set(lei, [...(leis.get(lei) ?? []), { list, entry, isWeak: false }])
      for (const wallet of entry.wallets) {
        const hit = { list, entryId: entry.id, ...wallet }
        for (const key of walletKeys(wallet.address)) {
          const known = wallets.get(key)
          if (known) known.push(hit)
          else wallets.set(key, [hit])
        }
      }
    },
    async searchName(name, kind, limits) {
      const { pause, comparisonsMax = CANDIDATES_MAX, known = {}, thresholds = DEFAULT_THRESHOLDS } = limits
      const hits: ScreeningHit[] = []
      let isCut = false
      let comparisons = 0
      for (const listedKind of NAME_KINDS) {
        const index = indexes[listedKind]
        const query = prepareName(name, listedKind)
        const candidates = index.candidates(query, Math.min(comparisonsMax, CANDIDATES_MAX))
        isCut ||= candidates.isCut
        comparisons += candidates.ids.length
        for (const candidate of candidates.ids) {
          const hit = index.compare(query, candidate, thresholds.possible)
          if (hit) hits.push(describe(hit.owner, hit.name, hit.comparison, { kind, known, thresholds }))
          const paused = pause()
          if (paused) await paused
        }
      }
      for (const owner of (known.identifiers ?? []).flatMap((identifier) => leis.get(identifier) ?? [])) {
        const listedName = owner.entry.names[0]?.name ?? ''
        const comparison = compareNames(name, listedName, owner.entry.kind)
        hits.push(describe(owner, listedName, comparison, { kind, known, thresholds }))
      }
      return { hits: bestOfEach(hits), isCut, comparisons }
    },
    searchWallet(asset, text) {
      // The same address exists in several networks, and belongs to the same holder there.
      const hits = new Set(walletKeys(text).flatMap((key) => wallets.get(key) ?? []))
      return [...hits].sort((a, b) => Number(b.asset === asset) - Number(a.asset === asset))
    },
  }
}

/** Whether `name` has no word that can be searched. */
export function isNameEmpty(name: string): boolean {
  return NAME_KINDS.some((kind) => prepareName(name, kind).words.length === 0)
}

/** Whether only part of `name` is searched. */
export function isNameTooLong(name: string): boolean {
  return NAME_KINDS.some((kind) => prepareName(name, kind).isCut)
}

/**
 * The addresses in a text as they are compared. Those of Ethereum's kind, bech32 and CashAddr are the same
 * in any case; in others the case is part of the address.
 */
function walletKeys(text: string): string[] {
  const keys = addressesIn(text).map((part) => {
    const address = part.replace(/^bitcoincash:/i, '')
    const isAnyCase = /^(0x[0-9a-f]{40}|(bc|ltc|tb)1[a-z0-9]{8,87})$/i.test(address) || isCashAddress(address)
    return isAnyCase ? address.toLowerCase() : address
  })
  return [...new Set(keys)]
}

function describe(
  { list, entry, isWeak }: Owner,
  listedName: string,
  comparison: NameComparison,
  {
    kind,
    known,
    thresholds,
  }: { readonly kind: NameKind; readonly known: Known; readonly thresholds: ScreeningThresholds },
): ScreeningHit {
  const { birthYear, identifiers = [] } = known
  const { id: entryId, birthYears, programs } = entry
  const isIdentifierSame = identifiers.some((identifier) => entry.identifiers?.includes(identifier))
  // Companies are named after persons: with words of its own, a match of the other kind is only a possible one.
  const isSameName = comparison.missingLeft.length === 0 && comparison.missingRight.length === 0
  const isSame = comparison.score >= thresholds.strong && (entry.kind === kind || isSameName)
  return {
    list,
    entryId,
    listedName,
    isWeakAlias: isWeak,
    isStrong: isSame || isIdentifierSame,
    comparison,
    birthYears,
    programs,
    ...(birthYear === undefined || birthYears.length === 0 ? {} : { isBirthYearSame: birthYears.includes(birthYear) }),
    ...(isIdentifierSame ? { isIdentifierSame } : {}),
  }
}

function bestOfEach(hits: readonly ScreeningHit[]): ScreeningHit[] {
  const best = new Map<string, ScreeningHit>()
  for (const hit of hits) {
    if (hit.isWeakAlias) continue
    const key = `${hit.list} ${hit.entryId}`
    const known = best.get(key)
    if (!known || compareHits(hit, known) < 0) best.set(key, hit)
  }
  return [...best.values()].sort(compareHits).slice(0, HITS_MAX)
}

function compareHits(a: ScreeningHit, b: ScreeningHit): number {
  return (
    Number(b.isStrong) - Number(a.isStrong) || evidenceOf(b) - evidenceOf(a) || b.comparison.score - a.comparison.score
  )
}

/** Evidence orders hits; only an official number makes one strong, and none takes one away: senders choose what they write. */
function evidenceOf({ isBirthYearSame, isIdentifierSame }: ScreeningHit): number {
  if (isIdentifierSame || isBirthYearSame) return 1
  return isBirthYearSame === false ? -1 : 0
}
