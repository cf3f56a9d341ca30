import { type Kysely, sql } from 'kysely'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import { DATA_VERSION_FIRST } from '../../checks/store/check-runs.ts'
import type { StoredCheckResult, Tables } from '../../foundation/store/tables.ts'
import type { ListName } from '../../screening/domain/list-entry.ts'
import { areSameThresholds, DEFAULT_THRESHOLDS, type ScreeningThresholds } from '../../screening/domain/thresholds.ts'
import { loadThresholds } from '../../screening/store/screening-thresholds.ts'
import type {
  DeliveryKind,
  DeliveryState,
  Direction,
  Hold,
  TransferChannel,
  TransferStatus,
} from '../../transfers/domain/transfer.ts'
import type { Finding, ReleaseFacts } from '../domain/may-do.ts'

/**
 * All stored facts that determine what may be done to a transfer, except the number of persons needed for a
 * decision.
 */
export type StoredReleaseFacts = Omit<ReleaseFacts, 'lists' | 'personsNeeded'> & {
  readonly assetId: string
}

/** The current state of the stored lists. */
export interface ListFacts {
  /** In the format of `Screening.version()`. */
  readonly version: string
  readonly lists: ReleaseFacts['lists']
}

/**
 * The facts of these transfers, by id. A check is current if it ran on the current data, and `SCREENING` only
 * if it also searched these lists. The latest screening counts even if no check run shows it yet.
 */
export async function loadReleaseFacts(
  db: Kysely<Tables>,
  transferIds: readonly string[],
  { version }: Pick<ListFacts, 'version'>,
): Promise<Map<string, StoredReleaseFacts>> {
  const { rows } = await sql<FactsRow>`
    select transfers.id, direction, channel, transfers.status, holds, asset_id,
      delivery_state, delivery_kind, transfers.data_version,
      cases.status is not distinct from 'ON_HOLD' as "isOnHold",
      run.results, run.id is not null as "hasRun", run.data_version as "runVersion",
      screening.verdict as "screeningVerdict", screening.finding as "screeningFinding", screening.lists as "screenedLists",
      screening.data_version as "screenedVersion",
      coalesce((select jsonb_object_agg(finding, persons) from (
        select finding, count(*) as persons from accepted_findings where transfer_id = transfers.id group by finding
      ) as each), '{}') as accepted
    from transfers
    left join cases on cases.transfer_id = transfers.id
    left join lateral (
      select id, results, data_version from check_runs where transfer_id = transfers.id order by id desc limit 1
    ) as run on true
    left join transfer_screenings as screening on screening.transfer_id = transfers.id
    where transfers.id = any(${transferIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, factsOfRow(row, version)]))
}

interface FactsRow {
  readonly id: string
  readonly direction: Direction
  readonly channel: TransferChannel
  readonly status: TransferStatus
  readonly holds: readonly Hold[]
  readonly assetId: string
  readonly deliveryState: DeliveryState
  readonly deliveryKind: DeliveryKind | null
  readonly dataVersion: number
  readonly isOnHold: boolean
  readonly results: readonly StoredCheckResult[] | null
  readonly hasRun: boolean
  readonly runVersion: number | null
  readonly screeningVerdict: CheckVerdict | null
  readonly screeningFinding: string | null
  readonly screenedLists: string | null
  readonly screenedVersion: number | null
  readonly accepted: Readonly<Record<string, number>>
}

function factsOfRow(row: FactsRow, listVersion: string): StoredReleaseFacts {
  const { direction, channel, status, holds, assetId, deliveryState, deliveryKind, isOnHold } = row
  const isChecked = row.hasRun && (row.runVersion ?? DATA_VERSION_FIRST) === row.dataVersion
  const findings = new Map<CheckName, Finding>()
  for (const { check, verdict, finding } of row.results ?? []) {
    if (check === 'SCREENING') continue
    findings.set(check, { verdict, isCurrent: isChecked, ...(finding === undefined ? {} : { id: finding }) })
  }
  if (row.screeningVerdict !== null) {
    const isCurrent =
      row.screenedLists === listVersion && (row.screenedVersion ?? DATA_VERSION_FIRST) === row.dataVersion
    const finding = row.screeningFinding === null ? {} : { id: row.screeningFinding }
    findings.set('SCREENING', { verdict: row.screeningVerdict, isCurrent, ...finding })
  }
  const isUnsent = deliveryKind !== null && deliveryState !== 'DELIVERED'
  return {
    direction,
    channel,
    status,
    holds,
    assetId,
    isOnHold,
    findings,
    isChecked,
    accepted: new Map(Object.entries(row.accepted)),
    ...(isUnsent ? { unsent: deliveryKind } : {}),
  }
}

/** The state of the `required` lists. A list is outdated if it was loaded longer ago than `ageMaxSeconds`. */
export async function loadListFacts(
  db: Kysely<Tables>,
  {
    required,
    ageMaxSeconds,
    at,
  }: { readonly required: readonly ListName[]; readonly ageMaxSeconds: number; readonly at: Date },
): Promise<ListFacts> {
  if (required.length === 0) return { version: '', lists: [] }
  const rows = await db
    .selectFrom('screeningLists')
    .select(['name', 'version', 'loadedAt'])
    .where('name', 'in', required)
    .orderBy('name')
    .execute()
  const loaded = rows.flatMap(({ name, version, loadedAt }) => {
    if (version === null || loadedAt === null) return []
    return [{ name, version, isOutdated: (at.getTime() - loadedAt.getTime()) / 1_000 > ageMaxSeconds }]
  })
  const lists = required.flatMap((name): ReleaseFacts['lists'] => {
    const list = loaded.find((each) => each.name === name)
    if (list === undefined) return [{ name, state: 'MISSING' }]
    return list.isOutdated ? [{ name, state: 'OUTDATED' }] : []
  })
  return { version: listVersionOf(loaded, await loadThresholds(db)), lists }
}

/**
 * Identifies the content of lists, which are sorted by name, which of them are outdated, and the thresholds
 * unless they are the defaults: screenings from before thresholds existed used these.
 */
export function listVersionOf(
  lists: readonly { readonly name: ListName; readonly version?: string | null; readonly isOutdated?: boolean }[],
  thresholds: ScreeningThresholds = DEFAULT_THRESHOLDS,
): string {
  const { possible, strong } = thresholds
  const parts = lists.map(
    ({ name, version, isOutdated = false }) => `${name}:${version}${isOutdated ? ':outdated' : ''}`,
  )
  if (!areSameThresholds(thresholds, DEFAULT_THRESHOLDS)) parts.push(`thresholds:${possible}:${strong}`)
  return parts.join(' ')
}

/** Records that a person accepts a finding. Returns false if that person had already accepted it. */
export async function acceptFinding(
  db: Kysely<Tables>,
  accepted: {
    readonly transferId: string
    readonly finding: string
    readonly check: CheckName
    readonly verdict: CheckVerdict
    readonly by: string
    readonly at: Date
  },
): Promise<boolean> {
  const { transferId, finding, check, verdict, by, at } = accepted
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('acceptedFindings')
    .values({ transferId, finding, checkName: check, verdict, acceptedBy: by, acceptedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
