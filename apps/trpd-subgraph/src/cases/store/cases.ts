import { prepared } from '@travel-rule/database/outage-dialect'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CaseChangeTable, CaseRow, Tables } from '../../foundation/store/tables.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { FOLDER } from '../../transfers/store/transfer-conditions.ts'
import { type Case, openCase, type Proposal } from '../domain/case.ts'
import type { CaseChange, CaseEventType } from '../domain/decide-case.ts'

/** One change of a case, as stored. */
export interface StoredCaseChange {
  readonly transferId: string
  readonly version: number
  readonly event: CaseEventType
  readonly actor: { readonly type: Actor['type']; readonly id: string }
  readonly status: Case['status']
  readonly assignee: string | undefined
  readonly priority: Case['priority']
  readonly dueAt: Date | undefined
  readonly mentions: readonly string[]
  /** Internal text; may contain personal data. */
  readonly text: string | undefined
  readonly at: Date
}

/** The stored cases of these transfers, by transfer id. A transfer of an older version may lack its case. */
export async function loadCases(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
): Promise<Map<string, Case>> {
  const rows = await db.selectFrom('cases').selectAll().where('transferId', 'in', transferIds).execute()
  const keyOf = await sealer.records.load(db, transferIds)
  return new Map(rows.map((row) => [row.transferId, caseOfRow(row, keyOf(row.transferId))]))
}

/** The case of `transfer`, which this transaction has locked. */
export async function loadCase(tx: Transaction<Tables>, sealer: Sealer, transfer: Transfer): Promise<Case> {
  return (await loadCases(tx, sealer, [transfer.id])).get(transfer.id) ?? openCase(transfer)
}

/** True if the case of a transfer that this transaction has locked is on hold. */
export async function isOnHold(tx: Transaction<Tables>, transferId: string): Promise<boolean> {
  const row = await tx.selectFrom('cases').select('status').where('transferId', '=', transferId).executeTakeFirst()
  return row?.status === 'ON_HOLD'
}

/** Stores the next version of a case and its history. Throws if it was changed concurrently. */
export async function saveCase(
  tx: Transaction<Tables>,
  sealer: Sealer,
  change: CaseChange,
  actor: Actor,
): Promise<void> {
  await saveCases(tx, sealer, [change], actor)
}

/** `saveCase` for several different cases. Takes two statements, plus one for keys that are not cached. */
export async function saveCases(
  tx: Transaction<Tables>,
  sealer: Sealer,
  changes: readonly CaseChange[],
  actor: Actor,
): Promise<void> {
  if (changes.length === 0) return
  const keyOf = await sealer.records.load(
    tx,
    changes.map(({ next }) => next.transferId),
  )
  const rows = changes.map(({ next }) => ({
    transferId: next.transferId,
    openedAt: next.openedAt,
    ...caseColumns(next, keyOf(next.transferId)),
  }))
  const stored = await tx
    .insertInto('cases')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('transferId')
        .doUpdateSet((eb) => Object.fromEntries(CASE_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])))
        .whereRef('cases.version', '=', sql`excluded.version - 1`),
    )
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows !== BigInt(rows.length)) throw new Error('a case was changed concurrently')
  await tx
    .insertInto('caseChanges')
    .values(
      changes.map(({ next: { transferId, version, ...next }, event, text, mentions = [] }) => ({
        transferId,
        version,
        event,
        actorType: actor.type,
        actorId: actor.id,
        status: next.status,
        assignee: next.assignee ?? null,
        priority: next.priority,
        dueAt: next.dueAt ?? null,
        mentions: JSON.stringify(mentions),
        textSealed: text === undefined ? null : keyOf(transferId).seal(text, textContext(transferId, version)),
        at: next.updatedAt,
      })),
    )
    .execute()
}

/** The mutable columns of a case. */
const CASE_COLUMNS = [
  'version',
  'status',
  'assignee',
  'priority',
  'dueAt',
  'pausedBy',
  'pausedAt',
  'pauseSealed',
  'proposedBy',
  'proposalExpiresAt',
  'proposalSealed',
  'updatedAt',
] as const

/** A page of the changes of a case, up to one of its versions. */
export interface CaseChangesPage {
  readonly transferId: string
  readonly version: number
  readonly limit: number
  readonly offset: number
}

