import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, sql, type Transaction } from 'kysely'
import { nameTokens } from '../../foundation/store/name-tokens.ts'
import type { CheckRunTable, StoredCheckResult, Tables } from '../../foundation/store/tables.ts'
import type { CheckFinding, CheckName, CheckResult } from '../domain/check.ts'

/** Why the checks of a transfer ran. */
export type CheckCause = CheckRunTable['cause']

/** Maximum number of runs listed per transfer. */
export const RUNS_LISTED_MAX = 50

/** The results of all checks of a transfer at one time. */
export interface CheckRun {
  readonly transferId: string
  readonly cause: CheckCause
  /** Subject of the officer who requested the run. */
  readonly by?: string
  /** Without evidence, which `openEvidence` opens. */
  readonly results: readonly Omit<CheckResult, 'evidence' | 'identity'>[]
  readonly evidenceSealed: Buffer
  /** The data version on which it ran. */
  readonly dataVersion: number
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
  /** The names of the parties of a new transfer, which become searchable. */
  readonly names?: readonly string[] | undefined
  /** For a run that keeps results of an earlier one, the data version of that run. */
  readonly dataVersion?: number
}

/** The data version of runs and screenings by older processes, which did not store it. */
export const DATA_VERSION_FIRST = 1

/** Stores a run on the data of a transfer that is new or locked by this transaction. Earlier runs are kept. */
export async function insertCheckRun(tx: Transaction<Tables>, sealer: Sealer, run: NewCheckRun): Promise<void> {
  const key = await sealer.records.of(tx, run.transferId)
  const { tokens, ...columns } = checkRunColumns(sealer, key, run)
  const current = sql<number>`(select data_version from transfers where id = ${run.transferId})`
  const row = { ...columns, transferId: run.transferId, dataVersion: run.dataVersion ?? current }
  if (tokens.length === 0) {
    await tx.insertInto('checkRuns').values(row).execute()
    return
  }
  // A single statement, since every inquiry is stored with both.
  const named = { transferId: run.transferId, tokens: sql<string[]>`${tokens}::bigint[]` }
  await tx
    .with('named', (db) => db.insertInto('transferNames').values(named))
    .insertInto('checkRuns')
    .values(row)
    .execute()
}

/** The columns of a run, and the `tokens` by which a new transfer is found by its parties' names. */
export function checkRunColumns(
  sealer: Sealer,
  key: Sealing,
  { transferId, cause, by, results, names = [] }: NewCheckRun,
) {
  const evidence = Object.fromEntries(results.map((result) => [result.check, result.evidence ?? {}]))
  return {
    cause,
    requestedBy: by ?? null,
    results: JSON.stringify(results.map((result) => storedResult(sealer, transferId, result))),
    evidenceSealed: key.seal(JSON.stringify(evidence), evidenceContext(transferId)),
    tokens: nameTokens(sealer, names),
  }
}

function storedResult(sealer: Sealer, transferId: string, result: CheckResult) {
  const { evidence: _sealed, identity: _personal, ...stored } = result
  if (result.verdict === 'PASS') return stored
  return { ...stored, finding: result.finding ?? findingId(sealer, transferId, result) }
}

/** Identifies a finding about a transfer without revealing any of its content. */
export function findingId(
  sealer: Sealer,
  transferId: string,
  { check, verdict, reason, evidence = {}, identity }: Pick<CheckResult, 'check'> & CheckFinding,
): string {
  const content = JSON.stringify([check, verdict, identity ?? [reason, Object.entries(evidence)]])
  const [digest] = sealer.fingerprints(content, `transfer:${transferId}:finding`)
  return digest.toString('hex').slice(0, FINDING_ID_LENGTH)
}

const FINDING_ID_LENGTH = 32

/** The latest runs of these transfers, at most `limit` of each, newest first, by transfer. */
export async function listCheckRuns(
  db: Kysely<Tables>,
  transferIds: readonly string[],
  limit: number,
): Promise<Map<string, CheckRun[]>> {
  const { rows } = await sql<CheckRunRow>`
    select run.transfer_id, run.cause, run.requested_by, run.results, run.evidence_sealed, run.data_version
    from unnest(${transferIds}::uuid[]) as transfer (id)
    cross join lateral (
      select * from check_runs where transfer_id = transfer.id order by id desc limit ${limit}
    ) as run order by run.id desc`.execute(db)
  const byTransfer = Map.groupBy(rows, (row) => row.transferId)
  return new Map([...byTransfer].map(([id, runs]) => [id, runs.map(runOfRow)]))
}

/** The evidence of a run by check; empty for checks without one, and once it is erased. */
export async function openEvidence(
  db: Kysely<Tables>,
  sealer: Sealer,
  { transferId, evidenceSealed }: CheckRun,
): Promise<EvidenceByCheck> {
  if (evidenceSealed.length === 0) return {}
  const key = await sealer.records.of(db, transferId)
  return JSON.parse(key.open(evidenceSealed, evidenceContext(transferId)).toString())
}

type EvidenceByCheck = Readonly<Record<string, NonNullable<CheckFinding['evidence']>>>

/** The results of a run, with earlier results of the same checks replaced by `found`. `evidence` is that of the run. */
export function withResults(
  { results }: CheckRun,
  evidence: EvidenceByCheck,
  found: readonly CheckResult[],
): CheckResult[] {
  const isKnown = (check: CheckName) => results.some((result) => result.check === check)
  return [
    ...results.map(
      (result) =>
        found.find(({ check }) => check === result.check) ?? { ...result, evidence: evidence[result.check] ?? {} },
    ),
    ...found.filter(({ check }) => !isKnown(check)),
  ]
}

type CheckRunRow = Pick<CheckRunTable, 'transferId' | 'cause' | 'requestedBy' | 'evidenceSealed'> & {
  readonly results: readonly StoredCheckResult[]
  readonly dataVersion: number | null
}

function runOfRow(row: CheckRunRow): CheckRun {
  return {
    transferId: row.transferId,
    cause: row.cause,
    ...(row.requestedBy === null ? {} : { by: row.requestedBy }),
    results: row.results.map((result) => ({ ...result, at: new Date(result.at) })),
    evidenceSealed: row.evidenceSealed,
    dataVersion: row.dataVersion ?? DATA_VERSION_FIRST,
  }
}

export function evidenceContext(transferId: string): string {
  return `transfer:${transferId}:checks`
}
