import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import { repairActions } from '../../transfers/domain/repair-transfer.ts'
import { correctTx } from '../actions/correct-tx.ts'
import { resubmitTx } from '../actions/resubmit-tx.ts'

export const repairResolvers: Resolvers = {
  TrpdMutation: {
    correctTx: async (_parent, args, { service, actor }) => unwrap(await correctTx(service, withoutNulls(args), actor)),
    resubmitTx: async (_parent, { id, input }, { service, actor }) =>
      unwrap(await resubmitTx(service, { ...withoutNulls(input ?? {}), id }, actor)),
  },
  Transaction: {
    repairActions: async (transfer, _args, { loaders, service }) => {
      if (transfer.erasedAt !== undefined) return []
      const { as } = await loaders.resubmission.load(transfer.id)
      return repairActions(transfer, as !== undefined, service.now())
    },
    corrections: async ({ id }, _args, { loaders }) => [...(await loaders.corrections.load(id))],
    resubmissionOf: async ({ id }, _args, { loaders }) => {
      const { of } = await loaders.resubmission.load(id)
      return of === undefined ? null : ((await loaders.transfer.load(of)) ?? null)
    },
    resubmittedAs: async ({ id }, _args, { loaders }) => {
      const { as } = await loaders.resubmission.load(id)
      return as === undefined ? null : ((await loaders.transfer.load(as)) ?? null)
    },
  },
  DataCorrection: {
    by: ({ by }) => ({ id: by }),
    former: ({ former }) => (former === undefined ? null : JSON.stringify(encodeTrp2020(former, 'LIST'))),
  },
}
