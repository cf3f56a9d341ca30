import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CheckFinding, CheckResult } from '../domain/checks/check.ts'
import { nameTokens } from './name-tokens.ts'
import type { CheckRunTable, StoredCheckResult, Tables } from './tables.ts'

/** Why the checks of a transfer ran. */
export type CheckCause = CheckRunTable['cause']

/** Maximum number of runs that are listed for one transfer. */
export const RUNS_LISTED_MAX = 50

/** The results of all checks of a transfer at one time. */
export interface CheckRun {
  readonly transferId: string
  readonly cause: CheckCause
  /** Subject of the officer who asked for it. */
  readonly by?: string
  /** Without their evidence, which `openEvidence` opens. */
  readonly results: readonly Omit<CheckResult, 'evidence'>[]
  readonly evidenceSealed: Buffer
}

/** A result, and the run that holds its evidence. */
export interface CheckResultInRun {
  readonly run: CheckRun
  readonly result: CheckRun['results'][number]
}

export interface NewCheckRun {
  readonly transferId: string
  readonly cause: CheckCause
  readonly by?: string | undefined
  readonly results: readonly CheckResult[]
  /** The names of the parties of a new transfer, by which it is found from now on. */
  readonly names?: readonly string[] | undefined
}

/** Stores a run. Earlier ones are kept. */
export async function insertCheckRun(tx: Transaction<Tables>, sealer: Sealer, run: NewCheckRun): Promise<void> {
  const key = await sealer.records.of(tx, run.transferId)
  const { tokens, ...columns } = checkRunColumns(sealer, key, run)
  const row = { ...columns, transfer_id: run.transferId }
  if (tokens.length === 0) {
    await tx.insertInto('check_runs').values(row).execute()
    return
  }
  // One statement, since every inquiry is stored with both.
  const named = { transfer_id: run.transferId, tokens: sql<string[]>`${tokens}::bigint[]` }
  await tx
    .with('named', (db) => db.insertInto('transfer_names').values(named))
    .insertInto('check_runs')
    .values(row)
    .execute()
}

/** The columns of a run, and the `tokens` by which a new transfer is found by the names of its parties. */
export function checkRunColumns(
  sealer: Sealer,
  key: Sealing,
  { transferId, cause, by, results, names = [] }: NewCheckRun,
) {
  const evidence = Object.fromEntries(results.map((result) => [result.check, result.evidence ?? {}]))
  return {
    cause,
    requested_by: by ?? null,
    results: JSON.stringify(results.map(({ evidence: _sealed, ...result }) => result)),
    evidence_sealed: key.seal(JSON.stringify(evidence), evidenceContext(transferId)),
    tokens: nameTokens(sealer, names),
  }
}

/** The latest runs of these transfers, at most `limit` of each, newest first, by transfer. */
export async function listCheckRuns(
  db: Kysely<Tables>,
  transferIds: readonly string[],
  limit: number,
): Promise<Map<string, CheckRun[]>> {
  const { rows } = await sql<CheckRunRow>`
    select run.transfer_id, run.cause, run.requested_by, run.results, run.evidence_sealed
    from unnest(${transferIds}::uuid[]) as transfer (id)
    cross join lateral (
      select * from check_runs where transfer_id = transfer.id order by id desc limit ${limit}
    ) as run order by run.id desc`.execute(db)
  const byTransfer = Map.groupBy(rows, (row) => row.transfer_id)
  return new Map([...byTransfer].map(([id, runs]) => [id, runs.map(runOfRow)]))
}

/** The evidence of a run by check; empty for checks without one, and once it is erased. */
export async function openEvidence(
  db: Kysely<Tables>,
  sealer: Sealer,
  { transferId, evidenceSealed }: CheckRun,
): Promise<Readonly<Record<string, NonNullable<CheckFinding['evidence']>>>> {
  if (evidenceSealed.length === 0) return {}
  const key = await sealer.records.of(db, transferId)
  return JSON.parse(key.open(evidenceSealed, evidenceContext(transferId)).toString())
}

type CheckRunRow = Pick<CheckRunTable, 'transfer_id' | 'cause' | 'requested_by' | 'evidence_sealed'> & {
  readonly results: readonly StoredCheckResult[]
}

function runOfRow(row: CheckRunRow): CheckRun {
  return {
    transferId: row.transfer_id,
    cause: row.cause,
    ...(row.requested_by === null ? {} : { by: row.requested_by }),
    results: row.results.map((result) => ({ ...result, at: new Date(result.at) })),
    evidenceSealed: row.evidence_sealed,
  }
}

export function evidenceContext(transferId: string): string {
  return `transfer:${transferId}:checks`
}
