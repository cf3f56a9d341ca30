import { ok, type Result } from '@travel-rule/service/result'
import { type Ports, secondsAfter } from '../../foundation/actions/transfer-service.ts'
import type { ScreeningHit } from '../domain/screening-index.ts'
import {
  type ScreeningSubject,
  type ScreeningVerdict,
  type SubjectResult,
  screeningVerdict,
  subjectKey,
} from '../domain/screening-result.ts'
import { parseThresholds, type ScreeningThresholds } from '../domain/thresholds.ts'
import { loadThresholds } from '../store/screening-thresholds.ts'
import { listScreenedSince, loadScreenings } from '../store/transfer-screenings.ts'

/** The effect that other thresholds would have had on the transfers of the last month. */
export interface ThresholdsPreview {
  readonly examined: number
  /** True if every transfer screened in that time was examined. */
  readonly isComplete: boolean
  /** Number of transfers whose verdict would change, by current and new verdict. */
  readonly changes: readonly {
    readonly from: ScreeningVerdict
    readonly to: ScreeningVerdict
    readonly count: number
  }[]
}

/** Maximum age of examined transfers. */
const PREVIEW_SECONDS = 30 * 86_400
/** Maximum number of transfers that one preview examines, newest first. */
const TRANSFERS_MAX = 20_000
/** Maximum number of names that one preview searches: about ten seconds of one CPU. */
const SEARCHES_MAX = 1_000
const SLICE = 200
/** Time for which names are compared before yielding to other work, in milliseconds. */
const SLICE_MS = 5

/**
 * Counts the transfers of the last 30 days whose screening verdict would change with these thresholds and the
 * current lists. The vendor's hits and the gaps are kept. Refused as by `parseThresholds`.
 */
export async function previewThresholds(
  service: Ports<'database' | 'now' | 'screening' | 'sealer'>,
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
  // A name without a hit has none at a higher threshold.
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
      // Erased in the meantime.
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

/** Searches each name only once: customers and VASPs take part in many transfers. */
function openSearch({ screening }: Ports<'screening'>, thresholds: ScreeningThresholds, pause: () => Promise<void>) {
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
