import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { addressBookResolvers } from './address-book/graphql/address-book.ts'
import { assetResolvers } from './assets/graphql/asset.ts'
import { caseResolvers } from './cases/graphql/case.ts'
import { counterpartyReasonResolvers } from './cases/graphql/counterparty-reason.ts'
import { checkResolvers } from './checks/graphql/check.ts'
import { customerResolvers } from './customers/graphql/customer.ts'
import { dataRequestResolvers } from './data-requests/graphql/data-request.ts'
import { deskResolvers } from './desk/graphql/desk.ts'
import { vaspDirectoryResolvers } from './directory/graphql/vasp-directory.ts'
import { dueDiligenceResolvers } from './due-diligence/graphql/due-diligence.ts'
import { leiRecordResolvers } from './due-diligence/graphql/lei-record.ts'
import { erasureResolvers } from './erasure/graphql/erasure.ts'
import { evidenceResolvers } from './evidence/graphql/evidence.ts'
import { clearLoadersAfter } from './graphql/loaders.ts'
import { recordedAccess } from './graphql/recorded-access.ts'
import { trpdPartResolvers, trpdResolvers } from './graphql/trpd.ts'
import { ivms101Resolvers } from './ivms101/graphql/ivms101.ts'
import { jurisdictionResolvers } from './jurisdictions/graphql/jurisdiction.ts'
import { unverifiedInquiryResolvers } from './receiving/graphql/unverified-inquiries.ts'
import { releaseResolvers } from './release/graphql/release.ts'
import { ruleResolvers } from './rules/graphql/rule.ts'
import { screeningResolvers } from './screening/graphql/screening.ts'
import { repairResolvers } from './sending/graphql/repair.ts'
import { transferDraftResolvers } from './sending/graphql/transfer-draft.ts'
import { batchResolvers } from './transfers/graphql/batch.ts'
import { transactionResolvers, transactionSubscription } from './transfers/graphql/transaction.ts'
import { vaspResolvers } from './vasps/graphql/vasp.ts'
import { vaspFailureResolvers } from './vasps/graphql/vasp-failures.ts'
import { attributionResolvers } from './vendors/graphql/attribution.ts'

export const typeDefs = loadTypeDefs(new URL('./', import.meta.url))

/** Builds the executable schema of this subgraph. */
export function buildSchema(): GraphQLSchema {
  return buildSubgraph({
    typeDefs,
    resolvers: {
      DateTime: dateTimeScalar,
      ...addressBookResolvers,
      ...assetResolvers,
      ...batchResolvers,
      ...caseResolvers,
      ...checkResolvers,
      ...customerResolvers,
      ...dataRequestResolvers,
      ...deskResolvers,
      ...dueDiligenceResolvers,
      ...counterpartyReasonResolvers,
      ...erasureResolvers,
      ...evidenceResolvers,
      ...ivms101Resolvers,
      ...jurisdictionResolvers,
      ...leiRecordResolvers,
      ...transactionResolvers,
      ...transactionSubscription,
      ...ruleResolvers,
      ...releaseResolvers,
      ...repairResolvers,
      ...attributionResolvers,
      ...screeningResolvers,
      ...transferDraftResolvers,
      ...trpdResolvers,
      ...unverifiedInquiryResolvers,
      ...vaspResolvers,
      ...vaspDirectoryResolvers,
      ...vaspFailureResolvers,
      AddressBookEntry: { ...addressBookResolvers.AddressBookEntry, ...customerResolvers.AddressBookEntry },
      Transaction: {
        ...transactionResolvers.Transaction,
        ...caseResolvers.Transaction,
        ...checkResolvers.Transaction,
        ...erasureResolvers.Transaction,
        ...dataRequestResolvers.Transaction,
        ...releaseResolvers.Transaction,
        ...repairResolvers.Transaction,
        ...ruleResolvers.Transaction,
        ...screeningResolvers.Transaction,
      },
      Vasp: {
        ...vaspResolvers.Vasp,
        ...dueDiligenceResolvers.Vasp,
        ...leiRecordResolvers.Vasp,
        ...vaspFailureResolvers.Vasp,
      },
      TransactionChange: { ...transactionResolvers.TransactionChange, ...ruleResolvers.TransactionChange },
      TrpdQuery: {
        ...addressBookResolvers.TrpdQuery,
        ...assetResolvers.TrpdQuery,
        ...caseResolvers.TrpdQuery,
        ...customerResolvers.TrpdQuery,
        ...dataRequestResolvers.TrpdQuery,
        ...deskResolvers.TrpdQuery,
        ...dueDiligenceResolvers.TrpdQuery,
        ...counterpartyReasonResolvers.TrpdQuery,
        ...erasureResolvers.TrpdQuery,
        ...ivms101Resolvers.TrpdQuery,
        ...ruleResolvers.TrpdQuery,
        ...jurisdictionResolvers.TrpdQuery,
        ...attributionResolvers.TrpdQuery,
        ...screeningResolvers.TrpdQuery,
        ...transactionResolvers.TrpdQuery,
        ...transferDraftResolvers.TrpdQuery,
        ...trpdPartResolvers.TrpdQuery,
        ...unverifiedInquiryResolvers.TrpdQuery,
        ...vaspResolvers.TrpdQuery,
        ...vaspDirectoryResolvers.TrpdQuery,
        ...vaspFailureResolvers.TrpdQuery,
      },
      TrpdMutation: clearLoadersAfter({
        ...addressBookResolvers.TrpdMutation,
        ...batchResolvers.TrpdMutation,
        ...caseResolvers.TrpdMutation,
        ...checkResolvers.TrpdMutation,
        ...customerResolvers.TrpdMutation,
        ...dataRequestResolvers.TrpdMutation,
        ...releaseResolvers.TrpdMutation,
        ...repairResolvers.TrpdMutation,
        ...dueDiligenceResolvers.TrpdMutation,
        ...counterpartyReasonResolvers.TrpdMutation,
        ...erasureResolvers.TrpdMutation,
        ...ruleResolvers.TrpdMutation,
        ...screeningResolvers.TrpdMutation,
        ...transactionResolvers.TrpdMutation,
        ...transferDraftResolvers.TrpdMutation,
        ...unverifiedInquiryResolvers.TrpdMutation,
        ...vaspResolvers.TrpdMutation,
        ...vaspDirectoryResolvers.TrpdMutation,
        ...vaspFailureResolvers.TrpdMutation,
      }),
    },
    serialNamespaces: ['TrpdMutation'],
    recordedAccess,
  })
}
