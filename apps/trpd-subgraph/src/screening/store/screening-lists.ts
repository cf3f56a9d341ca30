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
    .selectFrom('screening_lists')
    .select(['name', 'version', 'published_on', 'entries', 'malformed', 'malformed_rows', 'loaded_at'])
    .select(['refused_code', 'refused_reason', 'refused_at'])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    entries: row.entries,
    malformed: row.malformed,
    malformedRows: row.malformed_rows,
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.published_on === null ? {} : { publishedOn: row.published_on }),
    ...(row.loaded_at === null ? {} : { loadedAt: row.loaded_at }),
    ...(row.refused_code === null || row.refused_at === null
      ? {}
      : { refused: { code: row.refused_code, reason: row.refused_reason ?? '', at: row.refused_at } }),
  }))
}

/** The entries of this version of a list; undefined if it has been replaced in the meantime. */
export async function loadScreeningList(
  db: Kysely<Tables>,
  name: ListName,
  version: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('screening_lists')
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
    published_on: list.publishedOn ?? null,
    entries: list.entries.length,
    malformed: list.malformed.length,
    malformed_rows: JSON.stringify(list.malformed.slice(0, MALFORMED_KEPT)),
    sha256: list.sha256,
    content,
    loaded_at: at,
    refused_code: null,
    refused_reason: null,
    refused_at: null,
  }
  await db
    .insertInto('screening_lists')
    .values({ name: list.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Records that an unchanged list was read again, which resets its age. */
export async function confirmScreeningList(db: Kysely<Tables>, name: ListName, at: Date): Promise<void> {
  await db
    .updateTable('screening_lists')
    .set({ loaded_at: at, refused_code: null, refused_reason: null, refused_at: null })
    .where('name', '=', name)
    .execute()
}

/** Records why an update was refused. The entries stay unchanged. */
export async function refuseScreeningList(
  db: Kysely<Tables>,
  name: ListName,
  refused: { readonly code: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  const values = { refused_code: refused.code, refused_reason: refused.reason, refused_at: refused.at }
  await db
    .insertInto('screening_lists')
    .values({ name, malformed_rows: '[]', ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** The number of entries and the digest of the loaded list. */
export async function loadListDigest(
  db: Kysely<Tables>,
  name: ListName,
): Promise<{ readonly entries: number; readonly sha256: Buffer | null } | undefined> {
  return db
    .selectFrom('screening_lists')
    .select(['entries', 'sha256'])
    .where('name', '=', name)
    .where('version', 'is not', null)
    .executeTakeFirst()
}
