import { readPage } from '@travel-rule/subgraph/page'
import { createTravelAddress, updateAddressBookEntry } from '../actions/address-book-actions.ts'
import { assetById } from '../domain/asset.ts'
import { parseInquiryTarget } from '../domain/inquiry-target.ts'
import { listEntries } from '../store/address-book.ts'
import { findVaspByHost } from '../store/vasps.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap } from './unwrap.ts'

export const addressBookResolvers: Resolvers = {
  TrpdQuery: {
    validateTravelAddress: (_parent, { travelAddress }, { node }) => {
      unwrap(parseInquiryTarget(travelAddress, node.rules.hosts))
      return true
    },
    decodeTravelAddress: (_parent, { travelAddress }, { node }) =>
      unwrap(parseInquiryTarget(travelAddress, node.rules.hosts)),
    addressBook: (_parent, page, { node: { database, sealer } }) => listEntries(database.db, sealer, readPage(page)),
  },
  TrpdMutation: {
    createTravelAddress: async (_parent, { input }, { node, actor }) =>
      unwrap(await createTravelAddress(node, input, actor)),
    updateAddressBookEntry: async (_parent, { id, input }, { node, actor }) =>
      unwrap(await updateAddressBookEntry(node, id, input, actor)),
  },
  AddressBookEntry: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.entry.load(id)) ?? null,
    asset: ({ assetId }) => {
      const asset = assetById(assetId)
      if (asset === undefined) throw new Error('an address book entry names an asset that does not exist')
      return asset
    },
  },
  TravelAddress: {
    travelAddress: ({ text }) => text,
    vasp: async ({ host }, _args, { node }) => (await findVaspByHost(node.database.db, host)) ?? null,
  },
}
