import type { ColumnsOf } from '@travel-rule/database/entity-columns'
import type { FeedCursorTables } from '@travel-rule/database/feed-consumer'
import type { Actor, OutboxTables } from '@travel-rule/database/outbox'
import type { DataKeyTable } from '@travel-rule/database/record-keys'
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { CasePriority, CaseStatus } from '../../cases/domain/case.ts'
import type { CaseEventType } from '../../cases/domain/decide-case.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { DataRequest } from '../../data-requests/domain/data-request.ts'
import type { DeliveryFailure } from '../../delivery/domain/delivery-attempt.ts'
import type { DueDiligence } from '../../due-diligence/domain/due-diligence.ts'
import type { LeiRecord } from '../../due-diligence/domain/lei-record.ts'
import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import type { PartyField } from '../../jurisdictions/domain/jurisdiction.ts'
import type { MissingData } from '../../jurisdictions/domain/missing-fields.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import type { Rule, RuleAction } from '../../rules/domain/rule.ts'
import type { ListName, MalformedRow } from '../../screening/domain/list-entry.ts'
import type { ScreeningVerdict } from '../../screening/domain/screening-result.ts'
import type { DeliveryVerdict } from '../../transfers/domain/decide-delivery.ts'
import type {
  DeliveryKind,
  DeliveryState,
  Direction,
  Hold,
  TransferChannel,
  TransferStatus,
} from '../../transfers/domain/transfer.ts'
import type { SenderProof } from '../../vasps/domain/sender-proof.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import type { MeasureKind } from '../../vasps/domain/vasp-measure.ts'
import type { AmountUnit, Decimal } from '../domain/amount.ts'

/** The tables of trpd. Columns named `*Sealed` are encrypted, because they contain personal data or secrets. */
export interface Tables extends OutboxTables, FeedCursorTables {
  vasps: VaspTable
  addressBook: AddressBookTable
  transfers: TransferTable
  transferHistory: TransferHistoryTable
  deliveries: DeliveryTable
  deliveryAttempts: DeliveryAttemptTable
  transferMessages: TransferMessageTable
  circuitBreakers: CircuitBreakerTable
  callbackTokens: CallbackTokenTable
  inboundMessages: InboundMessageTable
  refusedInquiries: RefusedInquiryTable
  cases: CaseTable
  caseChanges: CaseChangeTable
  caseReads: CaseReadTable
  assignees: AssigneeTable
  dataRequests: DataRequestTable
  transferCorrections: TransferCorrectionTable
  resubmissions: ResubmissionTable
  checkRuns: CheckRunTable
  acceptedFindings: AcceptedFindingTable
  customers: CustomerTable
  transferDrafts: TransferDraftTable
  transferNames: TransferNameTable
  screeningLists: ScreeningListTable
  transferScreenings: TransferScreeningTable
  counterpartyReasons: CounterpartyReasonTable
  vaspHosts: VaspHostTable
  leiRecords: LeiRecordTable
  vaspMeasures: VaspMeasureTable
  dueDiligenceRecords: DueDiligenceRecordTable
  dueDiligenceDocuments: DueDiligenceDocumentTable
  dataKeys: DataKeyTable
  legalHolds: LegalHoldTable
  ruleSets: RuleSetTable
  screeningThresholds: ScreeningThresholdsTable
  appliedRules: AppliedRuleTable
  rates: RateTable
  proofFeed: ProofFeedTable
  provenAddresses: ProvenAddressTable
}

export interface ProofFeedTable {
  source: string
  /** When everything in the source had been read. */
  caughtUpAt: Date
}

/** An ownership proof that was verified and has not been erased. */
export interface ProvenAddressTable {
  proofId: string
  /** Keyed hash of the address. */
  addressFingerprint: Buffer
  /** Keyed hash of the customer reference of the proof; null if it has none. */
  customerFingerprint: Buffer | null
  /** The transaction for which the proof was requested. */
  transactionId: string | null
  method: string
  verifiedAt: Date
  revokedAt: Date | null
}

export type VaspTable = ColumnsOf<Vasp>

