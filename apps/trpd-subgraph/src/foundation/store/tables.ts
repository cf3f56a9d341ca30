import type { FeedCursorTables } from '@travel-rule/database/feed-consumer'
import type { Actor, OutboxTables } from '@travel-rule/database/outbox'
import type { DataKeyTable } from '@travel-rule/database/record-keys'
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { LearnedIdentifiers } from '../../assets/domain/asset-identifier.ts'
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
import type { WireProfile } from '../../messages/domain/wire-profile.ts'
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
import type { Trust } from '../../vasps/domain/vasp.ts'
import type { VaspDiscovery } from '../../vasps/domain/vasp-discovery.ts'
import type { MeasureKind } from '../../vasps/domain/vasp-measure.ts'
import type { AmountUnit, Decimal } from '../domain/amount.ts'
import type { TrpVersion } from '../domain/trp-version.ts'

/** The tables of trpd. Columns named `*_sealed` are encrypted, because they contain personal data or secrets. */
export interface Tables extends OutboxTables, FeedCursorTables {
  vasps: VaspTable
  address_book: AddressBookTable
  transfers: TransferTable
  transfer_history: TransferHistoryTable
  deliveries: DeliveryTable
  delivery_attempts: DeliveryAttemptTable
  transfer_messages: TransferMessageTable
  circuit_breakers: CircuitBreakerTable
  callback_tokens: CallbackTokenTable
  inbound_messages: InboundMessageTable
  refused_inquiries: RefusedInquiryTable
  cases: CaseTable
  case_changes: CaseChangeTable
  case_reads: CaseReadTable
  assignees: AssigneeTable
  data_requests: DataRequestTable
  transfer_corrections: TransferCorrectionTable
  resubmissions: ResubmissionTable
  check_runs: CheckRunTable
  accepted_findings: AcceptedFindingTable
  customers: CustomerTable
  transfer_drafts: TransferDraftTable
  transfer_names: TransferNameTable
  screening_lists: ScreeningListTable
  transfer_screenings: TransferScreeningTable
  counterparty_reasons: CounterpartyReasonTable
  vasp_hosts: VaspHostTable
  lei_records: LeiRecordTable
  vasp_measures: VaspMeasureTable
  due_diligence_records: DueDiligenceRecordTable
  due_diligence_documents: DueDiligenceDocumentTable
  data_keys: DataKeyTable
  legal_holds: LegalHoldTable
  rule_sets: RuleSetTable
  screening_thresholds: ScreeningThresholdsTable
  applied_rules: AppliedRuleTable
  rates: RateTable
  proof_feed: ProofFeedTable
  proven_addresses: ProvenAddressTable
}

export interface ProofFeedTable {
  source: string
  /** When everything in the source had been read. */
  caught_up_at: Date
}

/** An ownership proof that was verified and has not been erased. */
export interface ProvenAddressTable {
  proof_id: string
  /** Keyed hash of the address. */
  address_fingerprint: Buffer
  /** Keyed hash of the customer reference of the proof; null if it has none. */
  customer_fingerprint: Buffer | null
  /** The transaction for which the proof was requested. */
  transaction_id: string | null
  method: string
  verified_at: Date
  revoked_at: Date | null
}

export interface VaspTable {
  id: string
  version: number
  name: string
  lei: string | null
  url: string | null
  host: string | null
  trust: Trust
  trust_note: string | null
  auto_approve: boolean
  /** In whole units, by asset id. */
  auto_approve_limits: JSONColumnType<Readonly<Record<string, Decimal>>>
  due_diligence: JSONColumnType<DueDiligence> | null
  /** In addition to `host`; `vasp_hosts` has all hosts. */
  further_hosts: JSONColumnType<readonly string[]>
  removed_hosts: JSONColumnType<readonly string[]>
  pinned_keys: JSONColumnType<readonly string[]>
  requires_mutual_tls: boolean | null
  wire_profile: JSONColumnType<WireProfile>
  learned_identifiers: JSONColumnType<LearnedIdentifiers>
  api_version: string | null
  discovery: JSONColumnType<VaspDiscovery> | null
  /** When discovery last ran; null once a response contradicts its result. */
  discovered_at: Date | null
  downgraded_to: TrpVersion | null
  created_at: Date
  updated_at: Date
}