/** Pages of changes, newest first. */
export async function listCaseChanges(
  db: Kysely<Tables>,
  sealer: Sealer,
  pages: readonly CaseChangesPage[],
): Promise<StoredCaseChange[][]> {
  const { rows } = await sql<Selectable<CaseChangeTable> & { page: bigint }>`
    select page.ordinality as page, changes.*
    from rows from (jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as (
      "transferId" uuid, version integer, "limit" integer, "offset" integer)) with ordinality as page
    cross join lateral (
      select * from case_changes where transfer_id = page."transferId" and version <= page.version
      order by version desc limit page."limit" offset page."offset") as changes
    order by page.ordinality, changes.version desc`.execute(db)
  const found = Map.groupBy(rows, ({ page }) => Number(page))
  const keyOf = await sealer.records.load(
    db,
    pages.map(({ transferId }) => transferId),
  )
  return pages.map((_page, index) => (found.get(index + 1) ?? []).map((row) => changeOfRow(row, keyOf(row.transferId))))
}

/** Selects the case of a transfer as of a version of the case, or as of a time. */
export interface CasePoint {
  readonly transferId: string
  readonly limit: { readonly version: number } | { readonly at: Date }
}

/**
 * The case at each point, in the same order; `undefined` before its first change. Takes one statement, plus
 * one for keys that are needed but not cached.
 */
export async function loadCasesAt(
  db: Kysely<Tables>,
  sealer: Sealer,
  points: readonly CasePoint[],
): Promise<(Case | undefined)[]> {
  const ids = points.map(({ transferId }) => transferId)
  const versions = points.map(({ limit }) => ('version' in limit ? limit.version : null))
  const times = points.map(({ limit }) => ('at' in limit ? limit.at : null))
  const query = sql<CasePointRow>`
    select (wanted.place - 1)::integer as place, changes.*, cases.version = changes.version as is_current,
      cases.paused_by, cases.paused_at, cases.pause_sealed, cases.proposal_sealed, cases.opened_at,
      pauses.version as pause_version, pauses.actor_id as pause_actor_id, pauses.at as pause_changed_at,
      pauses.text_sealed as pause_text_sealed
    from unnest(${ids}::uuid[], ${versions}::integer[], ${times}::timestamptz[]) with ordinality as wanted (id, version, at, place)
    join cases on cases.transfer_id = wanted.id
    cross join lateral (
      select transfer_id, version, status, assignee, priority, due_at, at as updated_at from case_changes
      where transfer_id = wanted.id and (version <= wanted.version or at <= wanted.at)
      order by version desc limit 1) as changes
    left join lateral (
      select version, actor_id, at, text_sealed from case_changes
      where transfer_id = wanted.id and version <= changes.version and event in ('case.held', 'case.awaiting_data')
      order by version desc limit 1) as pauses on changes.status in ('ON_HOLD', 'WAITING_FOR_DATA')`
  const { rows } = await db.executeQuery(prepared(query.compile(db)))
  const sealed = rows.filter((row) => row.pauseSealed ?? row.proposalSealed ?? row.pauseTextSealed)
  const keyOf = await sealer.records.load(
    db,
    sealed.map((row) => row.transferId),
  )
  const found = new Map(rows.map((row) => [row.place, caseAtPoint(row, keyOf(row.transferId))]))
  return points.map((_point, place) => found.get(place))
}

type CurrentCaseRow = Omit<CaseRow, 'proposedBy' | 'proposalExpiresAt'>

/** A version of a case, with the current pause and proposal. */
interface CasePointRow extends CurrentCaseRow {
  readonly place: number
  readonly isCurrent: boolean
  readonly pauseVersion: number | null
  readonly pauseActorId: string | null
  readonly pauseChangedAt: Date | null
  readonly pauseTextSealed: Buffer | null
}

