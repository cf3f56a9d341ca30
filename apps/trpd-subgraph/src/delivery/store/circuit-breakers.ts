import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CircuitBreakerTable, Tables } from '../../foundation/store/tables.ts'
import type { CircuitBreaker } from '../domain/circuit-breaker.ts'

/** The time for which nothing may be sent to a VASP. */
export interface Pause {
  readonly until: Date
  /** True during a probing attempt: the pause then ends early, once the outcome is known. */
  readonly probing: boolean
}

/**
 * The pause of a VASP; `undefined` if an attempt may be made.
 *
 * Once the pause has passed, one caller among all replicas may make a probing attempt. The others wait for
 * its outcome, until `probeUntil` at the latest. The circuit breaker does not close before the caller's
 * transaction ends, so that closing it finds everything that the transaction made wait.
 */
export async function passBreaker(
  tx: Transaction<Tables>,
  vaspId: string,
  { at, probeUntil }: { readonly at: Date; readonly probeUntil: Date },
): Promise<Pause | undefined> {
  const started = await tx
    .updateTable('circuitBreakers')
    .set({ openUntil: probeUntil, probing: true })
    .where('vaspId', '=', vaspId)
    .where('openUntil', '<=', at)
    .executeTakeFirst()
  if (started.numUpdatedRows === 1n) return undefined
  const row = await tx
    .selectFrom('circuitBreakers')
    .select(['openUntil', 'probing'])
    .where('vaspId', '=', vaspId)
    .forShare()
    .executeTakeFirst()
  return row?.openUntil ? { until: row.openUntil, probing: row.probing } : undefined
}

/** The circuit breaker of a VASP, locked against concurrent attempts; `undefined` without failures. */
export async function lockBreaker(tx: Transaction<Tables>, vaspId: string): Promise<CircuitBreaker | undefined> {
  const row = await tx
    .insertInto('circuitBreakers')
    .values({ vaspId, failures: 0, messageId: null, openUntil: null })
    .onConflict((conflict) => conflict.column('vaspId').doUpdateSet({ vaspId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return breakerOfRow(row)
}

/** Stores the circuit breaker of a VASP after a failure. */
export async function saveBreaker(tx: Transaction<Tables>, vaspId: string, breaker: CircuitBreaker): Promise<void> {
  const { failures, messageId, openUntil = null } = breaker
  await tx
    .updateTable('circuitBreakers')
    .set({ failures, messageId, openUntil, probing: false })
    .where('vaspId', '=', vaspId)
    .execute()
}

/** Closes the circuit breaker of a VASP. Returns true if it was open. */
export async function closeBreaker(tx: Transaction<Tables>, vaspId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('circuitBreakers').where('vaspId', '=', vaspId).returning('openUntil').execute()
  return deleted.some(({ openUntil }) => openUntil !== null)
}

/** The circuit breakers with failures among those of these VASPs, by VASP. */
export async function loadBreakers(
  db: Kysely<Tables>,
  vaspIds: readonly string[],
): Promise<Map<string, CircuitBreaker>> {
  const rows = await db.selectFrom('circuitBreakers').selectAll().where('vaspId', 'in', vaspIds).execute()
  return new Map(
    rows.flatMap((row) => {
      const breaker = breakerOfRow(row)
      return breaker === undefined ? [] : [[row.vaspId, breaker] as const]
    }),
  )
}

/** The number of VASPs whose circuit breaker is open, including those whose pause has passed. */
export async function countOpenBreakers(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('circuitBreakers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('openUntil', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

function breakerOfRow({ failures, messageId, openUntil }: Selectable<CircuitBreakerTable>): CircuitBreaker | undefined {
  if (messageId === null) return undefined
  return { failures, messageId, ...(openUntil === null ? {} : { openUntil }) }
}
