import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { type Connection, connectionOf, cursorsOf, loadPage, pageSize, parseSequence } from '@travel-rule/subgraph/page'
import type { Context } from '../../graphql/context.ts'
import type { Transfer } from '../domain/transfer.ts'
import { type DuePage, type DuePosition, listDueTransfers } from '../store/due-list.ts'
import type { TransferFilter } from '../store/transfer-filter.ts'
import { listTransfers } from '../store/transfer-list.ts'

const CURSOR_REFUSAL = {
  code: 'TRANSACTION_CURSOR_INVALID',
  message: 'after must be an endCursor of an earlier page.',
}

/** Cursors for lists of transactions, newest first. */
export const transactionCursors = cursorsOf('transaction', CURSOR_REFUSAL)

interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** A page of matching transactions, newest first. */
export async function newestPage(
  context: Context,
  filter: TransferFilter,
  { first, after }: PageArguments,
): Promise<Connection<Transfer>> {
  const size = pageSize(first)
  const query = { filter, first: size + 1, after: after == null ? undefined : transactionCursors.decode(after) }
  const found = await loadPage(size, context.runHeavy, () => listTransfers(storeOf(context), query))
  return connectionOf(found, {
    size,
    isContinued: after != null,
    nodeOf: ({ transfer }) => transfer,
    cursorOf: ({ sequence }) => transactionCursors.encode(sequence),
  })
}

/** A page of the matching transactions with an open case, in order of due time. */
export async function duePage(
  context: Context,
  filter: TransferFilter,
  { first, after }: PageArguments,
): Promise<Connection<Transfer>> {
  const size = pageSize(first)
  const query = {
    filter: requireOpen(filter),
    first: size + 1,
    after: after == null ? undefined : decodePosition(after),
    defaultSeconds: context.service.policy.deadlineSeconds.case,
  }
  const found = await loadPage(size, context.runHeavy, () => listDueTransfers(storeOf(context), query))
  return connectionOf(found, {
    size,
    isContinued: after != null,
    nodeOf: ({ transfer }) => transfer,
    cursorOf: encodePosition,
  })
}

function storeOf({ service: { database, sealer, assets } }: Context) {
  return { db: database.db, sealer, assets }
}

/** Only open cases have due times in an index. Throws `TRANSACTION_ORDER_INVALID`. */
function requireOpen({ cases, ...filter }: TransferFilter): DuePage['filter'] {
  const open = (cases?.statuses ?? ['CLOSED']).flatMap((status) => (status === 'CLOSED' ? [] : [status]))
  if (cases?.statuses?.length === open.length) return { ...filter, cases: { ...cases, statuses: open } }
  const message = 'orderBy DUE_FIRST needs a filter with caseStatus, without CLOSED.'
  throw refusalError({ code: 'TRANSACTION_ORDER_INVALID', message })
}

function encodePosition({ due, sequence }: DuePosition): string {
  return Buffer.from(`transaction-due:${due}:${sequence}`).toString('base64url')
}

/** Throws `TRANSACTION_CURSOR_INVALID` for any string that `encodePosition` does not return. */
function decodePosition(cursor: string): DuePosition {
  const [, due, digits = ''] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  const sequence = parseSequence(digits)
  if (due === undefined || sequence === undefined) throw refusalError(CURSOR_REFUSAL)
  const position = { due: BigInt(due), sequence }
  if (encodePosition(position) === cursor) return position
  throw refusalError(CURSOR_REFUSAL)
}

/** Limits microseconds to the range of PostgreSQL times. */
const POSITION = /^transaction-due:(-?\d{1,17}|\d{18}):(\d+)$/
