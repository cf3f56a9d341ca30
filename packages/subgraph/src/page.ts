import { refusalError } from './graphql-error.ts'
import type { RunHeavy } from './heavy-work.ts'

/** Maximum number of items in one page. */
export const PAGE_ITEMS_MAX = 500
/** Limited, because PostgreSQL reads every row that it skips. */
export const OFFSET_MAX = 1_000_000
const PAGE_ITEMS = 50

type Argument = number | null | undefined

/**
 * The number of items that the argument `first` requests, 50 by default.
 *
 * Throws the refusal `INPUT_INVALID` outside 0 to 500.
 */
export function pageSize(first: Argument): number {
  return requireRange('first', first ?? PAGE_ITEMS, { max: PAGE_ITEMS_MAX })
}

/** The requested page, by default the first 50 items. Throws the refusal `INPUT_INVALID`. */
export function readPage(args: { readonly limit?: Argument; readonly offset?: Argument }) {
  return {
    limit: requireRange('limit', args.limit ?? PAGE_ITEMS, { max: PAGE_ITEMS_MAX }),
    offset: requireRange('offset', args.offset ?? 0, { max: OFFSET_MAX }),
  }
}

/** Pages up to this length take only a few milliseconds. */
const SHORT_PAGE_ITEMS = 100

/** Loads a page of `size` items: one long page at a time for each caller. */
export function loadPage<Page>(size: number, runHeavy: RunHeavy, load: () => Promise<Page>): Promise<Page> {
  return size > SHORT_PAGE_ITEMS ? runHeavy(load) : load()
}

/** Returns `value` if it is between `min` and `max`. Otherwise, throws the refusal `INPUT_INVALID`. */
export function requireRange(
  name: string,
  value: number,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): number {
  if (value >= min && value <= max) return value
  throw refusalError({ code: 'INPUT_INVALID', message: `${name}: choose a number from ${min} to ${max}.` })
}

/** A page of a Relay connection. */
export interface Connection<Node> {
  readonly edges: { readonly node: Node; readonly cursor: string }[]
  readonly nodes: Node[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** The connection for `items`, which must have been queried with a limit of `size` plus one. */
export function connectionOf<Item, Node>(
  items: readonly Item[],
  page: {
    readonly size: number
    /** True if the page starts after a cursor. */
    readonly isContinued: boolean
    readonly nodeOf: (item: Item) => Node
    readonly cursorOf: (item: Item) => string
  },
): Connection<Node> {
  const edges = items.slice(0, page.size).map((item) => ({ node: page.nodeOf(item), cursor: page.cursorOf(item) }))
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: items.length > page.size,
      hasPreviousPage: page.isContinued,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** Opaque cursors for one list; each encodes the sequence number of an item. */
export interface Cursors {
  encode(sequence: bigint): string
  /** Throws the refusal `code` for any string that `encode` does not return. */
  decode(cursor: string): bigint
}

/** Cursors for the list named by `prefix`. A cursor of another list is refused. */
export function cursorsOf(prefix: string, refusal: { readonly code: string; readonly message: string }): Cursors {
  const encode = (sequence: bigint) => Buffer.from(`${prefix}:${sequence}`).toString('base64url')
  return {
    encode,
    decode(cursor) {
      const decoded = Buffer.from(cursor, 'base64url').toString('utf8')
      const sequence = decoded.startsWith(`${prefix}:`) ? parseSequence(decoded.slice(prefix.length + 1)) : undefined
      if (sequence !== undefined && encode(sequence) === cursor) return sequence
      throw refusalError(refusal)
    },
  }
}

const BIGINT_MAX = 2n ** 63n - 1n

/** A PostgreSQL `bigint` of at least 1 in decimal digits; `undefined` for any other string. */
export function parseSequence(digits: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(digits)) return undefined
  const sequence = BigInt(digits)
  return sequence <= BIGINT_MAX ? sequence : undefined
}
