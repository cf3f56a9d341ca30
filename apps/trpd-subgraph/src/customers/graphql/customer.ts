import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { loadPage, readPage } from '@travel-rule/subgraph/page'
import { searchedTokens } from '../../foundation/store/name-tokens.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { readName } from '../../transfers/graphql/transaction-filter.ts'
import { customerFingerprints } from '../actions/customer-reference.ts'
import { upsertCustomer } from '../actions/upsert-customer.ts'
import { listCustomers } from '../store/customers.ts'

export const customerResolvers: Resolvers = {
  TrpdQuery: {
    customers: async (_parent, { reference, name, ...args }, { service, runHeavy, accesses }) => {
      const page = readPage(args)
      const filter = {
        fingerprints: reference == null ? undefined : unwrap(customerFingerprints(service, reference)),
        nameTokens: name == null ? undefined : searchedTokens(service.sealer, readName('name', name)),
      }
      const found = await loadPage(page.limit, runHeavy, () =>
        listCustomers(service.database.db, service.sealer, filter, page),
      )
      const records = found.map(({ id }) => ({ type: 'customer', id }))
      if (filter.nameTokens !== undefined) accesses.noteRecords('TrpdQuery.customers(name:)', records)
      if (filter.fingerprints !== undefined) accesses.noteRecords('TrpdQuery.customers(reference:)', records)
      return found
    },
  },
  TrpdMutation: {
    upsertCustomer: async (_parent, { input }, { service, actor }) =>
      unwrap(await upsertCustomer(service, input, actor)),
  },
  AddressBookEntry: {
    customer: async ({ customerReference }, _args, { loaders }) =>
      customerReference === undefined ? null : ((await loaders.customer.load(customerReference)) ?? null),
  },
  Customer: {
    name: ({ name }) => withoutBidiControls(name),
    person: ({ person }) => person ?? null,
    accounts: ({ accounts }) => [...accounts],
  },
}
