import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'

export const leiRecordResolvers: Resolvers = {
  Vasp: {
    leiRecord: async ({ lei }, _args, { service, loaders }) =>
      service.leiRegister === undefined || lei === undefined ? null : ((await loaders.leiRecord.load(lei)) ?? null),
  },
  LeiRecord: {
    legalName: ({ latest }) => (latest === undefined ? null : withoutBidiControls(latest.record.legalName)),
    country: ({ latest }) => latest?.record.country ?? null,
    entityStatus: ({ latest }) => latest?.record.entityStatus ?? null,
    registrationStatus: ({ latest }) => latest?.record.registrationStatus ?? null,
    nextRenewalAt: ({ latest }) =>
      latest?.record.nextRenewalAt === undefined ? null : new Date(latest.record.nextRenewalAt),
    retrievedAt: ({ latest }) => latest?.retrievedAt ?? null,
    problem: ({ problem }) => problem ?? null,
  },
}
