import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'

/** What this subgraph adds to entities of trpd. */
export const linkedEntityResolvers: Pick<Resolvers<Context>, 'Transaction' | 'AddressBookEntry'> = {
  Transaction: {
    ownershipProofs: ({ id }, _, { loaders }) => loaders.proofsOfTransaction.load(id),
  },
  AddressBookEntry: {
    ownershipProofs: ({ id }, _, { loaders }) => loaders.proofsOfAddressBookEntry.load(id),
  },
}