function caseAtPoint(row: CasePointRow, key: Sealing): Case {
  if (row.isCurrent) return caseOfRow(row, key)
  const { pauseVersion, pauseActorId, pauseChangedAt, pauseTextSealed, ...version } = row
  const past = caseOfRow({ ...version, pausedBy: null, proposalSealed: null }, key)
  if (pauseVersion === null || pauseActorId === null || pauseChangedAt === null) return past
  const context = textContext(row.transferId, pauseVersion)
  const reason = pauseTextSealed === null ? '' : key.open(pauseTextSealed, context).toString()
  return { ...past, pause: { by: pauseActorId, at: pauseChangedAt, reason } }
}

/** Opens the cases of at most `max` transfers stored before cases existed, newest first. Returns their number. */
export async function fillCases(tx: Transaction<Tables>, max: number): Promise<number> {
  const { rows } = await sql<{ sequence: bigint }>`select sequence from case_backfill for update skip locked`.execute(
    tx,
  )
  const from = rows[0]?.sequence
  if (from === undefined) return 0
  const { rows: filled } = await sql<{ count: bigint; last: bigint | null }>`
    with batch as (
      select * from transfers where sequence <= ${from} order by sequence desc limit ${max}
    ), opened as (
      insert into cases (transfer_id, status, opened_at, updated_at)
      select id, case ${FOLDER} when 'ARCHIVE' then 'CLOSED' else 'NEW' end, created_at, created_at from batch
      on conflict do nothing
    )
    select count(*), min(sequence) as last from batch`.execute(tx)
  const count = Number(filled[0]?.count)
  const last = filled[0]?.last
  if (count < max || last == null) await sql`delete from case_backfill`.execute(tx)
  else await sql`update case_backfill set sequence = ${last - 1n}`.execute(tx)
  return count
}

function caseOfRow(row: CurrentCaseRow, key: Sealing): Case {
  return {
    transferId: row.transferId,
    version: row.version,
    status: row.status,
    ...(row.assignee === null ? {} : { assignee: row.assignee }),
    priority: row.priority,
    ...(row.dueAt === null ? {} : { dueAt: row.dueAt }),
    ...(row.pausedBy === null || row.pausedAt === null || row.pauseSealed === null
      ? {}
      : {
          pause: {
            by: row.pausedBy,
            at: row.pausedAt,
            reason: key.open(row.pauseSealed, pauseContext(row.transferId)).toString(),
          },
        }),
    ...(row.proposalSealed === null ? {} : { proposal: openProposal(row.transferId, row.proposalSealed, key) }),
    openedAt: row.openedAt,
    updatedAt: row.updatedAt,
  }
}

function openProposal(transferId: string, sealed: Buffer, key: Sealing): Proposal {
  const stored = JSON.parse(key.open(sealed, proposalContext(transferId)).toString())
  return { ...stored, at: new Date(stored.at), expiresAt: new Date(stored.expiresAt) }
}

function caseColumns(current: Case, key: Sealing) {
  const { transferId, version, status, assignee, priority, dueAt, pause, proposal, updatedAt } = current
  return {
    version,
    status,
    assignee: assignee ?? null,
    priority,
    dueAt: dueAt ?? null,
    pausedBy: pause?.by ?? null,
    pausedAt: pause?.at ?? null,
    pauseSealed: pause === undefined ? null : key.seal(pause.reason, pauseContext(transferId)),
    proposedBy: proposal?.by ?? null,
    proposalExpiresAt: proposal?.expiresAt ?? null,
    proposalSealed: proposal === undefined ? null : key.seal(JSON.stringify(proposal), proposalContext(transferId)),
    updatedAt,
  }
}

function changeOfRow(row: Selectable<CaseChangeTable>, key: Sealing): StoredCaseChange {
  return {
    transferId: row.transferId,
    version: row.version,
    event: row.event,
    actor: { type: row.actorType, id: row.actorId },
    status: row.status,
    assignee: row.assignee ?? undefined,
    priority: row.priority,
    dueAt: row.dueAt ?? undefined,
    mentions: row.mentions,
    text:
      row.textSealed === null
        ? undefined
        : key.open(row.textSealed, textContext(row.transferId, row.version)).toString(),
    at: row.at,
  }
}

export function pauseContext(transferId: string): string {
  return `case:${transferId}:pause`
}

export function proposalContext(transferId: string): string {
  return `case:${transferId}:proposal`
}

export function textContext(transferId: string, version: number): string {
  return `case:${transferId}:${version}:text`
}
