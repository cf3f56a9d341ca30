import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { auditFeedResolvers } from './audit-feeds.ts'
import { auditLogResolvers, linkedEntityResolvers } from './audit-log.ts'
import { autodResolvers, identityResolvers } from './autod.ts'
import { dataAccessResolvers } from './data-access.ts'
import { evidenceResolvers } from './evidence.ts'
import { savedViewResolvers } from './saved-view.ts'
import { settingsResolvers } from './settings.ts'
import { userResolvers } from './user.ts'

export const typeDefs = loadTypeDefs(new URL('.', import.meta.url))

/** The schema of this subgraph with its resolvers. */
export function buildSchema(): GraphQLSchema {
  return buildSubgraph({
    typeDefs,
    resolvers: {
      DateTime: dateTimeScalar,
      ...autodResolvers,
      AutodQuery: {
        ...identityResolvers.AutodQuery,
        ...userResolvers.AutodQuery,
        ...settingsResolvers.AutodQuery,
        ...auditLogResolvers.AutodQuery,
        ...auditFeedResolvers.AutodQuery,
        ...evidenceResolvers.AutodQuery,
      },
      AutodMutation: { ...settingsResolvers.AutodMutation, ...savedViewResolvers.AutodMutation },
      Identity: { ...identityResolvers.Identity, ...savedViewResolvers.Identity },
      User: { ...userResolvers.User },
      Settings: { ...settingsResolvers.Settings },
      AuditFeed: { ...auditFeedResolvers.AuditFeed },
      AuditFeedStop: { ...auditFeedResolvers.AuditFeedStop },
      AuditLogEntry: { ...auditLogResolvers.AuditLogEntry },
      AuditActor: { ...auditLogResolvers.AuditActor },
      AuditLogReport: { ...auditLogResolvers.AuditLogReport },
      AuditCheckpoint: { ...auditLogResolvers.AuditCheckpoint },
      TransactionEvidence: { ...evidenceResolvers.TransactionEvidence },
      EvidenceBundle: { ...evidenceResolvers.EvidenceBundle },
      ...linkedEntityResolvers,
      ...dataAccessResolvers,
      Transaction: { ...linkedEntityResolvers.Transaction, ...dataAccessResolvers.Transaction },
    },
    serialNamespaces: ['AutodMutation'],
  })
}
