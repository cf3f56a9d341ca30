import { loadPage, readPage } from '@travel-rule/subgraph/page'
import { assetOf } from '../../foundation/actions/transfer-service.ts'
import type { Context } from '../../graphql/context.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { findVaspByHost } from '../../vasps/store/vasps.ts'
import { createTravelAddress, updateAddressBookEntry } from '../actions/address-book-actions.ts'
import { parseInquiryTarget } from '../domain/inquiry-target.ts'
import { listEntries } from '../store/address-book.ts'

export const addressBookResolvers: Resolvers = {
  TrpdQuery: {
    validateTravelAddress: async (_parent, { travelAddress }, context) => {
      await decode(travelAddress, context)
      return true
    },
    decodeTravelAddress: (_parent, { travelAddress }, context) => decode(travelAddress, context),
    addressBook: (_parent, args, { service: { database, sealer }, runHeavy }) => {
      const page = readPage(args)
      return loadPage(page.limit, runHeavy, () => listEntries(database.db, sealer, page))
    },
  },
  TrpdMutation: {
    createTravelAddress: async (_parent, { input }, { service, actor }) =>
      unwrap(await createTravelAddress(service, input, actor)),
    updateAddressBookEntry: async (_parent, { id, input }, { service, actor }) =>
      unwrap(await updateAddressBookEntry(service, id, input, actor)),
  },
  AddressBookEntry: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.entry.load(id)) ?? null,
    asset: (entry, _args, { service }) => assetOf(service, entry),
  },
  TravelAddress: {
    travelAddress: ({ text }) => text,
    vasp: async ({ host }, _args, { service }) => (await findVaspByHost(service.database.db, host)) ?? null,
  },
}

function decode(travelAddress: string, { service, runHeavy }: Context) {
  return runHeavy(() => unwrap(parseInquiryTarget(travelAddress, service.policy.hosts)))
}