export interface AddressBookTable {
  id: string
  version: number
  token_sha256: Buffer
  travel_address: string
  asset_id: string
  address: string | null
  active: boolean
  /** Empty once it has been erased. */
  personal_sealed: Buffer
  /** As in `transfers`. */
  customer_fingerprint: Buffer | null
  created_at: Date
  updated_at: Date
}

/** The mutable columns of a transfer, which the history copies for every version. */
export interface TransferStateColumns {
  version: number
  status: TransferStatus
  holds: JSONColumnType<readonly Hold[]>
  amount_unit: AmountUnit | null
  address: string | null
  tx_hash: string | null
  /** Written by officers and counterparties; may contain personal data. */
  reason_sealed: Buffer | null
  expires_at: Date | null
  decided_by: string | null
  archived_at: Date | null
  delivery_state: DeliveryState
  delivery_kind: DeliveryKind | null
  delivery_attempts: number
  delivery_next_attempt_at: Date | null
  /** May quote the counterparty. */
  delivery_problem_sealed: Buffer | null
  updated_at: Date
}

export interface TransferTable extends TransferStateColumns {
  /** Creation order, for keyset pagination. */
  sequence: ColumnType<bigint, never, never>
  id: string
  direction: Direction
  request_identifier: string
  channel: TransferChannel
  asset_id: string
  amount: string
  /** Null in rows of channels other than TRP. */
  travel_address: string | null
  vasp_id: string | null
  origin_address: string | null
  address_book_entry_id: string | null
  /** Null like `travel_address`. */
  protocol_version: string | null
  ivms101_issues: JSONColumnType<readonly IvmsIssue[]>
  deviations: JSONColumnType<readonly Deviation[]>
  /** Empty without a customer reference; null in rows of an older version. */
  customer_fingerprint: Buffer | null
  sender: JSONColumnType<SenderProof> | null
  /**
   * True if it counts towards the limits on unverified inquiries while it is open. Set when the row is
   * inserted, for a sender that has proved nothing.
   */
  unverified: Generated<boolean>
  /** `TransferSecrets` as JSON; empty once it has been erased. */
  private_sealed: Buffer
  /** When the personal data was erased. */
  erased_at: Generated<Date | null>
  /** The version that last changed the data that checks read. Maintained by triggers. */
  data_version: Generated<number>
  created_at: Date
}

export interface TransferHistoryTable extends TransferStateColumns {
  transfer_id: string
  event: string
  actor_type: string
  actor_id: string
}

export interface DeliveryTable {
  id: string
  transfer_id: string
  kind: DeliveryKind
  /** The same for every attempt, so that the counterparty recognizes a repeat. */
  request_identifier: string
  /** URL, body and version as JSON. */
  message_sealed: Buffer
  /** Number of attempts since it was queued; limited by the budget. */
  tries: number
  /** When `tries` was last 0; null in rows of releases before 0010, for which `created_at` counts. */
  queued_at: Date | null
  created_at: Date
}

export interface DeliveryAttemptTable {
  id: ColumnType<bigint, never, never>
  transfer_id: string
  kind: DeliveryKind
  outcome: DeliveryVerdict['type']
  status: number | null
  failure: DeliveryFailure | null
  duration_ms: number
  request_bytes: number
  response_bytes: number | null
  started_at: Date
}

export interface TransferMessageTable {
  transfer_id: string
  direction: 'RECEIVED' | 'SENT'
  kind: string
  request_identifier: string
  message_sealed: Buffer
  at: Date
}

export interface CircuitBreakerTable {
  vasp_id: string
  failures: number
  /** The message that failed last. Null only within the transaction that creates the row. */
  message_id: string | null
  open_until: Date | null
  /** True while a probing attempt is in progress, until `open_until` at the latest. */
  probing: Generated<boolean>
}

