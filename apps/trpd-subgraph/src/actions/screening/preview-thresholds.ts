import { ok, type Result } from '@travel-rule/service/result'
import type { ScreeningHit } from '../../domain/screening/screening-index.ts'
import {
  type ScreeningSubject,
  type ScreeningVerdict,
  type SubjectResult,
  screeningVerdict,
  subjectKey,
} from '../../domain/screening/screening-result.ts'
import { parseThresholds, type ScreeningThresholds } from '../../domain/screening/thresholds.ts'
import { loadThresholds } from '../../store/screening-thresholds.ts'
import { listScreenedSince, loadScreenings } from '../../store/transfer-screenings.ts'
import { secondsAfter, type TransferService } from '../transfer-service.ts'

/** What other thresholds would have made of the transfers of the last month. */
export interface ThresholdsPreview {
  readonly examined: number
  /** Whether every screened transfer of that time was examined. */
  readonly isComplete: boolean
  /** How many would have another verdict, by the present and the other one. */
  readonly changes: readonly {
    readonly from: ScreeningVerdict
    readonly to: ScreeningVerdict
    readonly count: number
  }[]
}

/** Age of the oldest transfers that are examined. */
const PREVIEW_SECONDS = 30 * 86_400
/** Most transfers that one preview examines, the newest. */
const TRANSFERS_MAX = 20_000
/** Most names that one preview searches: about ten seconds of one CPU. */
const SEARCHES_MAX = 1_000
const SLICE = 200
/** How long names are compared before other work of the process runs, in milliseconds. */
const SLICE_MS = 5

/**
 * Counts the transfers of the last 30 days whose screening would have another verdict with these thresholds,
 * by the lists of today. What the vendor said and what could not be screened stays. Refused as by `parseThresholds`.
 */
export async function previewThresholds(
  service: TransferService,
  input: ScreeningThresholds,
  pause: () => Promise<void>,
): Promise<Result<ThresholdsPreview>> {
  const parsed = parseThresholds(input)
  if (!parsed.ok) return parsed
  const thresholds = parsed.value
  const { database, sealer, screening, now } = service
  await screening.refresh()
  const version = screening.version()
  const current = await loadThresholds(database.db)
  // A name without a hit has none at a higher threshold either.
  const findsLess = thresholds.possible >= current.possible
  const since = secondsAfter(now(), -PREVIEW_SECONDS)
  const search = openSearch(service, thresholds, pause)
  const changes = new Map<string, { from: ScreeningVerdict; to: ScreeningVerdict; count: number }>()
  let examined = 0
  for (let before: bigint | undefined; ; ) {
    const slice = await listScreenedSince(database.db, { since, before, limit: SLICE })
    const ids = slice.map(({ id }) => id)
    const stored = new Map(
      (ids.length === 0 ? [] : await loadScreenings(database.db, sealer, ids)).map((each) => [each.transferId, each]),
    )
    for (const { id, lists } of slice) {
      if (examined === TRANSFERS_MAX || search.count() >= SEARCHES_MAX) return preview(false)
      await pause()
      examined += 1
      // Erased meanwhile.
      const { verdict: from, evidence } = stored.get(id) ?? {}
      if (from === undefined || evidence === undefined) continue
      const subjects: SubjectResult[] = []
      for (const each of evidence.subjects) {
        const isKept = findsLess && lists === version && each.hits.length === 0
        subjects.push(isKept ? each : { ...each, hits: await search.hitsOf(each.subject) })
      }
      const to = screeningVerdict({ ...evidence, subjects })
      if (to === from) continue
      const change = changes.get(`${from} ${to}`) ?? { from, to, count: 0 }
      change.count += 1
      changes.set(`${from} ${to}`, change)
    }
    before = slice.at(-1)?.sequence
    if (slice.length < SLICE) return preview(true)
  }

  function preview(isComplete: boolean): Result<ThresholdsPreview> {
    return ok({ examined, isComplete, changes: [...changes.values()].sort((a, b) => b.count - a.count) })
  }
}

/** Searches each name once: customers and VASPs are part of many transfers. */
function openSearch({ screening }: TransferService, thresholds: ScreeningThresholds, pause: () => Promise<void>) {
  const known = new Map<string, readonly ScreeningHit[]>()
  let beganMs = performance.now()
  const pauseBetweenSlices = () => {
    if (performance.now() - beganMs < SLICE_MS) return undefined
    return pause().then(() => {
      beganMs = performance.now()
    })
  }
  return {
    count: () => known.size,
    async hitsOf(subject: ScreeningSubject): Promise<readonly ScreeningHit[]> {
      const key = `${subjectKey(subject)} ${subject.birthYear} ${subject.identifiers?.join(' ')}`
      const hits = known.get(key) ?? (await screening.search(subject, thresholds, pauseBetweenSlices))
      known.set(key, hits)
      return hits
    },
  }
}
