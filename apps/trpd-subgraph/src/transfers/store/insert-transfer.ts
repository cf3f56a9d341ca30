import { compileOnce } from '@travel-rule/database/compile-once'
import { deferred } from '@travel-rule/database/outage-dialect'
import { insertDataKey, type NewRecordKey } from '@travel-rule/database/record-keys'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { sql, type Transaction } from 'kysely'
import { checkRunColumns, DATA_VERSION_FIRST, type NewCheckRun } from '../../checks/store/check-runs.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { HistoryEntry } from './transfer-history.ts'
import { type TransferMessage, transferMessageColumns } from './transfer-messages.ts'
import { factColumns, stateColumns } from './transfer-rows.ts'
import { HISTORY_COLUMNS, historyJson, sealSecrets, type TransferSecrets } from './transfers.ts'

/** The inquiry of a received transfer, and its check results. */
export interface ReceivedContent {
  readonly message: TransferMessage
  readonly checked: NewCheckRun
}

/**
 * Stores a new transfer and its history, oldest first; a transfer that is decided immediately has several
 * versions. Returns `false` if the request identifier is already in use.
 */
export async function insertTransfer(
  tx: Transaction<Tables>,
  sealer: Sealer,
  changes: Versions,
  secrets: TransferSecrets,
): Promise<boolean> {
  const { numAffectedRows } = await tx.executeQuery(await insertOf(tx, sealer, changes, secrets))
  return numAffectedRows === BigInt(changes.length)
}

/** Stores a received transfer and its inquiry like `insertTransfer`, with the next statement of the transaction. */
export async function insertReceived(
  tx: Transaction<Tables>,
  sealer: Sealer,
  changes: Versions,
  secrets: TransferSecrets,
  received: ReceivedContent,
): Promise<void> {
  await tx.executeQuery(deferred(await insertOf(tx, sealer, changes, secrets, received)))
}

type Versions = readonly [...HistoryEntry[], HistoryEntry]

async function insertOf(
  tx: Transaction<Tables>,
  sealer: Sealer,
  changes: Versions,
  secrets: TransferSecrets,
  received?: ReceivedContent,
) {
  const { transfer } = changes.at(-1) as HistoryEntry
  const key = await sealer.records.create('TRANSACTION', transfer.id)
  const columns = columnsOf(transfer, key, secrets)
  const values: Values = {
    columns,
    run: received && checkRunColumns(sealer, key, received.checked),
    message: received && transferMessageColumns(key, transfer.id, received.message),
    key: key.row,
    history: historyJson(changes, () => key),
  }
  const isTrp = transfer.channel === 'TRP'
  const hasKey = key.row !== undefined
  const shape = `${isTrp} ${hasKey}`
  let statement = statements.get(shape)
  if (statement === undefined) {
    statement = compileInsert(tx, { names: Object.keys(columns) as (keyof Columns)[], isTrp, hasKey })
    statements.set(shape, statement)
  }
  return statement(values)
}

function columnsOf(transfer: HistoryEntry['transfer'], key: Sealing, secrets: TransferSecrets) {
  return {
    ...factColumns(transfer),
    ...stateColumns(transfer, key),
    privateSealed: sealSecrets(key, transfer.id, secrets),
    unverified: transfer.sender !== undefined && transfer.sender.verification !== 'VERIFIED',
  }
}

type Columns = ReturnType<typeof columnsOf>

interface Values {
  readonly columns: Columns
  readonly run: ReturnType<typeof checkRunColumns> | undefined
  readonly message: ReturnType<typeof transferMessageColumns> | undefined
  readonly key: NewRecordKey['row']
  readonly history: string
}

/** Compiled statements by shape: every inquiry runs one, and building it costs more than its checks. */
const statements = new Map<string, ReturnType<typeof compileInsert>>()

interface Shape {
  /** The columns of a transfer. */
  readonly names: readonly (keyof Columns)[]
  readonly isTrp: boolean
  readonly hasKey: boolean
}

/** The statement outlives the transfer for which it is compiled, so it must not contain its data. */
function compileInsert(tx: Transaction<Tables>, { names, isTrp, hasKey }: Shape) {
  return compileOnce<Values, object>((slot) => {
    const row = Object.fromEntries(names.map((name) => [name, slot((values) => values.columns[name])])) as never
    const keyRow = hasKey
      ? {
          recordId: slot(({ key }) => key?.recordId),
          kind: slot(({ key }) => key?.kind),
          keyId: slot(({ key }) => key?.keyId),
          wrapped: slot(({ key }) => key?.wrapped),
          wrappedBy: slot(({ key }) => key?.wrappedBy),
        }
      : undefined
    const tokens = slot(({ run }) => run?.tokens)
    return tx
      .with('stored', (db) =>
        db
          .insertInto('transfers')
          .values(row)
          .onConflict((conflict) =>
            isTrp
              ? conflict.column('requestIdentifier').where('direction', '=', sql.lit('SENT')).doNothing()
              : conflict.doNothing(),
          )
          .returning('id'),
      )
      .with('checked', (db) =>
        db
          .insertInto('checkRuns')
          .columns(['transferId', 'cause', 'requestedBy', 'results', 'evidenceSealed', 'dataVersion'])
          .expression(
            sql`
              select id, ${slot(({ run }) => run?.cause)}::text, ${slot(({ run }) => run?.requestedBy)}::text,
                ${slot(({ run }) => run?.results)}::jsonb, ${slot(({ run }) => run?.evidenceSealed)}::bytea,
                ${sql.lit(DATA_VERSION_FIRST)}
              from stored where ${slot(({ run }) => run !== undefined)}::boolean`,
          ),
      )
      .with('named', (db) =>
        db
          .insertInto('transferNames')
          .columns(['transferId', 'tokens'])
          .expression(sql`select id, ${tokens}::bigint[] from stored where cardinality(${tokens}::bigint[]) > 0`),
      )
      .with('messages', (db) =>
        db
          .insertInto('transferMessages')
          .columns(['transferId', 'direction', 'kind', 'requestIdentifier', 'messageSealed', 'at'])
          .expression(
            sql`
              select id, ${slot(({ message }) => message?.direction)}::text, ${slot(({ message }) => message?.kind)}::text,
                ${slot(({ message }) => message?.requestIdentifier)}::uuid,
                ${slot(({ message }) => message?.messageSealed)}::bytea, ${slot(({ message }) => message?.at)}::timestamptz
              from stored where ${slot(({ message }) => message !== undefined)}::boolean`,
          ),
      )
      .with('keyed', () => insertDataKey({ row: keyRow }, sql`from stored`))
      .insertInto('transferHistory')
      .columns(HISTORY_COLUMNS)
      .expression(
        sql`
          select ${sql.join(HISTORY_COLUMNS.map((column) => sql.ref(`entry.${column}`)))}
          from stored, jsonb_populate_recordset(null::transfer_history, ${slot(({ history }) => history)}::jsonb) as entry`,
      )
  })
}