export interface AddressBookTable {
  id: string
  version: number
  tokenSha256: Buffer
  travelAddress: string
  assetId: string
  address: string | null
  active: boolean
  /** Empty once it has been erased. */
  personalSealed: Buffer
  /** As in `transfers`. */
  customerFingerprint: Buffer | null
  createdAt: Date
  updatedAt: Date
}

/** The mutable columns of a transfer, which the history copies for every version. */
export interface TransferStateColumns {
  version: number
  status: TransferStatus
  holds: JSONColumnType<readonly Hold[]>
  amountUnit: AmountUnit | null
  address: string | null
  txHash: string | null
  /** Written by officers and counterparties; may contain personal data. */
  reasonSealed: Buffer | null
  expiresAt: Date | null
  decidedBy: string | null
  archivedAt: Date | null
  deliveryState: DeliveryState
  deliveryKind: DeliveryKind | null
  deliveryAttempts: number
  deliveryNextAttemptAt: Date | null
  /** May quote the counterparty. */
  deliveryProblemSealed: Buffer | null
  updatedAt: Date
}

export interface TransferTable extends TransferStateColumns {
  /** Creation order, for keyset pagination. */
  sequence: ColumnType<bigint, never, never>
  id: string
  direction: Direction
  requestIdentifier: string
  channel: TransferChannel
  assetId: string
  amount: string
  /** Null in rows of channels other than TRP. */
  travelAddress: string | null
  vaspId: string | null
  originAddress: string | null
  addressBookEntryId: string | null
  /** Null like `travelAddress`. */
  protocolVersion: string | null
  ivms101Issues: JSONColumnType<readonly IvmsIssue[]>
  deviations: JSONColumnType<readonly Deviation[]>
  /** Empty without a customer reference; null in rows of an older version. */
  customerFingerprint: Buffer | null
  sender: JSONColumnType<SenderProof> | null
  /**
   * True if it counts towards the limits on unverified inquiries while it is open. Set when the row is
   * inserted, for a sender that has proved nothing.
   */
  unverified: Generated<boolean>
  /** `TransferSecrets` as JSON; empty once it has been erased. */
  privateSealed: Buffer
  /** When the personal data was erased. */
  erasedAt: Generated<Date | null>
  /** The version that last changed the data that checks read. Maintained by triggers. */
  dataVersion: Generated<number>
  createdAt: Date
}

export interface TransferHistoryTable extends TransferStateColumns {
  transferId: string
  event: string
  actorType: string
  actorId: string
}

export interface DeliveryTable {
  id: string
  transferId: string
  kind: DeliveryKind
  /** The same for every attempt, so that the counterparty recognizes a repeat. */
  requestIdentifier: string
  /** URL, body and version as JSON. */
  messageSealed: Buffer
  /** Number of attempts since it was queued; limited by the budget. */
  tries: number
  /** When `tries` was last 0; null in rows of releases before 0010, for which `createdAt` counts. */
  queuedAt: Date | null
  createdAt: Date
}

export interface DeliveryAttemptTable {
  id: ColumnType<bigint, never, never>
  transferId: string
  kind: DeliveryKind
  outcome: DeliveryVerdict['type']
  status: number | null
  failure: DeliveryFailure | null
  durationMs: number
  requestBytes: number
  responseBytes: number | null
  startedAt: Date
}

export interface TransferMessageTable {
  transferId: string
  direction: 'RECEIVED' | 'SENT'
  kind: string
  requestIdentifier: string
  messageSealed: Buffer
  at: Date
}

export interface CircuitBreakerTable {
  vaspId: string
  failures: number
  /** The message that failed last. Null only within the transaction that creates the row. */
  messageId: string | null
  openUntil: Date | null
  /** True while a probing attempt is in progress, until `openUntil` at the latest. */
  probing: Generated<boolean>
}

export interface CallbackTokenTable {
  tokenSha256: Buffer
  transferId: string
  purpose: 'RESOLUTION' | 'CONFIRMATION'
  createdAt: Date
}

export interface InboundMessageTable {
  counterparty: string
  requestIdentifier: string
  kind: 'INQUIRY' | 'RESOLUTION' | 'CONFIRMATION'
  /** `StoredResponse` as JSON. Null only within a transaction of an older version. */
  answerSealed: Buffer | null
  receivedAt: Date
}

