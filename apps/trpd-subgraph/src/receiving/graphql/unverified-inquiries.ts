import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { clearUnverified } from '../actions/clear-unverified.ts'
import { listSources, totalUnverified, type UnverifiedTotals } from '../store/unverified-inquiries.ts'

/** Maximum number of addresses that are listed. */
const SOURCES_MAX = 20

export const unverifiedInquiryResolvers: Resolvers = {
  TrpdQuery: {
    unverifiedInquiries: (_parent, _args, { service }) => load(service),
  },
  TrpdMutation: {
    clearUnverifiedInquiries: (_parent, { address }, { service, actor }) =>
      clearUnverified(service, address ?? undefined, actor),
  },
  ClearedInquiries: {
    remaining: (_parent, _args, { service }) => load(service),
  },
  UnverifiedInquiries: {
    summary: (totals) => summarize(totals),
    sources: (_parent, _args, { service }) => listSources(service.database.db, SOURCES_MAX),
  },
  UnverifiedSource: {
    address: ({ address }) => address ?? null,
  },
}

async function load({ database, refusedInquiries }: Ports<'database' | 'refusedInquiries'>): Promise<UnverifiedTotals> {
  await refusedInquiries.flush()
  return totalUnverified(database.db)
}

function summarize({ waiting, refused, addresses }: UnverifiedTotals): string {
  if (waiting + refused === 0) return 'No unverified inquiries.'
  const waits = waiting === 1 ? '1 unverified inquiry waits' : `${waiting} unverified inquiries wait`
  const more = refused === 0 ? '' : `, and ${refused} more ${refused === 1 ? 'was' : 'were'} refused`
  return `${waits}${more}, from ${addresses} ${addresses === 1 ? 'address' : 'addresses'}.`
}
