import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import type { PartyField, Requirement } from '../domain/jurisdiction.ts'

export const jurisdictionResolvers: Resolvers = {
  TrpdQuery: {
    jurisdiction: (_parent, _args, { service }) => service.policy.jurisdiction ?? null,
  },
  SelfHostedRequirement: {
    ownershipProof: ({ ownershipProof }) => ownershipProof.value,
    amount: ({ amount }) => amount.value,
    isInclusive: ({ amount }) => amount.operator === '>=',
    currency: ({ amount }) => amount.currency,
  },
  JurisdictionTier: {
    amount: ({ amount }) => amount.value,
    isInclusive: ({ amount }) => amount.operator === '>=',
    currency: ({ amount }) => amount.currency,
    originator: ({ originator }) => requirements(originator),
    beneficiary: ({ beneficiary }) => requirements(beneficiary),
  },
}

function requirements({ value }: Requirement): { anyOf: { fields: PartyField[] }[] }[] | null {
  return value?.map((alternatives) => ({ anyOf: alternatives.map((fields) => ({ fields })) })) ?? null
}
