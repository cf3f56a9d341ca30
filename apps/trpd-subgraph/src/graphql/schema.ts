import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { addressBookResolvers } from './address-book.ts'
import { assetResolvers } from './asset.ts'
import { attributionResolvers } from './attribution.ts'
import { batchResolvers } from './batch.ts'
import { caseResolvers } from './case.ts'
import { checkResolvers } from './check.ts'
import { counterpartyReasonResolvers } from './counterparty-reason.ts'
import { customerResolvers } from './customer.ts'
import { dataRequestResolvers } from './data-request.ts'
import { deskResolvers } from './desk.ts'
import { dueDiligenceResolvers } from './due-diligence.ts'
import { erasureResolvers } from './erasure.ts'
import { evidenceResolvers } from './evidence.ts'
import { ivms101Resolvers } from './ivms101.ts'
import { jurisdictionResolvers } from './jurisdiction.ts'
import { leiRecordResolvers } from './lei-record.ts'
import { clearLoadersAfter } from './loaders.ts'
import { recordedAccess } from './recorded-access.ts'
import { releaseResolvers } from './release.ts'
import { repairResolvers } from './repair.ts'
import { ruleResolvers } from './rule.ts'
import { screeningResolvers } from './screening.ts'
import { transactionResolvers, transactionSubscription } from './transaction.ts'
import { transferDraftResolvers } from './transfer-draft.ts'
import { trpdPartResolvers, trpdResolvers } from './trpd.ts'
import { unverifiedInquiryResolvers } from './unverified-inquiries.ts'
import { vaspResolvers } from './vasp.ts'
import { vaspDirectoryResolvers } from './vasp-directory.ts'
import { vaspFailureResolvers } from './vasp-failures.ts'

export const typeDefs = loadTypeDefs(new URL('.', import.meta.url))

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
