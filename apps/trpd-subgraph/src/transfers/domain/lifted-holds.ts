import type { Vasp } from '../../vasps/domain/vasp.ts'
import type { Hold } from './transfer.ts'

/** Holds that no longer apply, and whether lifting one of them or all of them releases a transfer. */
export interface LiftedHolds {
  readonly holds: readonly Hold[]
  readonly match: 'ANY' | 'ALL'
}

/**
 * The holds of BLOCKED transfers with a VASP that no longer apply; `undefined` if there are none. As long as
 * the VASP is untrusted, no transfer loses its last hold, even if it is held only because of the unit.
 */
export function liftedHolds({ trust, wireProfile }: Pick<Vasp, 'trust' | 'wireProfile'>): LiftedHolds | undefined {
  const isUnitKnown = wireProfile.amountUnit !== undefined
  if (trust !== 'TRUSTED')
    return isUnitKnown ? { holds: ['VASP_NOT_TRUSTED', 'AMOUNT_UNIT_UNKNOWN'], match: 'ALL' } : undefined
  return { holds: isUnitKnown ? ['VASP_NOT_TRUSTED', 'AMOUNT_UNIT_UNKNOWN'] : ['VASP_NOT_TRUSTED'], match: 'ANY' }
}
