import { addressesDe } from '../addresses/messages/de.ts'
import { appDe, shortcutsDe, signInDe } from '../app/messages/de.ts'
import { auditDe } from '../audit/messages/de.ts'
import { customersDe } from '../customers/messages/de.ts'
import { dataRequestsDe } from '../data-requests/messages/de.ts'
import { erasureDe } from '../erasure/messages/de.ts'
import { evidenceDe } from '../evidence/messages/de.ts'
import { failingVaspsDe, homeDe, unverifiedDe } from '../home/messages/de.ts'
import { batchDe, inboxDe, liveDe } from '../inbox/messages/de.ts'
import { newTransferDe } from '../new-transfer/messages/de.ts'
import { peopleDe } from '../people/messages/de.ts'
import { personDe } from '../persons/messages/de.ts'
import { proofsDe } from '../proofs/messages/de.ts'
import { repairDe } from '../repair/messages/de.ts'
import { ratesDe, ruleHistoryDe, rulesDe } from '../rules/messages/de.ts'
import { savedViewsDe } from '../saved-views/messages/de.ts'
import { screeningDe } from '../screening/messages/de.ts'
import { reasonsDe, settingsDe } from '../settings/messages/de.ts'
import { systemDe } from '../system/messages/de.ts'
import { caseDe, proposalDe } from '../transaction/messages/case-de.ts'
import { actionsDe, transactionDe } from '../transaction/messages/de.ts'
import { checksDe, recordDe, releaseDe } from '../transaction/messages/record-de.ts'
import { formWordsDe, problemsDe } from '../ui/messages/de.ts'
import { vaspsDe } from '../vasps/messages/de.ts'
import type { Messages } from './messages.ts'
import { serviceWordsDe } from './service-words/de.ts'

export const de: Messages = {
  app: appDe,
  signIn: signInDe,
  live: liveDe,
  inbox: inboxDe,
  transaction: transactionDe,
  actions: { ...formWordsDe, ...actionsDe },
  case: caseDe,
  proposal: proposalDe,
  checks: checksDe,
  vasps: vaspsDe,
  newTransfer: newTransferDe,
  addresses: addressesDe,
  customers: customersDe,
  batch: batchDe,
  savedViews: savedViewsDe,
  proofs: proofsDe,
  dataRequests: dataRequestsDe,
  repair: repairDe,
  erasure: erasureDe,
  release: releaseDe,
  evidence: evidenceDe,
  record: recordDe,
  serviceWords: serviceWordsDe,
  problems: problemsDe,
  shortcuts: shortcutsDe,
  person: personDe,
  audit: auditDe,
  people: peopleDe,
  settings: settingsDe,
  reasons: reasonsDe,
  system: systemDe,
  screening: screeningDe,
  home: homeDe,
  rules: rulesDe,
  unverified: unverifiedDe,
  failingVasps: failingVaspsDe,
  ruleHistory: ruleHistoryDe,
  rates: ratesDe,
}
