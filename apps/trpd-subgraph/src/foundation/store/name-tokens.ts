import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameWords } from '../../customers/domain/customer.ts'
import type { Tables } from './tables.ts'

/**
 * Keyed hashes of the words of names, as bigints in decimal. Without the sealing keys, a word cannot be found
 * by its hash. 64 bits are enough, since a search asks for all words of a name.
 */
export function nameTokens(sealer: Sealer, names: readonly string[]): string[] {
  return nameWords(names).map((word) => tokenOf(sealer.fingerprints(word, CONTEXT)[0]))
}

/** Replaces the names by which a transfer can be searched. */
export async function saveNames(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferId: string,
  names: readonly string[],
): Promise<void> {
  const tokens = sql<string[]>`${nameTokens(sealer, names)}::bigint[]`
  await db
    .insertInto('transferNames')
    .values({ transferId, tokens })
    .onConflict((conflict) => conflict.column('transferId').doUpdateSet({ tokens }))
    .execute()
}

/** The hashes of the words of a name, one list per sealing key. A match contains all hashes of one list. */
export function searchedTokens(sealer: Sealer, name: string): string[][] {
  const words = nameWords([name]).map((word) => sealer.fingerprints(word, CONTEXT).map(tokenOf))
  return (words[0] ?? []).map((_token, key) => words.flatMap((tokens) => tokens[key] ?? []))
}

/** The condition that a token column contains all words of a name. */
export function containsTokens(column: RawBuilder<unknown>, searched: readonly string[][]): RawBuilder<SqlBool> {
  if (searched.length === 0) return sql`false`
  return sql`(${sql.join(
    searched.map((tokens) => sql`${column} @> ${tokens}::bigint[]`),
    sql` or `,
  )})`
}

function tokenOf(fingerprint: Buffer): string {
  return fingerprint.readBigInt64BE(0).toString()
}

const CONTEXT = 'name-word'
