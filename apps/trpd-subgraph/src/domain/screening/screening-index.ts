import { MATCH_SCORE, type NameComparison, STRONG_MATCH_SCORE } from '@travel-rule/name-matching/compare-names'
import { CANDIDATES_MAX, createNameIndex } from '@travel-rule/name-matching/name-index'
import { type NameKind, prepareName } from '@travel-rule/name-matching/prepare-name'
import { isCashAddress } from '../cash-address.ts'
import { withoutMemo } from '../ledger-string.ts'
import type { ListEntry, ListName } from './list-entry.ts'

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
   * its kind.
   */
  searchName(name: string, kind: NameKind, limits: NameSearchLimits): Promise<NameSearch>
  searchWallet(asset: string, address: string): readonly WalletHit[]
}

export function createScreeningIndex(): ScreeningIndex {
  const indexes = { PERSON: createNameIndex<Owner>(), ORGANISATION: createNameIndex<Owner>() }
  const wallets = new Map<string, WalletHit[]>()
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
      for (const wallet of entry.wallets) {
        const hit = { list, entryId: entry.id, ...wallet }
        const key = walletKey(wallet.address)
        const known = wallets.get(key)
        if (known) known.push(hit)
        else wallets.set(key, [hit])
      }
    },
    async searchName(name, kind, { pause, comparisonsMax = CANDIDATES_MAX }) {
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
          const hit = index.compare(query, candidate, MATCH_SCORE)
          if (hit) hits.push(describe(hit.owner, hit.name, hit.comparison, kind))
          const paused = pause()
          if (paused) await paused
        }
      }
      return { hits: bestOfEach(hits), isCut, comparisons }
    },
    searchWallet(asset, address) {
      // The same address exists in several networks, and belongs to the same holder there.
      const hits = wallets.get(walletKey(address)) ?? []
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
 * Without memo, and without the prefix of Bitcoin Cash. Addresses of Ethereum's kind, bech32 and CashAddr
 * are the same in any case; in others the case is part of the address.
 */
function walletKey(text: string): string {
  const address = withoutMemo(text).replace(/^bitcoincash:/i, '')
  const isAnyCase = /^(0x[0-9a-f]{40}|(bc|ltc|tb)1[a-z0-9]{8,87})$/i.test(address) || isCashAddress(address)
  return isAnyCase ? address.toLowerCase() : address
}

function describe(
  { list, entry, isWeak }: Owner,
  listedName: string,
  comparison: NameComparison,
  kind: NameKind,
): ScreeningHit {
  const { id: entryId, birthYears, programs } = entry
  // Companies are named after persons: with words of its own, a match of the other kind is only a possible one.
  const isSameName = comparison.missingLeft.length === 0 && comparison.missingRight.length === 0
  const isStrong = comparison.score >= STRONG_MATCH_SCORE && (entry.kind === kind || isSameName)
  return { list, entryId, listedName, isWeakAlias: isWeak, isStrong, comparison, birthYears, programs }
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
  return Number(b.isStrong) - Number(a.isStrong) || b.comparison.score - a.comparison.score
}
