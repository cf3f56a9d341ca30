import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Rate } from '../domain/rates.ts'

/** The rates of an asset, one for each currency. */
export async function loadRates(db: Kysely<Tables>, assetId: string): Promise<Rate[]> {
  return await db.selectFrom('rates').selectAll().where('assetId', '=', assetId).execute()
}

/** A page of all rates, by asset and currency. */
export async function listRates(
  db: Kysely<Tables>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Rate[]> {
  return await db
    .selectFrom('rates')
    .selectAll()
    .orderBy('assetId')
    .orderBy('currency')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The currencies for which an asset has a rate. */
export async function listRatedCurrencies(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('rates').select('currency').distinct().execute()
  return rows.map(({ currency }) => currency)
}

/** Stores rates, except where a later one is already stored. Returns those that were stored. */
export async function saveRates(tx: Transaction<Tables>, rates: readonly Rate[]): Promise<Rate[]> {
  if (rates.length === 0) return []
  return await tx
    .insertInto('rates')
    .values(rates.map(({ assetId, currency, value, at, setBy }) => ({ assetId, currency, value, at, setBy })))
    .onConflict((conflict) =>
      conflict
        .columns(['assetId', 'currency'])
        .doUpdateSet({
          value: sql`excluded.value`,
          at: sql`excluded.at`,
          setBy: sql`excluded.set_by`,
        })
        .whereRef('rates.at', '<=', sql.ref('excluded.at')),
    )
    .returningAll()
    .execute()
}
