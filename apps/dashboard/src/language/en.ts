import { addressesEn } from '../addresses/messages/en.ts'
import { appEn, shortcutsEn, signInEn } from '../app/messages/en.ts'
import { auditEn } from '../audit/messages/en.ts'
import { customersEn } from '../customers/messages/en.ts'
import { dataRequestsEn } from '../data-requests/messages/en.ts'
import { erasureEn } from '../erasure/messages/en.ts'
import { evidenceEn } from '../evidence/messages/en.ts'
import { failingVaspsEn, homeEn, unverifiedEn } from '../home/messages/en.ts'
import { batchEn, inboxEn, liveEn } from '../inbox/messages/en.ts'
import { newTransferEn } from '../new-transfer/messages/en.ts'
import { peopleEn } from '../people/messages/en.ts'
import { personEn } from '../persons/messages/en.ts'
import { proofsEn } from '../proofs/messages/en.ts'
import { repairEn } from '../repair/messages/en.ts'
import { ratesEn, ruleHistoryEn, rulesEn } from '../rules/messages/en.ts'
import { savedViewsEn } from '../saved-views/messages/en.ts'
import { screeningEn } from '../screening/messages/en.ts'
import { reasonsEn, settingsEn } from '../settings/messages/en.ts'
import { systemEn } from '../system/messages/en.ts'
import { caseEn, proposalEn } from '../transaction/messages/case-en.ts'
import { actionsEn, transactionEn } from '../transaction/messages/en.ts'
import { checksEn, recordEn, releaseEn } from '../transaction/messages/record-en.ts'
import { formWordsEn, problemsEn } from '../ui/messages/en.ts'
import { vaspsEn } from '../vasps/messages/en.ts'
import { serviceWordsEn } from './service-words/en.ts'

/** English: the messages that every other language must have. */
export const en = {
  app: appEn,
  signIn: signInEn,
  live: liveEn,
  inbox: inboxEn,
  transaction: transactionEn,
  actions: { ...formWordsEn, ...actionsEn },
  case: caseEn,
  proposal: proposalEn,
  checks: checksEn,
  vasps: vaspsEn,
  newTransfer: newTransferEn,
  addresses: addressesEn,
  customers: customersEn,
  batch: batchEn,
  savedViews: savedViewsEn,
  proofs: proofsEn,
  dataRequests: dataRequestsEn,
  repair: repairEn,
  erasure: erasureEn,
  release: releaseEn,
  evidence: evidenceEn,
  record: recordEn,
  serviceWords: serviceWordsEn,
  problems: problemsEn,
  shortcuts: shortcutsEn,
  person: personEn,
  audit: auditEn,
  people: peopleEn,
  settings: settingsEn,
  reasons: reasonsEn,
  system: systemEn,
  screening: screeningEn,
  home: homeEn,
  rules: rulesEn,
  unverified: unverifiedEn,
  failingVasps: failingVaspsEn,
  ruleHistory: ruleHistoryEn,
  rates: ratesEn,
}
