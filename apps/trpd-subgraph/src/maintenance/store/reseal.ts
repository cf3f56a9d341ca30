import { snakeCaseOf } from '@travel-rule/database/column-names'
import { legalHoldContext } from '@travel-rule/database/legal-holds'
import type { WorkedPage } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import { SealError } from '@travel-rule/database/sealed-bytes'
import { type QueryExecutorProvider, type RawBuilder, sql, type Transaction } from 'kysely'
import { entryContext } from '../../address-book/store/address-book.ts'
import { pauseContext, proposalContext, textContext } from '../../cases/store/cases.ts'
import { evidenceContext } from '../../checks/store/check-runs.ts'
import { customerContext } from '../../customers/store/customers.ts'
import { dataRequestContext, dataResponseContext } from '../../data-requests/store/data-requests.ts'
import { answersContext } from '../../due-diligence/store/due-diligence.ts'
import { documentContext } from '../../due-diligence/store/due-diligence-documents.ts'
import type { InboundMessageTable, Tables } from '../../foundation/store/tables.ts'
import { messageContext } from '../../messages/store/outbound-messages.ts'
import { responseContext } from '../../receiving/store/inbound-messages.ts'
import { screeningContext } from '../../screening/store/transfer-screenings.ts'
import { draftContext } from '../../sending/store/transfer-drafts.ts'
import { correctionContext } from '../../sending/store/transfer-repairs.ts'
import { transferMessageContext } from '../../transfers/store/transfer-messages.ts'
import { problemContext, reasonContext } from '../../transfers/store/transfer-rows.ts'
import { secretsContext } from '../../transfers/store/transfers.ts'
import { measureContext } from '../../vasps/store/vasp-measures.ts'

/** A column whose values may be sealed directly with a sealing key. `key` are the key columns of its rows. */
interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  readonly key: readonly string[]
  /** The column with the id of the record whose data key seals it, if any. */
  readonly record?: string
  readonly context: (row: Row) => string
  /** Maximum number of rows per transaction; smaller for large values. */
  readonly rowsMax?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the columns differ from table to table
type Row = Readonly<Record<string, any>>

const ofTransfer = { key: ['transferId'], record: 'transferId' }
const ofRecord = { key: ['id'], record: 'id' }
const VERSIONED = ['transferId', 'version']
const HELD = ['transferId', 'setAt']

/** All sealed columns. A sealing key can be removed once none of them needs it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { ...ofRecord, table: 'transfers', column: 'privateSealed', context: ({ id }) => secretsContext(id) },
  { ...ofRecord, table: 'transfers', column: 'reasonSealed', context: ({ id }) => reasonContext(id) },
  { ...ofRecord, table: 'transfers', column: 'deliveryProblemSealed', context: ({ id }) => problemContext(id) },
  ...(['reasonSealed', 'deliveryProblemSealed'] as const).map(
    (column): SealedColumn => ({
      ...ofTransfer,
      table: 'transferHistory',
      column,
      key: VERSIONED,
      context: ({ transferId: id }) => (column === 'reasonSealed' ? reasonContext(id) : problemContext(id)),
    }),
  ),
  {
    ...ofTransfer,
    table: 'deliveries',
    column: 'messageSealed',
    key: ['id'],
    context: ({ id }) => messageContext(id),
  },
  {
    table: 'inboundMessages',
    column: 'answerSealed',
    key: ['counterparty', 'requestIdentifier', 'kind'],
    context: ({ counterparty, requestIdentifier, kind }) =>
      responseContext({
        counterparty,
        requestIdentifier,
        kind: kind as InboundMessageTable['kind'],
      }),
  },
  { ...ofTransfer, table: 'cases', column: 'pauseSealed', context: ({ transferId: id }) => pauseContext(id) },
  { ...ofTransfer, table: 'cases', column: 'proposalSealed', context: ({ transferId: id }) => proposalContext(id) },
  {
    ...ofTransfer,
    table: 'caseChanges',
    column: 'textSealed',
    key: VERSIONED,
    context: ({ transferId, version }) => textContext(transferId, version),
  },
  {
    ...ofTransfer,
    table: 'checkRuns',
    column: 'evidenceSealed',
    key: ['id'],
    context: ({ transferId }) => evidenceContext(transferId),
  },
  {
    ...ofTransfer,
    table: 'transferScreenings',
    column: 'evidenceSealed',
    context: ({ transferId }) => screeningContext(transferId),
  },
  { ...ofRecord, table: 'addressBook', column: 'personalSealed', context: ({ id }) => entryContext(id) },
  { key: ['id'], table: 'transferDrafts', column: 'draftSealed', context: ({ id }) => draftContext(id) },
  { ...ofRecord, table: 'customers', column: 'personalSealed', context: ({ id }) => customerContext(id) },
  {
    ...ofTransfer,
    table: 'transferMessages',
    column: 'messageSealed',
    key: ['transferId', 'direction', 'kind', 'requestIdentifier'],
    context: (row) => transferMessageContext(row as Parameters<typeof transferMessageContext>[0]),
  },
  {
    ...ofTransfer,
    table: 'dataRequests',
    column: 'requestSealed',
    key: ['id'],
    context: ({ id }) => dataRequestContext(id),
  },
  {
    ...ofTransfer,
    table: 'dataRequests',
    column: 'responseSealed',
    key: ['id'],
    context: ({ id }) => dataResponseContext(id),
  },
  {
    ...ofTransfer,
    table: 'transferCorrections',
    column: 'formerSealed',
    key: VERSIONED,
    context: ({ transferId, version }) => correctionContext(transferId, version),
  },
  { ...ofRecord, table: 'dueDiligenceRecords', column: 'answersSealed', context: ({ id }) => answersContext(id) },
  {
    ...ofRecord,
    table: 'dueDiligenceDocuments',
    column: 'nameSealed',
    context: ({ id }) => documentContext(id, 'name'),
  },
  {
    ...ofRecord,
    table: 'dueDiligenceDocuments',
    column: 'contentSealed',
    rowsMax: 20,
    context: ({ id }) => documentContext(id, 'content'),
  },
  { key: ['id'], table: 'vaspMeasures', column: 'noteSealed', context: ({ id }) => measureContext(id) },
  ...(['reasonSealed', 'endReasonSealed'] as const).map(
    (column): SealedColumn => ({
      ...ofTransfer,
      table: 'legalHolds',
      column,
      key: HELD,
      context: ({ transferId, setAt }) =>
        legalHoldContext(transferId, setAt, column === 'reasonSealed' ? 'reason' : 'end'),
    }),
  ),
]

interface ResealOptions {
  /** Key of the last row of the previous page. */
  readonly after: ResealedKey | undefined
  /** Called for each value that cannot be opened; it is left unchanged. */
  readonly onBroken: (row: string, error: unknown) => void
}

