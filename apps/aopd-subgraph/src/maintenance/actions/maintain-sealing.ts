import type { Database } from '@travel-rule/database/database'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { countOutdatedKeys } from '@travel-rule/database/record-keys'
import { rewrapStep, runSealing, sealingStep } from '@travel-rule/database/run-sealing'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { countPlainProofs, sealPlainProofs } from '../../store/seal-proofs.ts'
import type { Tables } from '../../store/tables.ts'

interface Maintained {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  /** True if no process is running that cannot read data keys, so that older proofs may get them. */
  readonly sealsProofs: boolean
  readonly onBroken: OnBroken
  readonly logger: Logger
}

/** Maximum number of proofs that one transaction seals. */
const SEAL_MAX = 50

/**
 * Seals proofs of older versions, and rewraps data keys with the current sealing key. It may be interrupted
 * anywhere and run in several processes at once. Logs when the older keys are no longer needed.
 */
export function maintainSealing(parts: Maintained, options?: { readonly runMs: number }): Promise<void> {
  const { sealer, sealsProofs, onBroken } = parts
  const proofs = sealingStep<Tables, string>('proofs', (tx, after) =>
    sealPlainProofs(tx, sealer, { max: SEAL_MAX, after, onBroken }),
  )
  const steps = [...(sealsProofs ? [proofs] : []), rewrapStep<Tables>(sealer, onBroken)]
  return runSealing({ ...parts, steps, countOutdated: () => countOutdated(parts) }, options)
}

/** The number of data keys wrapped by an older sealing key, plus the number of proofs without a data key. */
export async function countOutdated({ database: { db }, sealer }: Pick<Maintained, 'database' | 'sealer'>) {
  return (await countOutdatedKeys(db, sealer.wrapper)) + (await countPlainProofs(db))
}
