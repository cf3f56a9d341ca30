import { countOutdatedKeys } from '@travel-rule/database/record-keys'
import { rewrapStep, runSealing, sealingStep } from '@travel-rule/database/run-sealing'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { countOutdatedSeals, resealColumn, SEALED_COLUMNS } from '../store/reseal.ts'

type Rotating = Ports<'database' | 'sealer' | 'onBrokenSeal' | 'logger'>

/**
 * Replaces older sealing keys with the current one: rewraps data keys, and reseals values that were sealed
 * without a data key. It may be interrupted anywhere and run in several processes at once. Logs when the
 * older keys are no longer needed.
 */
export function rotateSealingKeys(service: Rotating, options?: { readonly runMs: number }): Promise<void> {
  const { sealer, onBrokenSeal: onBroken } = service
  const columns = SEALED_COLUMNS.map((column) =>
    sealingStep<Tables, readonly unknown[]>(`${column.table}.${column.column}`, (tx, after) =>
      resealColumn(tx, sealer, column, { after, onBroken }),
    ),
  )
  const steps = [rewrapStep<Tables>(sealer, onBroken), ...columns]
  return runSealing({ ...service, steps, countOutdated: () => countOutdated(service) }, options)
}

/** Number of data keys and values that older sealing keys still protect. */
export async function countOutdated({
  database: { db },
  sealer,
}: Pick<Rotating, 'database' | 'sealer'>): Promise<number> {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countOutdatedSeals(db, sealer))
}
