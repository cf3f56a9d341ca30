import { feedArrivalMigration } from '@travel-rule/database/feed-consumer'
import type { Migration } from '@travel-rule/database/migrate'
import { outboxMigration } from '@travel-rule/database/outbox'
import { outboxEpochMigration, outboxHomeMigration } from '@travel-rule/database/outbox-epoch'
import { dataKeysMigration } from '@travel-rule/database/record-keys'
import { transfersMigration } from './migrations/0001-transfers.ts'
import { transferIndexesMigration } from './migrations/0002-transfer-indexes.ts'
import { transfersUndeliveredMigration } from './migrations/0004-transfers-undelivered.ts'
import { assetIdentifiersMigration } from './migrations/0006-asset-identifiers.ts'
import { vaspDiscoveryMigration } from './migrations/0007-vasp-discovery.ts'
import { transferQueriesMigration } from './migrations/0008-transfer-queries.ts'
import { sendersMigration } from './migrations/0009-senders.ts'
import { deliveryAttemptsMigration } from './migrations/0010-delivery-attempts.ts'
import { transferCombinationsMigration } from './migrations/0011-transfer-combinations.ts'
import { registeredTransfersMigration } from './migrations/0012-registered-transfers.ts'
import { casesMigration } from './migrations/0013-cases.ts'
import { checkRunsMigration } from './migrations/0014-check-runs.ts'
import { customersMigration } from './migrations/0015-customers.ts'
import { dueDiligenceMigration } from './migrations/0016-due-diligence.ts'
import { screeningMigration } from './migrations/0017-screening.ts'
import { decisionsMigration } from './migrations/0018-decisions.ts'
import { rulesMigration } from './migrations/0020-rules.ts'
import { erasureMigration } from './migrations/0023-erasure.ts'
import { transferMessagesMigration } from './migrations/0025-transfer-messages.ts'
import { dataRequestsMigration } from './migrations/0027-data-requests.ts'
import { repairsMigration } from './migrations/0028-repairs.ts'
import { deskCountsMigration } from './migrations/0029-desk-counts.ts'
import { vaspMeasuresMigration } from './migrations/0030-vasp-measures.ts'
import { outdatedSealsMigration } from './migrations/0031-outdated-seals.ts'
import { responseTotalsMigration } from './migrations/0031-response-totals.ts'
import { outdatedMessagesMigration } from './migrations/0032-outdated-messages.ts'
import { vaspReviewsMigration } from './migrations/0033-vasp-reviews.ts'
import { dueDiligenceHistoryMigration } from './migrations/0034-due-diligence-history.ts'
import { caseReadsMigration } from './migrations/0036-case-reads.ts'
import { dataRequestListMigration } from './migrations/0038-data-request-list.ts'
import { vaspHostsMigration } from './migrations/0039-vasp-hosts.ts'
import { leiRecordsMigration } from './migrations/0040-lei-records.ts'
import { provenAddressesMigration } from './migrations/0041-proven-addresses.ts'
import { cheaperInsertsMigration } from './migrations/0043-cheaper-inserts.ts'
import { erasedDigestsMigration } from './migrations/0045-erased-digests.ts'
import { digestsOfOlderProcessesMigration } from './migrations/0046-digests-of-older-processes.ts'
import { breakerProbesMigration } from './migrations/0047-breaker-probes.ts'
import { screeningRetriesMigration } from './migrations/0050-screening-retries.ts'
import { removedHostsMigration } from './migrations/0053-removed-hosts.ts'
import { plannedRetriesMigration } from './migrations/0054-planned-retries.ts'
import { casesInOrderMigration } from './migrations/0055-cases-in-order.ts'
import { ruleCountsMigration } from './migrations/0059-rule-counts.ts'
import { caseMentionsMigration } from './migrations/0060-case-mentions.ts'
import { transferDraftsMigration } from './migrations/0061-transfer-drafts.ts'
import { unverifiedApprovalsMigration } from './migrations/0062-unverified-approvals.ts'
import { assigneesMigration } from './migrations/0063-assignees.ts'
import { endedUnverifiedMigration } from './migrations/0066-ended-unverified.ts'
import { releaseMigration } from './migrations/0067-release.ts'
import { screeningThresholdsMigration } from './migrations/0068-screening-thresholds.ts'

/** The migrations of trpd by name, in order. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-outbox': outboxMigration,
  '0001-transfers': transfersMigration,
  '0002-transfer-indexes': transferIndexesMigration,
  '0004-transfers-undelivered': transfersUndeliveredMigration,
  '0005-outbox-epoch': outboxEpochMigration,
  '0006-asset-identifiers': assetIdentifiersMigration,
  '0007-vasp-discovery': vaspDiscoveryMigration,
  '0008-transfer-queries': transferQueriesMigration,
  '0009-senders': sendersMigration,
  '0010-delivery-attempts': deliveryAttemptsMigration,
  '0011-transfer-combinations': transferCombinationsMigration,
  '0012-registered-transfers': registeredTransfersMigration,
  '0013-cases': casesMigration,
  '0014-check-runs': checkRunsMigration,
  '0015-customers': customersMigration,
  '0016-due-diligence': dueDiligenceMigration,
  '0017-screening': screeningMigration,
  '0018-decisions': decisionsMigration,
  '0020-rules': rulesMigration,
  '0022-data-keys': dataKeysMigration,
  '0023-erasure': erasureMigration,
  '0025-transfer-messages': transferMessagesMigration,
  '0027-data-requests': dataRequestsMigration,
  '0028-repairs': repairsMigration,
  '0029-desk-counts': deskCountsMigration,
  '0030-vasp-measures': vaspMeasuresMigration,
  '0031-outdated-seals': outdatedSealsMigration,
  '0031-response-totals': responseTotalsMigration,
  '0032-outdated-messages': outdatedMessagesMigration,
  '0033-vasp-reviews': vaspReviewsMigration,
  '0034-due-diligence-history': dueDiligenceHistoryMigration,
  '0036-case-reads': caseReadsMigration,
  '0038-data-request-list': dataRequestListMigration,
  '0039-vasp-hosts': vaspHostsMigration,
  '0040-lei-records': leiRecordsMigration,
  '0041-proven-addresses': provenAddressesMigration,
  '0043-cheaper-inserts': cheaperInsertsMigration,
  '0045-erased-digests': erasedDigestsMigration,
  '0046-digests-of-older-processes': digestsOfOlderProcessesMigration,
  '0047-breaker-probes': breakerProbesMigration,
  '0050-screening-retries': screeningRetriesMigration,
  '0053-removed-hosts': removedHostsMigration,
  '0054-planned-retries': plannedRetriesMigration,
  '0055-cases-in-order': casesInOrderMigration,
  '0059-rule-counts': ruleCountsMigration,
  '0060-case-mentions': caseMentionsMigration,
  '0061-transfer-drafts': transferDraftsMigration,
  '0062-unverified-approvals': unverifiedApprovalsMigration,
  '0063-assignees': assigneesMigration,
  '0064-outbox-home': outboxHomeMigration,
  '0065-feed-arrival': feedArrivalMigration,
  '0066-ended-unverified': endedUnverifiedMigration,
  '0067-release': releaseMigration,
  '0068-screening-thresholds': screeningThresholdsMigration,
}
