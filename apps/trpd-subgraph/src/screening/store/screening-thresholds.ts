import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { DEFAULT_THRESHOLDS, type ScreeningThresholds } from '../domain/thresholds.ts'

/** A version of the thresholds and its author; version 0 has the defaults. */
export interface StoredThresholds extends ScreeningThresholds {
  readonly version: number
  /** Subject of the person. */
  readonly author: string | undefined
  readonly createdAt: Date | undefined
}

/** The current thresholds. */
export async function loadThresholds(db: Kysely<Tables>): Promise<StoredThresholds> {
  const row = await db
    .selectFrom('screeningThresholds')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { ...DEFAULT_THRESHOLDS, version: 0, author: undefined, createdAt: undefined }
  const { version, possible, strong, author, createdAt } = row
  return { version, possible, strong, author, createdAt }
}

/** Stores the next version; `false` if that version already exists. */
export async function insertThresholds(
  tx: Transaction<Tables>,
  { version, possible, strong, author, createdAt }: StoredThresholds & { readonly author: string; createdAt: Date },
): Promise<boolean> {
  const stored = await tx
    .insertInto('screeningThresholds')
    .values({ version, possible, strong, author, createdAt })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .executeTakeFirst()
  return stored.numInsertedOrUpdatedRows === 1n
}
