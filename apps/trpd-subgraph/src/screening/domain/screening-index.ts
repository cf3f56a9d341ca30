import { compareNames, type NameComparison } from '@travel-rule/name-matching/compare-names'
import { CANDIDATES_MAX, createNameIndex } from '@travel-rule/name-matching/name-index'
import { type NameKind, prepareName } from '@travel-rule/name-matching/prepare-name'
import { isCashAddress } from '../../assets/domain/cash-address.ts'
import { isLei } from '../../foundation/domain/lei.ts'
import type { ListEntry, ListName } from './list-entry.ts'
import { DEFAULT_THRESHOLDS, type ScreeningThresholds } from './thresholds.ts'
import { addressesIn } from './wallet-text.ts'

/** A list entry that matches a name. */
export interface ScreeningHit {
  readonly list: ListName
  readonly entryId: string
  readonly listedName: string
  readonly isWeakAlias: boolean
  readonly isStrong: boolean
  readonly comparison: NameComparison
  readonly birthYears: readonly number[]
  readonly programs: readonly string[]
  /** True if the year of birth is one of the entry's; absent if either has none. */
  readonly isBirthYearSame?: boolean
  /** True if an official number is one of the entry's. */
  readonly isIdentifierSame?: boolean
}

/** Facts about the holder of a name, as evidence for or against a hit. */
export interface Known {
  readonly birthYear?: number
  /** Normalized by `identifierKey`. */
  readonly identifiers?: readonly string[]
}

/** A wallet on a list. */
export interface WalletHit {
  readonly list: ListName
  readonly entryId: string
  readonly asset: string
  readonly address: string
}

/** Maximum number of hits per name; the best ones are kept. */
export const HITS_MAX = 20

const NAME_KINDS = ['PERSON', 'ORGANISATION'] as const
/** Number of kinds of listed names that each name is compared with. */
export const LISTED_KINDS = NAME_KINDS.length

interface Owner {
  readonly list: ListName
  readonly entry: ListEntry
  readonly isWeak: boolean
}

/** The result of searching the lists for a name. */
export interface NameSearch {
  readonly hits: readonly ScreeningHit[]
  /** True if too many listed names resemble it for all of them to be compared. */
  readonly isCut: boolean
  /** Number of listed names that were compared. */
  readonly comparisons: number
}

export interface NameSearchLimits {
  /** Called between comparisons, and awaited if it returns a promise. If it throws, the search ends. */
  readonly pause: () => Promise<void> | undefined
  /** Maximum number of listed names of each kind to compare; those with the most in common are chosen. */
  readonly comparisonsMax?: number
  readonly known?: Known
  readonly thresholds?: ScreeningThresholds
}

/** Searchable lists. */
export interface ScreeningIndex {
  readonly entries: number
  /** True if any list has wallets. */
  readonly hasWallets: boolean
  add(list: ListName, entry: ListEntry): void
  /**
   * The entries that match `name`, best first, one hit per entry, at most `HITS_MAX`. A weak alias is a hit
   * only if another name of its entry is one. Entries of the other kind are searched too, because the sender
   * of a name chooses its kind. An entry with the same LEI is a hit under any name.
   */
  searchName(name: string, kind: NameKind, limits: NameSearchLimits): Promise<NameSearch>
  /** The listed wallets in `text`: an address with or without a memo, a URI, or a CAIP-10 account. */
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
        const pausedBefore = pause()
        if (pausedBefore) await pausedBefore
        const candidates = index.candidates(query, Math.min(comparisonsMax, CANDIDATES_MAX))
        isCut ||= candidates.isCut
        comparisons += candidates.ids.length
        for (const candidate of candidates.ids) {
          const paused = pause()
          if (paused) await paused
          const hit = index.compare(query, candidate, thresholds.possible)
          if (hit) hits.push(describe(hit.owner, hit.name, hit.comparison, { kind, known, thresholds }))
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
      // The same address exists on several networks, and belongs to the same holder on all of them.
      const hits = new Set(walletKeys(text).flatMap((key) => wallets.get(key) ?? []))
      return [...hits].sort((a, b) => Number(b.asset === asset) - Number(a.asset === asset))
    },
  }
}

/** True if `name` contains no searchable word. */
export function isNameEmpty(name: string): boolean {
  return NAME_KINDS.some((kind) => prepareName(name, kind).words.length === 0)
}

/** True if only part of `name` is searched. */
export function isNameTooLong(name: string): boolean {
  return NAME_KINDS.some((kind) => prepareName(name, kind).isCut)
}

/**
 * The addresses in a text, normalized for comparison. Addresses like Ethereum's, bech32 and CashAddr are
 * case-insensitive; in others, case is part of the address.
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
  // Companies are named after persons: a match of the other kind is strong only if neither name has more words.
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

/**
 * Evidence orders hits. Only an official number makes a hit strong, and nothing removes one: senders choose
 * what they write.
 */
function evidenceOf({ isBirthYearSame, isIdentifierSame }: ScreeningHit): number {
  if (isIdentifierSame || isBirthYearSame) return 1
  return isBirthYearSame === false ? -1 : 0
}
