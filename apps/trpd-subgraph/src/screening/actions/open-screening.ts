import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@travel-rule/service/logger'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { listVersionOf } from '../../release/store/release-facts.ts'
import type { ListEntry, ListName } from '../domain/list-entry.ts'
import {
  createScreeningIndex,
  isNameEmpty,
  isNameTooLong,
  LISTED_KINDS,
  type ScreeningHit,
  type ScreeningIndex,
} from '../domain/screening-index.ts'
import {
  type ScreeningEvidence,
  type ScreeningGap,
  type ScreeningRequest,
  type ScreeningResult,
  type ScreeningSubject,
  SUBJECTS_MAX,
  type SubjectResult,
  screeningVerdict,
  scriptGap,
  subjectKey,
  tooCommonGap,
  type UsedList,
  type VendorHit,
} from '../domain/screening-result.ts'
import { DEFAULT_THRESHOLDS, type ScreeningThresholds } from '../domain/thresholds.ts'
import { hasAddress } from '../domain/wallet-text.ts'
import { listScreeningLists, loadScreeningList } from '../store/screening-lists.ts'
import { loadThresholds } from '../store/screening-thresholds.ts'
import type { ScreeningVendor } from './screening-vendor.ts'

export interface ScreeningOptions {
  readonly db: Kysely<Tables>
  readonly logger: Logger
  readonly now: () => Date
  /** The lists that must be loaded; empty to turn lists off. */
  readonly required: readonly ListName[]
  /** A list loaded longer ago than this is outdated. */
  readonly listAgeMaxSeconds: number
  readonly vendor: ScreeningVendor | undefined
}

/** Screening of parties, VASPs and wallets, by lists and by a vendor's API. */
export interface Screening extends AsyncDisposable {
  /**
   * Changes whenever results may differ from earlier ones: when a list or the thresholds change, and when a
   * list becomes outdated or current.
   */
  version(): string
  /** True if a list was loaded too long ago. */
  hasOutdatedList(): boolean
  /** Loads lists that have changed. Called regularly, and before the first screening. */
  refresh(): Promise<void>
  /**
   * Screens names and wallets. The verdict is `UNKNOWN`, never `PASS`, if something could not be screened.
   * Rejects only when `signal` is aborted, with its reason.
   */
  screen(request: ScreeningRequest, signal?: AbortSignal): Promise<ScreeningResult>
  /** The listed matches of one name at other thresholds. No vendor is called. */
  search(
    subject: ScreeningSubject,
    thresholds: ScreeningThresholds,
    pause: () => Promise<void> | undefined,
  ): Promise<readonly ScreeningHit[]>
}

/** Interval at which a process looks for changed lists. */
const REFRESH_EVERY_MS = 15_000
/** Maximum number of comparisons with listed names in one screening: a few seconds of one CPU. */
export const COMPARISONS_MAX = 100_000
/** The typical number of names in a transfer: both parties and the VASP. */
const SEARCHED_NAMES = 3
/**
 * Time for which entries are indexed or compared before yielding to other work, in milliseconds. Small, since a major
 * garbage collection, about 10 ms, may follow within the same turn.
 */
const SLICE_MS = 2

interface Loaded {
  readonly lists: readonly UsedList[]
  readonly index: ScreeningIndex
  readonly thresholds: ScreeningThresholds
}

