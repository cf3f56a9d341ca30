import type { NewTransferFactsQuery, PartyField } from '../api/operations.generated.ts'
import type { PartyRole } from './draft.ts'

export type Jurisdiction = NonNullable<NonNullable<NewTransferFactsQuery['trpd']>['jurisdiction']>

/** How a law requires data about a party: always, at and above an amount, or as one of several alternatives. */
export type Requirement = 'ALWAYS' | 'FROM_AMOUNT' | 'ONE_OF'

/** A law's requirements for a party, for marking the fields of a form. */
export function requiredData(
  jurisdiction: Jurisdiction | null | undefined,
  role: PartyRole,
): ReadonlyMap<PartyField, Requirement> {
  const found = new Map<PartyField, Requirement>()
  for (const tier of jurisdiction?.tiers ?? []) {
    const isAlways = tier.isInclusive && tier.amount === '0'
    for (const { anyOf } of tier[role] ?? []) {
      const requirement = anyOf.length > 1 ? 'ONE_OF' : isAlways ? 'ALWAYS' : 'FROM_AMOUNT'
      for (const field of anyOf.flatMap(({ fields }) => fields)) {
        const before = found.get(field)
        if (before === undefined || RANK[requirement] > RANK[before]) found.set(field, requirement)
      }
    }
  }
  return found
}

const RANK = { ONE_OF: 0, FROM_AMOUNT: 1, ALWAYS: 2 } as const
