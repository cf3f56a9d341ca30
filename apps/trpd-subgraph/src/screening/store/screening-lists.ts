import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { ListEntry, ListName, MalformedRow } from '../domain/list-entry.ts'

/** A list without its entries. */
export interface ScreeningListState {
  readonly name: ListName
  /** Changes with the content; absent until the list was first loaded. */
  readonly version?: string
  readonly publishedOn?: string
  readonly entries: number
  readonly malformed: number
  readonly malformedRows: readonly MalformedRow[]
  readonly loadedAt?: Date
  /** The latest update, if it was refused. */
  readonly refused?: { readonly code: string; readonly reason: string; readonly at: Date }
}

/** Maximum number of malformed rows kept as examples; all are counted. */
const MALFORMED_KEPT = 20
/** Maximum size of the decompressed content. */
const CONTENT_BYTES_MAX = 1_000_000_000

/** The state of every list for which an update was attempted. */
export async function listScreeningLists(db: Kysely<Tables>): Promise<ScreeningListState[]> {
  const rows = await db
    .selectFrom('screeningLists')
    .select(['name', 'version', 'publishedOn', 'entries', 'malformed', 'malformedRows', 'loadedAt'])
    .select(['refusedCode', 'refusedReason', 'refusedAt'])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    entries: row.entries,
    malformed: row.malformed,
    malformedRows: row.malformedRows,
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.publishedOn === null ? {} : { publishedOn: row.publishedOn }),
    ...(row.loadedAt === null ? {} : { loadedAt: row.loadedAt }),
    ...(row.refusedCode === null || row.refusedAt === null
      ? {}
      : { refused: { code: row.refusedCode, reason: row.refusedReason ?? '', at: row.refusedAt } }),
  }))
}

/** The entries of this version of a list; undefined if it has been replaced in the meantime. */
export async function loadScreeningList(
  db: Kysely<Tables>,
  name: ListName,
  version: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('screeningLists')
    .select('content')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row?.content) return undefined
  const content = await promisify(gunzip)(row.content, { maxOutputLength: CONTENT_BYTES_MAX })
  return content.toString().split('\n').filter(Boolean)
}

/** Replaces a list. */
export async function saveScreeningList(
  db: Kysely<Tables>,
  list: {
    readonly name: ListName
    readonly publishedOn: string | undefined
    readonly entries: readonly ListEntry[]
    readonly malformed: readonly MalformedRow[]
    readonly sha256: Buffer
  },
  at: Date,
): Promise<void> {
  const content = await promisify(gzip)(list.entries.map((entry) => JSON.stringify(entry)).join('\n'))
  const values = {
    version: randomUUID(),
    publishedOn: list.publishedOn ?? null,
    entries: list.entries.length,
    malformed: list.malformed.length,
    malformedRows: JSON.stringify(list.malformed.slice(0, MALFORMED_KEPT)),
    sha256: list.sha256,
    content,
    loadedAt: at,
    refusedCode: null,
    refusedReason: null,
    refusedAt: null,
  }
  await db
    .insertInto('screeningLists')
    .values({ name: list.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Records that an unchanged list was read again, which resets its age. */
export async function confirmScreeningList(db: Kysely<Tables>, name: ListName, at: Date): Promise<void> {
  await db
    .updateTable('screeningLists')
    .set({ loadedAt: at, refusedCode: null, refusedReason: null, refusedAt: null })
    .where('name', '=', name)
    .execute()
}

/** Records why an update was refused. The entries stay unchanged. */
export async function refuseScreeningList(
  db: Kysely<Tables>,
  name: ListName,
  refused: { readonly code: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  const values = { refusedCode: refused.code, refusedReason: refused.reason, refusedAt: refused.at }
  await db
    .insertInto('screeningLists')
    .values({ name, malformedRows: '[]', ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** The number of entries and the digest of the loaded list. */
export async function loadListDigest(
  db: Kysely<Tables>,
  name: ListName,
): Promise<{ readonly entries: number; readonly sha256: Buffer | null } | undefined> {
  return db
    .selectFrom('screeningLists')
    .select(['entries', 'sha256'])
    .where('name', '=', name)
    .where('version', 'is not', null)
    .executeTakeFirst()
}
