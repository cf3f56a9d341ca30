import { recordDueDiligence } from '../actions/record-due-diligence.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap, withoutNulls } from './unwrap.ts'

export const dueDiligenceResolvers: Resolvers = {
  TrpdMutation: {
    recordDueDiligence: async (_parent, { id, input }, { service, actor }) =>
      unwrap(await recordDueDiligence(service, id, withoutNulls(input), actor)),
  },
  DueDiligence: {
    riskRating: ({ riskRating }) => riskRating ?? null,
    reviewedAt: ({ reviewedAt }) => new Date(reviewedAt),
    nextReviewAt: ({ nextReviewAt }) => (nextReviewAt === undefined ? null : new Date(nextReviewAt)),
    recordedBy: ({ recordedBy }) => ({ id: recordedBy }),
    recordedAt: ({ recordedAt }) => new Date(recordedAt),
  },
}
