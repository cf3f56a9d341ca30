import type { BeneficiaryInput, OriginatorInput } from '../api/operations.generated.ts'
import { emptyParty, type PartiesDraft, partiesInput, partyFromJson } from '../new-transfer/draft.ts'

/** The parties of a transaction for a form, from its IVMS101 document. */
export function partiesOf(ivms101: string | null): PartiesDraft {
  const json = ivms101 ?? ''
  return {
    originator: partyFromJson(json, 'originator') ?? emptyParty(),
    beneficiary: partyFromJson(json, 'beneficiary') ?? emptyParty(),
  }
}

/** The parties that were changed, complete. Unchanged parties are absent. */
export function changedParties(
  before: PartiesDraft,
  after: PartiesDraft,
): { originator?: OriginatorInput; beneficiary?: BeneficiaryInput } {
  const [former, next] = [partiesInput(before), partiesInput(after)]
  const differs = (role: keyof PartiesDraft) => JSON.stringify(former[role]) !== JSON.stringify(next[role])
  return {
    ...(differs('originator') && { originator: next.originator }),
    ...(differs('beneficiary') && { beneficiary: next.beneficiary }),
  }
}