/** Number of inquiries refused because of the limits since the counts were last cleared. */
export interface RefusedInquiryTable {
  /** The client's address, or its IPv6 network. */
  address: string
  addressBookEntryId: string
  count: bigint
  firstAt: Date
  lastAt: Date
}

export interface CaseTable {
  transferId: string
  version: number
  status: CaseStatus
  assignee: string | null
  priority: CasePriority
  dueAt: Date | null
  pausedBy: string | null
  pausedAt: Date | null
  /** An officer's reason; may contain personal data. */
  pauseSealed: Buffer | null
  proposedBy: string | null
  proposalExpiresAt: Date | null
  /** The proposed decision as JSON; may contain personal data. */
  proposalSealed: Buffer | null
  openedAt: Date
  updatedAt: Date
}

export interface CaseChangeTable {
  transferId: string
  version: number
  event: CaseEventType
  actorType: Actor['type']
  actorId: string
  status: CaseStatus
  assignee: string | null
  priority: CasePriority
  dueAt: Date | null
  mentions: JSONColumnType<readonly string[]>
  /** An officer's comment or reason; may contain personal data. */
  textSealed: Buffer | null
  at: Date
}

export interface CaseReadTable {
  person: string
  transferId: string
  version: number
  caseVersion: number
  at: Date
}

export interface DataRequestTable {
  id: string
  transferId: string
  state: DataRequest['state']
  party: DataRequest['party']
  fields: JSONColumnType<readonly PartyField[]>
  linkNumber: number
  tokenSha256: Buffer
  /** The message, the e-mail address, and the link until its e-mail has been sent, as JSON. */
  requestSealed: Buffer
  /** Null if the link was handed to an officer. */
  mail: 'QUEUED' | 'SENT' | 'FAILED' | null
  mistakes: number
  requestedBy: string
  createdAt: Date
  expiresAt: Date
  settledAt: Date | null
  /** This column and the following ones are null until data is received. */
  form: 'FORM' | 'FILE' | null
  applied: boolean | null
  issues: JSONColumnType<readonly IvmsIssue[]> | null
  /** What was received, and what was known before, as JSON. */
  responseSealed: Buffer | null
}

export interface TransferCorrectionTable {
  transferId: string
  version: number
  /** The replaced IVMS101 payload, as JSON. */
  formerSealed: Buffer
  correctedBy: string
  at: Date
}

export interface ResubmissionTable {
  transferId: string
  formerId: string
}

export interface ScreeningListTable {
  name: ListName
  /** Null until the list was first loaded. */
  version: string | null
  publishedOn: string | null
  entries: Generated<number>
  malformed: Generated<number>
  malformedRows: JSONColumnType<readonly MalformedRow[]>
  sha256: Buffer | null
  /** Entries as JSON lines, compressed with gzip. */
  content: Buffer | null
  loadedAt: Date | null
  refusedCode: string | null
  refusedReason: string | null
  refusedAt: Date | null
}

export interface TransferScreeningTable {
  transferId: string
  verdict: ScreeningVerdict
  evidenceSealed: Buffer
  /** The versions of the lists that it was screened against. */
  lists: string
  screenedAt: Date
  /** When it is screened again even without a list change. */
  retryAt: Generated<Date | null>
  /**
   * The time of the screening that `retryAt` belongs to; a screening with another time was stored by an
   * older process.
   */
  retryFor: Date | null
  /** Identifies the finding; null for a PASS, or if an older process stored it. */
  finding: Generated<string | null>
  /** As in `checkRuns`. */
  dataVersion: Generated<number | null>
}

/** A period in which the personal data of a transfer is kept from erasure. */
export interface LegalHoldTable {
  transferId: string
  setAt: Date
  setBy: string
  /** The officers' reasons; may contain personal data. */
  reasonSealed: Buffer
  endedAt: Date | null
  endedBy: string | null
  endReasonSealed: Buffer | null
}

export interface CounterpartyReasonTable {
  id: string
  version: number
  text: string
  retired: boolean
  updatedAt: Date
}

/** The VASP of each host, written by a trigger on `vasps`. */
export interface VaspHostTable {
  host: string
  vaspId: string
  addedAt: Date
}

