import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { ListEntry, ListName } from '../domain/list-entry.ts'
import {
  confirmScreeningList,
  listScreeningLists,
  loadListDigest,
  loadScreeningList,
  refuseScreeningList,
  saveScreeningList,
} from '../store/screening-lists.ts'
import { type ListFile, openListFolder, type RefusedFile } from './read-list-folder.ts'
import { ListFileError } from './read-records.ts'

/** The outcome of an update for one list. */
export interface ListUpdate {
  readonly list: ListName
  readonly file: string
  readonly outcome: 'LOADED' | 'UNCHANGED' | 'REFUSED'
  readonly entries: number
  readonly malformed: number
  readonly refused?: { readonly code: string; readonly reason: string }
}

export interface ListsUpdate {
  readonly updates: readonly ListUpdate[]
  /** Files that should be lists but are not. */
  readonly refused: readonly RefusedFile[]
  readonly ignored: readonly string[]
}

/** A list is refused until confirmed if fewer than this fraction of its entries, names or wallets remain. */
const SHRUNK_PART = 2 / 3

/**
 * Loads the lists in `folder`. A list is refused if it cannot be read, is empty, or lost more than a third of
 * its entries, names or wallets; the list that was loaded before then stays. `confirmed` lists may shrink.
 */
export async function updateScreeningLists(
  db: Kysely<Tables>,
  folder: string,
  { confirmed, at }: { readonly confirmed: ReadonlySet<ListName>; readonly at: Date },
): Promise<ListsUpdate> {
  const { lists, refused, ignored } = await openListFolder(folder)
  const updates: ListUpdate[] = []
  for (const file of lists) updates.push(await updateList(db, file, confirmed.has(file.list), at))
  return { updates, refused, ignored }
}

async function updateList(db: Kysely<Tables>, source: ListFile, isConfirmed: boolean, at: Date): Promise<ListUpdate> {
  const { list, file } = source
  const base = { list, file, entries: 0, malformed: 0 }
  const refuse = async (code: string, reason: string, counts = {}): Promise<ListUpdate> => {
    await refuseScreeningList(db, list, { code, reason: `${file} ${reason}`, at })
    return { ...base, ...counts, outcome: 'REFUSED', refused: { code, reason } }
  }
  let parsed: Awaited<ReturnType<ListFile['read']>>
  try {
    parsed = await source.read()
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error
    return refuse(error.code, error.message)
  }
  const { entries, malformed, publishedOn, sha256 } = parsed
  const counts = { entries: entries.length, malformed: malformed.length }
  if (entries.length === 0) return refuse('LIST_EMPTY', 'has no entries', counts)
  const before = await loadListDigest(db, list)
  if (before?.sha256?.equals(sha256)) {
    await confirmScreeningList(db, list, at)
    return { ...base, ...counts, outcome: 'UNCHANGED' }
  }
  const shrunk = isConfirmed ? undefined : describeShrinking(entries, await loadEntries(db, list))
  if (shrunk) return refuse('LIST_SHRANK', shrunk, counts)
  await saveScreeningList(db, { name: list, publishedOn, entries, malformed, sha256 }, at)
  return { ...base, ...counts, outcome: 'LOADED' }
}

/** The loaded entries; none if the list was never loaded. */
async function loadEntries(db: Kysely<Tables>, list: ListName): Promise<ListEntry[]> {
  const state = (await listScreeningLists(db)).find(({ name }) => name === list)
  const lines = state?.version === undefined ? undefined : await loadScreeningList(db, list, state.version)
  return (lines ?? []).map((line) => JSON.parse(line) as ListEntry)
}

function describeShrinking(entries: readonly ListEntry[], loaded: readonly ListEntry[]): string | undefined {
  const counted = [
    ['entries', () => 1],
    ['names', (entry: ListEntry) => entry.names.length],
    ['wallets', (entry: ListEntry) => entry.wallets.length],
  ] as const
  for (const [what, countOf] of counted) {
    const [now, before] = [entries, loaded].map((list) => list.reduce((sum, entry) => sum + countOf(entry), 0))
    if ((now ?? 0) < (before ?? 0) * SHRUNK_PART) return `has ${now} ${what}; the loaded list has ${before}`
  }
  return undefined
}