export interface CallbackTokenTable {
  token_sha256: Buffer
  transfer_id: string
  purpose: 'RESOLUTION' | 'CONFIRMATION'
  created_at: Date
}

export interface InboundMessageTable {
  counterparty: string
  request_identifier: string
  kind: 'INQUIRY' | 'RESOLUTION' | 'CONFIRMATION'
  /** `StoredResponse` as JSON. Null only within a transaction of an older version. */
  answer_sealed: Buffer | null
  received_at: Date
}

/** Number of inquiries refused because of the limits since the counts were last cleared. */
export interface RefusedInquiryTable {
  /** The client's address, or its IPv6 network. */
  address: string
  address_book_entry_id: string
  count: bigint
  first_at: Date
  last_at: Date
}

export interface CaseTable {
  transfer_id: string
  version: number
  status: CaseStatus
  assignee: string | null
  priority: CasePriority
  due_at: Date | null
  paused_by: string | null
  paused_at: Date | null
  /** An officer's reason; may contain personal data. */
  pause_sealed: Buffer | null
  proposed_by: string | null
  proposal_expires_at: Date | null
  /** The proposed decision as JSON; may contain personal data. */
  proposal_sealed: Buffer | null
  opened_at: Date
  updated_at: Date
}

export interface CaseChangeTable {
  transfer_id: string
  version: number
  event: CaseEventType
  actor_type: Actor['type']
  actor_id: string
  status: CaseStatus
  assignee: string | null
  priority: CasePriority
  due_at: Date | null
  mentions: JSONColumnType<readonly string[]>
  /** An officer's comment or reason; may contain personal data. */
  text_sealed: Buffer | null
  at: Date
}

export interface CaseReadTable {
  person: string
  transfer_id: string
  version: number
  case_version: number
  at: Date
}

export interface DataRequestTable {
  id: string
  transfer_id: string
  state: DataRequest['state']
  party: DataRequest['party']
  fields: JSONColumnType<readonly PartyField[]>
  link_number: number
  token_sha256: Buffer
  /** The message, the e-mail address, and the link until its e-mail has been sent, as JSON. */
  request_sealed: Buffer
  /** Null if the link was handed to an officer. */
  mail: 'QUEUED' | 'SENT' | 'FAILED' | null
  mistakes: number
  requested_by: string
  created_at: Date
  expires_at: Date
  settled_at: Date | null
  /** This column and the following ones are null until data is received. */
  form: 'FORM' | 'FILE' | null
  applied: boolean | null
  issues: JSONColumnType<readonly IvmsIssue[]> | null
  /** What was received, and what was known before, as JSON. */
  response_sealed: Buffer | null
}

export interface TransferCorrectionTable {
  transfer_id: string
  version: number
  /** The replaced IVMS101 payload, as JSON. */
  former_sealed: Buffer
  corrected_by: string
  at: Date
}

export interface ResubmissionTable {
  transfer_id: string
  former_id: string
}

export interface ScreeningListTable {
  name: ListName
  /** Null until the list was first loaded. */
  version: string | null
  published_on: string | null
  entries: Generated<number>
  malformed: Generated<number>
  malformed_rows: JSONColumnType<readonly MalformedRow[]>
  sha256: Buffer | null
  /** Entries as JSON lines, compressed with gzip. */
  content: Buffer | null
  loaded_at: Date | null
  refused_code: string | null
  refused_reason: string | null
  refused_at: Date | null
}

export interface TransferScreeningTable {
  transfer_id: string
  verdict: ScreeningVerdict
  evidence_sealed: Buffer
  /** The versions of the lists that it was screened against. */
  lists: string
  screened_at: Date
  /** When it is screened again even without a list change. */
  retry_at: Generated<Date | null>
  /**
   * The time of the screening that `retry_at` belongs to; a screening with another time was stored by an
   * older process.
   */
  retry_for: Date | null
  /** Identifies the finding; null for a PASS, or if an older process stored it. */
  finding: Generated<string | null>
  /** As in `check_runs`. */
  data_version: Generated<number | null>
}

