import { refusalError } from '@travel-rule/subgraph/graphql-error'

/** The most items of one list. */
export const PAGE_ITEMS_MAX = 500
const PAGE_ITEMS = 50
const OFFSET_MAX = 1_000_000

/** How many items a list returns when asked for `wanted`: 50 unless told, never more than 500. */
export function pageSize(wanted: number | null | undefined): number {
  return Math.min(Math.max(wanted ?? PAGE_ITEMS, 0), PAGE_ITEMS_MAX)
}

/** How many items a list skips. */
export function pageOffset(wanted: number | null | undefined): number {
  return Math.min(Math.max(wanted ?? 0, 0), OFFSET_MAX)
}

/** A place in the list of transactions, as a text that tells nothing. */
export function encodeCursor(sequence: bigint): string {
  return Buffer.from(`transaction:${sequence}`).toString('base64url')
}

/** The place behind a cursor. Throws the refusal `TRANSACTION_CURSOR_INVALID` for any other text. */
export function decodeCursor(cursor: string): bigint {
  const [, sequence] = /^transaction:(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (sequence !== undefined && encodeCursor(BigInt(sequence)) === cursor) return BigInt(sequence)
  throw refusalError({ code: 'TRANSACTION_CURSOR_INVALID', message: 'after is an endCursor of an earlier page.' })
}