/** The LEI register's responses, by LEI. */
export interface LeiRecordTable {
  lei: string
  record: JSONColumnType<LeiRecord> | null
  retrievedAt: Date | null
  askedAt: Date
  problem: string | null
}

export interface VaspMeasureTable {
  id: string
  vaspId: string
  kind: MeasureKind
  takenAt: Date
  deadline: Date | null
  /** An internal note; may contain personal data. */
  noteSealed: Buffer | null
  recordedBy: string
  recordedAt: Date
}

export interface DueDiligenceRecordTable {
  id: string
  vaspId: string
  findings: JSONColumnType<DueDiligence>
  recordedAt: Date
  /** The answers as JSON; null if there are none. */
  answersSealed: Buffer | null
  erasedAt: Date | null
}

export interface DueDiligenceDocumentTable {
  id: string
  recordId: string
  /** Empty once it has been erased, like the content. */
  nameSealed: Buffer
  mediaType: string
  bytes: number
  sha256: Buffer
  contentSealed: Buffer
  addedBy: string
  addedAt: Date
}

export interface RuleSetTable {
  version: number
  id: string
  rules: JSONColumnType<readonly Rule[]>
  note: string | null
  author: string
  createdAt: Date
}

export interface ScreeningThresholdsTable {
  version: number
  possible: number
  strong: number
  author: string
  createdAt: Date
}

export interface AppliedRuleTable {
  transferId: string
  rulesVersion: number
  name: string
  action: RuleAction
  /** The version of the transfer that resulted, or at which it was applied. */
  transferVersion: number
  at: Date
}

export interface RateTable {
  assetId: string
  currency: string
  value: Decimal
  at: Date
  setBy: string
}

export type CaseRow = Selectable<CaseTable>

/** The results of all checks of a transfer at one time. */
export interface CheckRunTable {
  id: ColumnType<bigint, never, never>
  transferId: string
  cause: 'INQUIRY' | 'RELEASE' | 'LOOKUP' | 'CHANGE' | 'REQUEST'
  requestedBy: string | null
  results: JSONColumnType<readonly StoredCheckResult[]>
  /** The evidence of the verdicts, by check, as JSON. */
  evidenceSealed: Buffer
  /** The data version of the transfer when it ran; null if an older process stored it. */
  dataVersion: Generated<number | null>
}

/** A person's acceptance of a finding about a transfer. */
export interface AcceptedFindingTable {
  transferId: string
  /** Identifies the finding; see `findingId`. */
  finding: string
  checkName: CheckName
  verdict: CheckVerdict
  acceptedBy: string
  acceptedAt: Date
}

export interface CustomerTable {
  id: string
  version: number
  referenceFingerprint: Buffer
  personalSealed: Buffer
  /** Keyed hashes of the words in its names. */
  nameTokens: ColumnType<bigint[], string[], string[]>
  createdAt: Date
  updatedAt: Date
}

export interface AssigneeTable {
  /** Id of the person at the identity provider. */
  person: string
  seenAt: Date
}

export interface TransferDraftTable {
  id: string
  /** Id of the person at the identity provider. */
  person: string
  version: number
  /** Fingerprint of the customer that it names; empty if it names none. */
  customerFingerprint: Buffer
  draftSealed: Buffer
  updatedAt: Date
}

/** The words of the names in a payload, as keyed hashes. */
export interface TransferNameTable {
  transferId: string
  tokens: ColumnType<bigint[], string[], string[]>
}

/** A `CheckResult` as JSON, without its evidence. */
export interface StoredCheckResult {
  readonly check: CheckName
  readonly version: number
  readonly verdict: CheckVerdict
  readonly reason: string
  readonly missing?: readonly MissingData[]
  readonly at: string
  readonly finding?: string
}

export type VaspRow = Selectable<VaspTable>
export type CustomerRow = Selectable<CustomerTable>
export type AddressBookRow = Selectable<AddressBookTable>
export type TransferRow = Selectable<TransferTable>
export type TransferStateRow = Selectable<TransferStateColumns>
export type TransferHistoryRow = Selectable<TransferHistoryTable>