/** Opens screening, and keeps this process's copy of the lists up to date. */
export function openScreening(options: ScreeningOptions): Screening {
  const { db, logger, required, vendor } = options
  let loaded: Loaded = { lists: [], index: createScreeningIndex(), thresholds: DEFAULT_THRESHOLDS }
  let refreshing: Promise<void> | undefined
  let closed = false

  async function load(): Promise<void> {
    const thresholds = required.length === 0 ? DEFAULT_THRESHOLDS : await loadThresholds(db)
    const states = (await listScreeningLists(db)).filter(({ name }) => required.includes(name))
    const lists = states.flatMap(({ name, version, loadedAt }) =>
      version && loadedAt ? [{ name, version, loadedAt }] : [],
    )
    if (listVersionOf(lists) === listVersionOf(loaded.lists)) {
      const former = new Map(loaded.lists.map((list) => [list.name, list]))
      loaded = { ...loaded, thresholds, lists: lists.map((list) => ({ ...former.get(list.name), ...list })) }
      return
    }
    const next = await indexLists(db, lists, () => closed)
    if (next === undefined) return
    loaded = { ...next, thresholds }
    logger.info({ lists: lists.map(({ name }) => name), entries: next.index.entries }, 'sanctions lists loaded')
  }

  function refresh(): Promise<void> {
    refreshing ??= load().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function refreshQuietly(): Promise<void> {
    try {
      await refresh()
    } catch (err) {
      logger.warn({ err }, 'sanctions lists could not be read; the loaded ones are used')
    }
  }

  const timer = required.length === 0 ? undefined : setInterval(() => void refreshQuietly(), REFRESH_EVERY_MS).unref()
  const first = required.length === 0 ? Promise.resolve() : refreshQuietly()

  return {
    version: () => {
      const lists = loaded.lists.map((list) => ({ ...list, isOutdated: isOutdated(options, list) }))
      return listVersionOf(lists, loaded.thresholds)
    },
    hasOutdatedList: () => loaded.lists.some((list) => isOutdated(options, list)),
    refresh,
    async screen(request, signal) {
      signal?.throwIfAborted()
      await first
      const used = loaded
      const subjects = request.subjects.slice(0, SUBJECTS_MAX)
      const vendorResponse = vendor?.screen({ ...request, subjects }, signal)
      const { results, tooCommon } = await searchNames(subjects, used, signal)
      const response = (await vendorResponse) ?? { hits: new Map<string, readonly VendorHit[]>(), gaps: [] }
      // Otherwise the gap would claim that the vendor failed.
      signal?.throwIfAborted()
      const evidence: ScreeningEvidence = {
        subjects: results.map((result) => ({
          ...result,
          vendorHits: response.hits.get(subjectKey(result.subject)) ?? [],
        })),
        wallets: request.wallets.flatMap(({ asset, address }) => used.index.searchWallet(asset, address)),
        gaps: [
          ...gapsOf(options, request, used),
          ...(tooCommon.length > 0 ? [tooCommonGap(tooCommon)] : []),
          ...response.gaps,
        ],
        lists: used.lists,
      }
      return { verdict: screeningVerdict(evidence), evidence }
    },
    async search(subject, thresholds, pause) {
      const comparisonsMax = Math.floor(COMPARISONS_MAX / SEARCHED_NAMES / LISTED_KINDS)
      const limits = { pause, comparisonsMax, known: subject, thresholds }
      const { hits } = await loaded.index.searchName(subject.name, subject.kind, limits)
      return hits
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearInterval(timer)
      await first
      await refreshing?.catch(() => undefined)
    },
  }
}

/**
 * The index of these lists; `undefined` if one was replaced in the meantime, which the next refresh loads, or if
 * screening was closed.
 */
async function indexLists(
  db: Kysely<Tables>,
  lists: readonly Pick<UsedList, 'name' | 'version' | 'loadedAt'>[],
  isClosed: () => boolean,
): Promise<Omit<Loaded, 'thresholds'> | undefined> {
  const index = createScreeningIndex()
  const withWallets = new Set<ListName>()
  for (const { name, version } of lists) {
    const lines = await loadScreeningList(db, name, version)
    if (lines === undefined) return undefined
    await visitInSlices(lines, SLICE_MS, (line) => {
      const entry = JSON.parse(line) as ListEntry
      if (entry.wallets.length > 0) withWallets.add(name)
      index.add(name, entry)
    })
    if (isClosed()) return undefined
  }
  return { lists: lists.map((list) => ({ ...list, hasWallets: withWallets.has(list.name) })), index }
}

/** Searches the lists for all names. Their comparisons are limited. */
async function searchNames(
  subjects: readonly ScreeningSubject[],
  { index, thresholds }: Loaded,
  signal: AbortSignal | undefined,
): Promise<{ readonly results: readonly SubjectResult[]; readonly tooCommon: readonly ScreeningSubject[] }> {
  const results: SubjectResult[] = []
  const tooCommon: ScreeningSubject[] = []
  let remaining = COMPARISONS_MAX
  for (const [at, subject] of subjects.entries()) {
    // Equal shares, so that a common name does not use up the comparisons of later names.
    const comparisonsMax = Math.floor(remaining / (subjects.length - at) / LISTED_KINDS)
    const limits = { pause: pauseBetweenSlices(signal), comparisonsMax, known: subject, thresholds }
    const { hits, isCut, comparisons } = await index.searchName(subject.name, subject.kind, limits)
    remaining -= comparisons
    if (isCut) tooCommon.push(subject)
    results.push({ subject, hits, vendorHits: [] })
    await setImmediate()
    signal?.throwIfAborted()
  }
  return { results, tooCommon }
}

function ageSeconds({ now }: ScreeningOptions, { loadedAt }: UsedList): number {
  return (now().getTime() - loadedAt.getTime()) / 1_000
}

function isOutdated(options: ScreeningOptions, list: UsedList): boolean {
  return ageSeconds(options, list) > options.listAgeMaxSeconds
}

/** What could not be screened, except what the vendor could not screen. */
function gapsOf(options: ScreeningOptions, request: ScreeningRequest, { lists, index }: Loaded): ScreeningGap[] {
  const { required, vendor } = options
  const gaps: ScreeningGap[] = []
  if (required.length === 0 && vendor === undefined)
    gaps.push({ code: 'SCREENING_OFF', message: 'No list and no vendor is set up.' })
  if (request.subjects.length === 0 && request.wallets.length === 0)
    gaps.push({ code: 'SCREENING_NOTHING_TO_SCREEN', message: 'There is no name and no address to screen.' })
  if (request.subjects.length === 0 && request.wallets.length > 0 && !index.hasWallets)
    gaps.push({ code: 'SCREENING_NOTHING_TO_SCREEN', message: 'No list that is loaded has addresses.' })
  if (request.requiresAddresses && request.wallets.some(({ address }) => !hasAddress(address)))
    gaps.push({ code: 'SCREENING_NOT_AN_ADDRESS', message: 'The text is not an address of a known ledger.' })
  for (const role of request.required ?? [])
    if (!request.subjects.some((subject) => subject.role === role))
      gaps.push({ code: 'SCREENING_NOTHING_TO_SCREEN', message: `The ${role.toLowerCase()} has no name.` })
  if (required.length > 0 && request.subjects.some(({ name }) => isNameEmpty(name)))
    gaps.push({ code: 'SCREENING_NOTHING_TO_SCREEN', message: 'A name has no word that lists can be searched for.' })
  if (request.subjects.length > SUBJECTS_MAX)
    gaps.push({ code: 'SCREENING_TOO_MANY_NAMES', message: `Only the first ${SUBJECTS_MAX} names were screened.` })
  if (request.subjects.slice(0, SUBJECTS_MAX).some(({ name }) => isNameTooLong(name)))
    gaps.push({ code: 'SCREENING_NAME_TOO_LONG', message: 'A name has too many words: the last were not screened.' })
  const script = required.length > 0 ? scriptGap(request.subjects.slice(0, SUBJECTS_MAX)) : undefined
  if (script !== undefined) gaps.push(script)
  for (const name of required) {
    const list = lists.find((one) => one.name === name)
    if (!list) gaps.push({ code: 'SCREENING_LIST_MISSING', message: `The list ${name} is not loaded.` })
    else if (isOutdated(options, list))
      gaps.push({
        code: 'SCREENING_LIST_OUTDATED',
        message: `The list ${name} was loaded ${Math.floor(ageSeconds(options, list) / 3_600)} hours ago.`,
      })
  }
  return gaps
}

/** Yields to other work when a slice is used up; then throws if `signal` is aborted. */
function pauseBetweenSlices(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let beganMs = performance.now()
  return () => {
    if (performance.now() - beganMs < SLICE_MS) return undefined
    return setImmediate().then(() => {
      signal?.throwIfAborted()
      beganMs = performance.now()
    })
  }
}