/** A period in which the personal data of a transfer is kept from erasure. */
export interface LegalHoldTable {
  transfer_id: string
  set_at: Date
  set_by: string
  /** The officers' reasons; may contain personal data. */
  reason_sealed: Buffer
  ended_at: Date | null
  ended_by: string | null
  end_reason_sealed: Buffer | null
}

export interface CounterpartyReasonTable {
  id: string
  version: number
  text: string
  retired: boolean
  updated_at: Date
}

/** The VASP of each host, written by a trigger on `vasps`. */
export interface VaspHostTable {
  host: string
  vasp_id: string
  added_at: Date
}

/** The LEI register's responses, by LEI. */
export interface LeiRecordTable {
  lei: string
  record: JSONColumnType<LeiRecord> | null
  retrieved_at: Date | null
  asked_at: Date
  problem: string | null
}

export interface VaspMeasureTable {
  id: string
  vasp_id: string
  kind: MeasureKind
  taken_at: Date
  deadline: Date | null
  /** An internal note; may contain personal data. */
  note_sealed: Buffer | null
  recorded_by: string
  recorded_at: Date
}

export interface DueDiligenceRecordTable {
  id: string
  vasp_id: string
  findings: JSONColumnType<DueDiligence>
  recorded_at: Date
  /** The answers as JSON; null if there are none. */
  answers_sealed: Buffer | null
  erased_at: Date | null
}

export interface DueDiligenceDocumentTable {
  id: string
  record_id: string
  /** Empty once it has been erased, like the content. */
  name_sealed: Buffer
  media_type: string
  bytes: number
  sha256: Buffer
  content_sealed: Buffer
  added_by: string
  added_at: Date
}

export interface RuleSetTable {
  version: number
  id: string
  rules: JSONColumnType<readonly Rule[]>
  note: string | null
  author: string
  created_at: Date
}

export interface ScreeningThresholdsTable {
  version: number
  possible: number
  strong: number
  author: string
  created_at: Date
}

export interface AppliedRuleTable {
  transfer_id: string
  rules_version: number
  name: string
  action: RuleAction
  /** The version of the transfer that resulted, or at which it was applied. */
  transfer_version: number
  at: Date
}

export interface RateTable {
  asset_id: string
  currency: string
  value: Decimal
  at: Date
  set_by: string
}

export type CaseRow = Selectable<CaseTable>

/** The results of all checks of a transfer at one time. */
export interface CheckRunTable {
  id: ColumnType<bigint, never, never>
  transfer_id: string
  cause: 'INQUIRY' | 'RELEASE' | 'LOOKUP' | 'CHANGE' | 'REQUEST'
  requested_by: string | null
  results: JSONColumnType<readonly StoredCheckResult[]>
  /** The evidence of the verdicts, by check, as JSON. */
  evidence_sealed: Buffer
  /** The data version of the transfer when it ran; null if an older process stored it. */
  data_version: Generated<number | null>
}

/** A person's acceptance of a finding about a transfer. */
export interface AcceptedFindingTable {
  transfer_id: string
  /** Identifies the finding; see `findingId`. */
  finding: string
  check_name: CheckName
  verdict: CheckVerdict
  accepted_by: string
  accepted_at: Date
}

export interface CustomerTable {
  id: string
  version: number
  reference_fingerprint: Buffer
  personal_sealed: Buffer
  /** Keyed hashes of the words in its names. */
  name_tokens: ColumnType<bigint[], string[], string[]>
  created_at: Date
  updated_at: Date
}

export interface AssigneeTable {
  /** Id of the person at the identity provider. */
  person: string
  seen_at: Date
}

export interface TransferDraftTable {
  id: string
  /** Id of the person at the identity provider. */
  person: string
  version: number
  /** Fingerprint of the customer that it names; empty if it names none. */
  customer_fingerprint: Buffer
  draft_sealed: Buffer
  updated_at: Date
}

/** The words of the names in a payload, as keyed hashes. */
export interface TransferNameTable {
  transfer_id: string
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