/** The values of a row's key columns. */
type ResealedKey = readonly unknown[]

/** Maximum number of rows that one transaction seals again. */
const ROWS_MAX = 200

/**
 * Reseals values in some rows of this column that an older sealing key has sealed directly: with the data key
 * of their record or, if there is none, with the current sealing key.
 */
export async function resealColumn(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { table, column, key, record, context, rowsMax = ROWS_MAX }: SealedColumn,
  { after, onBroken }: ResealOptions,
): Promise<WorkedPage<ResealedKey>> {
  if (after === undefined && !(await hasOutdated(tx, sealer, { table, column }))) return { done: 0, next: undefined }
  const name = sql.ref(column)
  const keys = sql.join(key.map((each) => sql.ref(each)))
  const columns = [...new Set([...key, ...(record === undefined ? [] : [record])])]
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((each) => sql.ref(each)))}, ${name} as sealed, ctid::text as place from ${sql.table(table)}
    where ${isOutdated(column, sealer)} ${after === undefined ? sql`` : sql`and (${keys}) > (${sql.join(after)})`}
    order by ${keys} limit ${rowsMax} for update skip locked`.execute(tx)
  const keyOf = await sealer.records.load(tx, record === undefined ? [] : rows.map((row) => row[record]))
  const resealed: { readonly place: string; readonly sealed: Buffer }[] = []
  for (const row of rows) {
    const own = record === undefined ? sealer : keyOf(row[record])
    try {
      resealed.push({ place: row.place, sealed: own.seal(own.open(row.sealed, context(row)), context(row)) })
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      onBroken(`${snakeCaseOf(table)}.${snakeCaseOf(column)} ${key.map((each) => row[each]).join(' ')}`, error)
    }
  }
  // A row that this transaction has locked stays where it is.
  if (resealed.length > 0) {
    await sql`
      update ${sql.table(table)} set ${name} = resealed.sealed
      from unnest(${resealed.map(({ place }) => place)}::tid[], ${resealed.map(({ sealed }) => sealed)}::bytea[])
        as resealed (place, sealed)
      where ctid = resealed.place`.execute(tx)
  }
  const last = rows.length < rowsMax ? undefined : rows.at(-1)
  return { done: resealed.length, next: last && key.map((each) => last[each]) }
}

/**
 * True if anything must be resealed. Without statistics about the keys, PostgreSQL expects most rows to be
 * outdated and would read the table in page order; this query uses the order of the index.
 */
async function hasOutdated(
  tx: Transaction<Tables>,
  { wrapper: { keyId } }: Sealer,
  { table, column }: Pick<SealedColumn, 'table' | 'column'>,
): Promise<boolean> {
  const id = sql`sealing_key_id(${sql.ref(column)})`
  const first = (condition: RawBuilder<unknown>) =>
    sql`(select ${id} from ${sql.table(table)} where ${condition} order by ${id} limit 1)`
  const { rows } = await sql`
    ${first(sql`${id} < ${keyId}`)} union all ${first(sql`${id} > ${keyId}`)}`.execute(tx)
  return rows.length > 0
}

/** The number of values that an older sealing key has sealed directly. */
export async function countOutdatedSeals(db: QueryExecutorProvider, sealer: Sealer): Promise<number> {
  const counts = SEALED_COLUMNS.map(
    ({ table, column }) => sql`(select count(*) from ${sql.table(table)} where ${isOutdated(column, sealer)})`,
  )
  const { rows } = await sql<{ count: bigint }>`select ${sql.join(counts, sql` + `)} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Two ranges, which an index can find, instead of an inequality. */
function isOutdated(column: string, { wrapper: { keyId } }: Sealer) {
  const id = sql`sealing_key_id(${sql.ref(column)})`
  return sql`(${id} < ${keyId} or ${id} > ${keyId})`
}
