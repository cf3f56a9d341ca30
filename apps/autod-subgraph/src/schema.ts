import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { auditLogResolvers, linkedEntityResolvers } from './audit-log/graphql/audit-log.ts'
import { dataAccessResolvers } from './audit-log/graphql/data-access.ts'
import { evidenceResolvers } from './evidence/graphql/evidence.ts'
import { auditFeedResolvers } from './feeds/graphql/audit-feeds.ts'
import { autodResolvers, identityResolvers } from './graphql/autod.ts'
import { savedViewResolvers } from './saved-views/graphql/saved-view.ts'
import { settingsResolvers } from './settings/graphql/settings.ts'
import { userResolvers } from './users/graphql/user.ts'

export const typeDefs = loadTypeDefs(new URL('./', import.meta.url))

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
