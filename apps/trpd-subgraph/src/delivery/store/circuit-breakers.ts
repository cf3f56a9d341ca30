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
 * transaction ends, so that closing it finds whatever the transaction made wait.
 */
export async function passBreaker(
  tx: Transaction<Tables>,
  vaspId: string,
  { at, probeUntil }: { readonly at: Date; readonly probeUntil: Date },
): Promise<Pause | undefined> {
  const started = await tx
    .updateTable('circuit_breakers')
    .set({ open_until: probeUntil, probing: true })
    .where('vasp_id', '=', vaspId)
    .where('open_until', '<=', at)
    .executeTakeFirst()
  if (started.numUpdatedRows === 1n) return undefined
  const row = await tx
    .selectFrom('circuit_breakers')
    .select(['open_until', 'probing'])
    .where('vasp_id', '=', vaspId)
    .forShare()
    .executeTakeFirst()
  return row?.open_until ? { until: row.open_until, probing: row.probing } : undefined
}

/** The circuit breaker of a VASP, locked against concurrent attempts; `undefined` without failures. */
export async function lockBreaker(tx: Transaction<Tables>, vaspId: string): Promise<CircuitBreaker | undefined> {
  const row = await tx
    .insertInto('circuit_breakers')
    .values({ vasp_id: vaspId, failures: 0, message_id: null, open_until: null })
    .onConflict((conflict) => conflict.column('vasp_id').doUpdateSet({ vasp_id: vaspId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return breakerOfRow(row)
}

/** Stores the circuit breaker of a VASP after a failure. */
export async function saveBreaker(tx: Transaction<Tables>, vaspId: string, breaker: CircuitBreaker): Promise<void> {
  const { failures, messageId, openUntil = null } = breaker
  await tx
    .updateTable('circuit_breakers')
    .set({ failures, message_id: messageId, open_until: openUntil, probing: false })
    .where('vasp_id', '=', vaspId)
    .execute()
}

/** Closes the circuit breaker of a VASP. Returns true if it was open. */
export async function closeBreaker(tx: Transaction<Tables>, vaspId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('circuit_breakers')
    .where('vasp_id', '=', vaspId)
    .returning('open_until')
    .execute()
  return deleted.some(({ open_until }) => open_until !== null)
}

/** The circuit breakers with failures among those of these VASPs, by VASP. */
export async function loadBreakers(
  db: Kysely<Tables>,
  vaspIds: readonly string[],
): Promise<Map<string, CircuitBreaker>> {
  const rows = await db.selectFrom('circuit_breakers').selectAll().where('vasp_id', 'in', vaspIds).execute()
  return new Map(
    rows.flatMap((row) => {
      const breaker = breakerOfRow(row)
      return breaker === undefined ? [] : [[row.vasp_id, breaker] as const]
    }),
  )
}

/** The number of VASPs whose circuit breaker is open, including those whose pause has passed. */
export async function countOpenBreakers(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('circuit_breakers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('open_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

function breakerOfRow({
  failures,
  message_id,
  open_until,
}: Selectable<CircuitBreakerTable>): CircuitBreaker | undefined {
  if (message_id === null) return undefined
  return { failures, messageId: message_id, ...(open_until === null ? {} : { openUntil: open_until }) }
}
