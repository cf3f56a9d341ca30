import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { eraseCustomer, eraseTransaction } from '../actions/erase.ts'
import { exportCustomer } from '../actions/export-customer.ts'
import { endLegalHold, setLegalHold } from '../actions/legal-hold.ts'
import { planRetention } from '../actions/retention.ts'

export const erasureResolvers: Resolvers = {
  TrpdQuery: {
    retention: (_parent, _args, { service, runHeavy }) => runHeavy(() => planRetention(service)),
  },
  TrpdMutation: {
    eraseTransaction: async (_parent, args, { service, actor }) =>
      unwrap(await eraseTransaction(service, withoutNulls(args), actor)),
    eraseCustomer: async (_parent, args, { service, actor }) =>
      unwrap(await eraseCustomer(service, withoutNulls(args), actor)),
    exportCustomer: async (_parent, args, { service, actor, accesses }) => {
      const exported = unwrap(await exportCustomer(service, withoutNulls(args), actor))
      accesses.noteRecords('TrpdMutation.exportCustomer', exported.records)
      return exported
    },
    setLegalHold: async (_parent, args, { service, actor }) => unwrap(await setLegalHold(service, args, actor)),
    endLegalHold: async (_parent, args, { service, actor }) => unwrap(await endLegalHold(service, args, actor)),
  },
  Transaction: {
    personalData: ({ erasedAt }) => (erasedAt === undefined ? 'HELD' : 'ERASED'),
    erasedAt: ({ erasedAt }) => erasedAt ?? null,
    legalHold: async ({ id, erasedAt }, _args, { loaders }) =>
      erasedAt === undefined ? ((await loaders.legalHold.load(id)) ?? null) : null,
  },
  LegalHold: {
    setBy: ({ setBy }) => ({ id: setBy }),
  },
  CustomerExport: {
    next: ({ next }) => next ?? null,
  },
}
