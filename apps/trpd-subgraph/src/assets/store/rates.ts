import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RateTable, Tables } from '../../foundation/store/tables.ts'
import type { Rate } from '../domain/rates.ts'

/** The rates of an asset, one for each currency. */
export async function loadRates(db: Kysely<Tables>, assetId: string): Promise<Rate[]> {
  const rows = await db.selectFrom('rates').selectAll().where('assetId', '=', assetId).execute()
  return rows.map(rateOfRow)
}

/** A page of all rates, by asset and currency. */
export async function listRates(
  db: Kysely<Tables>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Rate[]> {
  const rows = await db
    .selectFrom('rates')
    .selectAll()
    .orderBy('assetId')
    .orderBy('currency')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(rateOfRow)
}

/** The currencies for which an asset has a rate. */
export async function listRatedCurrencies(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('rates').select('currency').distinct().execute()
  return rows.map(({ currency }) => currency)
}

/** Stores rates, except where a later one is already stored. Returns those that were stored. */
export async function saveRates(tx: Transaction<Tables>, rates: readonly Rate[]): Promise<Rate[]> {
  if (rates.length === 0) return []
  const rows = await tx
    .insertInto('rates')
    .values(
      rates.map((rate) => ({
        assetId: rate.assetId,
        currency: rate.currency,
        value: rate.value,
        at: rate.at,
        setBy: rate.setBy,
      })),
    )
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
  return rows.map(rateOfRow)
}

function rateOfRow({ assetId, setBy, ...row }: Selectable<RateTable>): Rate {
  return { ...row, assetId, setBy }
}
