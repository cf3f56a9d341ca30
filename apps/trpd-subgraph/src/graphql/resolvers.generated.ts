// Generated from the *.graphql files beside it by "npm run codegen". Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Namespace } from '@travel-rule/subgraph/resolver-values';
import type { BatchItem as BatchItemModel } from '../actions/run-batch.ts';
import type { TransferWithCase as TransferModel, Case as CaseModel, Proposal as ProposalModel, CasePause as CasePauseModel } from '../domain/case.ts';
import type { StoredCaseChange as StoredCaseChangeModel } from '../store/cases.ts';
import type { CounterpartyReason as CounterpartyReasonModel } from '../store/counterparty-reasons.ts';
import type { Correction as CorrectionModel } from '../store/transfer-repairs.ts';
import type { StoredDataRequest as StoredDataRequestModel, AnsweredDataRequest as AnsweredDataRequestModel } from '../store/data-requests.ts';
import type { IssuedRequest as IssuedRequestModel } from '../actions/data-requests/request-data.ts';
import type { ShownRuleSet as ShownRuleSetModel } from '../store/rule-sets.ts';
import type { Rule as RuleModel, CheckCondition as CheckConditionModel, AmountCondition as AmountConditionModel } from '../domain/rules/rule.ts';
import type { StoredAppliedRule as StoredAppliedRuleModel } from '../store/applied-rules.ts';
import type { ReplacedRules as ReplacedRulesModel } from '../actions/rules/replace-rules.ts';
import type { DryRunPage as DryRunPageModel, Difference as DifferenceModel } from '../actions/rules/dry-run-rules.ts';
import type { Rate as RateModel } from '../domain/rates.ts';
import type { HistoryEntry as HistoryEntryModel } from '../store/transfer-history.ts';
import type { Delivery as DeliveryModel } from '../domain/transfer.ts';
import type { DeliveryAttempt as DeliveryAttemptModel } from '../domain/delivery-attempt.ts';
import type { LegalHold as LegalHoldModel } from '../store/legal-holds.ts';
import type { Retention as RetentionModel } from '../actions/retention.ts';
import type { CustomerExport as CustomerExportModel } from '../actions/export-customer.ts';
import type { Erasure as ErasureModel } from '../actions/erase.ts';
import type { DueDiligenceRecord as DueDiligenceModel } from '../domain/due-diligence.ts';
import type { KnownLeiRecord as KnownLeiRecordModel } from '../domain/lei-record.ts';
import type { DueDiligenceDocument as DueDiligenceDocumentModel } from '../domain/due-diligence-document.ts';
import type { DueDiligenceFile as DueDiligenceFileModel } from '../store/due-diligence-documents.ts';
import type { DataFailures as DataFailuresModel } from '../store/data-failures.ts';
import type { VaspMeasure as VaspMeasureModel } from '../domain/vasp-measure.ts';
import type { EvidenceReference } from '../actions/gather-evidence.ts';
import type { Customer as CustomerModel } from '../domain/customer.ts';
import type { TransferDraft as TransferDraftModel } from '../store/transfer-drafts.ts';
import type { CheckRun as CheckRunModel, CheckResultInRun as CheckResultModel } from '../store/check-runs.ts';
import type { Vasp as VaspModel, OwnIdentity as OwnIdentityModel } from '../domain/vasp.ts';
import type { VaspDirectoryPart as VaspDirectoryPartModel } from '../actions/export-vasps.ts';
import type { VaspImport as VaspImportModel, ImportedRow as ImportedRowModel, ImportProblem as ImportProblemModel } from '../actions/import-vasps.ts';
import type { DiscoveredVasp as DiscoveredVaspModel } from '../actions/discover-vasp.ts';
import type { SenderProof as SenderProofModel } from '../domain/sender-proof.ts';
import type { UnverifiedTotals as UnverifiedTotalsModel, UnverifiedSource as UnverifiedSourceModel } from '../store/unverified-inquiries.ts';
import type { ClearedInquiries as ClearedInquiriesModel } from '../actions/clear-unverified.ts';
import type { WireProfile as WireProfileModel } from '../domain/wire-profile.ts';
import type { AddressBookEntry as AddressBookEntryModel } from '../store/address-book.ts';
import type { InquiryTarget as InquiryTargetModel } from '../domain/inquiry-target.ts';
import type { Asset as AssetModel } from '../domain/asset.ts';
import type { Originator as OriginatorModel, Beneficiary as BeneficiaryModel, Person as PersonModel, NaturalPerson as NaturalPersonModel, NaturalPersonName as NaturalPersonNameModel, NaturalPersonNameIdentifier as NaturalPersonNameIdentifierModel, LegalPerson as LegalPersonModel, LegalPersonName as LegalPersonNameModel, LegalPersonNameIdentifier as LegalPersonNameIdentifierModel, Address as AddressModel, NationalIdentification as NationalIdentificationModel, DateAndPlaceOfBirth as DateAndPlaceOfBirthModel } from '../domain/ivms101/model.ts';
import type { Jurisdiction as JurisdictionModel, Tier as TierModel, SelfHostedRequirement as SelfHostedRequirementModel } from '../domain/jurisdictions/jurisdiction.ts';
import type { IvmsIssue as IvmsIssueModel } from '../domain/ivms101/issue.ts';
import type { StoredThresholds as StoredThresholdsModel } from '../store/screening-thresholds.ts';
import type { ThresholdsPreview as ThresholdsPreviewModel } from '../actions/screening/preview-thresholds.ts';
import type { ScreeningListState as ScreeningListStateModel } from '../store/screening-lists.ts';
import type { AddressAttribution as AddressAttributionModel } from '../actions/attribution/attribute-address.ts';
import type { Release as ReleaseModel, ActObstacle as ActObstacleModel } from '../domain/release/obstacles-by-act.ts';
import type { TransferScreening as TransferScreeningModel } from '../store/transfer-screenings.ts';
import type { Context } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /**
   * A point in time: an RFC 3339 string in UTC such as `2026-01-31T12:00:00.000Z`. Input needs a time with seconds and `Z` or an
   * offset such as `+01:00`; a date alone is refused, since its time zone is unknown.
   */
  DateTime: { input: Date; output: Date; }
  link__Import: { input: unknown; output: unknown; }
  federation__FieldSet: { input: unknown; output: unknown; }
  federation__Scope: { input: unknown; output: unknown; }
  federation__Policy: { input: unknown; output: unknown; }
  federation__ContextFieldValue: { input: unknown; output: unknown; }
};

/** A travel address that this node has issued. */
export type AddressBookEntry = {
  __typename?: 'AddressBookEntry';
  /** Id of the entry. */
  id: Scalars['ID']['output'];
  /** The travel address, which the customer gives to the originator. */
  travelAddress: Scalars['String']['output'];
  /** The asset to receive. */
  asset: Asset;
  /** The payment address for approvals. If null, the officer enters one. */
  address: Maybe<Scalars['String']['output']>;
  /** Identifier of the customer in other systems. */
  customerReference: Maybe<Scalars['String']['output']>;
  /** Purpose of the entry. */
  label: Maybe<Scalars['String']['output']>;
  /** Whether inquiries are accepted. An inactive entry responds like an unknown one. */
  active: Scalars['Boolean']['output'];
  /** Time of issue. */
  createdAt: Scalars['DateTime']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
  /** The customer with its customerReference; null while none is stored. */
  customer: Maybe<Customer>;
};

/** A new travel address. */
export type CreateTravelAddressInput = {
  /** Id of the asset to receive; see `assets`. */
  asset: Scalars['ID']['input'];
  /** The payment address for approvals. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the customer in other systems; personal data. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
  /** Purpose of the entry; personal data. */
  label?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to an address book entry. Absent fields stay unchanged; null clears them. */
export type UpdateAddressBookEntryInput = {
  /** The payment address for approvals. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the customer in other systems; personal data. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
  /** Purpose of the entry; personal data. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Whether inquiries are accepted. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A decoded travel address. */
export type TravelAddress = {
  __typename?: 'TravelAddress';
  /** The travel address or LNURL. */
  travelAddress: Scalars['String']['output'];
  /** Whether it is a travel address of TRP 3 or an LNURL of TRP 2. */
  form: TravelAddressForm;
  /** Where inquiries are sent: host, path and query without the scheme. */
  url: Scalars['String']['output'];
  /** The host of the VASP. */
  host: Scalars['String']['output'];
  /** The VASP, if this node knows it. */
  vasp: Maybe<Vasp>;
};

/** The forms of a travel address. */
export type TravelAddressForm =
  /** Starts with `ta`. */
  | 'TRAVEL_ADDRESS'
  /** Starts with `lnurl1`. */
  | 'LNURL';

/** An asset on one ledger. */
export type Asset = {
  __typename?: 'Asset';
  /** Id in this API, such as `btc` or `usdc-ethereum`. */
  id: Scalars['ID']['output'];
  /** Name. */
  name: Scalars['String']['output'];
  /** Symbol; several assets may share one. */
  symbol: Scalars['String']['output'];
  /** Decimal places: one whole unit is 10^decimals base units. */
  decimals: Scalars['Int']['output'];
  /** Digital token identifier (ISO 24165), if known. */
  dti: Maybe<Scalars['String']['output']>;
  /** SLIP-0044 coin type; null for tokens. */
  slip0044: Maybe<Scalars['Int']['output']>;
  /** CAIP-19 asset id. */
  caip19: Scalars['String']['output'];
  /** CAIP-2 id of the ledger. */
  chain: Scalars['String']['output'];
  /** The form of payment addresses and transaction hashes; others are refused. */
  addressFormat: AddressFormat;
  /** The memo that a payment address may carry, as in address?memo=1; null if the ledger has none. */
  memoFormat: Maybe<MemoFormat>;
};

/** The form of the payment addresses of an asset. */
export type AddressFormat =
  /** Bitcoin: base58 and bech32 addresses of the main network. */
  | 'BITCOIN'
  /** Bitcoin's test networks. */
  | 'BITCOIN_TESTNET'
  /** Litecoin. */
  | 'LITECOIN'
  /** Dogecoin. */
  | 'DOGECOIN'
  /** Bitcoin Cash: CashAddr and legacy addresses. */
  | 'BITCOIN_CASH'
  /** Ethereum and compatible ledgers, with the checksum of EIP-55 in mixed case. */
  | 'EVM'
  /** Solana. */
  | 'SOLANA'
  /** TRON. */
  | 'TRON'
  /** Cardano: Shelley and Byron addresses. */
  | 'CARDANO'
  /** XRP Ledger: classic addresses and X-addresses. */
  | 'XRPL'
  /** Polkadot: SS58 of Polkadot or of any Substrate ledger. */
  | 'POLKADOT'
  /** Cosmos Hub. */
  | 'COSMOS'
  /** Stellar: accounts and muxed accounts. */
  | 'STELLAR'
  /** Tezos: tz1 to tz4, and contracts. */
  | 'TEZOS'
  /** Another ledger: any printable ASCII characters without white space. */
  | 'ANY';

/** The memo of a payment. */
export type MemoFormat =
  /** A destination tag: a number from 0 to 4294967295. */
  | 'XRPL_DESTINATION_TAG'
  /** An unsigned 64-bit number, or text of at most 28 bytes. */
  | 'STELLAR_MEMO'
  /** Text of at most 512 bytes. */
  | 'COSMOS_MEMO';

/** The identity of this node towards other VASPs. */
export type OwnIdentity = {
  __typename?: 'OwnIdentity';
  /** Legal name of our VASP. */
  name: Scalars['String']['output'];
  /** Our legal entity identifier. */
  lei: Maybe<Scalars['String']['output']>;
  /** Base URL of our TRP endpoint. */
  url: Scalars['String']['output'];
  /** The version of TRP that this node uses. */
  apiVersion: Scalars['String']['output'];
};

/** What a vendor says about an address. */
export type AddressAttribution = {
  __typename?: 'AddressAttribution';
  /** The answer. */
  verdict: AttributionVerdict;
  /** The name of the VASP, as the vendor writes it; null unless `verdict` is VASP. */
  vaspName: Maybe<Scalars['String']['output']>;
  /** Its website, an http or https URL; null if the vendor names none. */
  website: Maybe<Scalars['String']['output']>;
  /** The VASP of the directory that has the host of the website, with or without `www.`; null if there is none. Names are not compared. */
  vasp: Maybe<Vasp>;
  /** The name of the vendor; null if none is set up. */
  vendor: Maybe<Scalars['String']['output']>;
  /** Why the verdict is UNKNOWN; otherwise null. */
  gap: Maybe<AttributionGap>;
  /** When the vendor was asked. */
  at: Scalars['DateTime']['output'];
};

/** Whether an address belongs to a VASP, according to a vendor. */
export type AttributionVerdict =
  /** It belongs to a VASP. */
  | 'VASP'
  /** The vendor knows no VASP that it belongs to. This does not prove that the wallet is self-hosted. */
  | 'NO_VASP_KNOWN'
  /** No vendor is set up, or it gave no answer; see `gap`. */
  | 'UNKNOWN';

/** Why nothing is known about an address. */
export type AttributionGap = {
  __typename?: 'AttributionGap';
  /** ATTRIBUTION_OFF or ATTRIBUTION_VENDOR_FAILED. */
  code: Scalars['String']['output'];
  /** A sentence for people. */
  message: Scalars['String']['output'];
};

/** A transaction of a batch. */
export type BatchTarget = {
  /** Id of the transaction. */
  id: Scalars['ID']['input'];
  /**
   * The version that you have seen: of the case for `assignTxs`, `takeTxs` and `holdTxs`, of the transaction for `declineTxs` and `archiveTxs`.
   * Refused with `CASE_VERSION_CONFLICT` or `TRANSACTION_VERSION_CONFLICT` when it has changed since.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

/** What became of a transaction of a batch. */
export type BatchItem = {
  __typename?: 'BatchItem';
  /** The id as it was sent. */
  id: Scalars['ID']['output'];
  /** The transaction as it is now, changed or not; null if there is none with this id. */
  transaction: Maybe<Transaction>;
  /** Why it was not changed; null if it was, or if it was so already. */
  refusal: Maybe<BatchRefusal>;
};

/** Why a transaction of a batch was not changed. */
export type BatchRefusal = {
  __typename?: 'BatchRefusal';
  /** The code that the mutation of a single transaction would have; `BATCH_INTERRUPTED` if the batch ended before this transaction. */
  code: Scalars['String']['output'];
  /** What is wrong, and what to do. */
  message: Scalars['String']['output'];
};

/** The work of our officers on a transaction. Independent of the status of the exchange, which counterparties change too. */
export type Case = {
  __typename?: 'Case';
  /** Number of the latest change, from 1. Pass it as `expectedVersion` to change only what you have seen. */
  version: Scalars['Int']['output'];
  /** How far the officers are. */
  status: CaseStatus;
  /** Who works on it; may also be a person who is no longer one of `assignees`. */
  assignee: Maybe<User>;
  /** How urgent it is. */
  priority: CasePriority;
  /** When it should be done: as a person or a rule has set it, else some time after it was opened. */
  dueAt: Scalars['DateTime']['output'];
  /** Whether a person or a rule has set `dueAt`. */
  isDueTimeSet: Scalars['Boolean']['output'];
  /** Why it is ON_HOLD or WAITING_FOR_DATA; null in other states. */
  pause: Maybe<CasePause>;
  /** A decision that waits for a second person; null without one, and once it has expired. */
  proposal: Maybe<DecisionProposal>;
  /** What an officer can do with it now. */
  allowedActions: Array<CaseAction>;
  /**
   * Whether it is open, and another person, the counterparty or a customer has changed something about the transaction since you last called `markRead`,
   * or a message of it has failed, its time has passed, or a rule or the screening has put it on hold. Changes of more than 90 days ago do not count.
   */
  isUnread: Scalars['Boolean']['output'];
  /** Its changes, newest first. */
  changes: Maybe<Array<CaseChange>>;
  /** When it was opened. */
  openedAt: Scalars['DateTime']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
};


/** The work of our officers on a transaction. Independent of the status of the exchange, which counterparties change too. */
export type CaseChangesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** How far our officers are with a transaction. */
export type CaseStatus =
  /** No person has taken it up. */
  | 'NEW'
  /** A person works on it. */
  | 'IN_REVIEW'
  /** It is decided neither automatically nor by a person until it is released. */
  | 'ON_HOLD'
  /** Data is missing. It is not decided automatically. */
  | 'WAITING_FOR_DATA'
  /** Nothing is left to do. It is reopened when a late message arrives, and held when screening finds something new. */
  | 'CLOSED';

/** How urgent a case is. */
export type CasePriority =
  /** It can wait. */
  | 'LOW'
  /** The default. */
  | 'NORMAL'
  /** Before others. */
  | 'HIGH'
  /** Now. */
  | 'URGENT';

/** Why a case waits. */
export type CasePause = {
  __typename?: 'CasePause';
  /** Who decided that. */
  by: User;
  /** When. */
  at: Scalars['DateTime']['output'];
  /** The internal reason. */
  reason: Maybe<Scalars['String']['output']>;
};

/** A decision that one person proposes and another one makes. */
export type DecisionProposal = {
  __typename?: 'DecisionProposal';
  /** The decision. */
  decision: AssessDecision;
  /** The reason for the counterparty; null for an approval. */
  reason: Maybe<Scalars['String']['output']>;
  /** The payment address; null for a decline. */
  address: Maybe<Scalars['String']['output']>;
  /** The internal reason; null without one. */
  internalReason: Maybe<Scalars['String']['output']>;
  /** Who proposes it, and so cannot accept it. */
  by: User;
  /** When. */
  at: Scalars['DateTime']['output'];
  /** When it expires. */
  expiresAt: Scalars['DateTime']['output'];
};

/** What an officer can do with a case. A comment, an assignment, a priority and a due time are always possible. */
export type CaseAction =
  /** holdTx */
  | 'HOLD'
  /** awaitData */
  | 'AWAIT_DATA'
  /** releaseTx */
  | 'RELEASE'
  /** takeTx */
  | 'TAKE';

/** One change of a case. */
export type CaseChange = {
  __typename?: 'CaseChange';
  /** The version that resulted. */
  version: Scalars['Int']['output'];
  /** What happened, such as case.held. */
  event: Scalars['String']['output'];
  /** The status after the change. */
  status: CaseStatus;
  /** The assignee after the change. */
  assignee: Maybe<User>;
  /** The priority after the change. */
  priority: CasePriority;
  /** The due time after the change; null for the default. */
  dueAt: Maybe<Scalars['DateTime']['output']>;
  /** True if it has a text. Needs no further scope, and is not recorded as a read. */
  hasText: Scalars['Boolean']['output'];
  /** The comment or the internal reason; null without one. */
  text: Maybe<Scalars['String']['output']>;
  /** The people whom a comment mentions. */
  mentions: Array<User>;
  /** The kind of actor. */
  actorType: ChangeActorType;
  /** The actor: subject of a person, or name of a service. */
  actorId: Scalars['String']['output'];
  /** Time of the change. */
  at: Scalars['DateTime']['output'];
};

/** The results of all checks of a transaction at one time. */
export type CheckRun = {
  __typename?: 'CheckRun';
  /** Why they ran. */
  cause: CheckCause;
  /** The officer who asked for it, if one did. */
  requestedBy: Maybe<User>;
  /** The results. */
  results: Array<CheckResult>;
};

/** What a check found about a transaction. */
export type CheckResult = {
  __typename?: 'CheckResult';
  /** The check. */
  check: CheckName;
  /** The version of the check: raised with every change of what it finds. */
  version: Scalars['Int']['output'];
  /** What it found. */
  verdict: CheckVerdict;
  /** Why. Contains no personal data. */
  reason: Scalars['String']['output'];
  /** The data that the law requires and that is missing, of `IVMS101_COMPLETENESS`; else empty. */
  missing: Array<MissingData>;
  /** What the verdict rests on. */
  evidence: Maybe<Array<CheckEvidence>>;
  /** Whether nothing is approved automatically unless it passes; see TRPD_REQUIRED_CHECKS. */
  required: Scalars['Boolean']['output'];
  /** When it ran. */
  checkedAt: Scalars['DateTime']['output'];
  /** Names what was found, for `acceptFinding`; the same as long as the check finds the same. Null for a PASS. */
  finding: Maybe<Scalars['ID']['output']>;
};

/** Data of a party that a law requires and that is missing. */
export type MissingData = {
  __typename?: 'MissingData';
  /** Whose data. */
  party: PartyRole;
  /** What is missing: one of these sets is enough. */
  anyOf: Array<MissingFields>;
};

/** A set of data that is enough together with what is there. */
export type MissingFields = {
  __typename?: 'MissingFields';
  /** All of these. */
  fields: Array<MissingField>;
};

/** A kind of data that is missing. */
export type MissingField = {
  __typename?: 'MissingField';
  /** What it is. */
  code: PartyField;
  /** Where it belongs in IVMS101, such as `originator.originatorPersons[0].naturalPerson.geographicAddress`. */
  path: Scalars['String']['output'];
};

/** A party of a transfer. */
export type PartyRole =
  /** Who sends the asset. */
  | 'ORIGINATOR'
  /** Who receives it. */
  | 'BENEFICIARY';

/** A fact on which a verdict rests. */
export type CheckEvidence = {
  __typename?: 'CheckEvidence';
  /** What it is, such as `address`. */
  name: Scalars['String']['output'];
  /** The fact. */
  value: Scalars['String']['output'];
};

/** What a check found. Only PASS says that nothing is wrong. */
export type CheckVerdict =
  /** Nothing is wrong. */
  | 'PASS'
  /** An officer should look at it. A required check that warns prevents an automatic approval. */
  | 'WARN'
  /** Something is wrong. It prevents an automatic approval. */
  | 'FAIL'
  /** It could not be found out. A required check with this verdict prevents an automatic approval. */
  | 'UNKNOWN';

/** The checks. */
export type CheckName =
  /** The data that the law of TRPD_JURISDICTION requires of the originator and the beneficiary is present. */
  | 'IVMS101_COMPLETENESS'
  /** The names of the parties are names, not placeholders such as "our client". */
  | 'MEANINGFUL_NAMES'
  /** The name and the account of the beneficiary are those of the customer to whom the travel address belongs; RECEIVED only. Every name of every beneficiary counts. */
  | 'BENEFICIARY_MATCH'
  /** The payment address and its memo belong to the asset. */
  | 'ADDRESS_OF_ASSET'
  /** No other transaction has the same parties, asset and amount within TRPD_DUPLICATE_SECONDS, or the same address and hash on the ledger. */
  | 'DUPLICATE'
  /** The amount is not far above those of earlier transactions to the same travel address. */
  | 'USUAL_AMOUNT'
  /** The other VASP has a licence and a valid LEI, and no review of it is due; see `recordDueDiligence`. It does not apply to self-hosted wallets. */
  | 'VASP_DUE_DILIGENCE'
  /** The customer has proven to control the wallet of the other side, where the law of TRPD_JURISDICTION requires it; self-hosted wallets only. Checked again when a proof of the address is verified or revoked. `UNKNOWN` without TRPD_PROOF_FEED_URL. */
  | 'OWNERSHIP_PROOF'
  /** No party, VASP or address is on a sanctions list. Applies, and is required, where TRPD_SCREENING_LISTS or TRPD_SCREENING_VENDOR_URL is set. */
  | 'SCREENING';

/** Why checks ran. */
export type CheckCause =
  /** An inquiry was received or was about to be sent, or a transaction was registered. */
  | 'INQUIRY'
  /** The transaction was BLOCKED, and was released. */
  | 'RELEASE'
  /** Facts of other systems were looked up. */
  | 'LOOKUP'
  /** Something that a check depends on has changed. */
  | 'CHANGE'
  /** An officer asked for it. */
  | 'REQUEST';

/** A reason that was reviewed for counterparties. Officers choose it by its id. */
export type CounterpartyReason = {
  __typename?: 'CounterpartyReason';
  /** The id: lower-case letters, digits and hyphens. */
  id: Scalars['ID']['output'];
  /** Number of the latest change, from 1. */
  version: Scalars['Int']['output'];
  /** The text that is sent. */
  text: Scalars['String']['output'];
  /** Whether it can no longer be chosen. */
  retired: Scalars['Boolean']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A customer of this VASP. Everything about a customer is stored encrypted. */
export type Customer = {
  __typename?: 'Customer';
  /** Id of the customer in this node. */
  id: Scalars['ID']['output'];
  /** Number of the latest change, from 1. */
  version: Scalars['Int']['output'];
  /** Identifier of the customer in other systems; see `AddressBookEntry.customerReference`. */
  reference: Scalars['String']['output'];
  /** The name. */
  name: Scalars['String']['output'];
  /** What else is known about the customer. */
  person: Maybe<Person>;
  /** Account numbers and addresses on ledgers of the customer. */
  accounts: Array<Scalars['String']['output']>;
  /** When the customer was stored. */
  createdAt: Scalars['DateTime']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A customer. Absent fields stay unchanged. */
export type CustomerInput = {
  /** Identifier of the customer in other systems, one line of at most 200 characters; see `AddressBookEntry.customerReference`. */
  reference: Scalars['String']['input'];
  /** The name, one line of at most 200 characters. */
  name: Scalars['String']['input'];
  /** What else is known about the customer, such as names in other writings; null clears it. */
  person?: InputMaybe<PersonInput>;
  /** Account numbers and addresses on ledgers of the customer, at most 100; null clears them. */
  accounts?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A request for data about the other party of a transaction, to the holder of its link. TRP has no message for it. */
export type DataRequest = {
  __typename?: 'DataRequest';
  /** Id of the request. */
  id: Scalars['ID']['output'];
  /** The transaction. */
  transaction: Transaction;
  /** How far it is. */
  status: DataRequestStatus;
  /** Whose data is requested. */
  party: TransactionParty;
  /** What is requested. */
  fields: Array<PartyField>;
  /** What the page says beside that; null without a message. */
  message: Maybe<Scalars['String']['output']>;
  /** Where the link was sent; null if it was handed to an officer. */
  email: Maybe<Scalars['String']['output']>;
  /** Whether the e-mail with the link has left; null without one. */
  mail: Maybe<MailStatus>;
  /** How many incomplete or wrong responses came to the current link. After 20 it expires. */
  mistakes: Scalars['Int']['output'];
  /** The officer. */
  requestedBy: User;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Until when the link works. */
  expiresAt: Scalars['DateTime']['output'];
  /** When data was received, or the request withdrawn; null before. */
  settledAt: Maybe<Scalars['DateTime']['output']>;
  /** What was received; null before. */
  response: Maybe<DataResponse>;
};

/** What was received in response to a data request. Nothing proves who sent it. */
export type DataResponse = {
  __typename?: 'DataResponse';
  /** When it was received. */
  receivedAt: Scalars['DateTime']['output'];
  /** How it was written. */
  form: DataResponseForm;
  /** Whether it completed the transaction. Data about an inquiry that you send and that is undecided, or about a transaction that has ended without a payment, is kept as evidence only. */
  isApplied: Scalars['Boolean']['output'];
  /** Deviations from IVMS101 that were tolerated. */
  issues: Array<Ivms101Issue>;
  /** What was received, as IVMS101 of the 2020 edition in JSON; null once it is erased. */
  received: Maybe<Scalars['String']['output']>;
  /** What was known about the party before, as IVMS101 of the 2020 edition in JSON; null once it is erased. */
  former: Maybe<Scalars['String']['output']>;
};

/** How far a data request is. */
export type DataRequestStatus =
  /** Its link works. */
  | 'OPEN'
  /** Data was received. The link accepts nothing more. */
  | 'RECEIVED'
  /** Its link no longer works, because of the time or of too many wrong responses. `renewDataRequest` makes another one. */
  | 'EXPIRED'
  /** An officer has withdrawn it. */
  | 'WITHDRAWN';

/** How a response to a data request was written. */
export type DataResponseForm =
  /** Into the form of the page. */
  | 'FORM'
  /** In a file with IVMS101. */
  | 'FILE';

/** Whether an e-mail has left. */
export type MailStatus =
  /** It waits, also for another attempt. */
  | 'QUEUED'
  /** The mail server has accepted it. */
  | 'SENT'
  /** The mail server has refused it, it could not be reached for more than a day, or the request ended before the e-mail left. */
  | 'FAILED';

/** A party of a transaction. */
export type TransactionParty =
  /** Who sends the asset. */
  | 'ORIGINATOR'
  /** Who receives the asset. */
  | 'BENEFICIARY';

/** A kind of data about a party. */
export type PartyField =
  /** The name. */
  | 'NAME'
  /** The account, or the address on the ledger. */
  | 'ACCOUNT'
  /** The postal address. */
  | 'ADDRESS'
  /** An official number, such as that of an identity document or a register. */
  | 'NATIONAL_ID'
  /** The number by which the party's own provider identifies it. */
  | 'CUSTOMER_NUMBER'
  /** Date and place of birth. Not asked of an organisation. */
  | 'BIRTH'
  /** The legal entity identifier. Asked of organisations only. */
  | 'LEI';

/** A data request whose link was just made. */
export type IssuedDataRequest = {
  __typename?: 'IssuedDataRequest';
  /** The request. */
  request: DataRequest;
  /** The link, a secret that is shown only now: hand it to its reader only. Null if an e-mail carries it. */
  link: Maybe<Scalars['String']['output']>;
  /** The transaction. */
  transaction: Transaction;
};

/** What waits for the officers, and what has been decided. */
export type DeskSummary = {
  __typename?: 'DeskSummary';
  /** The cases that are not closed. */
  openCases: OpenCases;
  /** The caller's own cases that are not closed. */
  myCases: MyCases;
  /**
   * The comments that mention the caller, newest first: those of other people from the last 90 days whose transaction the caller has not
   * opened since, as `markRead` records it.
   */
  mentions: Array<CaseMention>;
  /** Decisions about the inquiries that we received. */
  decisions: DecisionCounts;
  /** The VASPs whose review is due, blocked ones included. */
  vaspReviewsDue: Scalars['Int']['output'];
  /** What happened on each day, oldest first, also the days on which nothing did. */
  trend: Array<DeskDay>;
  /** Response times of the VASPs with the most decisions, the busiest first. */
  responseTimes: Array<VaspResponseTimes>;
};


/** What waits for the officers, and what has been decided. */
export type DeskSummaryMentionsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
};


/** What waits for the officers, and what has been decided. */
export type DeskSummaryDecisionsArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};


/** What waits for the officers, and what has been decided. */
export type DeskSummaryTrendArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};


/** What waits for the officers, and what has been decided. */
export type DeskSummaryResponseTimesArgs = {
  months?: InputMaybe<Scalars['Int']['input']>;
  vasp?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

/** The cases that are not closed. */
export type OpenCases = {
  __typename?: 'OpenCases';
  /** All of them. */
  total: Scalars['Int']['output'];
  /** Those without an assignee. */
  unassigned: Scalars['Int']['output'];
  /** Those whose due time has passed. */
  overdue: Scalars['Int']['output'];
  /** Those whose due time comes within the next 24 hours. */
  dueSoon: Scalars['Int']['output'];
  /** By status; a status without a case is listed with 0. */
  byStatus: Array<CaseStatusCount>;
  /** By priority, the most urgent first; a priority without a case is listed with 0. */
  byPriority: Array<CasePriorityCount>;
  /** By the time since they were opened, the newest first; a range without a case is listed with 0. */
  byAge: Array<CaseAgeCount>;
  /** By assignee: the 100 people with the most open cases, the busiest first. */
  byAssignee: Array<CaseAssigneeCount>;
};

/** The open cases with a status. */
export type CaseStatusCount = {
  __typename?: 'CaseStatusCount';
  /** The status. */
  status: CaseStatus;
  /** Their number. */
  count: Scalars['Int']['output'];
};

/** The open cases with a priority. */
export type CasePriorityCount = {
  __typename?: 'CasePriorityCount';
  /** The priority. */
  priority: CasePriority;
  /** Their number. */
  count: Scalars['Int']['output'];
};

/** The open cases that were opened in a range of time. */
export type CaseAgeCount = {
  __typename?: 'CaseAgeCount';
  /** Opened at least so many hours ago. */
  fromHours: Scalars['Int']['output'];
  /** Opened less than so many hours ago; null for the oldest. */
  toHours: Maybe<Scalars['Int']['output']>;
  /** Their number. */
  count: Scalars['Int']['output'];
};

/** The open cases of a person. */
export type CaseAssigneeCount = {
  __typename?: 'CaseAssigneeCount';
  /** The person. */
  assignee: User;
  /** Their number. */
  count: Scalars['Int']['output'];
};

/** The caller's own cases that are not closed. */
export type MyCases = {
  __typename?: 'MyCases';
  /** All of them. */
  total: Scalars['Int']['output'];
  /** Those whose due time has passed. */
  overdue: Scalars['Int']['output'];
  /** Those whose due time comes within the next 24 hours. */
  dueSoon: Scalars['Int']['output'];
};

/** A comment that mentions the caller. */
export type CaseMention = {
  __typename?: 'CaseMention';
  /** The transaction, whose case has the comment among its changes. */
  transaction: Transaction;
  /** Who wrote it. */
  by: User;
  /** When. */
  at: Scalars['DateTime']['output'];
};

/** Decisions about inquiries that we received. One that replaces another, such as the withdrawal of an approval, counts too. */
export type DecisionCounts = {
  __typename?: 'DecisionCounts';
  /** Made by the service, without a person. */
  automatic: DecisionCount;
  /** Made by people. */
  byPeople: DecisionCount;
  /** By person: the 100 people with the most decisions, the busiest first. */
  people: Array<PersonDecisions>;
  /** By rule: the 100 rules with the most decisions, the busiest first. */
  rules: Array<RuleDecisions>;
};

/** A number of decisions. */
export type DecisionCount = {
  __typename?: 'DecisionCount';
  /** Approvals. */
  approved: Scalars['Int']['output'];
  /** Declines. */
  declined: Scalars['Int']['output'];
};

/** The decisions of a person. */
export type PersonDecisions = {
  __typename?: 'PersonDecisions';
  /** The person. */
  person: User;
  /** Approvals. */
  approved: Scalars['Int']['output'];
  /** Declines. */
  declined: Scalars['Int']['output'];
};

/** The decisions of a rule, in all versions of the rules that have it. */
export type RuleDecisions = {
  __typename?: 'RuleDecisions';
  /** Its name; `limits of the VASP` for the limits of `setAutoApprove`. */
  rule: Scalars['String']['output'];
  /** Approvals. */
  approved: Scalars['Int']['output'];
  /** Declines. */
  declined: Scalars['Int']['output'];
};

/** What happened to transactions on a day. */
export type DeskDay = {
  __typename?: 'DeskDay';
  /** The day in UTC, such as 2026-01-31. */
  day: Scalars['String']['output'];
  /** Inquiries that we received. */
  received: Scalars['Int']['output'];
  /** Inquiries that we began. */
  sent: Scalars['Int']['output'];
  /** Transactions that were registered without TRP. */
  registered: Scalars['Int']['output'];
  /** Decisions that we made about received inquiries: `approved` and `declined` together. */
  decided: Scalars['Int']['output'];
  /** Approvals of ours. */
  approved: Scalars['Int']['output'];
  /** Declines of ours. */
  declined: Scalars['Int']['output'];
  /** Approvals of counterparties. */
  approvedByCounterparties: Scalars['Int']['output'];
  /** Declines of counterparties. */
  declinedByCounterparties: Scalars['Int']['output'];
  /** Transactions whose hash was reported. */
  confirmed: Scalars['Int']['output'];
  /** Transactions that were cancelled. */
  canceled: Scalars['Int']['output'];
  /** Transactions whose time limit passed. */
  expired: Scalars['Int']['output'];
  /** Inquiries that could not be delivered. */
  failed: Scalars['Int']['output'];
};

/** How long a VASP and we took for the first decision about each other's inquiries. */
export type VaspResponseTimes = {
  __typename?: 'VaspResponseTimes';
  /** The VASP. */
  vasp: Vasp;
  /** Ours about its inquiries, by people and automatically; null without one. */
  ours: Maybe<ResponseTimes>;
  /** Those of ours that people made; null without one. */
  byPeople: Maybe<ResponseTimes>;
  /** Its decisions about our inquiries, from when the inquiry was ready to be sent; null without one. */
  theirs: Maybe<ResponseTimes>;
};

/** How long decisions took. */
export type ResponseTimes = {
  __typename?: 'ResponseTimes';
  /** Their number. */
  count: Scalars['Int']['output'];
  /** Half of them took at most so long; accurate to 10 percent. */
  p50Seconds: Scalars['Float']['output'];
  /** 95 percent of them took at most so long; accurate to 10 percent. */
  p95Seconds: Scalars['Float']['output'];
};

/** What an officer has recorded about a VASP. */
export type DueDiligence = {
  __typename?: 'DueDiligence';
  /** Id of the record. */
  id: Scalars['ID']['output'];
  /** The status of its licence. */
  licence: LicenceStatus;
  /** The risk of doing business with it; null while it is not rated. */
  riskRating: Maybe<RiskRating>;
  /** The entity status in the GLEIF record of its LEI, such as ACTIVE. */
  leiEntityStatus: Maybe<Scalars['String']['output']>;
  /** The registration status in the GLEIF record of its LEI, such as ISSUED. */
  leiRegistrationStatus: Maybe<Scalars['String']['output']>;
  /** When it was reviewed. */
  reviewedAt: Scalars['DateTime']['output'];
  /** When it is to be reviewed again. */
  nextReviewAt: Maybe<Scalars['DateTime']['output']>;
  /** Who recorded it. */
  recordedBy: User;
  /** When it was recorded. */
  recordedAt: Scalars['DateTime']['output'];
  /**
   * The answers to your questionnaire, in their order; empty without any, and once they are erased. Refused with `DUE_DILIGENCE_ANSWERS_TOO_LARGE`
   * if the records of the operation have more than 2,000,000 bytes of them: ask for fewer records.
   */
  answers: Maybe<Array<DueDiligenceAnswer>>;
  /** Its documents without their content, the oldest first, at most 50. Download one with `dueDiligenceDocument`. */
  documents: Array<DueDiligenceDocument>;
  /** When its answers and documents were erased; null while they are held. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
};

/** An answer to a question of your questionnaire. */
export type DueDiligenceAnswer = {
  __typename?: 'DueDiligenceAnswer';
  /** Names the question across versions of the questionnaire. */
  key: Scalars['String']['output'];
  /** The question as it was asked. */
  question: Scalars['String']['output'];
  /** The answer. */
  answer: Scalars['String']['output'];
};

/** A document of a record of due diligence, without its content. */
export type DueDiligenceDocument = {
  __typename?: 'DueDiligenceDocument';
  /** Id of the document. */
  id: Scalars['ID']['output'];
  /** Name of the file; null once it is erased. */
  name: Maybe<Scalars['String']['output']>;
  /** Its media type, as the client stated it. */
  mediaType: Scalars['String']['output'];
  /** The number of bytes. */
  bytes: Scalars['Int']['output'];
  /** The SHA-256 digest of the content, in hexadecimal; empty once it is erased. */
  sha256: Scalars['String']['output'];
  /** Who added it. */
  addedBy: User;
  /** When it was added. */
  addedAt: Scalars['DateTime']['output'];
};

/** A document of a record of due diligence, to download. */
export type DueDiligenceFile = {
  __typename?: 'DueDiligenceFile';
  /** The document. */
  document: DueDiligenceDocument;
  /** Its bytes in Base64. Nothing has examined them: treat them like any file from outside. */
  content: Scalars['String']['output'];
};

/** What you have found out about a VASP. */
export type DueDiligenceInput = {
  /** The status of its licence. */
  licence: LicenceStatus;
  /** The risk of doing business with it; without it, the VASP is not rated. */
  riskRating?: InputMaybe<RiskRating>;
  /** The entity status in the GLEIF record of its LEI, such as ACTIVE. */
  leiEntityStatus?: InputMaybe<Scalars['String']['input']>;
  /** The registration status in the GLEIF record of its LEI, such as ISSUED. */
  leiRegistrationStatus?: InputMaybe<Scalars['String']['input']>;
  /** When you reviewed it; not in the future. */
  reviewedAt: Scalars['DateTime']['input'];
  /** When it is to be reviewed again, after reviewedAt. */
  nextReviewAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The answers to your questionnaire: at most 100, and 100,000 bytes together. Stored encrypted. */
  answers?: InputMaybe<Array<DueDiligenceAnswerInput>>;
};

/** An answer to a question of your questionnaire. */
export type DueDiligenceAnswerInput = {
  /** Names the question across versions of the questionnaire: 1 to 64 ASCII letters, digits and the characters . _ - */
  key: Scalars['String']['input'];
  /** The question as it was asked, at most 500 characters. */
  question: Scalars['String']['input'];
  /** The answer, at most 4,000 characters. */
  answer: Scalars['String']['input'];
};

/** Whether a VASP is allowed to do business, by its supervisor. */
export type LicenceStatus =
  /** It has a licence or registration. */
  | 'ACTIVE'
  /** It needs none. */
  | 'NOT_REQUIRED'
  /** Its licence is suspended. */
  | 'SUSPENDED'
  /** Its licence was revoked. */
  | 'REVOKED'
  /** It needs a licence and has none. */
  | 'NONE';

/** The risk of doing business with a VASP, by your own assessment. */
export type RiskRating =
  /** Low risk. */
  | 'LOW'
  /** Medium risk. */
  | 'MEDIUM'
  /** High risk, which calls for enhanced measures. */
  | 'HIGH';

/** Whether personal data is stored. */
export type PersonalDataStatus =
  /** It is stored. */
  | 'HELD'
  /** It was erased. */
  | 'ERASED';

/** Why the personal data of a transaction must not be erased, neither by a person nor because a retention period has ended. */
export type LegalHold = {
  __typename?: 'LegalHold';
  /** Who set it. */
  setBy: User;
  /** When it was set. */
  setAt: Scalars['DateTime']['output'];
  /** The internal reason. */
  reason: Scalars['String']['output'];
};

/** Why personal data is erased. */
export type ErasureGround =
  /** The person concerned has asked for it. */
  | 'DATA_SUBJECT_REQUEST'
  /** The period has ended for which the law requires the data. */
  | 'RETENTION_ENDED'
  /** An authority or a court has ordered it. */
  | 'AUTHORITY_ORDER'
  /** It should not have been recorded, such as test data. */
  | 'RECORDED_IN_ERROR';

/** What an erasure has erased. The audit log keeps the same as `customer.erased`. */
export type Erasure = {
  __typename?: 'Erasure';
  /** When. */
  at: Scalars['DateTime']['output'];
  /** Why. */
  ground: ErasureGround;
  /** Where you have recorded the request or order. */
  ticket: Maybe<Scalars['String']['output']>;
  /** The number of transactions. */
  transactions: Scalars['Int']['output'];
  /** The number of address book entries, which are inactive now. */
  addressBookEntries: Scalars['Int']['output'];
  /** 1 if the customer was stored, else 0. */
  customers: Scalars['Int']['output'];
};

/** What the law says about keeping personal data, and which transactions it no longer covers. */
export type Retention = {
  __typename?: 'Retention';
  /** The jurisdiction, from `TRPD_JURISDICTION`; null without one. */
  jurisdiction: Maybe<Scalars['String']['output']>;
  /** Years that personal data is kept after the last change of a transaction; null if not known: nothing is erased then. */
  transactionYears: Maybe<Scalars['Int']['output']>;
  /** Where the law says so, and what it leaves open; null without a source. */
  transactionSource: Maybe<Scalars['String']['output']>;
  /** The same for transactions with a finding of the screening; null if not known: they are not erased then. */
  screeningHitYears: Maybe<Scalars['Int']['output']>;
  /** Where the law says so; null without a source. */
  screeningHitSource: Maybe<Scalars['String']['output']>;
  /** Whether they are erased by themselves (`TRPD_RETENTION_ERASES`). */
  erases: Scalars['Boolean']['output'];
  /** The transactions that can be erased, at most 10,000: finished, past their period, and under no legal hold. */
  dueCount: Scalars['Int']['output'];
  /** The oldest of them, at most 500. */
  due: Array<Scalars['ID']['output']>;
  /** The transactions, at most 10,000, that are past their period but under a legal hold, or open, or whose screening had a finding with a longer or unknown period. */
  keptCount: Scalars['Int']['output'];
  /** How many of those, at most 10,000, are kept by a legal hold. */
  heldCount: Scalars['Int']['output'];
};

/** A part of what is held about a customer. */
export type CustomerExport = {
  __typename?: 'CustomerExport';
  /** The data as a JSON document. */
  json: Scalars['String']['output'];
  /** The number of transactions in it. */
  transactions: Scalars['Int']['output'];
  /** Where the next part begins; null in the last one. */
  next: Maybe<Scalars['ID']['output']>;
};

/** Evidence about a transaction, for those who examine it without access to this node. */
export type TransactionEvidence = {
  __typename?: 'TransactionEvidence';
  /** Id of the transaction. */
  transactionId: Scalars['ID']['output'];
  /**
   * What trpd knows, as JSON: messages as received and sent, checks and their versions, decisions, and the history of the case.
   * Part of `bundle`; the string `null` for an unknown transaction.
   */
  exchange: Maybe<Scalars['String']['output']>;
};

/** Who sends the asset. Fields are those of IVMS101. */
export type Originator = {
  __typename?: 'Originator';
  /** The persons; at least one. */
  originatorPersons: Array<Person>;
  /** Accounts or payment addresses of the originator, each of at most 100 characters. */
  accountNumber: Array<Scalars['String']['output']>;
};

/** Who sends the asset. Fields are those of IVMS101. */
export type OriginatorInput = {
  /** The persons; at least one. */
  originatorPersons: Array<PersonInput>;
  /** Accounts or payment addresses of the originator, each of at most 100 characters. */
  accountNumber?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Who receives the asset. Fields are those of IVMS101. */
export type Beneficiary = {
  __typename?: 'Beneficiary';
  /** The persons; at least one. */
  beneficiaryPersons: Array<Person>;
  /** Accounts or payment addresses of the beneficiary, each of at most 100 characters. */
  accountNumber: Array<Scalars['String']['output']>;
};

/** Who receives the asset. Fields are those of IVMS101. */
export type BeneficiaryInput = {
  /** The persons; at least one. */
  beneficiaryPersons: Array<PersonInput>;
  /** Accounts or payment addresses of the beneficiary, each of at most 100 characters. */
  accountNumber?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A natural or a legal person: exactly one of the two. Fields are those of IVMS101. */
export type Person = {
  __typename?: 'Person';
  /** A human being. */
  naturalPerson: Maybe<NaturalPerson>;
  /** An organisation. */
  legalPerson: Maybe<LegalPerson>;
};

/** A natural or a legal person: exactly one of the two. Fields are those of IVMS101. */
export type PersonInput = {
  /** A human being. */
  naturalPerson?: InputMaybe<NaturalPersonInput>;
  /** An organisation. */
  legalPerson?: InputMaybe<LegalPersonInput>;
};

/** A human being. Fields are those of IVMS101. */
export type NaturalPerson = {
  __typename?: 'NaturalPerson';
  /** The names; one of them of the type LEGL. */
  name: Maybe<NaturalPersonName>;
  /** Where the person lives. */
  geographicAddress: Array<PostalAddress>;
  /** A document or number issued by a state. */
  nationalIdentification: Maybe<NationalIdentification>;
  /** The VASP's identifier for its customer, at most 50 characters. */
  customerIdentification: Maybe<Scalars['String']['output']>;
  /** Date and place of birth. */
  dateAndPlaceOfBirth: Maybe<DateAndPlaceOfBirth>;
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: Maybe<Scalars['String']['output']>;
};

/** A human being. Fields are those of IVMS101. */
export type NaturalPersonInput = {
  /** The names; one of them of the type LEGL. */
  name?: InputMaybe<NaturalPersonNameInput>;
  /** Where the person lives. */
  geographicAddress?: InputMaybe<Array<PostalAddressInput>>;
  /** A document or number issued by a state. */
  nationalIdentification?: InputMaybe<NationalIdentificationInput>;
  /** The VASP's identifier for its customer, at most 50 characters. */
  customerIdentification?: InputMaybe<Scalars['String']['input']>;
  /** Date and place of birth. */
  dateAndPlaceOfBirth?: InputMaybe<DateAndPlaceOfBirthInput>;
  /** ISO 3166-1 alpha-2. */
  countryOfResidence?: InputMaybe<Scalars['String']['input']>;
};

/** The names of a natural person. Fields are those of IVMS101. */
export type NaturalPersonName = {
  __typename?: 'NaturalPersonName';
  /** Names in Latin characters. */
  nameIdentifier: Array<NaturalPersonNameIdentifier>;
  /** Names in local characters. */
  localNameIdentifier: Array<NaturalPersonNameIdentifier>;
  /** Names in phonetic notation. */
  phoneticNameIdentifier: Array<NaturalPersonNameIdentifier>;
};

/** The names of a natural person. Fields are those of IVMS101. */
export type NaturalPersonNameInput = {
  /** Names in Latin characters. */
  nameIdentifier?: InputMaybe<Array<NaturalPersonNameIdentifierInput>>;
  /** Names in local characters. */
  localNameIdentifier?: InputMaybe<Array<NaturalPersonNameIdentifierInput>>;
  /** Names in phonetic notation. */
  phoneticNameIdentifier?: InputMaybe<Array<NaturalPersonNameIdentifierInput>>;
};

/** A name of a natural person. Fields are those of IVMS101. */
export type NaturalPersonNameIdentifier = {
  __typename?: 'NaturalPersonNameIdentifier';
  /** Family name, at most 100 characters. */
  primaryIdentifier: Maybe<Scalars['String']['output']>;
  /** Given names, at most 100 characters. */
  secondaryIdentifier: Maybe<Scalars['String']['output']>;
  /** ALIA, BIRT, MAID, LEGL or MISC. */
  nameIdentifierType: Maybe<Scalars['String']['output']>;
};

/** A name of a natural person. Fields are those of IVMS101. */
export type NaturalPersonNameIdentifierInput = {
  /** Family name, at most 100 characters. */
  primaryIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Given names, at most 100 characters. */
  secondaryIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** ALIA, BIRT, MAID, LEGL or MISC. */
  nameIdentifierType?: InputMaybe<Scalars['String']['input']>;
};

/** An organisation. Fields are those of IVMS101. */
export type LegalPerson = {
  __typename?: 'LegalPerson';
  /** The names; one of them of the type LEGL. */
  name: Maybe<LegalPersonName>;
  /** The address of the organisation. */
  geographicAddress: Array<PostalAddress>;
  /** The customer number, at most 50 characters. */
  customerIdentification: Maybe<Scalars['String']['output']>;
  /** A registration, such as an LEI. */
  nationalIdentification: Maybe<NationalIdentification>;
  /** ISO 3166-1 alpha-2. */
  countryOfRegistration: Maybe<Scalars['String']['output']>;
};

/** An organisation. Fields are those of IVMS101. */
export type LegalPersonInput = {
  /** The names; one of them of the type LEGL. */
  name?: InputMaybe<LegalPersonNameInput>;
  /** The address of the organisation. */
  geographicAddress?: InputMaybe<Array<PostalAddressInput>>;
  /** The customer number, at most 50 characters. */
  customerIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A registration, such as an LEI. */
  nationalIdentification?: InputMaybe<NationalIdentificationInput>;
  /** ISO 3166-1 alpha-2. */
  countryOfRegistration?: InputMaybe<Scalars['String']['input']>;
};

/** The names of an organisation. Fields are those of IVMS101. */
export type LegalPersonName = {
  __typename?: 'LegalPersonName';
  /** Names in Latin characters. */
  nameIdentifier: Array<LegalPersonNameIdentifier>;
  /** Names in local characters. */
  localNameIdentifier: Array<LegalPersonNameIdentifier>;
  /** Names in phonetic notation. */
  phoneticNameIdentifier: Array<LegalPersonNameIdentifier>;
};

/** The names of an organisation. Fields are those of IVMS101. */
export type LegalPersonNameInput = {
  /** Names in Latin characters. */
  nameIdentifier?: InputMaybe<Array<LegalPersonNameIdentifierInput>>;
  /** Names in local characters. */
  localNameIdentifier?: InputMaybe<Array<LegalPersonNameIdentifierInput>>;
  /** Names in phonetic notation. */
  phoneticNameIdentifier?: InputMaybe<Array<LegalPersonNameIdentifierInput>>;
};

/** A name of an organisation. Fields are those of IVMS101. */
export type LegalPersonNameIdentifier = {
  __typename?: 'LegalPersonNameIdentifier';
  /** The name, at most 100 characters. */
  legalPersonName: Maybe<Scalars['String']['output']>;
  /** LEGL, SHRT or TRAD. */
  legalPersonNameIdentifierType: Maybe<Scalars['String']['output']>;
};

/** A name of an organisation. Fields are those of IVMS101. */
export type LegalPersonNameIdentifierInput = {
  /** The name, at most 100 characters. */
  legalPersonName?: InputMaybe<Scalars['String']['input']>;
  /** LEGL, SHRT or TRAD. */
  legalPersonNameIdentifierType?: InputMaybe<Scalars['String']['input']>;
};

/** An address: addressLine, or streetName with buildingName or buildingNumber. Fields are those of IVMS101. */
export type PostalAddress = {
  __typename?: 'PostalAddress';
  /** HOME, BIZZ or GEOG; required. */
  addressType: Maybe<Scalars['String']['output']>;
  /** At most 50 characters. */
  department: Maybe<Scalars['String']['output']>;
  /** At most 70 characters. */
  subDepartment: Maybe<Scalars['String']['output']>;
  /** At most 70 characters. */
  streetName: Maybe<Scalars['String']['output']>;
  /** At most 16 characters. */
  buildingNumber: Maybe<Scalars['String']['output']>;
  /** At most 35 characters. */
  buildingName: Maybe<Scalars['String']['output']>;
  /** At most 70 characters. */
  floor: Maybe<Scalars['String']['output']>;
  /** At most 16 characters. */
  postBox: Maybe<Scalars['String']['output']>;
  /** At most 70 characters. */
  room: Maybe<Scalars['String']['output']>;
  /** At most 16 characters. */
  postCode: Maybe<Scalars['String']['output']>;
  /** Required; at most 35 characters. */
  townName: Maybe<Scalars['String']['output']>;
  /** At most 35 characters. */
  townLocationName: Maybe<Scalars['String']['output']>;
  /** At most 35 characters. */
  districtName: Maybe<Scalars['String']['output']>;
  /** At most 35 characters. */
  countrySubDivision: Maybe<Scalars['String']['output']>;
  /** At most 7 lines of at most 70 characters. */
  addressLine: Array<Scalars['String']['output']>;
  /** ISO 3166-1 alpha-2, or XX; required. */
  country: Maybe<Scalars['String']['output']>;
};

/** An address: addressLine, or streetName with buildingName or buildingNumber. Fields are those of IVMS101. */
export type PostalAddressInput = {
  /** HOME, BIZZ or GEOG; required. */
  addressType?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 characters. */
  department?: InputMaybe<Scalars['String']['input']>;
  /** At most 70 characters. */
  subDepartment?: InputMaybe<Scalars['String']['input']>;
  /** At most 70 characters. */
  streetName?: InputMaybe<Scalars['String']['input']>;
  /** At most 16 characters. */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /** At most 35 characters. */
  buildingName?: InputMaybe<Scalars['String']['input']>;
  /** At most 70 characters. */
  floor?: InputMaybe<Scalars['String']['input']>;
  /** At most 16 characters. */
  postBox?: InputMaybe<Scalars['String']['input']>;
  /** At most 70 characters. */
  room?: InputMaybe<Scalars['String']['input']>;
  /** At most 16 characters. */
  postCode?: InputMaybe<Scalars['String']['input']>;
  /** Required; at most 35 characters. */
  townName?: InputMaybe<Scalars['String']['input']>;
  /** At most 35 characters. */
  townLocationName?: InputMaybe<Scalars['String']['input']>;
  /** At most 35 characters. */
  districtName?: InputMaybe<Scalars['String']['input']>;
  /** At most 35 characters. */
  countrySubDivision?: InputMaybe<Scalars['String']['input']>;
  /** At most 7 lines of at most 70 characters. */
  addressLine?: InputMaybe<Array<Scalars['String']['input']>>;
  /** ISO 3166-1 alpha-2, or XX; required. */
  country?: InputMaybe<Scalars['String']['input']>;
};

/** A document or number issued by a state or registry. Fields are those of IVMS101. */
export type NationalIdentification = {
  __typename?: 'NationalIdentification';
  /** At most 35 characters. */
  nationalIdentifier: Maybe<Scalars['String']['output']>;
  /** ARNU, CCPT, RAID, DRLC, FIIN, TXID, SOCS, IDCD, LEIX or MISC; organisations only RAID, MISC, LEIX or TXID. */
  nationalIdentifierType: Maybe<Scalars['String']['output']>;
  /** ISO 3166-1 alpha-2; natural persons only. */
  countryOfIssue: Maybe<Scalars['String']['output']>;
  /** RA and six digits, from GLEIF's list; organisations only, and not for an LEIX. */
  registrationAuthority: Maybe<Scalars['String']['output']>;
};

/** A document or number issued by a state or registry. Fields are those of IVMS101. */
export type NationalIdentificationInput = {
  /** At most 35 characters. */
  nationalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** ARNU, CCPT, RAID, DRLC, FIIN, TXID, SOCS, IDCD, LEIX or MISC; organisations only RAID, MISC, LEIX or TXID. */
  nationalIdentifierType?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2; natural persons only. */
  countryOfIssue?: InputMaybe<Scalars['String']['input']>;
  /** RA and six digits, from GLEIF's list; organisations only, and not for an LEIX. */
  registrationAuthority?: InputMaybe<Scalars['String']['input']>;
};

/** The date and place of birth of a person. Fields are those of IVMS101. */
export type DateAndPlaceOfBirth = {
  __typename?: 'DateAndPlaceOfBirth';
  /** YYYY-MM-DD, in the past. */
  dateOfBirth: Maybe<Scalars['String']['output']>;
  /** At most 70 characters. */
  placeOfBirth: Maybe<Scalars['String']['output']>;
};

/** The date and place of birth of a person. Fields are those of IVMS101. */
export type DateAndPlaceOfBirthInput = {
  /** YYYY-MM-DD, in the past. */
  dateOfBirth?: InputMaybe<Scalars['String']['input']>;
  /** At most 70 characters. */
  placeOfBirth?: InputMaybe<Scalars['String']['input']>;
};

/**
 * One deviation from IVMS101. Contains no personal data. At most 200 are listed, followed by one with the constraint LIMIT that counts the
 * others.
 */
export type Ivms101Issue = {
  __typename?: 'Ivms101Issue';
  /**
   * Field names and list positions, such as `originator.originatorPersons[0].naturalPerson`; empty for the payload as a whole. Names are those
   * of the payload's own version in validateIvms101, and those of the 2020 edition elsewhere.
   */
  path: Scalars['String']['output'];
  /** The rule: C1 to C12 of IVMS101, or REQUIRED, LENGTH, CODE, TEXT, SHAPE, UNKNOWN_FIELD, DIALECT, LIMIT, KEY. */
  constraint: Scalars['String']['output'];
  /** The name of C1 to C12 in IVMS101, such as ValidAddress; null for the other rules. */
  constraintName: Maybe<Scalars['String']['output']>;
  /** What is wrong, and what to do about it. */
  message: Scalars['String']['output'];
};

/** The result of checking an IVMS101 payload. */
export type Ivms101Report = {
  __typename?: 'Ivms101Report';
  /** Whether it can be sent: it has no issues. */
  valid: Scalars['Boolean']['output'];
  /** The edition of the payload. */
  version: Ivms101Version;
  /** Every deviation. */
  issues: Array<Ivms101Issue>;
};

/** The JSON forms of IVMS101. */
export type Ivms101Version =
  /** The 2020 edition, which TRP uses. */
  | 'V2020'
  /** The 2023 edition. */
  | 'V2023'
  /** TRISA's protobuf form. */
  | 'TRISA';

/** The editions of IVMS101 in which a payload can be read from the API. */
export type Ivms101Edition =
  /** The 2020 edition, which TRP uses. */
  | 'V2020'
  /** The 2023 edition. */
  | 'V2023';

/** Which data about the parties a law requires. Not legal advice: see `source` in the file of the jurisdictions. */
export type Jurisdiction = {
  __typename?: 'Jurisdiction';
  /** The code, such as EU. */
  code: Scalars['String']['output'];
  /** The law. */
  law: Scalars['String']['output'];
  /** What it requires, by amount; every tier whose amount is reached applies. */
  tiers: Array<JurisdictionTier>;
  /** Whether it requires the customer to prove to control a self-hosted wallet; null while nothing is known. */
  selfHosted: Maybe<SelfHostedRequirement>;
};

/** Whether a law requires the customer to prove to control a self-hosted wallet. The check `OWNERSHIP_PROOF` judges by it. */
export type SelfHostedRequirement = {
  __typename?: 'SelfHostedRequirement';
  /** Whether it does; null while it is not known. */
  ownershipProof: Maybe<Scalars['Boolean']['output']>;
  /** From which amount, in currency; null while it is not known. */
  amount: Maybe<Scalars['String']['output']>;
  /** Whether it does so for the amount itself, or only above it. */
  isInclusive: Scalars['Boolean']['output'];
  /** ISO 4217 code of the currency of amount. */
  currency: Scalars['String']['output'];
};

/** What a law requires from an amount on. */
export type JurisdictionTier = {
  __typename?: 'JurisdictionTier';
  /** The amount from which the tier applies, in currency; null while it is not known. */
  amount: Maybe<Scalars['String']['output']>;
  /** Whether the tier applies to the amount itself, or only above it. */
  isInclusive: Scalars['Boolean']['output'];
  /** ISO 4217 code of the currency of amount. */
  currency: Scalars['String']['output'];
  /** The data about the originator; null while it is not known. */
  originator: Maybe<Array<DataRequirement>>;
  /** The data about the beneficiary; null while it is not known. */
  beneficiary: Maybe<Array<DataRequirement>>;
};

/** Data that must be present, in one of several ways. */
export type DataRequirement = {
  __typename?: 'DataRequirement';
  /** The ways; one is enough. */
  anyOf: Array<DataSet>;
};

/** Data that must be present together. */
export type DataSet = {
  __typename?: 'DataSet';
  /** The data. */
  fields: Array<PartyField>;
};

/** The record of an LEI in GLEIF's register, as it was last retrieved. After a failed request the earlier record stays. */
export type LeiRecord = {
  __typename?: 'LeiRecord';
  /** The legal entity identifier. */
  lei: Scalars['String']['output'];
  /** The legal name of the entity; null until the record was retrieved, as with the four fields below. */
  legalName: Maybe<Scalars['String']['output']>;
  /** The country of its legal address, ISO 3166-1 alpha-2. */
  country: Maybe<Scalars['String']['output']>;
  /** The status of the entity, such as ACTIVE or INACTIVE. */
  entityStatus: Maybe<Scalars['String']['output']>;
  /** The status of the registration, such as ISSUED, LAPSED or RETIRED. */
  registrationStatus: Maybe<Scalars['String']['output']>;
  /** When the registration must be renewed; null too if it is not renewed any more. */
  nextRenewalAt: Maybe<Scalars['DateTime']['output']>;
  /** When this record was retrieved; null until the first time. */
  retrievedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the register was last asked. */
  askedAt: Scalars['DateTime']['output'];
  /** Why the last request failed; null after a successful one. */
  problem: Maybe<Scalars['String']['output']>;
};

/** What may be done to a transaction now. */
export type Release = {
  __typename?: 'Release';
  /** MAY_SEND: whether our inquiry may leave. It is then sent automatically. */
  maySend: Scalars['Boolean']['output'];
  /** Whether our approval may leave, and the inquiry be approved. */
  mayApprove: Scalars['Boolean']['output'];
  /** MAY_PAY: whether the asset may be paid. `confirmTx` is refused with `TRANSACTION_NOT_RELEASED` while it may not. */
  mayPay: Scalars['Boolean']['output'];
  /** MAY_CREDIT: whether the asset may be credited to our customer. */
  mayCredit: Scalars['Boolean']['output'];
  /** True while checks are running on which an act waits that the status allows. */
  isChecking: Scalars['Boolean']['output'];
  /** Everything that stops an act that the status allows; empty if nothing does. Acts of the other direction, or of another status, are not named. */
  obstacles: Array<Obstacle>;
  /** True on a node without stops of a jurisdiction, of screening or of TRPD_RELEASE_POLICY: no check has to pass there, and only a case on hold or a hit of an earlier screening stops anything. */
  requiresNothing: Scalars['Boolean']['output'];
  /** The parts of the policy with their versions, such as `every node 1, screening 1, EU 1`. */
  policy: Scalars['String']['output'];
};

/** Something that stops acts. */
export type Obstacle = {
  __typename?: 'Obstacle';
  /** What is in the way, for machines. */
  code: ObstacleCode;
  /** The acts that it stops. */
  acts: Array<ReleaseAct>;
  /** The check; null if it is another matter. */
  check: Maybe<CheckName>;
  /** What the check found; null if it has not run. */
  verdict: Maybe<CheckVerdict>;
  /** The finding, for `acceptFinding`; null if nothing can be accepted. */
  finding: Maybe<Scalars['ID']['output']>;
  /** What would remove it, for machines. */
  remedy: ObstacleRemedy;
  /** What is in the way and what would remove it, for people. Contains no personal data. */
  message: Scalars['String']['output'];
};

/** What can be stopped. */
export type ReleaseAct =
  /** Our inquiry leaves. */
  | 'SEND'
  /** The inquiry is approved, and our approval leaves. */
  | 'APPROVE'
  /** The asset is paid, and its hash reported with `confirmTx`. */
  | 'PAY'
  /** The asset is credited to our customer. */
  | 'CREDIT'
  /** The hash of a payment that was made although it was not allowed leaves. */
  | 'REPORT';

/** Why something is stopped. */
export type ObstacleCode =
  /** The act is for the other side of the transaction. */
  | 'TRANSACTION_WRONG_DIRECTION'
  /** The status of the transaction does not allow the act. */
  | 'TRANSACTION_WRONG_STATUS'
  /** The VASP is not trusted. */
  | 'VASP_NOT_TRUSTED'
  /** It is not known in which unit the VASP writes amounts. */
  | 'AMOUNT_UNIT_UNKNOWN'
  /** The case is on hold. */
  | 'CASE_ON_HOLD'
  /** The check has not run on the data and the lists as they are now. It runs automatically within seconds. */
  | 'CHECK_NOT_RUN'
  /** The check found something that no person has accepted. */
  | 'FINDING_OPEN'
  /** One person has accepted the finding, and the amount needs two. */
  | 'FINDING_NEEDS_SECOND_PERSON'
  /** A sanctions list of TRPD_SCREENING_LISTS is not loaded. */
  | 'SCREENING_LIST_MISSING'
  /** A sanctions list of TRPD_SCREENING_LISTS is older than TRPD_SCREENING_LIST_AGE_MAX_SECONDS. */
  | 'SCREENING_LIST_OUTDATED';

/** What would remove an obstacle. */
export type ObstacleRemedy =
  /** Nothing. */
  | 'NONE'
  /** It clears automatically. */
  | 'WAIT'
  /** `acceptFinding` by a person, or other data. */
  | 'ACCEPT_FINDING'
  /** `releaseTx` by an officer. */
  | 'RELEASE_CASE'
  /** The operator loads the list: `npm run screening:update`. */
  | 'LOAD_LISTS'
  /** `trustVasp`. */
  | 'TRUST_VASP'
  /** `setWireProfile` with amountUnit. */
  | 'SET_WIRE_PROFILE';

/** What can be done about the data of a transaction. */
export type RepairAction =
  /** correctTx */
  | 'CORRECT'
  /** resubmitTx */
  | 'RESUBMIT';

/** A correction of the data of a transaction before it was sent, or sent again. */
export type DataCorrection = {
  __typename?: 'DataCorrection';
  /** The version of the transaction that resulted. */
  version: Scalars['Int']['output'];
  /** The officer. */
  by: User;
  /** When. */
  at: Scalars['DateTime']['output'];
  /** The data that it replaced, as IVMS101 of the 2020 edition in JSON; null once it is erased. */
  former: Maybe<Scalars['String']['output']>;
};

/** What differs from the former inquiry. */
export type ResubmitInput = {
  /** The beneficiary's travel address, or an LNURL of TRP 2. */
  travelAddress?: InputMaybe<Scalars['String']['input']>;
  /** Id of the asset; see `assets`. */
  asset?: InputMaybe<Scalars['ID']['input']>;
  /** The amount in whole units, a decimal number such as 0.5. */
  amount?: InputMaybe<Scalars['String']['input']>;
  /** Who sends the asset. */
  originator?: InputMaybe<OriginatorInput>;
  /** Who receives the asset. */
  beneficiary?: InputMaybe<BeneficiaryInput>;
  /** An idempotency key, a UUID: a repeated call with the same input returns the same transaction; with different input it fails. */
  requestIdentifier?: InputMaybe<Scalars['ID']['input']>;
  /** Your own reference to the customer, one line of at most 200 characters. Stored encrypted, and not sent. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
};

/**
 * The rules that decide about transactions automatically, at one version. The first rule that matches is applied; without one, an officer
 * decides, unless the amount is within the limits of `setAutoApprove`.
 */
export type RuleSet = {
  __typename?: 'RuleSet';
  /** Number of the version, from 1; 0 before there are rules. Pass it as `expectedVersion`. */
  version: Scalars['Int']['output'];
  /** The rules, in the order in which they are evaluated. */
  rules: Array<Rule>;
  /** Why they were changed; null without a note. */
  note: Maybe<Scalars['String']['output']>;
  /** Who made this version; null for version 0. */
  author: Maybe<User>;
  /** When it was made; null for version 0. */
  createdAt: Maybe<Scalars['DateTime']['output']>;
};

/** What happens to the transactions that meet conditions. */
export type Rule = {
  __typename?: 'Rule';
  /** Its name, unique among the rules. */
  name: Scalars['String']['output'];
  /** The conditions, all of which must be met; without any, every transaction meets them. */
  when: RuleConditions;
  /** What is done. */
  action: RuleAction;
  /** DECLINE: the reviewed reason that is sent to the counterparty; null for a neutral one. */
  reasonId: Maybe<Scalars['ID']['output']>;
  /** HOLD and ASK: the internal reason, never sent. */
  internalReason: Maybe<Scalars['String']['output']>;
  /** The person to whom the case is assigned; null without one. */
  assignee: Maybe<User>;
  /** The priority that the case gets; null leaves it. */
  priority: Maybe<CasePriority>;
  /** When the case is due, in seconds from when the rule is applied; null leaves it. */
  dueSeconds: Maybe<Scalars['Int']['output']>;
};

/** What a rule does. Only APPROVE and DECLINE decide about an inquiry; the others leave that to officers. */
export type RuleAction =
  /** Approves an inquiry, if an automatic approval is allowed: see compliance.md. */
  | 'APPROVE'
  /** Declines an inquiry. */
  | 'DECLINE'
  /** Puts the case on hold. */
  | 'HOLD'
  /** Lets the case wait for data. */
  | 'ASK'
  /** Leaves the decision to an officer, and sets assignee, priority and due time as far as the rule names them. */
  | 'ASSIGN';

/** Conditions on a transaction. A null field sets no condition. A list is met by any of its values, `checks` and `amounts` by all of their items. */
export type RuleConditions = {
  __typename?: 'RuleConditions';
  /** On the verdicts of checks. */
  checks: Maybe<Array<CheckCondition>>;
  /** On the amount. */
  amounts: Maybe<Array<AmountCondition>>;
  /** Ids of assets. */
  assets: Maybe<Array<Scalars['ID']['output']>>;
  /** Ids of VASPs. */
  vasps: Maybe<Array<Scalars['ID']['output']>>;
  /** LEIs of VASPs. */
  leis: Maybe<Array<Scalars['String']['output']>>;
  /** Whether the VASP is trusted. */
  trust: Maybe<Array<Trust>>;
  /** The risk of the VASP, as recorded by `recordDueDiligence`. A VASP without a rating makes the condition UNKNOWN: an officer decides. */
  riskRatings: Maybe<Array<RiskRating>>;
  /** Countries that the IVMS101 data states for the originator or the beneficiary: ISO 3166 codes, and `XX` where one states none. */
  countries: Maybe<Array<Scalars['String']['output']>>;
  /** Countries that the IVMS101 data states for the other VASP. */
  vaspCountries: Maybe<Array<Scalars['String']['output']>>;
  /** Who sent the inquiry. */
  directions: Maybe<Array<Direction>>;
  /** How the data is exchanged. */
  channels: Maybe<Array<TransactionChannel>>;
  /** Whether the sender of the inquiry is the VASP that it claims to be. */
  senders: Maybe<Array<SenderVerification>>;
};

/** A condition on the verdict of a check. */
export type CheckCondition = {
  __typename?: 'CheckCondition';
  /** The check; null for the worst verdict of all checks, where UNKNOWN is worse than WARN. A check that did not run is UNKNOWN. */
  check: Maybe<CheckName>;
  /** The verdicts that meet it. */
  verdicts: Array<CheckVerdict>;
};

/** A condition on the amount, in whole units of an asset or in a currency. */
export type AmountCondition = {
  __typename?: 'AmountCondition';
  /** How the amount is compared with `value`. */
  operator: AmountOperator;
  /** The amount to compare with. */
  value: Scalars['String']['output'];
  /** The asset in whose units `value` is; transactions of other assets do not meet the condition. Null for a currency. */
  asset: Maybe<Asset>;
  /** The currency of `value`, an ISO 4217 code. The amount is converted by the rates of `setRates`. Null for an asset. */
  currency: Maybe<Scalars['String']['output']>;
};

/** How an amount is compared. */
export type AmountOperator =
  /** Greater than the value. */
  | 'GT'
  /** Greater than the value, or equal to it. */
  | 'GTE'
  /** Less than the value. */
  | 'LT'
  /** Less than the value, or equal to it. */
  | 'LTE';

/** A rule that was applied to a transaction. */
export type AppliedRule = {
  __typename?: 'AppliedRule';
  /** The name of the rule; `limits of the VASP` for an approval by the limits of `setAutoApprove`. */
  name: Scalars['String']['output'];
  /** The version of the rules; 0 if there were none. */
  version: Scalars['Int']['output'];
  /** What it did. */
  action: RuleAction;
  /** When. */
  at: Scalars['DateTime']['output'];
};

/** What one whole unit of an asset is worth in a currency. */
export type Rate = {
  __typename?: 'Rate';
  /** The asset. */
  asset: Asset;
  /** The currency, an ISO 4217 code. */
  currency: Scalars['String']['output'];
  /** The value of one whole unit of the asset. */
  value: Scalars['String']['output'];
  /** When the rate applied. */
  at: Scalars['DateTime']['output'];
  /** Whether it is too old to be used; see TRPD_RATE_AGE_MAX_SECONDS. */
  isOutdated: Scalars['Boolean']['output'];
  /** Who has set it. */
  setBy: User;
};

/** Why a rule is probably not what its author means. It is stored nevertheless. */
export type RuleWarning = {
  __typename?: 'RuleWarning';
  /**
   * `RULE_CONTRADICTORY`: its conditions exclude each other. `RULE_UNREACHABLE`: an earlier rule matches whenever this one would. `RULE_NEVER_ALLOWED`: it
   * decides what is never decided automatically. `RATE_MISSING`: no asset has a rate in its currency.
   */
  code: Scalars['String']['output'];
  /** The name of the rule. */
  rule: Scalars['String']['output'];
  /** The path of the field in the input, such as `rules.2.when.amounts.1`. */
  path: Scalars['String']['output'];
  /** What is wrong, in a sentence. */
  message: Scalars['String']['output'];
};

/** The rules that were stored. */
export type ReplacedRules = {
  __typename?: 'ReplacedRules';
  /** The rules. */
  ruleSet: RuleSet;
  /** What is probably wrong with them. */
  warnings: Array<RuleWarning>;
};

/** What rules would have done about past transactions. */
export type RuleDryRun = {
  __typename?: 'RuleDryRun';
  /** How many transactions were examined, the newest of those that match the filter; at most 100,000. */
  examined: Scalars['Int']['output'];
  /** Whether every transaction that matches the filter was examined. */
  isComplete: Scalars['Boolean']['output'];
  /** How many would have been decided otherwise: the opposite of what was decided, or not what was decided automatically. */
  otherwise: Scalars['Int']['output'];
  /** How many there are of each combination of what the rules would have done and what happened. */
  outcomes: Array<RuleDryRunOutcome>;
  /** How many each rule would have been applied to, in the order of the rules; the limits of the VASP are last. */
  rules: Array<RuleDryRunCount>;
  /** A page of those that would have been decided otherwise, newest first. */
  differences: Array<RuleDifference>;
  /** The cursor after which the next page of `differences` starts; null after the last one. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** What is probably wrong with the rules. */
  warnings: Array<RuleWarning>;
};

/** How many transactions have the same outcome. */
export type RuleDryRunOutcome = {
  __typename?: 'RuleDryRunOutcome';
  /** What the rules would have done; null if an officer would have decided without a rule. */
  action: Maybe<RuleAction>;
  /** What was decided. */
  decision: PastDecision;
  /** Whether no person decided. */
  isAutomatic: Scalars['Boolean']['output'];
  /** How many. */
  count: Scalars['Int']['output'];
};

/** How many transactions a rule would have been applied to. */
export type RuleDryRunCount = {
  __typename?: 'RuleDryRunCount';
  /** The name of the rule. */
  rule: Scalars['String']['output'];
  /** How many. */
  count: Scalars['Int']['output'];
};

/** What was decided about a transaction. */
export type PastDecision =
  /** It was approved, even if it was canceled or has expired later. */
  | 'APPROVED'
  /** It was declined, even if it was approved first. */
  | 'DECLINED'
  /** It was not decided by us: it is open or ended before, was sent by us, or was registered. */
  | 'UNDECIDED';

/** A transaction that rules would have decided otherwise. */
export type RuleDifference = {
  __typename?: 'RuleDifference';
  /** The transaction; null if it was deleted meanwhile. */
  transaction: Maybe<Transaction>;
  /** The rule that would have been applied; null without one. */
  rule: Maybe<Scalars['String']['output']>;
  /** What it would have done; null if an officer would have decided without a rule. */
  action: Maybe<RuleAction>;
  /** What was decided. */
  decision: PastDecision;
  /** Whether no person decided. */
  isAutomatic: Scalars['Boolean']['output'];
};

/** The value of one whole unit of an asset in a currency. */
export type RateInput = {
  /** Id of the asset. */
  asset: Scalars['ID']['input'];
  /** The currency, an ISO 4217 code such as EUR. */
  currency: Scalars['String']['input'];
  /** The value of one whole unit of the asset, a decimal number. */
  value: Scalars['String']['input'];
  /** When the rate applied; now without it. */
  at?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A rule to store. */
export type RuleInput = {
  /** Its name, unique among the rules; 1 to 100 characters on one line. */
  name: Scalars['String']['input'];
  /** The conditions, all of which must be met; without any, every transaction meets them. */
  when?: InputMaybe<RuleConditionsInput>;
  /** What is done. */
  action: RuleAction;
  /** DECLINE: the reviewed reason that is sent to the counterparty; without one it is neutral. */
  reasonId?: InputMaybe<Scalars['ID']['input']>;
  /** HOLD and ASK: the internal reason, 1 to 2,000 characters, without personal data. Required, and never sent. */
  internalReason?: InputMaybe<Scalars['String']['input']>;
  /** HOLD, ASK and ASSIGN: id of one of `assignees`, to whom the case is assigned if that is still so when the rule applies. What is assigned is decided by people only. */
  assignee?: InputMaybe<Scalars['ID']['input']>;
  /** HOLD, ASK and ASSIGN: the priority that the case gets. */
  priority?: InputMaybe<CasePriority>;
  /** HOLD, ASK and ASSIGN: when the case is due, in seconds from when the rule is applied. */
  dueSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** Conditions on a transaction. A list has 1 to 100 items, and is met by any of its values; `checks` and `amounts` are met by all of their items. */
export type RuleConditionsInput = {
  /** On the verdicts of checks. */
  checks?: InputMaybe<Array<CheckConditionInput>>;
  /** On the amount. */
  amounts?: InputMaybe<Array<AmountConditionInput>>;
  /** Ids of assets. */
  assets?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Ids of VASPs. */
  vasps?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** LEIs of VASPs. */
  leis?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether the VASP is trusted. */
  trust?: InputMaybe<Array<Trust>>;
  /** The risk of the VASP, as recorded by `recordDueDiligence`. A VASP without a rating makes the condition UNKNOWN: an officer decides. */
  riskRatings?: InputMaybe<Array<RiskRating>>;
  /** Countries that the IVMS101 data states for the originator or the beneficiary: ISO 3166 codes, and `XX` where one states none. */
  countries?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Countries that the IVMS101 data states for the other VASP. */
  vaspCountries?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Who sent the inquiry. */
  directions?: InputMaybe<Array<Direction>>;
  /** How the data is exchanged. */
  channels?: InputMaybe<Array<TransactionChannel>>;
  /** Whether the sender of the inquiry is the VASP that it claims to be. */
  senders?: InputMaybe<Array<SenderVerification>>;
};

/** A condition on the verdict of a check. */
export type CheckConditionInput = {
  /** The check; without it, the worst verdict of all checks counts, where UNKNOWN is worse than WARN. A check that did not run is UNKNOWN. */
  check?: InputMaybe<CheckName>;
  /** The verdicts that meet it. */
  verdicts: Array<CheckVerdict>;
};

/** A condition on the amount: in whole units of `asset`, or in `currency`. */
export type AmountConditionInput = {
  /** How the amount is compared with `value`. */
  operator: AmountOperator;
  /** The amount to compare with, a decimal number above zero. */
  value: Scalars['String']['input'];
  /** Id of the asset in whose units `value` is. */
  asset?: InputMaybe<Scalars['ID']['input']>;
  /** The currency of `value`, an ISO 4217 code such as EUR. */
  currency?: InputMaybe<Scalars['String']['input']>;
};

/** The scores from which a listed name is a match. A higher one finds fewer names. */
export type ScreeningThresholds = {
  __typename?: 'ScreeningThresholds';
  /** Rises with each change; 0 for the defaults. */
  version: Scalars['Int']['output'];
  /** From this score on a name is a possible match: WARN. */
  possible: Scalars['Float']['output'];
  /** From this score on it is a strong match: FAIL. */
  strong: Scalars['Float']['output'];
  /** Who set them; null for the defaults. */
  author: Maybe<User>;
  /** When they were set; null for the defaults. */
  createdAt: Maybe<Scalars['DateTime']['output']>;
};

/** What other thresholds would change. */
export type ScreeningThresholdsPreview = {
  __typename?: 'ScreeningThresholdsPreview';
  /** How many transactions were examined, the newest ones; at most 20,000, and fewer if more than 1,000 names have to be searched. */
  examined: Scalars['Int']['output'];
  /** Whether every screened transaction of the last 30 days was examined. */
  isComplete: Scalars['Boolean']['output'];
  /** How many would have another verdict. */
  changed: Scalars['Int']['output'];
  /** How many for each combination of verdicts, the most frequent one first. */
  changes: Array<ScreeningVerdictChange>;
};

/** How many transactions would have another verdict. */
export type ScreeningVerdictChange = {
  __typename?: 'ScreeningVerdictChange';
  /** The verdict that they have. */
  from: ScreeningVerdict;
  /** The verdict that they would have. */
  to: ScreeningVerdict;
  /** How many. */
  count: Scalars['Int']['output'];
};

/** What a name belongs to. */
export type NameKind =
  /** A natural person. */
  | 'PERSON'
  /** A company, an authority, or another organisation. */
  | 'ORGANISATION';

/** A published list of sanctioned persons and organisations. */
export type ScreeningListName =
  /** The SDN list of the US Treasury's OFAC, with wallet addresses. */
  | 'OFAC_SDN'
  /** The consolidated financial sanctions list of the European Union. */
  | 'EU_FSF'
  /** The consolidated list of the UN Security Council. */
  | 'UN'
  /** The UK Sanctions List. */
  | 'UK'
  /** A collection of OpenSanctions, which has many lists. */
  | 'OPENSANCTIONS';

/** A sanctions list of this node. */
export type ScreeningList = {
  __typename?: 'ScreeningList';
  /** Which list. */
  name: ScreeningListName;
  /** Whether transactions are screened against it. */
  isRequired: Scalars['Boolean']['output'];
  /** Whether it can be used. */
  state: ScreeningListState;
  /** Changes with the content; null until the list was loaded. */
  version: Maybe<Scalars['ID']['output']>;
  /** The day of publication that the file states, such as `2026-01-31`; null if it states none. */
  publishedOn: Maybe<Scalars['String']['output']>;
  /** Time of the latest successful update, also of one without changes. */
  loadedAt: Maybe<Scalars['DateTime']['output']>;
  /** Hours since `loadedAt`. */
  ageHours: Maybe<Scalars['Int']['output']>;
  /** Persons, organisations, ships and aircraft. */
  entries: Scalars['Int']['output'];
  /** Rows of the file that could not be read and are not screened. */
  malformed: Scalars['Int']['output'];
  /** The first of them, at most 20, with the reason. */
  malformedRows: Array<MalformedRow>;
  /** Why the latest update was refused; null if it was not. The list that was loaded before is still used. */
  refused: Maybe<RefusedList>;
};

/** Whether a list can be used. */
export type ScreeningListState =
  /** Loaded, and not older than `TRPD_SCREENING_LIST_AGE_MAX_SECONDS`. */
  | 'CURRENT'
  /** Older than that: transactions without a hit are UNKNOWN. */
  | 'OUTDATED'
  /** Never loaded: transactions without a hit are UNKNOWN. */
  | 'MISSING';

/** A row that could not be read. */
export type MalformedRow = {
  __typename?: 'MalformedRow';
  /** Number of the row or the entry in its file, from 1. */
  row: Scalars['Int']['output'];
  /** What is wrong with it. */
  reason: Scalars['String']['output'];
};

/** An update that was refused. */
export type RefusedList = {
  __typename?: 'RefusedList';
  /** Such as LIST_SHRANK or LIST_TRUNCATED. */
  code: Scalars['String']['output'];
  /** The file and what is wrong with it. */
  reason: Scalars['String']['output'];
  /** When. */
  at: Scalars['DateTime']['output'];
};

/** The result of a screening. `UNKNOWN` never approves anything. */
export type ScreeningVerdict =
  /** Nothing was found in current lists. */
  | 'PASS'
  /** A name may be listed: an officer decides. */
  | 'WARN'
  /** A wallet is listed, or a name that is the same apart from how it is written. */
  | 'FAIL'
  /** Something could not be screened; see `gaps`. */
  | 'UNKNOWN';

/** What was screened, against which lists, and what was found. */
export type Screening = {
  __typename?: 'Screening';
  /** The result. */
  verdict: ScreeningVerdict;
  /** The names that were screened. A party with several names is there once for each. */
  subjects: Array<ScreenedName>;
  /** Entries of lists that match a name, the best first for each name. */
  nameHits: Array<NameHit>;
  /** Wallets of lists that are part of the transaction. */
  walletHits: Array<WalletHit>;
  /** Hits of the screening vendor's API. */
  vendorHits: Array<VendorHit>;
  /** Why part of the screening is missing; empty when everything was screened. */
  gaps: Array<ScreeningGap>;
  /** The lists that were used. */
  lists: Array<ScreenedList>;
  /** When. */
  screenedAt: Scalars['DateTime']['output'];
};

/** A name that was screened. */
export type ScreenedName = {
  __typename?: 'ScreenedName';
  /** Whose name; null for a query of an officer. */
  role: Maybe<ScreenedRole>;
  /** The name. */
  name: Scalars['String']['output'];
  /** What it belongs to. */
  kind: NameKind;
};

/** A list as it was used for a screening. */
export type ScreenedList = {
  __typename?: 'ScreenedList';
  /** Which list. */
  name: ScreeningListName;
  /** Its version. */
  version: Scalars['ID']['output'];
  /** Time of its latest successful update at the time of the screening. */
  loadedAt: Scalars['DateTime']['output'];
};

/** Why part of a screening is missing. */
export type ScreeningGap = {
  __typename?: 'ScreeningGap';
  /** Such as SCREENING_LIST_OUTDATED. */
  code: Scalars['String']['output'];
  /** A sentence for people. */
  message: Scalars['String']['output'];
};

/** Whose name was screened. */
export type ScreenedRole =
  /** The originator. */
  | 'ORIGINATOR'
  /** The beneficiary. */
  | 'BENEFICIARY'
  /** The other VASP. */
  | 'VASP';

/** An entry of a list that matches a name. */
export type NameHit = {
  __typename?: 'NameHit';
  /** Whose name; null for a query of an officer. */
  role: Maybe<ScreenedRole>;
  /** The name that was screened. */
  name: Scalars['String']['output'];
  /** The list. */
  list: ScreeningListName;
  /** The list's own identifier of the entry. */
  entryId: Scalars['String']['output'];
  /** The name of the entry that matches. */
  listedName: Scalars['String']['output'];
  /** From 0.7 (a possible match) to 1 (the same name); less only where an official number is the same. */
  score: Scalars['Float']['output'];
  /** Whether it is the same name apart from how it is written. */
  isStrong: Scalars['Boolean']['output'];
  /** The words that agree, and how. */
  words: Array<NameWordMatch>;
  /** Words of the screened name that the entry lacks. */
  missingInEntry: Array<Scalars['String']['output']>;
  /** Words of the entry that the screened name lacks. */
  missingInName: Array<Scalars['String']['output']>;
  /** Whether the words come in another order. */
  isReordered: Scalars['Boolean']['output'];
  /** Years of birth in the entry; several when the list gives a range or alternatives. */
  birthYears: Array<Scalars['Int']['output']>;
  /** Whether the year of birth that was sent is one of the entry's; null when either has none. A different year does not weaken a hit: the sender chooses it. */
  isBirthYearSame: Maybe<Scalars['Boolean']['output']>;
  /** Whether an official number or the LEI that was sent is one of the entry's: the hit is then strong, under any name. */
  isIdentifierSame: Scalars['Boolean']['output'];
  /** The sanctions programmes of the entry. */
  programs: Array<Scalars['String']['output']>;
};

/** Words of two names that agree. */
export type NameWordMatch = {
  __typename?: 'NameWordMatch';
  /** As screened. */
  screened: Scalars['String']['output'];
  /** As listed. */
  listed: Scalars['String']['output'];
  /** How they agree. */
  how: NameWordAgreement;
};

/** How two words agree. */
export type NameWordAgreement =
  /** The same letters. */
  | 'EQUAL'
  /** The same in another script. */
  | 'TRANSLITERATED'
  /** A nickname, or the name in another language. */
  | 'VARIANT'
  /** An initial for a word. */
  | 'INITIAL'
  /** The same, divided into words otherwise. */
  | 'JOINED'
  /** Similar letters or sounds. */
  | 'SPELLING';

/** A wallet of a list. */
export type WalletHit = {
  __typename?: 'WalletHit';
  /** The list. */
  list: ScreeningListName;
  /** The list's own identifier of the entry. */
  entryId: Scalars['String']['output'];
  /** The symbol of the asset in the list; XBT is shown as BTC. */
  asset: Scalars['String']['output'];
  /** The address. */
  address: Scalars['String']['output'];
};

/** A hit of the screening vendor's API, as its response names it. */
export type VendorHit = {
  __typename?: 'VendorHit';
  /** The name that was screened. */
  name: Scalars['String']['output'];
  /** The name of the hit. */
  listedName: Scalars['String']['output'];
  /** The vendor's score, if the mapping has one. */
  score: Maybe<Scalars['Float']['output']>;
  /** The vendor's identifier, if the mapping has one. */
  reference: Maybe<Scalars['String']['output']>;
};

/** One transfer of an asset, with its Travel Rule data. */
export type Transaction = {
  __typename?: 'Transaction';
  /** Id of the transaction in this node. */
  id: Scalars['ID']['output'];
  /** Number of the latest change, from 1. */
  version: Scalars['Int']['output'];
  /**
   * UUID of the inquiry, chosen by its sender; without an inquiry the idempotency key of `registerOfflineTx`. A SENT inquiry
   * that is sent again in another form has a new one on the wire.
   */
  requestIdentifier: Scalars['ID']['output'];
  /** Who sent the inquiry; without an inquiry whether we sent or received the asset. */
  direction: Direction;
  /** How the Travel Rule data is exchanged. Only `TRP` has messages: the others are registered with `registerOfflineTx`, and nothing is sent about them. */
  channel: TransactionChannel;
  /** The status of the exchange. */
  status: TransactionStatus;
  /** Who has to act next. */
  folder: Folder;
  /** The delivery of the latest message to the counterparty. */
  delivery: Delivery;
  /** The attempts to send messages to the counterparty, newest first, at most 50. */
  deliveryAttempts: Array<DeliveryAttempt>;
  /** The asset that is transferred. */
  asset: Asset;
  /** The exact amount, as written by the sender of the inquiry: a decimal number in amountUnit. */
  amount: Scalars['String']['output'];
  /** The unit of amount; null while the counterparty's unit is unknown. */
  amountUnit: Maybe<AmountUnit>;
  /** The travel address to which the inquiry was sent; null exactly for channels other than TRP. */
  travelAddress: Maybe<Scalars['String']['output']>;
  /** The address book entry to which the inquiry was sent; RECEIVED only. */
  addressBookEntry: Maybe<AddressBookEntry>;
  /** The other VASP; never null over TRP, always null with a self-hosted wallet, and null on `OFFLINE` if it is unknown. */
  vasp: Maybe<Vasp>;
  /** Who sends the asset. */
  originator: Maybe<Originator>;
  /** Who receives the asset. */
  beneficiary: Maybe<Beneficiary>;
  /** Your own reference to the customer: that of inquire or registerOfflineTx, or of a RECEIVED inquiry that of the address book entry. */
  customerReference: Maybe<Scalars['String']['output']>;
  /** The complete IVMS101 payload of the inquiry, with both VASPs, as a JSON document for other systems. Names are as received. */
  ivms101: Maybe<Scalars['String']['output']>;
  /** The payment address, once approved or registered. */
  address: Maybe<Scalars['String']['output']>;
  /** The address that the asset comes from, if it was registered; null over TRP. */
  originAddress: Maybe<Scalars['String']['output']>;
  /** The other party's address, as far as it is known: address of a SENT transaction, originAddress of a RECEIVED one. */
  counterpartyAddress: Maybe<Scalars['String']['output']>;
  /** The hash on the ledger, once confirmed. */
  txHash: Maybe<Scalars['String']['output']>;
  /** The hash that the sender reported although the approval had expired or ended. It is only evidence until `acceptConfirmation`. */
  lateTxHash: Maybe<Scalars['String']['output']>;
  /**
   * Why it is BLOCKED, DECLINED, CANCELED, EXPIRED or FAILED; for BLOCKED, what to do about it. Null in other states. Text by officers and
   * counterparties may be personal: without the scope `pii:read` it is omitted, and the reason of DECLINED and CANCELED is null.
   */
  reason: Maybe<Scalars['String']['output']>;
  /** The TRP version of the inquiry; null exactly for channels other than TRP. */
  protocolVersion: Maybe<Scalars['String']['output']>;
  /** Deviations of the other party's IVMS101 data from the standard; for a registered transaction also what is missing. */
  ivms101Issues: Array<Ivms101Issue>;
  /** Everything in which the received messages depart from TRP and IVMS101, and which was tolerated; contains ivms101Issues. */
  deviations: Array<Deviation>;
  /** What is known about who sent the inquiry; RECEIVED only, and null on those from before it was recorded. */
  sender: Maybe<Sender>;
  /** What an officer can do now. */
  allowedActions: Array<TransactionAction>;
  /** Every change up to this version, oldest first. */
  history: Array<TransactionChange>;
  /** Time of the inquiry; without an inquiry, of the registration. */
  createdAt: Scalars['DateTime']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
  /** When it expires, if it has a time limit. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** The officer who decided last, if one did. */
  decidedBy: Maybe<User>;
  /** What our officers do about it. Internal: none of it is ever sent to the counterparty. */
  case: Case;
  /** The latest result of every check that applies. Checks run for each inquiry, received or sent, when a transaction is released, and by `runChecks`. */
  checks: Array<CheckResult>;
  /** Every time the checks ran, newest first, at most 50. */
  checkRuns: Array<CheckRun>;
  /** Whether `requestData` is possible: not after the transaction has ended without a payment, nor once its personal data is erased. */
  acceptsDataRequests: Scalars['Boolean']['output'];
  /** Requests for data about the other party, newest first. Internal, except for what anyone with the link sees: what is asked. */
  dataRequests: Array<DataRequest>;
  /** Whether this node still holds the personal data. Once it is erased, fields with personal data are null or empty, and nothing can be changed any more. */
  personalData: PersonalDataStatus;
  /** When the personal data was erased; null while it is held. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** The legal hold that keeps the personal data from erasure; null without one. */
  legalHold: Maybe<LegalHold>;
  /**
   * What a wallet's back end asks before it sends, pays or credits: whether that is allowed now, and everything that stops it. `trpdTransactions` sends
   * the transaction when it changes. Internal: none of it is ever sent to the counterparty.
   */
  release: Release;
  /** What can be done about its data now. */
  repairActions: Array<RepairAction>;
  /** The corrections of its data, newest first, at most 50. */
  corrections: Array<DataCorrection>;
  /** The transaction in whose place it was sent; null if there is none. */
  resubmissionOf: Maybe<Transaction>;
  /** The transaction that was sent in its place; null if there is none. */
  resubmittedAs: Maybe<Transaction>;
  /** The rule that decided last; null if a person did, or if it is undecided. */
  decidedByRule: Maybe<AppliedRule>;
  /** The rules that were applied to it, newest first, at most 50. */
  appliedRules: Array<AppliedRule>;
  /**
   * The latest screening of the parties, the other VASP and the addresses against sanctions lists; null until it was screened for the first time.
   * Internal: none of it is ever sent to the counterparty.
   */
  screening: Maybe<Screening>;
};


/** One transfer of an asset, with its Travel Rule data. */
export type TransactionIvms101Args = {
  edition?: Ivms101Edition;
};

/** A point in which a received message departs from the protocol. */
export type Deviation = {
  __typename?: 'Deviation';
  /** The rule: the message and field of TRP, or IVMS101 and a constraint. */
  clause: Scalars['String']['output'];
  /** The field in the message, such as `asset`; empty for the message as a whole. */
  path: Scalars['String']['output'];
  /** What was found, and what was done about it. */
  message: Scalars['String']['output'];
};

/** What is known about who sent an inquiry. */
export type Sender = {
  __typename?: 'Sender';
  /** Whether the sender is the VASP that it claims to be. */
  verification: SenderVerification;
  /** Why. */
  reason: Scalars['String']['output'];
  /** The IP address that the inquiry came from; of an IPv6 address its network. */
  address: Scalars['String']['output'];
  /** The subject of its client certificate, whether that is valid or not; null without one. */
  subject: Maybe<Scalars['String']['output']>;
  /** SHA-256 digest of the public key of its client certificate, in Base64; see `pinVaspKey`. */
  keySha256: Maybe<Scalars['String']['output']>;
  /** When its client certificate expires. */
  certificateExpiresAt: Maybe<Scalars['DateTime']['output']>;
};

/** Whether the sender of an inquiry is the VASP that it claims to be. */
export type SenderVerification =
  /** Its client certificate has a pinned key of the VASP or, if no key is pinned, is valid for its LEI or host. */
  | 'VERIFIED'
  /** It presented no client certificate, or one that proves nothing. Our decision is sent to the callback, so that only the VASP receives it. */
  | 'UNVERIFIED'
  /** Its client certificate belongs to another party, or contradicts what the VASP says about itself. It is never decided automatically. */
  | 'CONTRADICTED';

/** Who sent the inquiry; without an inquiry, the direction of the asset. */
export type Direction =
  /** We sent the inquiry. Without one: our customer sends the asset. */
  | 'SENT'
  /** The counterparty sent the inquiry. Without one: our customer receives the asset. */
  | 'RECEIVED';

/** How the Travel Rule data of a transaction is exchanged. */
export type TransactionChannel =
  /** With the other VASP over the Travel Rule Protocol. */
  | 'TRP'
  /** By another channel, such as another protocol or a letter, or not yet. The other VASP may be unknown. */
  | 'OFFLINE'
  /** With no VASP: the other party's wallet is self-hosted. */
  | 'SELF_HOSTED';

/** The status of a transaction. */
export type TransactionStatus =
  /** On hold: see reason. */
  | 'BLOCKED'
  /** The inquiry is not decided yet. */
  | 'PENDING'
  /** The beneficiary VASP has approved the inquiry, with a payment address. Without an inquiry: registered, and the hash is not known yet. */
  | 'APPROVED'
  /** The hash on the ledger is known. */
  | 'CONFIRMED'
  /** The beneficiary VASP has declined the inquiry, or withdrawn its approval. */
  | 'DECLINED'
  /** The originating VASP has canceled the transaction, or we a registered one. */
  | 'CANCELED'
  /** A time limit has passed. */
  | 'EXPIRED'
  /** The inquiry could not be delivered; retryDelivery tries again. */
  | 'FAILED';

/** Who has to act next on a transaction. */
export type Folder =
  /** We have to act: decide, confirm, lift a hold, retry a delivery that failed, or look at a hash that was reported too late. */
  | 'INBOX'
  /** The counterparty has to act. */
  | 'WAITING'
  /** The transaction is finished. */
  | 'ARCHIVE';

/** The latest message of a transaction to the counterparty. */
export type Delivery = {
  __typename?: 'Delivery';
  /** The state of the message. */
  state: DeliveryState;
  /** The kind of message; null without a message. */
  kind: Maybe<DeliveryKind>;
  /** Number of finished attempts. */
  attempts: Scalars['Int']['output'];
  /** Time of the next attempt, if it must wait: while RETRYING, or while nothing is sent to the VASP because it does not respond. */
  nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** The problem of the latest attempt; once FAILED, also why no more are made. Quotes the counterparty only for callers with the scope `pii:read`. */
  lastProblem: Maybe<Scalars['String']['output']>;
};

/** One attempt to send a message to the counterparty. */
export type DeliveryAttempt = {
  __typename?: 'DeliveryAttempt';
  /** The kind of message. */
  kind: DeliveryKind;
  /** What the result of the attempt meant. */
  outcome: DeliveryOutcome;
  /** HTTP status of the response; null without a response. */
  httpStatus: Maybe<Scalars['Int']['output']>;
  /** Why there was no response; null with one. */
  failure: Maybe<DeliveryFailure>;
  /** Time from the request to the last byte of the response, in milliseconds; with the discovery of the VASP, if it was due. */
  durationMs: Scalars['Int']['output'];
  /** Size of the message in bytes. */
  requestBytes: Scalars['Int']['output'];
  /** Size of the response body in bytes; null without a response. */
  responseBytes: Maybe<Scalars['Int']['output']>;
  /** Time of the request. */
  startedAt: Scalars['DateTime']['output'];
};

/** What the result of an attempt meant. */
export type DeliveryOutcome =
  /** The counterparty received the message. */
  | 'DELIVERED'
  /** The counterparty could not process the message now. */
  | 'RETRY'
  /** The counterparty refused the message, or its address must not be called. */
  | 'REFUSED'
  /** The counterparty refused the message, perhaps because of its version of TRP. */
  | 'VERSION_REFUSED'
  /** The counterparty refused the message, perhaps because of how the asset is identified. */
  | 'ASSET_REFUSED';

/** Why an attempt had no response. */
export type DeliveryFailure =
  /** The response did not arrive in time. */
  | 'OUTBOUND_TIMEOUT'
  /** The response was too large. */
  | 'OUTBOUND_TOO_LARGE'
  /** The host could not be reached, or it closed the connection. */
  | 'OUTBOUND_UNREACHABLE'
  /** The TLS connection failed. */
  | 'OUTBOUND_TLS'
  /** Requests to this host are not allowed. */
  | 'OUTBOUND_HOST_REFUSED'
  /** Requests to this URL are not allowed. */
  | 'OUTBOUND_URL_REFUSED';

/** The state of a message. */
export type DeliveryState =
  /** No message has been sent. */
  | 'NONE'
  /** The first attempt is pending. */
  | 'QUEUED'
  /** An attempt is in progress. */
  | 'IN_FLIGHT'
  /** The counterparty has received it. */
  | 'DELIVERED'
  /** An attempt failed; another follows. */
  | 'RETRYING'
  /** No more attempts are made until retryDelivery. */
  | 'FAILED';

/** The kind of a message to the counterparty. */
export type DeliveryKind =
  /** Our inquiry. */
  | 'INQUIRY'
  /** Our decision. */
  | 'RESOLUTION'
  /** The hash on the ledger. */
  | 'CONFIRMATION'
  /** Our cancellation. */
  | 'CANCELLATION';

/** What an officer can do with a transaction. */
export type TransactionAction =
  /** trustVasp */
  | 'TRUST_VASP'
  /** setWireProfile with amountUnit */
  | 'SET_WIRE_PROFILE'
  /** assessTx with APPROVE */
  | 'APPROVE'
  /** assessTx with DECLINE; withdraws the approval if there is one */
  | 'DECLINE'
  /** confirmTx */
  | 'CONFIRM'
  /** acceptConfirmation */
  | 'ACCEPT_CONFIRMATION'
  /** cancelTx */
  | 'CANCEL'
  /** retryDelivery */
  | 'RETRY_DELIVERY'
  /** archiveTx */
  | 'ARCHIVE';

/** The decisions about an inquiry. */
export type AssessDecision =
  /** Approve, with a payment address. */
  | 'APPROVE'
  /** Decline, with a reason. Withdraws an approval that is not confirmed yet. */
  | 'DECLINE';

/** One change of a transaction. */
export type TransactionChange = {
  __typename?: 'TransactionChange';
  /** The version that resulted. */
  version: Scalars['Int']['output'];
  /** What happened, such as transfer.approved. */
  event: Scalars['String']['output'];
  /** The status after the change. */
  status: TransactionStatus;
  /** The delivery after the change. */
  delivery: DeliveryState;
  /** The kind of actor. */
  actorType: ChangeActorType;
  /** The actor: subject of a person, id of a VASP, or name of a service. */
  actorId: Scalars['String']['output'];
  /** Time of the change. */
  at: Scalars['DateTime']['output'];
  /** The rule that decided; null if none did. */
  rule: Maybe<AppliedRule>;
};

/** The kinds of actors that change transactions. */
export type ChangeActorType =
  /** A person or a client of ours. */
  | 'USER'
  /** This service. */
  | 'SYSTEM'
  /** The other VASP. */
  | 'COUNTERPARTY'
  /** A customer, or the holder of the link of a data request. */
  | 'CUSTOMER';

/** The order of a list of transactions. */
export type TransactionOrder =
  /** The newest first. */
  | 'NEWEST_FIRST'
  /**
   * The one whose case is due first, so the most overdue first. Refused with `TRANSACTION_ORDER_INVALID` unless the filter has `caseStatus`,
   * without CLOSED. A case whose due time changes between two pages may be in both or in none.
   */
  | 'DUE_FIRST';

/** Conditions on transactions: every field that is present must match. A list has at most 500 items. */
export type TransactionFilter = {
  /** Any of these ids. */
  id?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Any of these directions. */
  direction?: InputMaybe<Array<Direction>>;
  /** Any of these channels. */
  channel?: InputMaybe<Array<TransactionChannel>>;
  /** Any of these states. */
  status?: InputMaybe<Array<TransactionStatus>>;
  /** Any of these folders. */
  folder?: InputMaybe<Array<Folder>>;
  /** With any of these VASPs. */
  vasp?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Of any of these assets. */
  asset?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** With this request identifier. */
  requestIdentifier?: InputMaybe<Scalars['ID']['input']>;
  /** With this travel address. */
  travelAddress?: InputMaybe<Scalars['String']['input']>;
  /** With this hash on the ledger, even if it was reported too late. */
  txHash?: InputMaybe<Scalars['String']['input']>;
  /** With the latest message in any of these states. */
  delivery?: InputMaybe<Array<DeliveryState>>;
  /** Earliest time of the inquiry, inclusive. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Latest time of the inquiry, exclusive. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Smallest amount, inclusive, in whole units of the asset. Amounts of an unknown unit do not match. */
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  /** Largest amount, inclusive, in whole units of the asset. Amounts of an unknown unit do not match. */
  amountTo?: InputMaybe<Scalars['String']['input']>;
  /** With this customerReference. Needs the scope `pii:read`. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
  /** The start of the id, the request identifier, the hash on the ledger, the payment address or originAddress, in any case; 4 to 256 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** With a case of any of these states. */
  caseStatus?: InputMaybe<Array<CaseStatus>>;
  /** With a case of any of these people; null for those without an assignee. */
  assignee?: InputMaybe<Array<InputMaybe<Scalars['ID']['input']>>>;
  /** With a case of any of these priorities. */
  priority?: InputMaybe<Array<CasePriority>>;
  /** Earliest due time of the case, inclusive. */
  dueFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Latest due time of the case, exclusive. Together with `caseStatus`, what is overdue. */
  dueTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** With all these words among the names of its originators and beneficiaries, in any order and case; whole words. Needs the scope `pii:read`, and cannot filter a subscription. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** A page of transactions. */
export type TransactionConnection = {
  __typename?: 'TransactionConnection';
  /** The transactions with their cursors. */
  edges: Array<TransactionEdge>;
  /** The transactions. */
  nodes: Array<Transaction>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
};

/** A transaction in a page. */
export type TransactionEdge = {
  __typename?: 'TransactionEdge';
  /** The position in the list. Pass it as `after` to continue from there. */
  cursor: Scalars['String']['output'];
  /** The transaction. */
  node: Transaction;
};

/** The position of a page in its list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** Whether there are more items after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether this page continues an earlier one. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge; `null` on an empty page. */
  startCursor: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge; `null` on an empty page. */
  endCursor: Maybe<Scalars['String']['output']>;
};

/** A new inquiry. */
export type InquireInput = {
  /** The beneficiary's travel address, or an LNURL of TRP 2. */
  travelAddress: Scalars['String']['input'];
  /** Id of the asset; see `assets`. */
  asset: Scalars['ID']['input'];
  /** The amount in whole units, a decimal number such as 0.5. */
  amount: Scalars['String']['input'];
  /** Who sends the asset. */
  originator: OriginatorInput;
  /** Who receives the asset. */
  beneficiary: BeneficiaryInput;
  /** An idempotency key, a UUID: a repeated call with the same input returns the same transaction; with different input it fails. */
  requestIdentifier?: InputMaybe<Scalars['ID']['input']>;
  /** Your own reference to the customer, one line of at most 200 characters. Stored encrypted, and not sent. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
};

/** A transfer that is not exchanged over TRP. */
export type RegisterOfflineTxInput = {
  /** Whether our customer sends or receives the asset. */
  direction: Direction;
  /** Whether the other party's wallet is self-hosted: no VASP holds it. The channel is then SELF_HOSTED, otherwise OFFLINE. */
  selfHosted: Scalars['Boolean']['input'];
  /** Id of the other VASP, if it is known; its trust does not matter. Must be absent if selfHosted. */
  vasp?: InputMaybe<Scalars['ID']['input']>;
  /** Id of the asset; see `assets`. */
  asset: Scalars['ID']['input'];
  /** The amount in whole units, a decimal number such as 0.5. */
  amount: Scalars['String']['input'];
  /** Who sends the asset; required for SENT. What is missing or wrong in the other party's data is recorded in `ivms101Issues`. */
  originator?: InputMaybe<OriginatorInput>;
  /** Who receives the asset; required for RECEIVED. What is missing or wrong in the other party's data is recorded in `ivms101Issues`. */
  beneficiary?: InputMaybe<BeneficiaryInput>;
  /** The payment address: where the asset arrives. */
  address: Scalars['String']['input'];
  /** The address that the asset comes from, for example the self-hosted wallet of a deposit. */
  originAddress?: InputMaybe<Scalars['String']['input']>;
  /** The hash on the ledger, if it is known: the transaction is then CONFIRMED, otherwise APPROVED until `confirmTx` or `cancelTx`. */
  txHash?: InputMaybe<Scalars['String']['input']>;
  /** An idempotency key, a UUID: a repeated call with the same input returns the same transaction; with different input it fails. */
  requestIdentifier?: InputMaybe<Scalars['ID']['input']>;
  /** Your own reference to the customer, one line of at most 200 characters. Stored encrypted. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
};

/** A draft of a transfer. It is stored encrypted, only its author can read it, and it expires. */
export type TransferDraft = {
  __typename?: 'TransferDraft';
  /** Id of the draft. */
  id: Scalars['ID']['output'];
  /** Number of the latest change, from 1. */
  version: Scalars['Int']['output'];
  /** The name that the person gave it. */
  name: Scalars['String']['output'];
  /** The saved JSON. This service stores it without interpreting it. */
  content: Scalars['String']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
  /** When it is deleted unless it is saved again: 30 days after the latest change. */
  endsAt: Scalars['DateTime']['output'];
};

/** A draft to save. */
export type TransferDraftInput = {
  /** The draft to change; without it, a new one is stored. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The version that was changed, with `id` only: refused with `TRANSFER_DRAFT_CHANGED` when it is not the latest. */
  version?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 100 characters on one line. */
  name: Scalars['String']['input'];
  /** JSON of at most 100,000 bytes. */
  content: Scalars['String']['input'];
  /** The customer that the draft is about, if it is known: erasing the customer deletes the draft. See `AddressBookEntry.customerReference`. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
};

export type Query = {
  __typename?: 'Query';
  /** VASPs, travel addresses and transactions of the Travel Rule Protocol. */
  trpd: Maybe<TrpdQuery>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Changes over the Travel Rule Protocol. The fields run one after the other, in document order. */
  trpd: Maybe<TrpdMutation>;
};

/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQuery = {
  __typename?: 'TrpdQuery';
  /** The version of the program that serves this part, such as `1.4.0`. While a node is upgraded, its parts have different ones. */
  programVersion: Scalars['String']['output'];
  /** Position of the last event of this part: an integer, `0` before the first. A feed of `auditFeeds` with a lower one is behind. */
  eventPosition: Scalars['String']['output'];
  /** Other VASPs, by name. */
  vasps: Array<Vasp>;
  /** The number of VASPs that match. */
  vaspsCount: Scalars['Int']['output'];
  /** The VASP with this id; null if there is none. */
  vasp: Maybe<Vasp>;
  /** Asks the VASP at a URL for its version, identity and extensions. A known VASP keeps the result. Nothing else is sent to it. */
  discoverVasp: Maybe<VaspDiscovery>;
  /**
   * `true` for a travel address, or an LNURL of TRP 2, that this node can send an inquiry to. Otherwise the field is null and
   * `errors[0].message` says why.
   */
  validateTravelAddress: Maybe<Scalars['Boolean']['output']>;
  /** Decodes a travel address. Fails like `validateTravelAddress`. */
  decodeTravelAddress: Maybe<TravelAddress>;
  /** Transactions, by default the newest first. */
  transactions: Maybe<TransactionConnection>;
  /**
   * The exact number of transactions that match. It is kept for filters that consist of `direction`, `status`, `folder`, `delivery`, `vasp` and
   * `asset`; for any other filter the matches are counted, which takes the longer the more there are.
   */
  transactionsCount: Scalars['Int']['output'];
  /** The inquiries of senders that are neither trusted nor verified, folded into a summary. */
  unverifiedInquiries: UnverifiedInquiries;
  /** The transaction with this id; null if there is none. */
  transaction: Maybe<Transaction>;
  /** The travel addresses that this node issued, newest first. */
  addressBook: Array<AddressBookEntry>;
  /** Checks an IVMS101 payload against the standard. Nothing is stored. */
  validateIvms101: Maybe<Ivms101Report>;
  /** The supported assets. */
  assets: Array<Asset>;
  /** The identity of this node towards other VASPs. */
  ownIdentity: OwnIdentity;
  /** The name of the vendor that `attributeAddress` asks; null if none is set up. */
  attributionVendor: Maybe<Scalars['String']['output']>;
  /** Asks the attribution vendor which VASP an address on the ledger belongs to. The answer is the vendor's; nothing of it is stored or decides anything. */
  attributeAddress: Maybe<AddressAttribution>;
  /**
   * The people to whom transactions can be assigned, by id: those who have called `trpd` within the last 90 days, and whose latest call had the
   * scope `trpd:write`. A client that acts for itself is never among them.
   */
  assignees: Maybe<Array<User>>;
  /** The reasons that were reviewed for counterparties, by id; at most 500. */
  counterpartyReasons: Array<CounterpartyReason>;
  /** The customers that this node knows, newest first. */
  customers: Maybe<Array<Customer>>;
  /** The requests for data about all transactions, newest first. Those that are overdue are `EXPIRED`. */
  dataRequests: Array<DataRequest>;
  /** The number of requests that match. */
  dataRequestsCount: Scalars['Int']['output'];
  /**
   * What waits for the officers, and what has been decided. Every part is exact when it is read, and takes the same time for any number of
   * transactions, because its counts are kept.
   */
  deskSummary: DeskSummary;
  /** A document of due diligence with its content; null without one, and once it is erased. */
  dueDiligenceDocument: Maybe<DueDiligenceFile>;
  /** Whose personal data the retention period of `TRPD_JURISDICTION` no longer covers: what `TRPD_RETENTION_ERASES` erases, or would erase. */
  retention: Retention;
  /**
   * The law that this node is under, as TRPD_JURISDICTION names it, and the data that it requires; null without that setting. The checks
   * `IVMS101_COMPLETENESS` and `OWNERSHIP_PROOF` judge each transaction by it.
   */
  jurisdiction: Maybe<Jurisdiction>;
  /** The rules at a version, by default the current one. Null if there is no such version. */
  ruleSet: Maybe<RuleSet>;
  /** The versions of the rules, newest first. */
  ruleSets: Maybe<Array<RuleSet>>;
  /** The rates of assets, by asset and currency. */
  rates: Maybe<Array<Rate>>;
  /**
   * What rules would have done about past transactions, by the latest verdicts of their checks and the VASPs, limits and rates of today. Nothing is
   * changed. Personal data is not read, so that conditions on countries are UNKNOWN. Refused as by `replaceRules`.
   */
  dryRunRules: Maybe<RuleDryRun>;
  /** The sanctions lists that this node uses or has refused. They are loaded by the operator, with a command. */
  screeningLists: Array<ScreeningList>;
  /** Screens one name or one address on the ledger now. Nothing of it is stored. */
  screen: Maybe<Screening>;
  /** The scores from which a listed name is a match. */
  screeningThresholds: ScreeningThresholds;
  /**
   * How many transactions of the last 30 days would have another verdict of screening with other thresholds, by the lists of today. Nothing is
   * changed, and no vendor is called. Refused with `SCREENING_THRESHOLDS_INVALID` as by `setScreeningThresholds`.
   */
  previewScreeningThresholds: Maybe<ScreeningThresholdsPreview>;
  /** The caller's drafts of transfers, last changed first; at most 50. Drafts of other people are not included. */
  transferDrafts: Maybe<Array<TransferDraft>>;
  /**
   * The VASPs of the directory as documents for `importVasps`, in the order of their ids: name, LEI, URL, trust, due diligence and wire profile.
   * Refused with `VASP_CURSOR_INVALID`.
   */
  vaspDirectory: Maybe<VaspDirectoryPart>;
  /** The VASPs that failed most often to provide data, the worst first: inquiries with gaps and unanswered inquiries together. */
  failingVasps: Array<Vasp>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryVaspsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  trust?: InputMaybe<Trust>;
  reviewDue?: InputMaybe<Scalars['Boolean']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryVaspsCountArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  trust?: InputMaybe<Trust>;
  reviewDue?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryVaspArgs = {
  id: Scalars['ID']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDiscoverVaspArgs = {
  url: Scalars['String']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryValidateTravelAddressArgs = {
  travelAddress: Scalars['String']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDecodeTravelAddressArgs = {
  travelAddress: Scalars['String']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryTransactionsArgs = {
  filter?: InputMaybe<TransactionFilter>;
  orderBy?: InputMaybe<TransactionOrder>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryTransactionsCountArgs = {
  filter?: InputMaybe<TransactionFilter>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryTransactionArgs = {
  id: Scalars['ID']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryAddressBookArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryValidateIvms101Args = {
  payload: Scalars['String']['input'];
  version?: InputMaybe<Ivms101Version>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryAttributeAddressArgs = {
  asset: Scalars['ID']['input'];
  address: Scalars['String']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryAssigneesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryCustomersArgs = {
  reference?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDataRequestsArgs = {
  status?: InputMaybe<Array<DataRequestStatus>>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDataRequestsCountArgs = {
  status?: InputMaybe<Array<DataRequestStatus>>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDueDiligenceDocumentArgs = {
  id: Scalars['ID']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryRuleSetArgs = {
  version?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryRuleSetsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryRatesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryDryRunRulesArgs = {
  rules: Array<RuleInput>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryScreenArgs = {
  name?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<NameKind>;
  address?: InputMaybe<Scalars['String']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryPreviewScreeningThresholdsArgs = {
  possible: Scalars['Float']['input'];
  strong: Scalars['Float']['input'];
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryVaspDirectoryArgs = {
  format: DirectoryFormat;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Queries about VASPs, travel addresses and transactions. */
export type TrpdQueryFailingVaspsArgs = {
  months?: InputMaybe<Scalars['Int']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutation = {
  __typename?: 'TrpdMutation';
  /**
   * Starts a Travel Rule exchange with the VASP of a travel address. While that VASP is not trusted, the transaction is BLOCKED and
   * nothing is sent.
   */
  inquire: Maybe<Transaction>;
  /**
   * Registers a transfer that is not exchanged over TRP: with a self-hosted wallet, with a VASP over another channel, or of which the other
   * VASP is not known yet. It is listed, counted, filtered and audited like any other. Nothing is sent.
   */
  registerOfflineTx: Maybe<Transaction>;
  /**
   * Decides about a RECEIVED inquiry and sends the decision to the counterparty. A SENT one can be declined while it is BLOCKED. An
   * inquiry from a VASP that has since been blocked cannot be approved. To decline an APPROVED one withdraws the approval.
   */
  assessTx: Maybe<Transaction>;
  /**
   * Records the hash of the transaction on the ledger and sends it to the counterparty. Idempotent for the same hash. Of a registered
   * transaction, SENT or RECEIVED, the hash is only recorded. Refused with `TRANSACTION_NOT_RELEASED` and `extensions.obstacles` while
   * `Transaction.release` says that it may not be paid.
   */
  confirmTx: Maybe<Transaction>;
  /**
   * Cancels a SENT transaction. A counterparty that has approved it receives a cancellation. A registered transaction can be canceled in
   * either direction until it is confirmed; nothing is sent.
   */
  cancelTx: Maybe<Transaction>;
  /** Immediately retries the delivery of a message. An inquiry is encoded again by the current wire profile of its VASP. */
  retryDelivery: Maybe<Transaction>;
  /** Confirms a RECEIVED transaction with lateTxHash, the hash that its sender reported although the approval had expired or ended. */
  acceptConfirmation: Maybe<Transaction>;
  /**
   * Archives a RECEIVED transaction that is BLOCKED, or a finished one that is in the INBOX because of its delivery or a late hash. Other
   * finished ones are archived automatically.
   */
  archiveTx: Maybe<Transaction>;
  /**
   * Registers a VASP, or updates the one with this id, else this host, else this LEI. Together with a url, the LEI only matches a VASP
   * without one. Never changes trust.
   */
  registerOrUpdateVasp: Maybe<Vasp>;
  /** Allows Travel Rule data to be exchanged with a VASP. Transactions that were BLOCKED for this reason continue. */
  trustVasp: Maybe<Vasp>;
  /** Forbids the exchange with a VASP: nothing is sent to it, and its inquiries are BLOCKED. */
  blockVasp: Maybe<Vasp>;
  /**
   * Pins a key of a VASP, for example that of the certificate in its `discovery` or in the `sender` of a transaction. First compare it with what
   * the VASP told you through another channel. Only certificates with a pinned key prove its identity from then on: that of its server must have one
   * before anything is sent, and that of its client must have one for an inquiry to be VERIFIED.
   */
  pinVaspKey: Maybe<Vasp>;
  /** Removes a pinned key of a VASP. With the last one, any valid certificate for its LEI or host proves its identity again. */
  unpinVaspKey: Maybe<Vasp>;
  /**
   * Adds a host to a VASP: what comes from it or is sent to it is then attributed to this VASP, with its trust, pinned keys, wire profile and limits.
   * A VASP without a url takes this one. Adding a host again changes nothing. Refused with `VASP_URL_TAKEN` while another VASP has the host.
   */
  addVaspHost: Maybe<Vasp>;
  /**
   * Removes one of the `furtherHosts` of a VASP. An inquiry from this host then belongs to another, UNTRUSTED VASP, and nothing is sent to it. Refused with `VASP_HOST_PRIMARY` for
   * the host of `url`, and with `VASP_HOST_UNKNOWN` for any other.
   */
  removeVaspHost: Maybe<Vasp>;
  /**
   * Sets whether automatic approvals of inquiries of a VASP require mutual TLS. If set to true, a message of the VASP to a callback requires it too, and is otherwise refused,
   * also on a node that cannot ask for certificates.
   */
  setMutualTls: Maybe<Vasp>;
  /**
   * Archives the inquiries of `unverifiedInquiries` that wait, at most 2,000, and forgets the number of refused ones. Nothing is sent. When a VASP is
   * trusted later, its inquiries come back.
   */
  clearUnverifiedInquiries: Maybe<ClearedInquiries>;
  /**
   * Turns automatic approval of inquiries from a trusted VASP on or off. It requires an amount within `limits`, checks of which none is FAIL and
   * those of TRPD_REQUIRED_CHECKS are PASS, IVMS101 data without issues, an active address book entry with a payment address, and a sender that its
   * certificate verifies, unless `setMutualTls` waives that. Rules (`replaceRules`) are evaluated first, and approve nothing beyond this. The approval is
   * sent to the callback of the inquiry.
   */
  setAutoApprove: Maybe<Vasp>;
  /** Changes how messages to a VASP are written, where TRP leaves a choice. Absent settings stay unchanged; null restores the default. */
  setWireProfile: Maybe<Vasp>;
  /** Issues a travel address for a customer. */
  createTravelAddress: Maybe<AddressBookEntry>;
  /** Changes an address book entry. Absent fields stay unchanged; null clears them. */
  updateAddressBookEntry: Maybe<AddressBookEntry>;
  /**
   * Assigns several transactions to a person, each as `assignTx` would. Each is changed or refused by itself, in their order; one batch of a
   * caller runs at a time. Refused as a whole with `BATCH_INVALID`.
   */
  assignTxs: Maybe<Array<BatchItem>>;
  /** Assigns several transactions to you, each as `takeTx` would. Otherwise like `assignTxs`. */
  takeTxs: Maybe<Array<BatchItem>>;
  /** Puts several transactions on hold, each as `holdTx` would. Otherwise like `assignTxs`. */
  holdTxs: Maybe<Array<BatchItem>>;
  /** Declines several transactions, each as `assessTx` would. Otherwise like `assignTxs`. */
  declineTxs: Maybe<Array<BatchItem>>;
  /** Archives several transactions, each as `archiveTx` would. Otherwise like `assignTxs`. */
  archiveTxs: Maybe<Array<BatchItem>>;
  /**
   * Puts a transaction on hold: until `releaseTx` it is not decided, automatically or by a person, no inquiry or approval of it leaves, and it may not be
   * paid or credited. It can be canceled, and messages of the counterparty and time limits still take effect. The counterparty does not notice. Refused with `TRANSACTION_WRONG_STATUS` once the transaction is finished.
   */
  holdTx: Maybe<Transaction>;
  /**
   * Records that a transaction waits for data. A person can still decide about it. Refused with `TRANSACTION_WRONG_STATUS` once it has ended
   * without a payment.
   */
  awaitData: Maybe<Transaction>;
  /** Ends a hold, or a wait for data. Nothing is decided by that. */
  releaseTx: Maybe<Transaction>;
  /** Assigns a transaction to one of `assignees`, also if it is assigned to another person. Refused with `CASE_ASSIGNEE_NOT_ALLOWED` for anyone else. */
  assignTx: Maybe<Transaction>;
  /** Assigns a transaction to you. Refused with `CASE_TAKEN` while another person works on it, and with `CASE_ASSIGNEE_NOT_ALLOWED` for a client. */
  takeTx: Maybe<Transaction>;
  /** Adds a comment to a transaction. */
  commentTx: Maybe<Transaction>;
  /** Sets how urgent a transaction is. */
  setPriority: Maybe<Transaction>;
  /** Sets when a transaction should be done. */
  setDueTime: Maybe<Transaction>;
  /** Marks a transaction as read by you, on every device, up to the versions that you have seen. Not recorded in the audit log. */
  markRead: Maybe<Transaction>;
  /** Proposes a decision about a RECEIVED inquiry, for a second person. Required above the amounts in `TRPD_FOUR_EYES_ABOVE`. */
  proposeDecision: Maybe<Transaction>;
  /** Decides as another person has proposed. Refused with `PROPOSAL_OWN` for your own proposal. */
  acceptProposal: Maybe<Transaction>;
  /** Withdraws a proposal, your own or another person's. */
  withdrawProposal: Maybe<Transaction>;
  /** Runs every check of a transaction again. Facts of other systems are looked up anew. The results decide nothing by themselves. */
  runChecks: Maybe<Transaction>;
  /** Stores the text of a reviewed reason, which officers can choose from now on. What was sent before stays as it was. */
  setCounterpartyReason: Maybe<CounterpartyReason>;
  /** Retires a reviewed reason, so that it can no longer be chosen. */
  retireCounterpartyReason: Maybe<CounterpartyReason>;
  /**
   * Stores a customer, or changes the one with this reference, so that inquiries for the customer's travel addresses can be compared
   * with the name and the accounts. Undecided inquiries for the customer are checked again.
   */
  upsertCustomer: Maybe<Customer>;
  /** Requests data about the other party of a transaction, through a page behind a secret link. The case waits for data until it arrives. */
  requestData: Maybe<IssuedDataRequest>;
  /** Makes another link for a request that is open or has expired, with a new time limit: a reminder, or an extension. The earlier link ends. */
  renewDataRequest: Maybe<IssuedDataRequest>;
  /** Withdraws a request. Its page says that nothing is needed any more. */
  withdrawDataRequest: Maybe<DataRequest>;
  /** Records what you have found out about a VASP. The new record counts from now on; earlier ones stay in `dueDiligenceHistory`. */
  recordDueDiligence: Maybe<Vasp>;
  /** Adds a document to a record of due diligence, such as a copy of the licence. It is stored encrypted. The same content again changes nothing. */
  addDueDiligenceDocument: Maybe<Vasp>;
  /**
   * Erases the answers and documents of a record of due diligence for good; its findings remain. Nothing happens if it was erased before. The audit
   * log records the erasure.
   */
  eraseDueDiligence: Maybe<Vasp>;
  /**
   * Erases the personal data of a finished transaction for good: both parties, texts, reasons, messages, addresses, the customer reference, and
   * the evidence of checks. What happened when, by whom, with which asset, amount, VASP and hash remains, and the audit log records the
   * erasure. Nothing happens if it was erased before. Refused with `TRANSACTION_OPEN` and `LEGAL_HOLD_SET`.
   */
  eraseTransaction: Maybe<Transaction>;
  /**
   * Erases everything about a customer for good: what is stored about the customer, the address book entries, which become inactive, and the
   * personal data of all transactions, as `eraseTransaction` does. All of it is erased, or nothing. BLOCKED and PENDING inquiries
   * whose VASP is not trusted, or whose `sender` is not VERIFIED, and whose case is still NEW, are archived first. Refused with `TRANSACTION_OPEN` and `LEGAL_HOLD_SET`,
   * which name the transactions.
   */
  eraseCustomer: Maybe<Erasure>;
  /** Keeps the personal data of a transaction until `endLegalHold`, as an investigation or a court may require. Refused with `LEGAL_HOLD_EXISTS`. */
  setLegalHold: Maybe<Transaction>;
  /** Ends the legal hold on a transaction. Refused with `LEGAL_HOLD_NOT_FOUND`. */
  endLegalHold: Maybe<Transaction>;
  /**
   * What is held about a customer, to be given to that person: the customer, the travel addresses, and the customer's own data in transactions,
   * in parts of 500 transactions. It contains neither the other party's data nor anything internal, such as checks, screening or comments. The audit
   * log records it as `customer.exported`.
   */
  exportCustomer: Maybe<CustomerExport>;
  /**
   * Accepts one finding of the latest checks of a transaction: what it stops may be done, as long as the checks find the same. Above the amounts in
   * `TRPD_FOUR_EYES_ABOVE` two persons have to. Recorded in the case and in the audit log. Refused with `FINDING_NOT_CURRENT` if the latest checks
   * found something else, with `FINDING_PERSON_REQUIRED` for a client that acts for itself, and with `FINDING_ACCEPTED` if you have accepted it before.
   */
  acceptFinding: Maybe<Transaction>;
  /**
   * Corrects the data of an inquiry that is BLOCKED or FAILED, or PENDING and not delivered yet. Nothing is sent by this: the next attempt has the
   * new data. TRP has no message that changes an inquiry which the counterparty has.
   */
  correctTx: Maybe<Transaction>;
  /**
   * Sends an inquiry in the place of one that is DECLINED, CANCELED or EXPIRED, as a new transaction that is linked with it. What `input` does not
   * name is that of the former one.
   */
  resubmitTx: Maybe<Transaction>;
  /** Replaces all rules. They apply to inquiries that are checked from now on; what was decided before stays. Every version is kept. */
  replaceRules: Maybe<ReplacedRules>;
  /** Stores what assets are worth. A rate that is older than the stored one is ignored. */
  setRates: Maybe<Array<Rate>>;
  /**
   * Sets the scores from which a listed name is a match. Every process of the node uses them within seconds, and what is screened again when a list
   * changes is screened again with them.
   */
  setScreeningThresholds: Maybe<ScreeningThresholds>;
  /**
   * Saves a new draft of the caller, or changes one. Refused with `TRANSFER_DRAFT_INVALID`, `TRANSFER_DRAFT_NOT_FOUND`,
   * `TRANSFER_DRAFT_CHANGED`, `TRANSFER_DRAFTS_TOO_MANY` or `CUSTOMER_REFERENCE_INVALID`.
   */
  saveTransferDraft: Maybe<TransferDraft>;
  /** Deletes a draft of the caller, and returns its id. Refused with `TRANSFER_DRAFT_NOT_FOUND`. */
  deleteTransferDraft: Maybe<Scalars['ID']['output']>;
  /**
   * Registers or updates the VASPs of a document: all of them, or none. A VASP is the one with the row's id, else its host, else its LEI, else a new
   * one; an id that is not known here is ignored. Empty fields stay unchanged, but the findings of due diligence replace what was recorded before.
   * Trust is never changed. Refused with `VASP_IMPORT_FORMAT`, `VASP_IMPORT_TOO_LARGE`, and with `VASP_IMPORT_REFUSED` if a row has a problem.
   */
  importVasps: Maybe<VaspImport>;
  /**
   * Records a measure that you have taken towards a VASP. Nothing is sent to the VASP, and its trust does not change: to stop the exchange of data,
   * use `blockVasp`.
   */
  recordMeasure: Maybe<Vasp>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationInquireArgs = {
  input: InquireInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRegisterOfflineTxArgs = {
  input: RegisterOfflineTxInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAssessTxArgs = {
  id: Scalars['ID']['input'];
  decision: AssessDecision;
  reason?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  reasonId?: InputMaybe<Scalars['ID']['input']>;
  internalReason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationConfirmTxArgs = {
  id: Scalars['ID']['input'];
  txHash: Scalars['String']['input'];
  isOnLedger?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationCancelTxArgs = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  reasonId?: InputMaybe<Scalars['ID']['input']>;
  internalReason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRetryDeliveryArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAcceptConfirmationArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationArchiveTxArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRegisterOrUpdateVaspArgs = {
  vasp: VaspInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationTrustVaspArgs = {
  id: Scalars['ID']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  pin?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationBlockVaspArgs = {
  id: Scalars['ID']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationPinVaspKeyArgs = {
  id: Scalars['ID']['input'];
  pin: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationUnpinVaspKeyArgs = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAddVaspHostArgs = {
  id: Scalars['ID']['input'];
  url: Scalars['String']['input'];
  takeFrom?: InputMaybe<Scalars['ID']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRemoveVaspHostArgs = {
  id: Scalars['ID']['input'];
  host: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetMutualTlsArgs = {
  id: Scalars['ID']['input'];
  required?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationClearUnverifiedInquiriesArgs = {
  address?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetAutoApproveArgs = {
  id: Scalars['ID']['input'];
  enabled: Scalars['Boolean']['input'];
  limits?: InputMaybe<Array<AutoApproveLimitInput>>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetWireProfileArgs = {
  id: Scalars['ID']['input'];
  profile: WireProfileInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationCreateTravelAddressArgs = {
  input: CreateTravelAddressInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationUpdateAddressBookEntryArgs = {
  id: Scalars['ID']['input'];
  input: UpdateAddressBookEntryInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAssignTxsArgs = {
  targets: Array<BatchTarget>;
  assignee?: InputMaybe<Scalars['ID']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationTakeTxsArgs = {
  targets: Array<BatchTarget>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationHoldTxsArgs = {
  targets: Array<BatchTarget>;
  reason: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationDeclineTxsArgs = {
  targets: Array<BatchTarget>;
  reason?: InputMaybe<Scalars['String']['input']>;
  reasonId?: InputMaybe<Scalars['ID']['input']>;
  internalReason?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationArchiveTxsArgs = {
  targets: Array<BatchTarget>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationHoldTxArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAwaitDataArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationReleaseTxArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAssignTxArgs = {
  id: Scalars['ID']['input'];
  assignee?: InputMaybe<Scalars['ID']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationTakeTxArgs = {
  id: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationCommentTxArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
  mentions?: InputMaybe<Array<Scalars['ID']['input']>>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetPriorityArgs = {
  id: Scalars['ID']['input'];
  priority: CasePriority;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetDueTimeArgs = {
  id: Scalars['ID']['input'];
  dueAt?: InputMaybe<Scalars['DateTime']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationMarkReadArgs = {
  id: Scalars['ID']['input'];
  version: Scalars['Int']['input'];
  caseVersion: Scalars['Int']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationProposeDecisionArgs = {
  id: Scalars['ID']['input'];
  decision: AssessDecision;
  reason?: InputMaybe<Scalars['String']['input']>;
  reasonId?: InputMaybe<Scalars['ID']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  internalReason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAcceptProposalArgs = {
  id: Scalars['ID']['input'];
  internalReason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion: Scalars['Int']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationWithdrawProposalArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRunChecksArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetCounterpartyReasonArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRetireCounterpartyReasonArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationUpsertCustomerArgs = {
  input: CustomerInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRequestDataArgs = {
  id: Scalars['ID']['input'];
  fields: Array<PartyField>;
  message?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRenewDataRequestArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationWithdrawDataRequestArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRecordDueDiligenceArgs = {
  id: Scalars['ID']['input'];
  input: DueDiligenceInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAddDueDiligenceDocumentArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  mediaType: Scalars['String']['input'];
  content: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationEraseDueDiligenceArgs = {
  id: Scalars['ID']['input'];
  ground: ErasureGround;
  ticket?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationEraseTransactionArgs = {
  id: Scalars['ID']['input'];
  ground: ErasureGround;
  ticket?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationEraseCustomerArgs = {
  customerReference: Scalars['String']['input'];
  ground: ErasureGround;
  ticket?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetLegalHoldArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationEndLegalHoldArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationExportCustomerArgs = {
  customerReference: Scalars['String']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationAcceptFindingArgs = {
  id: Scalars['ID']['input'];
  finding: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationCorrectTxArgs = {
  id: Scalars['ID']['input'];
  originator?: InputMaybe<OriginatorInput>;
  beneficiary?: InputMaybe<BeneficiaryInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationResubmitTxArgs = {
  id: Scalars['ID']['input'];
  input?: InputMaybe<ResubmitInput>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationReplaceRulesArgs = {
  expectedVersion: Scalars['Int']['input'];
  rules: Array<RuleInput>;
  note?: InputMaybe<Scalars['String']['input']>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetRatesArgs = {
  rates: Array<RateInput>;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSetScreeningThresholdsArgs = {
  expectedVersion: Scalars['Int']['input'];
  possible: Scalars['Float']['input'];
  strong: Scalars['Float']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationSaveTransferDraftArgs = {
  input: TransferDraftInput;
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationDeleteTransferDraftArgs = {
  id: Scalars['ID']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationImportVaspsArgs = {
  format: DirectoryFormat;
  content: Scalars['String']['input'];
  dryRun: Scalars['Boolean']['input'];
};


/** Changes to VASPs, travel addresses and transactions. */
export type TrpdMutationRecordMeasureArgs = {
  id: Scalars['ID']['input'];
  kind: VaspMeasureKind;
  takenAt?: InputMaybe<Scalars['DateTime']['input']>;
  deadline?: InputMaybe<Scalars['DateTime']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};

export type Subscription = {
  __typename?: 'Subscription';
  /**
   * Every change of a matching transaction from now on, of its status or its delivery, in the order in which they were stored. Each event
   * shows the transaction as of that change.
   * The `extensions` of each result hold its `position`, and in `at` the time when the change was stored. To resume, subscribe with a
   * position in `extensions.resumeAfter`: all later events follow, none lost and none twice. If that is impossible, the subscription fails
   * with `RESUME_IMPOSSIBLE`. With `extensions.announce: true` the first result has no data, only the position that the subscription begins
   * after.
   */
  trpdTransactions: Transaction;
};


export type SubscriptionTrpdTransactionsArgs = {
  filter?: InputMaybe<TransactionFilter>;
};

/**
 * The inquiries of senders that are neither trusted nor verified by a certificate: those that wait in the INBOX, and those that were
 * refused because too many wait already.
 */
export type UnverifiedInquiries = {
  __typename?: 'UnverifiedInquiries';
  /** All of them in one line, such as `50 unverified inquiries wait, and 412 more were refused, from 3 addresses.`. */
  summary: Scalars['String']['output'];
  /** Inquiries that are BLOCKED in the INBOX. */
  waiting: Scalars['Int']['output'];
  /** The number of VASPs that they claim to come from; a claim proves nothing. */
  vasps: Scalars['Int']['output'];
  /** Inquiries that were refused with status 429 since the last clearing. They are not stored: their senders have to send them again. */
  refused: Scalars['Int']['output'];
  /** The number of addresses that sent them. */
  addresses: Scalars['Int']['output'];
  /** The addresses that sent most of them, at most 20. */
  sources: Array<UnverifiedSource>;
};

/** An address that sends inquiries of unverified senders. */
export type UnverifiedSource = {
  __typename?: 'UnverifiedSource';
  /** An IPv4 address or an IPv6 network; null for inquiries from before addresses were recorded. */
  address: Maybe<Scalars['String']['output']>;
  /** Its inquiries that are BLOCKED in the INBOX. */
  waiting: Scalars['Int']['output'];
  /** Its inquiries that were refused since the last clearing. */
  refused: Scalars['Int']['output'];
  /** The number of travel addresses that it sent them to. */
  travelAddresses: Scalars['Int']['output'];
  /** Time of the latest one. */
  lastAt: Scalars['DateTime']['output'];
};

/** The result of `clearUnverifiedInquiries`. */
export type ClearedInquiries = {
  __typename?: 'ClearedInquiries';
  /** The number of inquiries that were archived. */
  archived: Scalars['Int']['output'];
  /** What is left. */
  remaining: UnverifiedInquiries;
};

export type User = {
  __typename?: 'User';
  /** Subject of the person at the identity provider. */
  id: Scalars['ID']['output'];
};

/** The format of a document with VASPs. Both have the same fields. */
export type DirectoryFormat =
  /** Comma-separated values (RFC 4180) with a header. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
  | 'CSV'
  /** An array of objects. */
  | 'JSON';

/** A part of the directory. */
export type VaspDirectoryPart = {
  __typename?: 'VaspDirectoryPart';
  /** The document. */
  content: Scalars['String']['output'];
  /** The number of VASPs in it. */
  vasps: Scalars['Int']['output'];
  /** Where the next part begins; null in the last one. */
  next: Maybe<Scalars['ID']['output']>;
};

/** What an import has stored, or would store. */
export type VaspImport = {
  __typename?: 'VaspImport';
  /** Whether it was stored; false for a dry run. */
  stored: Scalars['Boolean']['output'];
  /** The number of VASPs added. */
  added: Scalars['Int']['output'];
  /** The number of VASPs changed. */
  changed: Scalars['Int']['output'];
  /** The number of VASPs left unchanged. */
  unchanged: Scalars['Int']['output'];
  /** The rows without a problem. */
  rows: Array<VaspImportRow>;
  /** Why rows would be refused; empty unless it is a dry run. */
  problems: Array<VaspImportProblem>;
};

/** A row of an import. */
export type VaspImportRow = {
  __typename?: 'VaspImportRow';
  /** Its number, from 1, without the header. */
  row: Scalars['Int']['output'];
  /** The line of the document at which it begins, from 1; null in JSON. */
  line: Maybe<Scalars['Int']['output']>;
  /** What became of the VASP. */
  outcome: VaspImportOutcome;
  /** Id of the VASP; null if it would be added. */
  vaspId: Maybe<Scalars['ID']['output']>;
  /** Name of the VASP. */
  name: Scalars['String']['output'];
  /** The fields that are changed; empty if it is added. */
  changedFields: Array<Scalars['String']['output']>;
};

/** What an import does with a VASP. */
export type VaspImportOutcome =
  /** It is registered. */
  | 'ADDED'
  /** It is updated. */
  | 'CHANGED'
  /** It stays as it is. */
  | 'UNCHANGED';

/** Why a row of an import is refused. */
export type VaspImportProblem = {
  __typename?: 'VaspImportProblem';
  /** Number of the row, from 1, without the header. */
  row: Scalars['Int']['output'];
  /** The line of the document at which the row begins, from 1; null in JSON. */
  line: Maybe<Scalars['Int']['output']>;
  /** The field that is wrong; null if it is none in particular. */
  field: Maybe<Scalars['String']['output']>;
  /** A code, as of `registerOrUpdateVasp` and `recordDueDiligence`, or VASP_IMPORT_ROW_INVALID or VASP_IMPORT_DUPLICATE. */
  code: Scalars['String']['output'];
  /** What is wrong. */
  message: Scalars['String']['output'];
};

/** How often a VASP failed to provide data. The counts are kept, and begin three months before the upgrade to a version that has them. */
export type DataFailures = {
  __typename?: 'DataFailures';
  /** Inquiries that it sent us. */
  inquiriesReceived: Scalars['Int']['output'];
  /** Those whose data had gaps when they arrived. */
  inquiriesWithGaps: Scalars['Int']['output'];
  /** The part of them that had gaps, from 0 to 1; null without an inquiry. */
  gapShare: Maybe<Scalars['Float']['output']>;
  /** In how many inquiries each kind of gap was, the most frequent first. */
  gaps: Array<DataGap>;
  /** Inquiries that we began to it. */
  inquiriesSent: Scalars['Int']['output'];
  /** Those that expired without a decision of it. */
  inquiriesUnanswered: Scalars['Int']['output'];
};

/** A kind of gap in received data. */
export type DataGap = {
  __typename?: 'DataGap';
  /**
   * A constraint of IVMS101 as in `Transaction.ivms101Issues`, such as C4 or REQUIRED, or a check that failed or warned: IVMS101_COMPLETENESS or
   * MEANINGFUL_NAMES.
   */
  kind: Scalars['String']['output'];
  /** The number of inquiries with it. */
  count: Scalars['Int']['output'];
};

/** A measure taken towards a VASP that repeatedly fails to provide data. */
export type VaspMeasure = {
  __typename?: 'VaspMeasure';
  /** Id of the measure. */
  id: Scalars['ID']['output'];
  /** What was done. */
  kind: VaspMeasureKind;
  /** When it was done. */
  takenAt: Scalars['DateTime']['output'];
  /** By when the VASP has to provide what it owes; null unless the kind is DEADLINE_SET. */
  deadline: Maybe<Scalars['DateTime']['output']>;
  /** The internal note; null without one. */
  note: Maybe<Scalars['String']['output']>;
  /** Who recorded it. */
  recordedBy: User;
  /** When it was recorded. */
  recordedAt: Scalars['DateTime']['output'];
};

/** What was done because a VASP repeatedly fails to provide data. */
export type VaspMeasureKind =
  /** It was warned. */
  | 'WARNED'
  /** It was given a deadline. */
  | 'DEADLINE_SET'
  /** The business with it was restricted. */
  | 'RESTRICTED'
  /** The business relationship was terminated, or refused. */
  | 'TERMINATED'
  /** The failure and the measures were reported to the competent authority. */
  | 'REPORTED_TO_AUTHORITY';

/** Another virtual asset service provider. */
export type Vasp = {
  __typename?: 'Vasp';
  /** Id of the VASP in this node. */
  id: Scalars['ID']['output'];
  /** Name: as registered, or as the VASP claims. */
  name: Scalars['String']['output'];
  /** Legal entity identifier, if known. */
  lei: Maybe<Scalars['String']['output']>;
  /** Scheme and host of its TRP endpoint, if known. */
  url: Maybe<Scalars['String']['output']>;
  /** Other hosts that belong to it, such as trp.vasp.example, oldest first; see `addVaspHost`. */
  furtherHosts: Array<Scalars['String']['output']>;
  /** Whether Travel Rule data may be exchanged with it. */
  trust: Trust;
  /** An officer's note on why it is trusted or blocked. */
  trustNote: Maybe<Scalars['String']['output']>;
  /** Whether its inquiries are approved automatically; see `setAutoApprove`. */
  autoApprove: Scalars['Boolean']['output'];
  /** Up to which amounts its inquiries are approved automatically; nothing of an asset without a limit. */
  autoApproveLimits: Array<AutoApproveLimit>;
  /** Digests of its public keys that an officer has pinned: SHA-256 in Base64; see `pinVaspKey`. */
  pinnedKeys: Array<Scalars['String']['output']>;
  /** Whether automatic approvals of its inquiries require a sender that its certificate verifies: true unless `setMutualTls` waives it. */
  requiresMutualTls: Scalars['Boolean']['output'];
  /** Whether messages of the VASP to callbacks require it too: only if `setMutualTls` says so. They are otherwise refused with 403. */
  requiresMutualTlsOfCallbacks: Scalars['Boolean']['output'];
  /** How messages to it are written, where TRP leaves a choice. */
  wireProfile: WireProfile;
  /** What its responses have shown about the identifiers of assets; cleared when the wire profile sets them. */
  learnedIdentifiers: Array<LearnedIdentifier>;
  /** What it said about itself when it was last asked, at the host that was asked; null before that. It is asked before an inquiry is sent to it. `discoverVasp` asks any of its hosts now. */
  discovery: Maybe<VaspDiscovery>;
  /** The version of TRP of its latest response, or the version agreed on after it refused ours. */
  apiVersion: Maybe<Scalars['String']['output']>;
  /** Until when nothing is sent to it, because it does not respond; null while messages are sent. `retryDelivery` ends the pause. */
  deliveryPausedUntil: Maybe<Scalars['DateTime']['output']>;
  /**
   * The BLOCKED transactions with it that its trust and its wire profile allow to continue, but that were not released: those of a long list are for
   * a moment, others because their data cannot be opened (the log says why). `trustVasp` tries again.
   */
  unreleased: UnreleasedTransactions;
  /** Time of registration. */
  createdAt: Scalars['DateTime']['output'];
  /** Time of the latest change. */
  updatedAt: Scalars['DateTime']['output'];
  /** The latest record of its due diligence; null while nothing is recorded. */
  dueDiligence: Maybe<DueDiligence>;
  /** Every record of its due diligence, the latest first. */
  dueDiligenceHistory: Array<DueDiligence>;
  /** What GLEIF's register says about its LEI, looked up daily at `TRPD_GLEIF_URL`; null without that setting or an LEI, and until the first request. */
  leiRecord: Maybe<LeiRecord>;
  /** How often it failed to provide data. */
  dataFailures: DataFailures;
  /** The measures that your organisation has taken towards it, the latest first. */
  measures: Array<VaspMeasure>;
};


/** Another virtual asset service provider. */
export type VaspDueDiligenceHistoryArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Another virtual asset service provider. */
export type VaspDataFailuresArgs = {
  months?: InputMaybe<Scalars['Int']['input']>;
};


/** Another virtual asset service provider. */
export type VaspMeasuresArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** BLOCKED transactions that were not released, without those whose case is ON_HOLD. */
export type UnreleasedTransactions = {
  __typename?: 'UnreleasedTransactions';
  /** Their number. */
  count: Scalars['Int']['output'];
  /** Ids of the oldest, at most 20. */
  ids: Array<Scalars['ID']['output']>;
};

/** Up to which amount of an asset inquiries are approved automatically. */
export type AutoApproveLimit = {
  __typename?: 'AutoApproveLimit';
  /** The asset. */
  asset: Asset;
  /** The largest amount, inclusive, in whole units. */
  amountMax: Scalars['String']['output'];
};

/** Up to which amount of an asset inquiries are approved automatically. */
export type AutoApproveLimitInput = {
  /** Id of the asset; see `assets`. */
  asset: Scalars['ID']['input'];
  /** The largest amount, inclusive, in whole units: a decimal number such as 0.5. */
  amountMax: Scalars['String']['input'];
};

/** What a VASP says about itself at its TRP endpoint. Nothing of it is proven. */
export type VaspDiscovery = {
  __typename?: 'VaspDiscovery';
  /** Scheme and host of the endpoint. */
  url: Scalars['String']['output'];
  /** When it was asked; null once a later response has contradicted it, so that it is asked again before the next inquiry. */
  checkedAt: Maybe<Scalars['DateTime']['output']>;
  /** Its version of TRP. */
  version: Maybe<Scalars['String']['output']>;
  /** The vendor of its software. */
  vendor: Maybe<Scalars['String']['output']>;
  /** Its name. */
  name: Maybe<Scalars['String']['output']>;
  /** Its legal entity identifier. */
  lei: Maybe<Scalars['String']['output']>;
  /** Its certificate, in PEM. */
  certificate: Maybe<Scalars['String']['output']>;
  /** The extensions of TRP that it requires. If one of them is not supported here, nothing is sent to it. */
  requiredExtensions: Maybe<Array<Scalars['String']['output']>>;
  /** The extensions of TRP that it supports. */
  supportedExtensions: Maybe<Array<Scalars['String']['output']>>;
  /** The discovery routes that did not respond as they should; many VASPs lack some of them. */
  problems: Array<DiscoveryProblem>;
};

/** A discovery route that did not respond as it should. */
export type DiscoveryProblem = {
  __typename?: 'DiscoveryProblem';
  /** The route, such as /version. */
  path: Scalars['String']['output'];
  /** What is wrong. */
  message: Scalars['String']['output'];
};

/** Whether Travel Rule data may be exchanged with a VASP. */
export type Trust =
  /** Trust is not decided yet; transactions are BLOCKED. */
  | 'UNTRUSTED'
  /** Data may be exchanged. */
  | 'TRUSTED'
  /** Data may not be exchanged. */
  | 'BLOCKED';

/** How messages to a VASP are written, where TRP leaves a choice. */
export type WireProfile = {
  __typename?: 'WireProfile';
  /** The unit of its amounts. While it is null, nothing can be sent to the VASP. */
  amountUnit: Maybe<AmountUnit>;
  /** The identifiers of an asset that are sent, all together; null while they are learned from the responses of the VASP. */
  assetIdentifiers: Maybe<Array<AssetIdentifier>>;
  /** Which identifier of an asset is tried first, if it has two. Before TRP 3.2 it is the coin type. */
  assetForm: AssetForm;
  /** How a coin type is written first. */
  slip0044Form: Slip0044Form;
  /** How a list with one element is written in IVMS101. */
  ivms101ListForm: ListForm;
  /** The version of TRP to use, if it is set manually. */
  apiVersion: Maybe<Scalars['String']['output']>;
};

/** Changes to a wire profile. Absent settings stay unchanged; null restores the default. */
export type WireProfileInput = {
  /** The unit of its amounts. */
  amountUnit?: InputMaybe<AmountUnit>;
  /** The identifiers of an asset that are sent, all together and in every version of TRP; by default one, learned from the responses. */
  assetIdentifiers?: InputMaybe<Array<AssetIdentifier>>;
  /** Which identifier of an asset is tried first, if it has two; DTI by default. */
  assetForm?: InputMaybe<AssetForm>;
  /** How a coin type is written first; SYMBOL by default. */
  slip0044Form?: InputMaybe<Slip0044Form>;
  /** How a list with one element is written in IVMS101; LIST by default. */
  ivms101ListForm?: InputMaybe<ListForm>;
  /** The version of TRP to use, such as 3.1.0; by default the newest that both support. */
  apiVersion?: InputMaybe<Scalars['String']['input']>;
};

/** The unit of an amount. */
export type AmountUnit =
  /** Whole coins: 0.5 */
  | 'WHOLE'
  /** Base units, the smallest of the asset: 50000000 */
  | 'BASE';

/** The identifier of an asset in an inquiry. */
export type AssetForm =
  /** Digital token identifier, ISO 24165. */
  | 'DTI'
  /** Coin type, SLIP-0044. */
  | 'SLIP0044';

/** An identifier of an asset, as it is written in an inquiry. */
export type AssetIdentifier =
  /** Digital token identifier, ISO 24165. */
  | 'DTI'
  /** Coin type, SLIP-0044, as a symbol: BTC */
  | 'SLIP0044_SYMBOL'
  /** Coin type, SLIP-0044, as a number: 0 */
  | 'SLIP0044_NUMBER'
  /** CAIP-19 asset id, which TRP does not define. */
  | 'CAIP19';

/** What the responses of a VASP have shown about the identifiers of one asset. */
export type LearnedIdentifier = {
  __typename?: 'LearnedIdentifier';
  /** The asset. */
  asset: Asset;
  /** The identifier with which it accepted an inquiry. */
  accepted: Maybe<AssetIdentifier>;
  /** The identifiers that it refused. */
  refused: Array<AssetIdentifier>;
};

/** How a coin type is written. */
export type Slip0044Form =
  /** As a symbol: BTC */
  | 'SYMBOL'
  /** As a number: 0 */
  | 'NUMBER';

/** How a list with one element is written. */
export type ListForm =
  /** As a list. */
  | 'LIST'
  /** As the element alone. */
  | 'LONE';

/** A VASP to register or update. Absent fields stay unchanged. A name, url or wireProfile that is null in place of a stored one is refused (`INPUT_INVALID`). */
export type VaspInput = {
  /** Id of the VASP to update; by default the one with this host, else this LEI, else a new one. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name; required to register a VASP. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Legal entity identifier. Together with an id, null removes it. */
  lei?: InputMaybe<Scalars['String']['input']>;
  /**
   * Scheme and host of its TRP endpoint, such as https://vasp.example. The host is that of its travel addresses. Together with an id, one of its
   * `furtherHosts` changes places with the host of the present url; without one, it only identifies the VASP.
   */
  url?: InputMaybe<Scalars['String']['input']>;
  /** How messages to it are written, where TRP leaves a choice. A null inside restores the default of that setting. */
  wireProfile?: InputMaybe<WireProfileInput>;
};

export type Link__Purpose =
  /** `SECURITY` features provide metadata necessary to securely resolve fields. */
  | 'SECURITY'
  /** `EXECUTION` features provide metadata necessary for operation execution. */
  | 'EXECUTION';



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  AddressBookEntry: AddressBookEntry;
  TransactionEvidence: TransactionEvidence;
  Transaction: Transaction;
  Vasp: Vasp;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  AddressBookEntry:
    ( { __typename: 'AddressBookEntry' }
    & GraphQLRecursivePick<FederationTypes['AddressBookEntry'], {"id":true}> );
  TransactionEvidence:
    ( { __typename: 'TransactionEvidence' }
    & GraphQLRecursivePick<FederationTypes['TransactionEvidence'], {"transactionId":true}> );
  Transaction:
    ( { __typename: 'Transaction' }
    & GraphQLRecursivePick<FederationTypes['Transaction'], {"id":true}> );
  Vasp:
    ( { __typename: 'Vasp' }
    & GraphQLRecursivePick<FederationTypes['Vasp'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AddressBookEntry: ResolverTypeWrapper<AddressBookEntryModel>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  CreateTravelAddressInput: CreateTravelAddressInput;
  UpdateAddressBookEntryInput: UpdateAddressBookEntryInput;
  TravelAddress: ResolverTypeWrapper<InquiryTargetModel>;
  TravelAddressForm: TravelAddressForm;
  Asset: ResolverTypeWrapper<AssetModel>;
  AddressFormat: AddressFormat;
  MemoFormat: MemoFormat;
  OwnIdentity: ResolverTypeWrapper<OwnIdentityModel>;
  AddressAttribution: ResolverTypeWrapper<AddressAttributionModel>;
  AttributionVerdict: AttributionVerdict;
  AttributionGap: ResolverTypeWrapper<AttributionGap>;
  BatchTarget: BatchTarget;
  BatchItem: ResolverTypeWrapper<BatchItemModel>;
  BatchRefusal: ResolverTypeWrapper<BatchRefusal>;
  Case: ResolverTypeWrapper<CaseModel>;
  CaseStatus: CaseStatus;
  CasePriority: CasePriority;
  CasePause: ResolverTypeWrapper<CasePauseModel>;
  DecisionProposal: ResolverTypeWrapper<ProposalModel>;
  CaseAction: CaseAction;
  CaseChange: ResolverTypeWrapper<StoredCaseChangeModel>;
  CheckRun: ResolverTypeWrapper<CheckRunModel>;
  CheckResult: ResolverTypeWrapper<CheckResultModel>;
  MissingData: ResolverTypeWrapper<MissingData>;
  MissingFields: ResolverTypeWrapper<MissingFields>;
  MissingField: ResolverTypeWrapper<MissingField>;
  PartyRole: PartyRole;
  CheckEvidence: ResolverTypeWrapper<CheckEvidence>;
  CheckVerdict: CheckVerdict;
  CheckName: CheckName;
  CheckCause: CheckCause;
  CounterpartyReason: ResolverTypeWrapper<CounterpartyReasonModel>;
  Customer: ResolverTypeWrapper<CustomerModel>;
  CustomerInput: CustomerInput;
  DataRequest: ResolverTypeWrapper<StoredDataRequestModel>;
  DataResponse: ResolverTypeWrapper<AnsweredDataRequestModel>;
  DataRequestStatus: DataRequestStatus;
  DataResponseForm: DataResponseForm;
  MailStatus: MailStatus;
  TransactionParty: TransactionParty;
  PartyField: PartyField;
  IssuedDataRequest: ResolverTypeWrapper<IssuedRequestModel>;
  DeskSummary: ResolverTypeWrapper<Namespace>;
  OpenCases: ResolverTypeWrapper<OpenCases>;
  CaseStatusCount: ResolverTypeWrapper<CaseStatusCount>;
  CasePriorityCount: ResolverTypeWrapper<CasePriorityCount>;
  CaseAgeCount: ResolverTypeWrapper<CaseAgeCount>;
  CaseAssigneeCount: ResolverTypeWrapper<CaseAssigneeCount>;
  MyCases: ResolverTypeWrapper<MyCases>;
  CaseMention: ResolverTypeWrapper<Omit<CaseMention, 'transaction'> & { transaction: ResolversTypes['Transaction'] }>;
  DecisionCounts: ResolverTypeWrapper<DecisionCounts>;
  DecisionCount: ResolverTypeWrapper<DecisionCount>;
  PersonDecisions: ResolverTypeWrapper<PersonDecisions>;
  RuleDecisions: ResolverTypeWrapper<RuleDecisions>;
  DeskDay: ResolverTypeWrapper<DeskDay>;
  VaspResponseTimes: ResolverTypeWrapper<Omit<VaspResponseTimes, 'vasp'> & { vasp: ResolversTypes['Vasp'] }>;
  ResponseTimes: ResolverTypeWrapper<ResponseTimes>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  DueDiligence: ResolverTypeWrapper<DueDiligenceModel>;
  DueDiligenceAnswer: ResolverTypeWrapper<DueDiligenceAnswer>;
  DueDiligenceDocument: ResolverTypeWrapper<DueDiligenceDocumentModel>;
  DueDiligenceFile: ResolverTypeWrapper<DueDiligenceFileModel>;
  DueDiligenceInput: DueDiligenceInput;
  DueDiligenceAnswerInput: DueDiligenceAnswerInput;
  LicenceStatus: LicenceStatus;
  RiskRating: RiskRating;
  PersonalDataStatus: PersonalDataStatus;
  LegalHold: ResolverTypeWrapper<LegalHoldModel>;
  ErasureGround: ErasureGround;
  Erasure: ResolverTypeWrapper<ErasureModel>;
  Retention: ResolverTypeWrapper<RetentionModel>;
  CustomerExport: ResolverTypeWrapper<CustomerExportModel>;
  TransactionEvidence: ResolverTypeWrapper<EvidenceReference>;
  Originator: ResolverTypeWrapper<OriginatorModel>;
  OriginatorInput: OriginatorInput;
  Beneficiary: ResolverTypeWrapper<BeneficiaryModel>;
  BeneficiaryInput: BeneficiaryInput;
  Person: ResolverTypeWrapper<PersonModel>;
  PersonInput: PersonInput;
  NaturalPerson: ResolverTypeWrapper<NaturalPersonModel>;
  NaturalPersonInput: NaturalPersonInput;
  NaturalPersonName: ResolverTypeWrapper<NaturalPersonNameModel>;
  NaturalPersonNameInput: NaturalPersonNameInput;
  NaturalPersonNameIdentifier: ResolverTypeWrapper<NaturalPersonNameIdentifierModel>;
  NaturalPersonNameIdentifierInput: NaturalPersonNameIdentifierInput;
  LegalPerson: ResolverTypeWrapper<LegalPersonModel>;
  LegalPersonInput: LegalPersonInput;
  LegalPersonName: ResolverTypeWrapper<LegalPersonNameModel>;
  LegalPersonNameInput: LegalPersonNameInput;
  LegalPersonNameIdentifier: ResolverTypeWrapper<LegalPersonNameIdentifierModel>;
  LegalPersonNameIdentifierInput: LegalPersonNameIdentifierInput;
  PostalAddress: ResolverTypeWrapper<AddressModel>;
  PostalAddressInput: PostalAddressInput;
  NationalIdentification: ResolverTypeWrapper<NationalIdentificationModel>;
  NationalIdentificationInput: NationalIdentificationInput;
  DateAndPlaceOfBirth: ResolverTypeWrapper<DateAndPlaceOfBirthModel>;
  DateAndPlaceOfBirthInput: DateAndPlaceOfBirthInput;
  Ivms101Issue: ResolverTypeWrapper<IvmsIssueModel>;
  Ivms101Report: ResolverTypeWrapper<Omit<Ivms101Report, 'issues'> & { issues: Array<ResolversTypes['Ivms101Issue']> }>;
  Ivms101Version: Ivms101Version;
  Ivms101Edition: Ivms101Edition;
  Jurisdiction: ResolverTypeWrapper<JurisdictionModel>;
  SelfHostedRequirement: ResolverTypeWrapper<SelfHostedRequirementModel>;
  JurisdictionTier: ResolverTypeWrapper<TierModel>;
  DataRequirement: ResolverTypeWrapper<DataRequirement>;
  DataSet: ResolverTypeWrapper<DataSet>;
  LeiRecord: ResolverTypeWrapper<KnownLeiRecordModel>;
  Release: ResolverTypeWrapper<ReleaseModel>;
  Obstacle: ResolverTypeWrapper<ActObstacleModel>;
  ReleaseAct: ReleaseAct;
  ObstacleCode: ObstacleCode;
  ObstacleRemedy: ObstacleRemedy;
  RepairAction: RepairAction;
  DataCorrection: ResolverTypeWrapper<CorrectionModel>;
  ResubmitInput: ResubmitInput;
  RuleSet: ResolverTypeWrapper<ShownRuleSetModel>;
  Rule: ResolverTypeWrapper<RuleModel>;
  RuleAction: RuleAction;
  RuleConditions: ResolverTypeWrapper<Omit<RuleConditions, 'checks' | 'amounts'> & { checks?: Maybe<Array<ResolversTypes['CheckCondition']>>, amounts?: Maybe<Array<ResolversTypes['AmountCondition']>> }>;
  CheckCondition: ResolverTypeWrapper<CheckConditionModel>;
  AmountCondition: ResolverTypeWrapper<AmountConditionModel>;
  AmountOperator: AmountOperator;
  AppliedRule: ResolverTypeWrapper<StoredAppliedRuleModel>;
  Rate: ResolverTypeWrapper<RateModel>;
  RuleWarning: ResolverTypeWrapper<RuleWarning>;
  ReplacedRules: ResolverTypeWrapper<ReplacedRulesModel>;
  RuleDryRun: ResolverTypeWrapper<DryRunPageModel>;
  RuleDryRunOutcome: ResolverTypeWrapper<RuleDryRunOutcome>;
  RuleDryRunCount: ResolverTypeWrapper<RuleDryRunCount>;
  PastDecision: PastDecision;
  RuleDifference: ResolverTypeWrapper<DifferenceModel>;
  RateInput: RateInput;
  RuleInput: RuleInput;
  RuleConditionsInput: RuleConditionsInput;
  CheckConditionInput: CheckConditionInput;
  AmountConditionInput: AmountConditionInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  ScreeningThresholds: ResolverTypeWrapper<StoredThresholdsModel>;
  ScreeningThresholdsPreview: ResolverTypeWrapper<ThresholdsPreviewModel>;
  ScreeningVerdictChange: ResolverTypeWrapper<ScreeningVerdictChange>;
  NameKind: NameKind;
  ScreeningListName: ScreeningListName;
  ScreeningList: ResolverTypeWrapper<ScreeningListStateModel>;
  ScreeningListState: ScreeningListState;
  MalformedRow: ResolverTypeWrapper<MalformedRow>;
  RefusedList: ResolverTypeWrapper<RefusedList>;
  ScreeningVerdict: ScreeningVerdict;
  Screening: ResolverTypeWrapper<TransferScreeningModel>;
  ScreenedName: ResolverTypeWrapper<ScreenedName>;
  ScreenedList: ResolverTypeWrapper<ScreenedList>;
  ScreeningGap: ResolverTypeWrapper<ScreeningGap>;
  ScreenedRole: ScreenedRole;
  NameHit: ResolverTypeWrapper<NameHit>;
  NameWordMatch: ResolverTypeWrapper<NameWordMatch>;
  NameWordAgreement: NameWordAgreement;
  WalletHit: ResolverTypeWrapper<WalletHit>;
  VendorHit: ResolverTypeWrapper<VendorHit>;
  Transaction: ResolverTypeWrapper<TransferModel>;
  Deviation: ResolverTypeWrapper<Deviation>;
  Sender: ResolverTypeWrapper<SenderProofModel>;
  SenderVerification: SenderVerification;
  Direction: Direction;
  TransactionChannel: TransactionChannel;
  TransactionStatus: TransactionStatus;
  Folder: Folder;
  Delivery: ResolverTypeWrapper<DeliveryModel>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttemptModel>;
  DeliveryOutcome: DeliveryOutcome;
  DeliveryFailure: DeliveryFailure;
  DeliveryState: DeliveryState;
  DeliveryKind: DeliveryKind;
  TransactionAction: TransactionAction;
  AssessDecision: AssessDecision;
  TransactionChange: ResolverTypeWrapper<HistoryEntryModel>;
  ChangeActorType: ChangeActorType;
  TransactionOrder: TransactionOrder;
  TransactionFilter: TransactionFilter;
  TransactionConnection: ResolverTypeWrapper<Omit<TransactionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['TransactionEdge']>, nodes: Array<ResolversTypes['Transaction']> }>;
  TransactionEdge: ResolverTypeWrapper<Omit<TransactionEdge, 'node'> & { node: ResolversTypes['Transaction'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  InquireInput: InquireInput;
  RegisterOfflineTxInput: RegisterOfflineTxInput;
  TransferDraft: ResolverTypeWrapper<TransferDraftModel>;
  TransferDraftInput: TransferDraftInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TrpdQuery: ResolverTypeWrapper<Namespace>;
  TrpdMutation: ResolverTypeWrapper<Namespace>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  UnverifiedInquiries: ResolverTypeWrapper<UnverifiedTotalsModel>;
  UnverifiedSource: ResolverTypeWrapper<UnverifiedSourceModel>;
  ClearedInquiries: ResolverTypeWrapper<ClearedInquiriesModel>;
  User: ResolverTypeWrapper<User>;
  DirectoryFormat: DirectoryFormat;
  VaspDirectoryPart: ResolverTypeWrapper<VaspDirectoryPartModel>;
  VaspImport: ResolverTypeWrapper<VaspImportModel>;
  VaspImportRow: ResolverTypeWrapper<ImportedRowModel>;
  VaspImportOutcome: VaspImportOutcome;
  VaspImportProblem: ResolverTypeWrapper<ImportProblemModel>;
  DataFailures: ResolverTypeWrapper<DataFailuresModel>;
  DataGap: ResolverTypeWrapper<DataGap>;
  VaspMeasure: ResolverTypeWrapper<VaspMeasureModel>;
  VaspMeasureKind: VaspMeasureKind;
  Vasp: ResolverTypeWrapper<VaspModel>;
  UnreleasedTransactions: ResolverTypeWrapper<UnreleasedTransactions>;
  AutoApproveLimit: ResolverTypeWrapper<Omit<AutoApproveLimit, 'asset'> & { asset: ResolversTypes['Asset'] }>;
  AutoApproveLimitInput: AutoApproveLimitInput;
  VaspDiscovery: ResolverTypeWrapper<DiscoveredVaspModel>;
  DiscoveryProblem: ResolverTypeWrapper<DiscoveryProblem>;
  Trust: Trust;
  WireProfile: ResolverTypeWrapper<WireProfileModel>;
  WireProfileInput: WireProfileInput;
  AmountUnit: AmountUnit;
  AssetForm: AssetForm;
  AssetIdentifier: AssetIdentifier;
  LearnedIdentifier: ResolverTypeWrapper<Omit<LearnedIdentifier, 'asset'> & { asset: ResolversTypes['Asset'] }>;
  Slip0044Form: Slip0044Form;
  ListForm: ListForm;
  VaspInput: VaspInput;
  link__Import: ResolverTypeWrapper<Scalars['link__Import']['output']>;
  link__Purpose: Link__Purpose;
  federation__FieldSet: ResolverTypeWrapper<Scalars['federation__FieldSet']['output']>;
  federation__Scope: ResolverTypeWrapper<Scalars['federation__Scope']['output']>;
  federation__Policy: ResolverTypeWrapper<Scalars['federation__Policy']['output']>;
  federation__ContextFieldValue: ResolverTypeWrapper<Scalars['federation__ContextFieldValue']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AddressBookEntry: AddressBookEntryModel;
  ID: Scalars['ID']['output'];
  CreateTravelAddressInput: CreateTravelAddressInput;
  UpdateAddressBookEntryInput: UpdateAddressBookEntryInput;
  TravelAddress: InquiryTargetModel;
  Asset: AssetModel;
  OwnIdentity: OwnIdentityModel;
  AddressAttribution: AddressAttributionModel;
  AttributionGap: AttributionGap;
  BatchTarget: BatchTarget;
  BatchItem: BatchItemModel;
  BatchRefusal: BatchRefusal;
  Case: CaseModel;
  CasePause: CasePauseModel;
  DecisionProposal: ProposalModel;
  CaseChange: StoredCaseChangeModel;
  CheckRun: CheckRunModel;
  CheckResult: CheckResultModel;
  MissingData: MissingData;
  MissingFields: MissingFields;
  MissingField: MissingField;
  CheckEvidence: CheckEvidence;
  CounterpartyReason: CounterpartyReasonModel;
  Customer: CustomerModel;
  CustomerInput: CustomerInput;
  DataRequest: StoredDataRequestModel;
  DataResponse: AnsweredDataRequestModel;
  IssuedDataRequest: IssuedRequestModel;
  DeskSummary: Namespace;
  OpenCases: OpenCases;
  CaseStatusCount: CaseStatusCount;
  CasePriorityCount: CasePriorityCount;
  CaseAgeCount: CaseAgeCount;
  CaseAssigneeCount: CaseAssigneeCount;
  MyCases: MyCases;
  CaseMention: Omit<CaseMention, 'transaction'> & { transaction: ResolversParentTypes['Transaction'] };
  DecisionCounts: DecisionCounts;
  DecisionCount: DecisionCount;
  PersonDecisions: PersonDecisions;
  RuleDecisions: RuleDecisions;
  DeskDay: DeskDay;
  VaspResponseTimes: Omit<VaspResponseTimes, 'vasp'> & { vasp: ResolversParentTypes['Vasp'] };
  ResponseTimes: ResponseTimes;
  Float: Scalars['Float']['output'];
  DueDiligence: DueDiligenceModel;
  DueDiligenceAnswer: DueDiligenceAnswer;
  DueDiligenceDocument: DueDiligenceDocumentModel;
  DueDiligenceFile: DueDiligenceFileModel;
  DueDiligenceInput: DueDiligenceInput;
  DueDiligenceAnswerInput: DueDiligenceAnswerInput;
  LegalHold: LegalHoldModel;
  Erasure: ErasureModel;
  Retention: RetentionModel;
  CustomerExport: CustomerExportModel;
  TransactionEvidence: EvidenceReference;
  Originator: OriginatorModel;
  OriginatorInput: OriginatorInput;
  Beneficiary: BeneficiaryModel;
  BeneficiaryInput: BeneficiaryInput;
  Person: PersonModel;
  PersonInput: PersonInput;
  NaturalPerson: NaturalPersonModel;
  NaturalPersonInput: NaturalPersonInput;
  NaturalPersonName: NaturalPersonNameModel;
  NaturalPersonNameInput: NaturalPersonNameInput;
  NaturalPersonNameIdentifier: NaturalPersonNameIdentifierModel;
  NaturalPersonNameIdentifierInput: NaturalPersonNameIdentifierInput;
  LegalPerson: LegalPersonModel;
  LegalPersonInput: LegalPersonInput;
  LegalPersonName: LegalPersonNameModel;
  LegalPersonNameInput: LegalPersonNameInput;
  LegalPersonNameIdentifier: LegalPersonNameIdentifierModel;
  LegalPersonNameIdentifierInput: LegalPersonNameIdentifierInput;
  PostalAddress: AddressModel;
  PostalAddressInput: PostalAddressInput;
  NationalIdentification: NationalIdentificationModel;
  NationalIdentificationInput: NationalIdentificationInput;
  DateAndPlaceOfBirth: DateAndPlaceOfBirthModel;
  DateAndPlaceOfBirthInput: DateAndPlaceOfBirthInput;
  Ivms101Issue: IvmsIssueModel;
  Ivms101Report: Omit<Ivms101Report, 'issues'> & { issues: Array<ResolversParentTypes['Ivms101Issue']> };
  Jurisdiction: JurisdictionModel;
  SelfHostedRequirement: SelfHostedRequirementModel;
  JurisdictionTier: TierModel;
  DataRequirement: DataRequirement;
  DataSet: DataSet;
  LeiRecord: KnownLeiRecordModel;
  Release: ReleaseModel;
  Obstacle: ActObstacleModel;
  DataCorrection: CorrectionModel;
  ResubmitInput: ResubmitInput;
  RuleSet: ShownRuleSetModel;
  Rule: RuleModel;
  RuleConditions: Omit<RuleConditions, 'checks' | 'amounts'> & { checks?: Maybe<Array<ResolversParentTypes['CheckCondition']>>, amounts?: Maybe<Array<ResolversParentTypes['AmountCondition']>> };
  CheckCondition: CheckConditionModel;
  AmountCondition: AmountConditionModel;
  AppliedRule: StoredAppliedRuleModel;
  Rate: RateModel;
  RuleWarning: RuleWarning;
  ReplacedRules: ReplacedRulesModel;
  RuleDryRun: DryRunPageModel;
  RuleDryRunOutcome: RuleDryRunOutcome;
  RuleDryRunCount: RuleDryRunCount;
  RuleDifference: DifferenceModel;
  RateInput: RateInput;
  RuleInput: RuleInput;
  RuleConditionsInput: RuleConditionsInput;
  CheckConditionInput: CheckConditionInput;
  AmountConditionInput: AmountConditionInput;
  DateTime: Scalars['DateTime']['output'];
  ScreeningThresholds: StoredThresholdsModel;
  ScreeningThresholdsPreview: ThresholdsPreviewModel;
  ScreeningVerdictChange: ScreeningVerdictChange;
  ScreeningList: ScreeningListStateModel;
  MalformedRow: MalformedRow;
  RefusedList: RefusedList;
  Screening: TransferScreeningModel;
  ScreenedName: ScreenedName;
  ScreenedList: ScreenedList;
  ScreeningGap: ScreeningGap;
  NameHit: NameHit;
  NameWordMatch: NameWordMatch;
  WalletHit: WalletHit;
  VendorHit: VendorHit;
  Transaction: TransferModel;
  Deviation: Deviation;
  Sender: SenderProofModel;
  Delivery: DeliveryModel;
  DeliveryAttempt: DeliveryAttemptModel;
  TransactionChange: HistoryEntryModel;
  TransactionFilter: TransactionFilter;
  TransactionConnection: Omit<TransactionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['TransactionEdge']>, nodes: Array<ResolversParentTypes['Transaction']> };
  TransactionEdge: Omit<TransactionEdge, 'node'> & { node: ResolversParentTypes['Transaction'] };
  PageInfo: PageInfo;
  InquireInput: InquireInput;
  RegisterOfflineTxInput: RegisterOfflineTxInput;
  TransferDraft: TransferDraftModel;
  TransferDraftInput: TransferDraftInput;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  TrpdQuery: Namespace;
  TrpdMutation: Namespace;
  Subscription: Record<PropertyKey, never>;
  UnverifiedInquiries: UnverifiedTotalsModel;
  UnverifiedSource: UnverifiedSourceModel;
  ClearedInquiries: ClearedInquiriesModel;
  User: User;
  VaspDirectoryPart: VaspDirectoryPartModel;
  VaspImport: VaspImportModel;
  VaspImportRow: ImportedRowModel;
  VaspImportProblem: ImportProblemModel;
  DataFailures: DataFailuresModel;
  DataGap: DataGap;
  VaspMeasure: VaspMeasureModel;
  Vasp: VaspModel;
  UnreleasedTransactions: UnreleasedTransactions;
  AutoApproveLimit: Omit<AutoApproveLimit, 'asset'> & { asset: ResolversParentTypes['Asset'] };
  AutoApproveLimitInput: AutoApproveLimitInput;
  VaspDiscovery: DiscoveredVaspModel;
  DiscoveryProblem: DiscoveryProblem;
  WireProfile: WireProfileModel;
  WireProfileInput: WireProfileInput;
  LearnedIdentifier: Omit<LearnedIdentifier, 'asset'> & { asset: ResolversParentTypes['Asset'] };
  VaspInput: VaspInput;
  link__Import: Scalars['link__Import']['output'];
  federation__FieldSet: Scalars['federation__FieldSet']['output'];
  federation__Scope: Scalars['federation__Scope']['output'];
  federation__Policy: Scalars['federation__Policy']['output'];
  federation__ContextFieldValue: Scalars['federation__ContextFieldValue']['output'];
  String: Scalars['String']['output'];
  Boolean: Scalars['Boolean']['output'];
  Int: Scalars['Int']['output'];
};

export type LinkDirectiveArgs = {
  url?: Maybe<Scalars['String']['input']>;
  as?: Maybe<Scalars['String']['input']>;
  for?: Maybe<Link__Purpose>;
  import?: Maybe<Array<Maybe<Scalars['link__Import']['input']>>>;
};

export type LinkDirectiveResolver<Result, Parent, ContextType = Context, Args = LinkDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__RequiresDirectiveArgs = {
  fields: Scalars['federation__FieldSet']['input'];
};

export type Federation__RequiresDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__RequiresDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__ProvidesDirectiveArgs = {
  fields: Scalars['federation__FieldSet']['input'];
};

export type Federation__ProvidesDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ProvidesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__ExternalDirectiveArgs = { };

export type Federation__ExternalDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ExternalDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__ExtendsDirectiveArgs = { };

export type Federation__ExtendsDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ExtendsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__InaccessibleDirectiveArgs = { };

export type Federation__InaccessibleDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__InaccessibleDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ShareableDirectiveArgs = { };

export type ShareableDirectiveResolver<Result, Parent, ContextType = Context, Args = ShareableDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__OverrideDirectiveArgs = {
  from: Scalars['String']['input'];
  label?: Maybe<Scalars['String']['input']>;
};

export type Federation__OverrideDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__OverrideDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__TagDirectiveArgs = {
  name: Scalars['String']['input'];
};

export type Federation__TagDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__TagDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__ComposeDirectiveDirectiveArgs = {
  name?: Maybe<Scalars['String']['input']>;
};

export type Federation__ComposeDirectiveDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ComposeDirectiveDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__InterfaceObjectDirectiveArgs = { };

export type Federation__InterfaceObjectDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__InterfaceObjectDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__AuthenticatedDirectiveArgs = { };

export type Federation__AuthenticatedDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__AuthenticatedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RequiresScopesDirectiveArgs = {
  scopes: Array<Array<Scalars['federation__Scope']['input']>>;
};

export type RequiresScopesDirectiveResolver<Result, Parent, ContextType = Context, Args = RequiresScopesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__PolicyDirectiveArgs = {
  policies: Array<Array<Scalars['federation__Policy']['input']>>;
};

export type Federation__PolicyDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__PolicyDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__ContextDirectiveArgs = {
  name: Scalars['String']['input'];
};

export type Federation__ContextDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ContextDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type Federation__FromContextDirectiveArgs = {
  field?: Maybe<Scalars['federation__ContextFieldValue']['input']>;
};

export type Federation__FromContextDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__FromContextDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['Int']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = Context, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars['Int']['input']>;
  slicingArguments?: Maybe<Array<Scalars['String']['input']>>;
  sizedFields?: Maybe<Array<Scalars['String']['input']>>;
  requireOneSlicingArgument?: Maybe<Scalars['Boolean']['input']>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = Context, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AddressBookEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddressBookEntry'] = ResolversParentTypes['AddressBookEntry'], FederationReferenceType extends FederationReferenceTypes['AddressBookEntry'] = FederationReferenceTypes['AddressBookEntry']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['AddressBookEntry']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  travelAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  customerReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  customer?: Resolver<Maybe<ResolversTypes['Customer']>, ParentType, ContextType>;
};

export type TravelAddressResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TravelAddress'] = ResolversParentTypes['TravelAddress']> = {
  travelAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  form?: Resolver<ResolversTypes['TravelAddressForm'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  vasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType>;
};

export type AssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  decimals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dti?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  slip0044?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  caip19?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  addressFormat?: Resolver<ResolversTypes['AddressFormat'], ParentType, ContextType>;
  memoFormat?: Resolver<Maybe<ResolversTypes['MemoFormat']>, ParentType, ContextType>;
};

export type OwnIdentityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OwnIdentity'] = ResolversParentTypes['OwnIdentity']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lei?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AddressAttributionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddressAttribution'] = ResolversParentTypes['AddressAttribution']> = {
  verdict?: Resolver<ResolversTypes['AttributionVerdict'], ParentType, ContextType>;
  vaspName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['AttributionGap']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AttributionGapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AttributionGap'] = ResolversParentTypes['AttributionGap']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BatchItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchItem'] = ResolversParentTypes['BatchItem']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  refusal?: Resolver<Maybe<ResolversTypes['BatchRefusal']>, ParentType, ContextType>;
};

export type BatchRefusalResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BatchRefusal'] = ResolversParentTypes['BatchRefusal']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CaseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Case'] = ResolversParentTypes['Case']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CaseStatus'], ParentType, ContextType>;
  assignee?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['CasePriority'], ParentType, ContextType>;
  dueAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isDueTimeSet?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pause?: Resolver<Maybe<ResolversTypes['CasePause']>, ParentType, ContextType>;
  proposal?: Resolver<Maybe<ResolversTypes['DecisionProposal']>, ParentType, ContextType>;
  allowedActions?: Resolver<Array<ResolversTypes['CaseAction']>, ParentType, ContextType>;
  isUnread?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  changes?: Resolver<Maybe<Array<ResolversTypes['CaseChange']>>, ParentType, ContextType, RequireFields<CaseChangesArgs, 'limit' | 'offset'>>;
  openedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CasePauseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CasePause'] = ResolversParentTypes['CasePause']> = {
  by?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DecisionProposalResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DecisionProposal'] = ResolversParentTypes['DecisionProposal']> = {
  decision?: Resolver<ResolversTypes['AssessDecision'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  internalReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  by?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CaseChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CaseChange'] = ResolversParentTypes['CaseChange']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CaseStatus'], ParentType, ContextType>;
  assignee?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['CasePriority'], ParentType, ContextType>;
  dueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hasText?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mentions?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  actorType?: Resolver<ResolversTypes['ChangeActorType'], ParentType, ContextType>;
  actorId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CheckRunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckRun'] = ResolversParentTypes['CheckRun']> = {
  cause?: Resolver<ResolversTypes['CheckCause'], ParentType, ContextType>;
  requestedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['CheckResult']>, ParentType, ContextType>;
};

export type CheckResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckResult'] = ResolversParentTypes['CheckResult']> = {
  check?: Resolver<ResolversTypes['CheckName'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['CheckVerdict'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missing?: Resolver<Array<ResolversTypes['MissingData']>, ParentType, ContextType>;
  evidence?: Resolver<Maybe<Array<ResolversTypes['CheckEvidence']>>, ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  finding?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type MissingDataResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MissingData'] = ResolversParentTypes['MissingData']> = {
  party?: Resolver<ResolversTypes['PartyRole'], ParentType, ContextType>;
  anyOf?: Resolver<Array<ResolversTypes['MissingFields']>, ParentType, ContextType>;
};

export type MissingFieldsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MissingFields'] = ResolversParentTypes['MissingFields']> = {
  fields?: Resolver<Array<ResolversTypes['MissingField']>, ParentType, ContextType>;
};

export type MissingFieldResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MissingField'] = ResolversParentTypes['MissingField']> = {
  code?: Resolver<ResolversTypes['PartyField'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CheckEvidenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckEvidence'] = ResolversParentTypes['CheckEvidence']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CounterpartyReasonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CounterpartyReason'] = ResolversParentTypes['CounterpartyReason']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CustomerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Customer'] = ResolversParentTypes['Customer']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  accounts?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DataRequestResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataRequest'] = ResolversParentTypes['DataRequest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DataRequestStatus'], ParentType, ContextType>;
  party?: Resolver<ResolversTypes['TransactionParty'], ParentType, ContextType>;
  fields?: Resolver<Array<ResolversTypes['PartyField']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mail?: Resolver<Maybe<ResolversTypes['MailStatus']>, ParentType, ContextType>;
  mistakes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  settledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['DataResponse']>, ParentType, ContextType>;
};

export type DataResponseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataResponse'] = ResolversParentTypes['DataResponse']> = {
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  form?: Resolver<ResolversTypes['DataResponseForm'], ParentType, ContextType>;
  isApplied?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  issues?: Resolver<Array<ResolversTypes['Ivms101Issue']>, ParentType, ContextType>;
  received?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  former?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IssuedDataRequestResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IssuedDataRequest'] = ResolversParentTypes['IssuedDataRequest']> = {
  request?: Resolver<ResolversTypes['DataRequest'], ParentType, ContextType>;
  link?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
};

export type DeskSummaryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeskSummary'] = ResolversParentTypes['DeskSummary']> = {
  openCases?: Resolver<ResolversTypes['OpenCases'], ParentType, ContextType>;
  myCases?: Resolver<ResolversTypes['MyCases'], ParentType, ContextType>;
  mentions?: Resolver<Array<ResolversTypes['CaseMention']>, ParentType, ContextType, RequireFields<DeskSummaryMentionsArgs, 'limit'>>;
  decisions?: Resolver<ResolversTypes['DecisionCounts'], ParentType, ContextType, RequireFields<DeskSummaryDecisionsArgs, 'days'>>;
  vaspReviewsDue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  trend?: Resolver<Array<ResolversTypes['DeskDay']>, ParentType, ContextType, RequireFields<DeskSummaryTrendArgs, 'days'>>;
  responseTimes?: Resolver<Array<ResolversTypes['VaspResponseTimes']>, ParentType, ContextType, RequireFields<DeskSummaryResponseTimesArgs, 'months' | 'limit'>>;
};

export type OpenCasesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OpenCases'] = ResolversParentTypes['OpenCases']> = {
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unassigned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dueSoon?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  byStatus?: Resolver<Array<ResolversTypes['CaseStatusCount']>, ParentType, ContextType>;
  byPriority?: Resolver<Array<ResolversTypes['CasePriorityCount']>, ParentType, ContextType>;
  byAge?: Resolver<Array<ResolversTypes['CaseAgeCount']>, ParentType, ContextType>;
  byAssignee?: Resolver<Array<ResolversTypes['CaseAssigneeCount']>, ParentType, ContextType>;
};

export type CaseStatusCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CaseStatusCount'] = ResolversParentTypes['CaseStatusCount']> = {
  status?: Resolver<ResolversTypes['CaseStatus'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CasePriorityCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CasePriorityCount'] = ResolversParentTypes['CasePriorityCount']> = {
  priority?: Resolver<ResolversTypes['CasePriority'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CaseAgeCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CaseAgeCount'] = ResolversParentTypes['CaseAgeCount']> = {
  fromHours?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  toHours?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CaseAssigneeCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CaseAssigneeCount'] = ResolversParentTypes['CaseAssigneeCount']> = {
  assignee?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MyCasesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MyCases'] = ResolversParentTypes['MyCases']> = {
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dueSoon?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CaseMentionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CaseMention'] = ResolversParentTypes['CaseMention']> = {
  transaction?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DecisionCountsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DecisionCounts'] = ResolversParentTypes['DecisionCounts']> = {
  automatic?: Resolver<ResolversTypes['DecisionCount'], ParentType, ContextType>;
  byPeople?: Resolver<ResolversTypes['DecisionCount'], ParentType, ContextType>;
  people?: Resolver<Array<ResolversTypes['PersonDecisions']>, ParentType, ContextType>;
  rules?: Resolver<Array<ResolversTypes['RuleDecisions']>, ParentType, ContextType>;
};

export type DecisionCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DecisionCount'] = ResolversParentTypes['DecisionCount']> = {
  approved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  declined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PersonDecisionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PersonDecisions'] = ResolversParentTypes['PersonDecisions']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  approved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  declined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RuleDecisionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleDecisions'] = ResolversParentTypes['RuleDecisions']> = {
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  approved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  declined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeskDayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeskDay'] = ResolversParentTypes['DeskDay']> = {
  day?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  received?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  registered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  decided?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  declined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approvedByCounterparties?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  declinedByCounterparties?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  confirmed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  canceled?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expired?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type VaspResponseTimesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspResponseTimes'] = ResolversParentTypes['VaspResponseTimes']> = {
  vasp?: Resolver<ResolversTypes['Vasp'], ParentType, ContextType>;
  ours?: Resolver<Maybe<ResolversTypes['ResponseTimes']>, ParentType, ContextType>;
  byPeople?: Resolver<Maybe<ResolversTypes['ResponseTimes']>, ParentType, ContextType>;
  theirs?: Resolver<Maybe<ResolversTypes['ResponseTimes']>, ParentType, ContextType>;
};

export type ResponseTimesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ResponseTimes'] = ResolversParentTypes['ResponseTimes']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  p50Seconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  p95Seconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type DueDiligenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DueDiligence'] = ResolversParentTypes['DueDiligence']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  licence?: Resolver<ResolversTypes['LicenceStatus'], ParentType, ContextType>;
  riskRating?: Resolver<Maybe<ResolversTypes['RiskRating']>, ParentType, ContextType>;
  leiEntityStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  leiRegistrationStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reviewedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nextReviewAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recordedBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  recordedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  answers?: Resolver<Maybe<Array<ResolversTypes['DueDiligenceAnswer']>>, ParentType, ContextType>;
  documents?: Resolver<Array<ResolversTypes['DueDiligenceDocument']>, ParentType, ContextType>;
  erasedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DueDiligenceAnswerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DueDiligenceAnswer'] = ResolversParentTypes['DueDiligenceAnswer']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  answer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DueDiligenceDocumentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DueDiligenceDocument'] = ResolversParentTypes['DueDiligenceDocument']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mediaType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  addedBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  addedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DueDiligenceFileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DueDiligenceFile'] = ResolversParentTypes['DueDiligenceFile']> = {
  document?: Resolver<ResolversTypes['DueDiligenceDocument'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LegalHoldResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LegalHold'] = ResolversParentTypes['LegalHold']> = {
  setBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  setAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ErasureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Erasure'] = ResolversParentTypes['Erasure']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  ground?: Resolver<ResolversTypes['ErasureGround'], ParentType, ContextType>;
  ticket?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addressBookEntries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  customers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RetentionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Retention'] = ResolversParentTypes['Retention']> = {
  jurisdiction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transactionYears?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transactionSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  screeningHitYears?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  screeningHitSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  erases?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dueCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  due?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  keptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  heldCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CustomerExportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CustomerExport'] = ResolversParentTypes['CustomerExport']> = {
  json?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type TransactionEvidenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionEvidence'] = ResolversParentTypes['TransactionEvidence'], FederationReferenceType extends FederationReferenceTypes['TransactionEvidence'] = FederationReferenceTypes['TransactionEvidence']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TransactionEvidence']> | FederationReferenceType, FederationReferenceType, ContextType>;
  transactionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  exchange?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OriginatorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Originator'] = ResolversParentTypes['Originator']> = {
  originatorPersons?: Resolver<Array<ResolversTypes['Person']>, ParentType, ContextType>;
  accountNumber?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BeneficiaryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Beneficiary'] = ResolversParentTypes['Beneficiary']> = {
  beneficiaryPersons?: Resolver<Array<ResolversTypes['Person']>, ParentType, ContextType>;
  accountNumber?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Person'] = ResolversParentTypes['Person']> = {
  naturalPerson?: Resolver<Maybe<ResolversTypes['NaturalPerson']>, ParentType, ContextType>;
  legalPerson?: Resolver<Maybe<ResolversTypes['LegalPerson']>, ParentType, ContextType>;
};

export type NaturalPersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NaturalPerson'] = ResolversParentTypes['NaturalPerson']> = {
  name?: Resolver<Maybe<ResolversTypes['NaturalPersonName']>, ParentType, ContextType>;
  geographicAddress?: Resolver<Array<ResolversTypes['PostalAddress']>, ParentType, ContextType>;
  nationalIdentification?: Resolver<Maybe<ResolversTypes['NationalIdentification']>, ParentType, ContextType>;
  customerIdentification?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dateAndPlaceOfBirth?: Resolver<Maybe<ResolversTypes['DateAndPlaceOfBirth']>, ParentType, ContextType>;
  countryOfResidence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NaturalPersonNameResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NaturalPersonName'] = ResolversParentTypes['NaturalPersonName']> = {
  nameIdentifier?: Resolver<Array<ResolversTypes['NaturalPersonNameIdentifier']>, ParentType, ContextType>;
  localNameIdentifier?: Resolver<Array<ResolversTypes['NaturalPersonNameIdentifier']>, ParentType, ContextType>;
  phoneticNameIdentifier?: Resolver<Array<ResolversTypes['NaturalPersonNameIdentifier']>, ParentType, ContextType>;
};

export type NaturalPersonNameIdentifierResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NaturalPersonNameIdentifier'] = ResolversParentTypes['NaturalPersonNameIdentifier']> = {
  primaryIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secondaryIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nameIdentifierType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LegalPersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LegalPerson'] = ResolversParentTypes['LegalPerson']> = {
  name?: Resolver<Maybe<ResolversTypes['LegalPersonName']>, ParentType, ContextType>;
  geographicAddress?: Resolver<Array<ResolversTypes['PostalAddress']>, ParentType, ContextType>;
  customerIdentification?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nationalIdentification?: Resolver<Maybe<ResolversTypes['NationalIdentification']>, ParentType, ContextType>;
  countryOfRegistration?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LegalPersonNameResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LegalPersonName'] = ResolversParentTypes['LegalPersonName']> = {
  nameIdentifier?: Resolver<Array<ResolversTypes['LegalPersonNameIdentifier']>, ParentType, ContextType>;
  localNameIdentifier?: Resolver<Array<ResolversTypes['LegalPersonNameIdentifier']>, ParentType, ContextType>;
  phoneticNameIdentifier?: Resolver<Array<ResolversTypes['LegalPersonNameIdentifier']>, ParentType, ContextType>;
};

export type LegalPersonNameIdentifierResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LegalPersonNameIdentifier'] = ResolversParentTypes['LegalPersonNameIdentifier']> = {
  legalPersonName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  legalPersonNameIdentifierType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PostalAddressResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostalAddress'] = ResolversParentTypes['PostalAddress']> = {
  addressType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  department?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subDepartment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streetName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  buildingNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  buildingName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  floor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postBox?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  room?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  townName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  townLocationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  districtName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countrySubDivision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addressLine?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NationalIdentificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NationalIdentification'] = ResolversParentTypes['NationalIdentification']> = {
  nationalIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nationalIdentifierType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countryOfIssue?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registrationAuthority?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DateAndPlaceOfBirthResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DateAndPlaceOfBirth'] = ResolversParentTypes['DateAndPlaceOfBirth']> = {
  dateOfBirth?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  placeOfBirth?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Ivms101IssueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Ivms101Issue'] = ResolversParentTypes['Ivms101Issue']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  constraint?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  constraintName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type Ivms101ReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Ivms101Report'] = ResolversParentTypes['Ivms101Report']> = {
  valid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Ivms101Version'], ParentType, ContextType>;
  issues?: Resolver<Array<ResolversTypes['Ivms101Issue']>, ParentType, ContextType>;
};

export type JurisdictionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Jurisdiction'] = ResolversParentTypes['Jurisdiction']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  law?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tiers?: Resolver<Array<ResolversTypes['JurisdictionTier']>, ParentType, ContextType>;
  selfHosted?: Resolver<Maybe<ResolversTypes['SelfHostedRequirement']>, ParentType, ContextType>;
};

export type SelfHostedRequirementResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SelfHostedRequirement'] = ResolversParentTypes['SelfHostedRequirement']> = {
  ownershipProof?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isInclusive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JurisdictionTierResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JurisdictionTier'] = ResolversParentTypes['JurisdictionTier']> = {
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isInclusive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  originator?: Resolver<Maybe<Array<ResolversTypes['DataRequirement']>>, ParentType, ContextType>;
  beneficiary?: Resolver<Maybe<Array<ResolversTypes['DataRequirement']>>, ParentType, ContextType>;
};

export type DataRequirementResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataRequirement'] = ResolversParentTypes['DataRequirement']> = {
  anyOf?: Resolver<Array<ResolversTypes['DataSet']>, ParentType, ContextType>;
};

export type DataSetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataSet'] = ResolversParentTypes['DataSet']> = {
  fields?: Resolver<Array<ResolversTypes['PartyField']>, ParentType, ContextType>;
};

export type LeiRecordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeiRecord'] = ResolversParentTypes['LeiRecord']> = {
  lei?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  entityStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registrationStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nextRenewalAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  retrievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  askedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  problem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReleaseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Release'] = ResolversParentTypes['Release']> = {
  maySend?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mayApprove?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mayPay?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mayCredit?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isChecking?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  obstacles?: Resolver<Array<ResolversTypes['Obstacle']>, ParentType, ContextType>;
  requiresNothing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ObstacleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Obstacle'] = ResolversParentTypes['Obstacle']> = {
  code?: Resolver<ResolversTypes['ObstacleCode'], ParentType, ContextType>;
  acts?: Resolver<Array<ResolversTypes['ReleaseAct']>, ParentType, ContextType>;
  check?: Resolver<Maybe<ResolversTypes['CheckName']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['CheckVerdict']>, ParentType, ContextType>;
  finding?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  remedy?: Resolver<ResolversTypes['ObstacleRemedy'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataCorrectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataCorrection'] = ResolversParentTypes['DataCorrection']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  former?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RuleSetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleSet'] = ResolversParentTypes['RuleSet']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rules?: Resolver<Array<ResolversTypes['Rule']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RuleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Rule'] = ResolversParentTypes['Rule']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  when?: Resolver<ResolversTypes['RuleConditions'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['RuleAction'], ParentType, ContextType>;
  reasonId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  internalReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  assignee?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  priority?: Resolver<Maybe<ResolversTypes['CasePriority']>, ParentType, ContextType>;
  dueSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type RuleConditionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleConditions'] = ResolversParentTypes['RuleConditions']> = {
  checks?: Resolver<Maybe<Array<ResolversTypes['CheckCondition']>>, ParentType, ContextType>;
  amounts?: Resolver<Maybe<Array<ResolversTypes['AmountCondition']>>, ParentType, ContextType>;
  assets?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  vasps?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  leis?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  trust?: Resolver<Maybe<Array<ResolversTypes['Trust']>>, ParentType, ContextType>;
  riskRatings?: Resolver<Maybe<Array<ResolversTypes['RiskRating']>>, ParentType, ContextType>;
  countries?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  vaspCountries?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  directions?: Resolver<Maybe<Array<ResolversTypes['Direction']>>, ParentType, ContextType>;
  channels?: Resolver<Maybe<Array<ResolversTypes['TransactionChannel']>>, ParentType, ContextType>;
  senders?: Resolver<Maybe<Array<ResolversTypes['SenderVerification']>>, ParentType, ContextType>;
};

export type CheckConditionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckCondition'] = ResolversParentTypes['CheckCondition']> = {
  check?: Resolver<Maybe<ResolversTypes['CheckName']>, ParentType, ContextType>;
  verdicts?: Resolver<Array<ResolversTypes['CheckVerdict']>, ParentType, ContextType>;
};

export type AmountConditionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AmountCondition'] = ResolversParentTypes['AmountCondition']> = {
  operator?: Resolver<ResolversTypes['AmountOperator'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AppliedRuleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AppliedRule'] = ResolversParentTypes['AppliedRule']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['RuleAction'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Rate'] = ResolversParentTypes['Rate']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isOutdated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  setBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type RuleWarningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleWarning'] = ResolversParentTypes['RuleWarning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReplacedRulesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReplacedRules'] = ResolversParentTypes['ReplacedRules']> = {
  ruleSet?: Resolver<ResolversTypes['RuleSet'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['RuleWarning']>, ParentType, ContextType>;
};

export type RuleDryRunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleDryRun'] = ResolversParentTypes['RuleDryRun']> = {
  examined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  otherwise?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcomes?: Resolver<Array<ResolversTypes['RuleDryRunOutcome']>, ParentType, ContextType>;
  rules?: Resolver<Array<ResolversTypes['RuleDryRunCount']>, ParentType, ContextType>;
  differences?: Resolver<Array<ResolversTypes['RuleDifference']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['RuleWarning']>, ParentType, ContextType>;
};

export type RuleDryRunOutcomeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleDryRunOutcome'] = ResolversParentTypes['RuleDryRunOutcome']> = {
  action?: Resolver<Maybe<ResolversTypes['RuleAction']>, ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['PastDecision'], ParentType, ContextType>;
  isAutomatic?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RuleDryRunCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleDryRunCount'] = ResolversParentTypes['RuleDryRunCount']> = {
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RuleDifferenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RuleDifference'] = ResolversParentTypes['RuleDifference']> = {
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  action?: Resolver<Maybe<ResolversTypes['RuleAction']>, ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['PastDecision'], ParentType, ContextType>;
  isAutomatic?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type ScreeningThresholdsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreeningThresholds'] = ResolversParentTypes['ScreeningThresholds']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  possible?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  strong?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ScreeningThresholdsPreviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreeningThresholdsPreview'] = ResolversParentTypes['ScreeningThresholdsPreview']> = {
  examined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['ScreeningVerdictChange']>, ParentType, ContextType>;
};

export type ScreeningVerdictChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreeningVerdictChange'] = ResolversParentTypes['ScreeningVerdictChange']> = {
  from?: Resolver<ResolversTypes['ScreeningVerdict'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['ScreeningVerdict'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ScreeningListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreeningList'] = ResolversParentTypes['ScreeningList']> = {
  name?: Resolver<ResolversTypes['ScreeningListName'], ParentType, ContextType>;
  isRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ScreeningListState'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  publishedOn?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  loadedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  ageHours?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  malformed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  malformedRows?: Resolver<Array<ResolversTypes['MalformedRow']>, ParentType, ContextType>;
  refused?: Resolver<Maybe<ResolversTypes['RefusedList']>, ParentType, ContextType>;
};

export type MalformedRowResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MalformedRow'] = ResolversParentTypes['MalformedRow']> = {
  row?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RefusedListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RefusedList'] = ResolversParentTypes['RefusedList']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ScreeningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Screening'] = ResolversParentTypes['Screening']> = {
  verdict?: Resolver<ResolversTypes['ScreeningVerdict'], ParentType, ContextType>;
  subjects?: Resolver<Array<ResolversTypes['ScreenedName']>, ParentType, ContextType>;
  nameHits?: Resolver<Array<ResolversTypes['NameHit']>, ParentType, ContextType>;
  walletHits?: Resolver<Array<ResolversTypes['WalletHit']>, ParentType, ContextType>;
  vendorHits?: Resolver<Array<ResolversTypes['VendorHit']>, ParentType, ContextType>;
  gaps?: Resolver<Array<ResolversTypes['ScreeningGap']>, ParentType, ContextType>;
  lists?: Resolver<Array<ResolversTypes['ScreenedList']>, ParentType, ContextType>;
  screenedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ScreenedNameResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreenedName'] = ResolversParentTypes['ScreenedName']> = {
  role?: Resolver<Maybe<ResolversTypes['ScreenedRole']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NameKind'], ParentType, ContextType>;
};

export type ScreenedListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreenedList'] = ResolversParentTypes['ScreenedList']> = {
  name?: Resolver<ResolversTypes['ScreeningListName'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  loadedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ScreeningGapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScreeningGap'] = ResolversParentTypes['ScreeningGap']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NameHitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NameHit'] = ResolversParentTypes['NameHit']> = {
  role?: Resolver<Maybe<ResolversTypes['ScreenedRole']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  list?: Resolver<ResolversTypes['ScreeningListName'], ParentType, ContextType>;
  entryId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isStrong?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  words?: Resolver<Array<ResolversTypes['NameWordMatch']>, ParentType, ContextType>;
  missingInEntry?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  missingInName?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  isReordered?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  birthYears?: Resolver<Array<ResolversTypes['Int']>, ParentType, ContextType>;
  isBirthYearSame?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isIdentifierSame?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  programs?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NameWordMatchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NameWordMatch'] = ResolversParentTypes['NameWordMatch']> = {
  screened?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listed?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  how?: Resolver<ResolversTypes['NameWordAgreement'], ParentType, ContextType>;
};

export type WalletHitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WalletHit'] = ResolversParentTypes['WalletHit']> = {
  list?: Resolver<ResolversTypes['ScreeningListName'], ParentType, ContextType>;
  entryId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VendorHitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VendorHit'] = ResolversParentTypes['VendorHit']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction'], FederationReferenceType extends FederationReferenceTypes['Transaction'] = FederationReferenceTypes['Transaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Transaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestIdentifier?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['Direction'], ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['TransactionChannel'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  folder?: Resolver<ResolversTypes['Folder'], ParentType, ContextType>;
  delivery?: Resolver<ResolversTypes['Delivery'], ParentType, ContextType>;
  deliveryAttempts?: Resolver<Array<ResolversTypes['DeliveryAttempt']>, ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amountUnit?: Resolver<Maybe<ResolversTypes['AmountUnit']>, ParentType, ContextType>;
  travelAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addressBookEntry?: Resolver<Maybe<ResolversTypes['AddressBookEntry']>, ParentType, ContextType>;
  vasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType>;
  originator?: Resolver<Maybe<ResolversTypes['Originator']>, ParentType, ContextType>;
  beneficiary?: Resolver<Maybe<ResolversTypes['Beneficiary']>, ParentType, ContextType>;
  customerReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ivms101?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<TransactionIvms101Args, 'edition'>>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  originAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  counterpartyAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lateTxHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  protocolVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ivms101Issues?: Resolver<Array<ResolversTypes['Ivms101Issue']>, ParentType, ContextType>;
  deviations?: Resolver<Array<ResolversTypes['Deviation']>, ParentType, ContextType>;
  sender?: Resolver<Maybe<ResolversTypes['Sender']>, ParentType, ContextType>;
  allowedActions?: Resolver<Array<ResolversTypes['TransactionAction']>, ParentType, ContextType>;
  history?: Resolver<Array<ResolversTypes['TransactionChange']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  case?: Resolver<ResolversTypes['Case'], ParentType, ContextType>;
  checks?: Resolver<Array<ResolversTypes['CheckResult']>, ParentType, ContextType>;
  checkRuns?: Resolver<Array<ResolversTypes['CheckRun']>, ParentType, ContextType>;
  acceptsDataRequests?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dataRequests?: Resolver<Array<ResolversTypes['DataRequest']>, ParentType, ContextType>;
  personalData?: Resolver<ResolversTypes['PersonalDataStatus'], ParentType, ContextType>;
  erasedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  legalHold?: Resolver<Maybe<ResolversTypes['LegalHold']>, ParentType, ContextType>;
  release?: Resolver<ResolversTypes['Release'], ParentType, ContextType>;
  repairActions?: Resolver<Array<ResolversTypes['RepairAction']>, ParentType, ContextType>;
  corrections?: Resolver<Array<ResolversTypes['DataCorrection']>, ParentType, ContextType>;
  resubmissionOf?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  resubmittedAs?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  decidedByRule?: Resolver<Maybe<ResolversTypes['AppliedRule']>, ParentType, ContextType>;
  appliedRules?: Resolver<Array<ResolversTypes['AppliedRule']>, ParentType, ContextType>;
  screening?: Resolver<Maybe<ResolversTypes['Screening']>, ParentType, ContextType>;
};

export type DeviationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Deviation'] = ResolversParentTypes['Deviation']> = {
  clause?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SenderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Sender'] = ResolversParentTypes['Sender']> = {
  verification?: Resolver<ResolversTypes['SenderVerification'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  keySha256?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  certificateExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Delivery'] = ResolversParentTypes['Delivery']> = {
  state?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['DeliveryKind']>, ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastProblem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DeliveryAttemptResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeliveryAttempt'] = ResolversParentTypes['DeliveryAttempt']> = {
  kind?: Resolver<ResolversTypes['DeliveryKind'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DeliveryOutcome'], ParentType, ContextType>;
  httpStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['DeliveryFailure']>, ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  responseBytes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TransactionChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionChange'] = ResolversParentTypes['TransactionChange']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  delivery?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  actorType?: Resolver<ResolversTypes['ChangeActorType'], ParentType, ContextType>;
  actorId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['AppliedRule']>, ParentType, ContextType>;
};

export type TransactionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionConnection'] = ResolversParentTypes['TransactionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Transaction']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type TransactionEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionEdge'] = ResolversParentTypes['TransactionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransferDraftResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransferDraft'] = ResolversParentTypes['TransferDraft']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  trpd?: Resolver<Maybe<ResolversTypes['TrpdQuery']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  trpd?: Resolver<Maybe<ResolversTypes['TrpdMutation']>, ParentType, ContextType>;
};

export type TrpdQueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TrpdQuery'] = ResolversParentTypes['TrpdQuery']> = {
  programVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventPosition?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  vasps?: Resolver<Array<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdQueryVaspsArgs, 'limit' | 'offset'>>;
  vaspsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType, Partial<TrpdQueryVaspsCountArgs>>;
  vasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdQueryVaspArgs, 'id'>>;
  discoverVasp?: Resolver<Maybe<ResolversTypes['VaspDiscovery']>, ParentType, ContextType, RequireFields<TrpdQueryDiscoverVaspArgs, 'url'>>;
  validateTravelAddress?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<TrpdQueryValidateTravelAddressArgs, 'travelAddress'>>;
  decodeTravelAddress?: Resolver<Maybe<ResolversTypes['TravelAddress']>, ParentType, ContextType, RequireFields<TrpdQueryDecodeTravelAddressArgs, 'travelAddress'>>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, RequireFields<TrpdQueryTransactionsArgs, 'orderBy' | 'first'>>;
  transactionsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType, Partial<TrpdQueryTransactionsCountArgs>>;
  unverifiedInquiries?: Resolver<ResolversTypes['UnverifiedInquiries'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdQueryTransactionArgs, 'id'>>;
  addressBook?: Resolver<Array<ResolversTypes['AddressBookEntry']>, ParentType, ContextType, RequireFields<TrpdQueryAddressBookArgs, 'limit' | 'offset'>>;
  validateIvms101?: Resolver<Maybe<ResolversTypes['Ivms101Report']>, ParentType, ContextType, RequireFields<TrpdQueryValidateIvms101Args, 'payload'>>;
  assets?: Resolver<Array<ResolversTypes['Asset']>, ParentType, ContextType>;
  ownIdentity?: Resolver<ResolversTypes['OwnIdentity'], ParentType, ContextType>;
  attributionVendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attributeAddress?: Resolver<Maybe<ResolversTypes['AddressAttribution']>, ParentType, ContextType, RequireFields<TrpdQueryAttributeAddressArgs, 'asset' | 'address'>>;
  assignees?: Resolver<Maybe<Array<ResolversTypes['User']>>, ParentType, ContextType, RequireFields<TrpdQueryAssigneesArgs, 'limit' | 'offset'>>;
  counterpartyReasons?: Resolver<Array<ResolversTypes['CounterpartyReason']>, ParentType, ContextType>;
  customers?: Resolver<Maybe<Array<ResolversTypes['Customer']>>, ParentType, ContextType, RequireFields<TrpdQueryCustomersArgs, 'limit' | 'offset'>>;
  dataRequests?: Resolver<Array<ResolversTypes['DataRequest']>, ParentType, ContextType, RequireFields<TrpdQueryDataRequestsArgs, 'limit' | 'offset'>>;
  dataRequestsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType, Partial<TrpdQueryDataRequestsCountArgs>>;
  deskSummary?: Resolver<ResolversTypes['DeskSummary'], ParentType, ContextType>;
  dueDiligenceDocument?: Resolver<Maybe<ResolversTypes['DueDiligenceFile']>, ParentType, ContextType, RequireFields<TrpdQueryDueDiligenceDocumentArgs, 'id'>>;
  retention?: Resolver<ResolversTypes['Retention'], ParentType, ContextType>;
  jurisdiction?: Resolver<Maybe<ResolversTypes['Jurisdiction']>, ParentType, ContextType>;
  ruleSet?: Resolver<Maybe<ResolversTypes['RuleSet']>, ParentType, ContextType, Partial<TrpdQueryRuleSetArgs>>;
  ruleSets?: Resolver<Maybe<Array<ResolversTypes['RuleSet']>>, ParentType, ContextType, RequireFields<TrpdQueryRuleSetsArgs, 'limit' | 'offset'>>;
  rates?: Resolver<Maybe<Array<ResolversTypes['Rate']>>, ParentType, ContextType, RequireFields<TrpdQueryRatesArgs, 'limit' | 'offset'>>;
  dryRunRules?: Resolver<Maybe<ResolversTypes['RuleDryRun']>, ParentType, ContextType, RequireFields<TrpdQueryDryRunRulesArgs, 'rules' | 'first'>>;
  screeningLists?: Resolver<Array<ResolversTypes['ScreeningList']>, ParentType, ContextType>;
  screen?: Resolver<Maybe<ResolversTypes['Screening']>, ParentType, ContextType, RequireFields<TrpdQueryScreenArgs, 'kind'>>;
  screeningThresholds?: Resolver<ResolversTypes['ScreeningThresholds'], ParentType, ContextType>;
  previewScreeningThresholds?: Resolver<Maybe<ResolversTypes['ScreeningThresholdsPreview']>, ParentType, ContextType, RequireFields<TrpdQueryPreviewScreeningThresholdsArgs, 'possible' | 'strong'>>;
  transferDrafts?: Resolver<Maybe<Array<ResolversTypes['TransferDraft']>>, ParentType, ContextType>;
  vaspDirectory?: Resolver<Maybe<ResolversTypes['VaspDirectoryPart']>, ParentType, ContextType, RequireFields<TrpdQueryVaspDirectoryArgs, 'format' | 'first'>>;
  failingVasps?: Resolver<Array<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdQueryFailingVaspsArgs, 'months' | 'limit'>>;
};

export type TrpdMutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TrpdMutation'] = ResolversParentTypes['TrpdMutation']> = {
  inquire?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationInquireArgs, 'input'>>;
  registerOfflineTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationRegisterOfflineTxArgs, 'input'>>;
  assessTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAssessTxArgs, 'id' | 'decision'>>;
  confirmTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationConfirmTxArgs, 'id' | 'txHash' | 'isOnLedger'>>;
  cancelTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationCancelTxArgs, 'id'>>;
  retryDelivery?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationRetryDeliveryArgs, 'id'>>;
  acceptConfirmation?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAcceptConfirmationArgs, 'id'>>;
  archiveTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationArchiveTxArgs, 'id'>>;
  registerOrUpdateVasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationRegisterOrUpdateVaspArgs, 'vasp'>>;
  trustVasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationTrustVaspArgs, 'id'>>;
  blockVasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationBlockVaspArgs, 'id'>>;
  pinVaspKey?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationPinVaspKeyArgs, 'id' | 'pin'>>;
  unpinVaspKey?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationUnpinVaspKeyArgs, 'id' | 'key'>>;
  addVaspHost?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationAddVaspHostArgs, 'id' | 'url'>>;
  removeVaspHost?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationRemoveVaspHostArgs, 'id' | 'host'>>;
  setMutualTls?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationSetMutualTlsArgs, 'id'>>;
  clearUnverifiedInquiries?: Resolver<Maybe<ResolversTypes['ClearedInquiries']>, ParentType, ContextType, Partial<TrpdMutationClearUnverifiedInquiriesArgs>>;
  setAutoApprove?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationSetAutoApproveArgs, 'id' | 'enabled'>>;
  setWireProfile?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationSetWireProfileArgs, 'id' | 'profile'>>;
  createTravelAddress?: Resolver<Maybe<ResolversTypes['AddressBookEntry']>, ParentType, ContextType, RequireFields<TrpdMutationCreateTravelAddressArgs, 'input'>>;
  updateAddressBookEntry?: Resolver<Maybe<ResolversTypes['AddressBookEntry']>, ParentType, ContextType, RequireFields<TrpdMutationUpdateAddressBookEntryArgs, 'id' | 'input'>>;
  assignTxs?: Resolver<Maybe<Array<ResolversTypes['BatchItem']>>, ParentType, ContextType, RequireFields<TrpdMutationAssignTxsArgs, 'targets'>>;
  takeTxs?: Resolver<Maybe<Array<ResolversTypes['BatchItem']>>, ParentType, ContextType, RequireFields<TrpdMutationTakeTxsArgs, 'targets'>>;
  holdTxs?: Resolver<Maybe<Array<ResolversTypes['BatchItem']>>, ParentType, ContextType, RequireFields<TrpdMutationHoldTxsArgs, 'targets' | 'reason'>>;
  declineTxs?: Resolver<Maybe<Array<ResolversTypes['BatchItem']>>, ParentType, ContextType, RequireFields<TrpdMutationDeclineTxsArgs, 'targets'>>;
  archiveTxs?: Resolver<Maybe<Array<ResolversTypes['BatchItem']>>, ParentType, ContextType, RequireFields<TrpdMutationArchiveTxsArgs, 'targets'>>;
  holdTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationHoldTxArgs, 'id' | 'reason'>>;
  awaitData?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAwaitDataArgs, 'id' | 'reason'>>;
  releaseTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationReleaseTxArgs, 'id' | 'reason'>>;
  assignTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAssignTxArgs, 'id'>>;
  takeTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationTakeTxArgs, 'id'>>;
  commentTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationCommentTxArgs, 'id' | 'text'>>;
  setPriority?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationSetPriorityArgs, 'id' | 'priority'>>;
  setDueTime?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationSetDueTimeArgs, 'id'>>;
  markRead?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationMarkReadArgs, 'id' | 'version' | 'caseVersion'>>;
  proposeDecision?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationProposeDecisionArgs, 'id' | 'decision'>>;
  acceptProposal?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAcceptProposalArgs, 'id' | 'expectedVersion'>>;
  withdrawProposal?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationWithdrawProposalArgs, 'id' | 'reason'>>;
  runChecks?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationRunChecksArgs, 'id'>>;
  setCounterpartyReason?: Resolver<Maybe<ResolversTypes['CounterpartyReason']>, ParentType, ContextType, RequireFields<TrpdMutationSetCounterpartyReasonArgs, 'id' | 'text'>>;
  retireCounterpartyReason?: Resolver<Maybe<ResolversTypes['CounterpartyReason']>, ParentType, ContextType, RequireFields<TrpdMutationRetireCounterpartyReasonArgs, 'id'>>;
  upsertCustomer?: Resolver<Maybe<ResolversTypes['Customer']>, ParentType, ContextType, RequireFields<TrpdMutationUpsertCustomerArgs, 'input'>>;
  requestData?: Resolver<Maybe<ResolversTypes['IssuedDataRequest']>, ParentType, ContextType, RequireFields<TrpdMutationRequestDataArgs, 'id' | 'fields'>>;
  renewDataRequest?: Resolver<Maybe<ResolversTypes['IssuedDataRequest']>, ParentType, ContextType, RequireFields<TrpdMutationRenewDataRequestArgs, 'id'>>;
  withdrawDataRequest?: Resolver<Maybe<ResolversTypes['DataRequest']>, ParentType, ContextType, RequireFields<TrpdMutationWithdrawDataRequestArgs, 'id'>>;
  recordDueDiligence?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationRecordDueDiligenceArgs, 'id' | 'input'>>;
  addDueDiligenceDocument?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationAddDueDiligenceDocumentArgs, 'id' | 'name' | 'mediaType' | 'content'>>;
  eraseDueDiligence?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationEraseDueDiligenceArgs, 'id' | 'ground'>>;
  eraseTransaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationEraseTransactionArgs, 'id' | 'ground'>>;
  eraseCustomer?: Resolver<Maybe<ResolversTypes['Erasure']>, ParentType, ContextType, RequireFields<TrpdMutationEraseCustomerArgs, 'customerReference' | 'ground'>>;
  setLegalHold?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationSetLegalHoldArgs, 'id' | 'reason'>>;
  endLegalHold?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationEndLegalHoldArgs, 'id' | 'reason'>>;
  exportCustomer?: Resolver<Maybe<ResolversTypes['CustomerExport']>, ParentType, ContextType, RequireFields<TrpdMutationExportCustomerArgs, 'customerReference'>>;
  acceptFinding?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationAcceptFindingArgs, 'id' | 'finding' | 'reason'>>;
  correctTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationCorrectTxArgs, 'id'>>;
  resubmitTx?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<TrpdMutationResubmitTxArgs, 'id'>>;
  replaceRules?: Resolver<Maybe<ResolversTypes['ReplacedRules']>, ParentType, ContextType, RequireFields<TrpdMutationReplaceRulesArgs, 'expectedVersion' | 'rules'>>;
  setRates?: Resolver<Maybe<Array<ResolversTypes['Rate']>>, ParentType, ContextType, RequireFields<TrpdMutationSetRatesArgs, 'rates'>>;
  setScreeningThresholds?: Resolver<Maybe<ResolversTypes['ScreeningThresholds']>, ParentType, ContextType, RequireFields<TrpdMutationSetScreeningThresholdsArgs, 'expectedVersion' | 'possible' | 'strong'>>;
  saveTransferDraft?: Resolver<Maybe<ResolversTypes['TransferDraft']>, ParentType, ContextType, RequireFields<TrpdMutationSaveTransferDraftArgs, 'input'>>;
  deleteTransferDraft?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<TrpdMutationDeleteTransferDraftArgs, 'id'>>;
  importVasps?: Resolver<Maybe<ResolversTypes['VaspImport']>, ParentType, ContextType, RequireFields<TrpdMutationImportVaspsArgs, 'format' | 'content' | 'dryRun'>>;
  recordMeasure?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType, RequireFields<TrpdMutationRecordMeasureArgs, 'id' | 'kind'>>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  trpdTransactions?: SubscriptionResolver<ResolversTypes['Transaction'], "trpdTransactions", ParentType, ContextType, Partial<SubscriptionTrpdTransactionsArgs>>;
};

export type UnverifiedInquiriesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnverifiedInquiries'] = ResolversParentTypes['UnverifiedInquiries']> = {
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  vasps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  refused?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  addresses?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['UnverifiedSource']>, ParentType, ContextType>;
};

export type UnverifiedSourceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnverifiedSource'] = ResolversParentTypes['UnverifiedSource']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  refused?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  travelAddresses?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ClearedInquiriesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClearedInquiries'] = ResolversParentTypes['ClearedInquiries']> = {
  archived?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['UnverifiedInquiries'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type VaspDirectoryPartResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspDirectoryPart'] = ResolversParentTypes['VaspDirectoryPart']> = {
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  vasps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type VaspImportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspImport'] = ResolversParentTypes['VaspImport']> = {
  stored?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  added?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rows?: Resolver<Array<ResolversTypes['VaspImportRow']>, ParentType, ContextType>;
  problems?: Resolver<Array<ResolversTypes['VaspImportProblem']>, ParentType, ContextType>;
};

export type VaspImportRowResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspImportRow'] = ResolversParentTypes['VaspImportRow']> = {
  row?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['VaspImportOutcome'], ParentType, ContextType>;
  vaspId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  changedFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type VaspImportProblemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspImportProblem'] = ResolversParentTypes['VaspImportProblem']> = {
  row?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataFailuresResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataFailures'] = ResolversParentTypes['DataFailures']> = {
  inquiriesReceived?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inquiriesWithGaps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gapShare?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  gaps?: Resolver<Array<ResolversTypes['DataGap']>, ParentType, ContextType>;
  inquiriesSent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inquiriesUnanswered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DataGapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataGap'] = ResolversParentTypes['DataGap']> = {
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type VaspMeasureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspMeasure'] = ResolversParentTypes['VaspMeasure']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['VaspMeasureKind'], ParentType, ContextType>;
  takenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recordedBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  recordedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type VaspResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Vasp'] = ResolversParentTypes['Vasp'], FederationReferenceType extends FederationReferenceTypes['Vasp'] = FederationReferenceTypes['Vasp']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vasp']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lei?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  furtherHosts?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  trust?: Resolver<ResolversTypes['Trust'], ParentType, ContextType>;
  trustNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  autoApprove?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  autoApproveLimits?: Resolver<Array<ResolversTypes['AutoApproveLimit']>, ParentType, ContextType>;
  pinnedKeys?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  requiresMutualTls?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requiresMutualTlsOfCallbacks?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  wireProfile?: Resolver<ResolversTypes['WireProfile'], ParentType, ContextType>;
  learnedIdentifiers?: Resolver<Array<ResolversTypes['LearnedIdentifier']>, ParentType, ContextType>;
  discovery?: Resolver<Maybe<ResolversTypes['VaspDiscovery']>, ParentType, ContextType>;
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deliveryPausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  unreleased?: Resolver<ResolversTypes['UnreleasedTransactions'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dueDiligence?: Resolver<Maybe<ResolversTypes['DueDiligence']>, ParentType, ContextType>;
  dueDiligenceHistory?: Resolver<Array<ResolversTypes['DueDiligence']>, ParentType, ContextType, RequireFields<VaspDueDiligenceHistoryArgs, 'limit' | 'offset'>>;
  leiRecord?: Resolver<Maybe<ResolversTypes['LeiRecord']>, ParentType, ContextType>;
  dataFailures?: Resolver<ResolversTypes['DataFailures'], ParentType, ContextType, RequireFields<VaspDataFailuresArgs, 'months'>>;
  measures?: Resolver<Array<ResolversTypes['VaspMeasure']>, ParentType, ContextType, RequireFields<VaspMeasuresArgs, 'limit' | 'offset'>>;
};

export type UnreleasedTransactionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnreleasedTransactions'] = ResolversParentTypes['UnreleasedTransactions']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AutoApproveLimitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AutoApproveLimit'] = ResolversParentTypes['AutoApproveLimit']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  amountMax?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VaspDiscoveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VaspDiscovery'] = ResolversParentTypes['VaspDiscovery']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  checkedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lei?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  certificate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requiredExtensions?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  supportedExtensions?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  problems?: Resolver<Array<ResolversTypes['DiscoveryProblem']>, ParentType, ContextType>;
};

export type DiscoveryProblemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DiscoveryProblem'] = ResolversParentTypes['DiscoveryProblem']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WireProfileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WireProfile'] = ResolversParentTypes['WireProfile']> = {
  amountUnit?: Resolver<Maybe<ResolversTypes['AmountUnit']>, ParentType, ContextType>;
  assetIdentifiers?: Resolver<Maybe<Array<ResolversTypes['AssetIdentifier']>>, ParentType, ContextType>;
  assetForm?: Resolver<ResolversTypes['AssetForm'], ParentType, ContextType>;
  slip0044Form?: Resolver<ResolversTypes['Slip0044Form'], ParentType, ContextType>;
  ivms101ListForm?: Resolver<ResolversTypes['ListForm'], ParentType, ContextType>;
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LearnedIdentifierResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LearnedIdentifier'] = ResolversParentTypes['LearnedIdentifier']> = {
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  accepted?: Resolver<Maybe<ResolversTypes['AssetIdentifier']>, ParentType, ContextType>;
  refused?: Resolver<Array<ResolversTypes['AssetIdentifier']>, ParentType, ContextType>;
};

export interface Link__ImportScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['link__Import'], any> {
  name: 'link__Import';
}

export interface Federation__FieldSetScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['federation__FieldSet'], any> {
  name: 'federation__FieldSet';
}

export interface Federation__ScopeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['federation__Scope'], any> {
  name: 'federation__Scope';
}

export interface Federation__PolicyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['federation__Policy'], any> {
  name: 'federation__Policy';
}

export interface Federation__ContextFieldValueScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['federation__ContextFieldValue'], any> {
  name: 'federation__ContextFieldValue';
}

export type Resolvers<ContextType = Context> = {
  AddressBookEntry?: AddressBookEntryResolvers<ContextType>;
  TravelAddress?: TravelAddressResolvers<ContextType>;
  Asset?: AssetResolvers<ContextType>;
  OwnIdentity?: OwnIdentityResolvers<ContextType>;
  AddressAttribution?: AddressAttributionResolvers<ContextType>;
  AttributionGap?: AttributionGapResolvers<ContextType>;
  BatchItem?: BatchItemResolvers<ContextType>;
  BatchRefusal?: BatchRefusalResolvers<ContextType>;
  Case?: CaseResolvers<ContextType>;
  CasePause?: CasePauseResolvers<ContextType>;
  DecisionProposal?: DecisionProposalResolvers<ContextType>;
  CaseChange?: CaseChangeResolvers<ContextType>;
  CheckRun?: CheckRunResolvers<ContextType>;
  CheckResult?: CheckResultResolvers<ContextType>;
  MissingData?: MissingDataResolvers<ContextType>;
  MissingFields?: MissingFieldsResolvers<ContextType>;
  MissingField?: MissingFieldResolvers<ContextType>;
  CheckEvidence?: CheckEvidenceResolvers<ContextType>;
  CounterpartyReason?: CounterpartyReasonResolvers<ContextType>;
  Customer?: CustomerResolvers<ContextType>;
  DataRequest?: DataRequestResolvers<ContextType>;
  DataResponse?: DataResponseResolvers<ContextType>;
  IssuedDataRequest?: IssuedDataRequestResolvers<ContextType>;
  DeskSummary?: DeskSummaryResolvers<ContextType>;
  OpenCases?: OpenCasesResolvers<ContextType>;
  CaseStatusCount?: CaseStatusCountResolvers<ContextType>;
  CasePriorityCount?: CasePriorityCountResolvers<ContextType>;
  CaseAgeCount?: CaseAgeCountResolvers<ContextType>;
  CaseAssigneeCount?: CaseAssigneeCountResolvers<ContextType>;
  MyCases?: MyCasesResolvers<ContextType>;
  CaseMention?: CaseMentionResolvers<ContextType>;
  DecisionCounts?: DecisionCountsResolvers<ContextType>;
  DecisionCount?: DecisionCountResolvers<ContextType>;
  PersonDecisions?: PersonDecisionsResolvers<ContextType>;
  RuleDecisions?: RuleDecisionsResolvers<ContextType>;
  DeskDay?: DeskDayResolvers<ContextType>;
  VaspResponseTimes?: VaspResponseTimesResolvers<ContextType>;
  ResponseTimes?: ResponseTimesResolvers<ContextType>;
  DueDiligence?: DueDiligenceResolvers<ContextType>;
  DueDiligenceAnswer?: DueDiligenceAnswerResolvers<ContextType>;
  DueDiligenceDocument?: DueDiligenceDocumentResolvers<ContextType>;
  DueDiligenceFile?: DueDiligenceFileResolvers<ContextType>;
  LegalHold?: LegalHoldResolvers<ContextType>;
  Erasure?: ErasureResolvers<ContextType>;
  Retention?: RetentionResolvers<ContextType>;
  CustomerExport?: CustomerExportResolvers<ContextType>;
  TransactionEvidence?: TransactionEvidenceResolvers<ContextType>;
  Originator?: OriginatorResolvers<ContextType>;
  Beneficiary?: BeneficiaryResolvers<ContextType>;
  Person?: PersonResolvers<ContextType>;
  NaturalPerson?: NaturalPersonResolvers<ContextType>;
  NaturalPersonName?: NaturalPersonNameResolvers<ContextType>;
  NaturalPersonNameIdentifier?: NaturalPersonNameIdentifierResolvers<ContextType>;
  LegalPerson?: LegalPersonResolvers<ContextType>;
  LegalPersonName?: LegalPersonNameResolvers<ContextType>;
  LegalPersonNameIdentifier?: LegalPersonNameIdentifierResolvers<ContextType>;
  PostalAddress?: PostalAddressResolvers<ContextType>;
  NationalIdentification?: NationalIdentificationResolvers<ContextType>;
  DateAndPlaceOfBirth?: DateAndPlaceOfBirthResolvers<ContextType>;
  Ivms101Issue?: Ivms101IssueResolvers<ContextType>;
  Ivms101Report?: Ivms101ReportResolvers<ContextType>;
  Jurisdiction?: JurisdictionResolvers<ContextType>;
  SelfHostedRequirement?: SelfHostedRequirementResolvers<ContextType>;
  JurisdictionTier?: JurisdictionTierResolvers<ContextType>;
  DataRequirement?: DataRequirementResolvers<ContextType>;
  DataSet?: DataSetResolvers<ContextType>;
  LeiRecord?: LeiRecordResolvers<ContextType>;
  Release?: ReleaseResolvers<ContextType>;
  Obstacle?: ObstacleResolvers<ContextType>;
  DataCorrection?: DataCorrectionResolvers<ContextType>;
  RuleSet?: RuleSetResolvers<ContextType>;
  Rule?: RuleResolvers<ContextType>;
  RuleConditions?: RuleConditionsResolvers<ContextType>;
  CheckCondition?: CheckConditionResolvers<ContextType>;
  AmountCondition?: AmountConditionResolvers<ContextType>;
  AppliedRule?: AppliedRuleResolvers<ContextType>;
  Rate?: RateResolvers<ContextType>;
  RuleWarning?: RuleWarningResolvers<ContextType>;
  ReplacedRules?: ReplacedRulesResolvers<ContextType>;
  RuleDryRun?: RuleDryRunResolvers<ContextType>;
  RuleDryRunOutcome?: RuleDryRunOutcomeResolvers<ContextType>;
  RuleDryRunCount?: RuleDryRunCountResolvers<ContextType>;
  RuleDifference?: RuleDifferenceResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  ScreeningThresholds?: ScreeningThresholdsResolvers<ContextType>;
  ScreeningThresholdsPreview?: ScreeningThresholdsPreviewResolvers<ContextType>;
  ScreeningVerdictChange?: ScreeningVerdictChangeResolvers<ContextType>;
  ScreeningList?: ScreeningListResolvers<ContextType>;
  MalformedRow?: MalformedRowResolvers<ContextType>;
  RefusedList?: RefusedListResolvers<ContextType>;
  Screening?: ScreeningResolvers<ContextType>;
  ScreenedName?: ScreenedNameResolvers<ContextType>;
  ScreenedList?: ScreenedListResolvers<ContextType>;
  ScreeningGap?: ScreeningGapResolvers<ContextType>;
  NameHit?: NameHitResolvers<ContextType>;
  NameWordMatch?: NameWordMatchResolvers<ContextType>;
  WalletHit?: WalletHitResolvers<ContextType>;
  VendorHit?: VendorHitResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  Deviation?: DeviationResolvers<ContextType>;
  Sender?: SenderResolvers<ContextType>;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  TransactionChange?: TransactionChangeResolvers<ContextType>;
  TransactionConnection?: TransactionConnectionResolvers<ContextType>;
  TransactionEdge?: TransactionEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  TransferDraft?: TransferDraftResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  TrpdQuery?: TrpdQueryResolvers<ContextType>;
  TrpdMutation?: TrpdMutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  UnverifiedInquiries?: UnverifiedInquiriesResolvers<ContextType>;
  UnverifiedSource?: UnverifiedSourceResolvers<ContextType>;
  ClearedInquiries?: ClearedInquiriesResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  VaspDirectoryPart?: VaspDirectoryPartResolvers<ContextType>;
  VaspImport?: VaspImportResolvers<ContextType>;
  VaspImportRow?: VaspImportRowResolvers<ContextType>;
  VaspImportProblem?: VaspImportProblemResolvers<ContextType>;
  DataFailures?: DataFailuresResolvers<ContextType>;
  DataGap?: DataGapResolvers<ContextType>;
  VaspMeasure?: VaspMeasureResolvers<ContextType>;
  Vasp?: VaspResolvers<ContextType>;
  UnreleasedTransactions?: UnreleasedTransactionsResolvers<ContextType>;
  AutoApproveLimit?: AutoApproveLimitResolvers<ContextType>;
  VaspDiscovery?: VaspDiscoveryResolvers<ContextType>;
  DiscoveryProblem?: DiscoveryProblemResolvers<ContextType>;
  WireProfile?: WireProfileResolvers<ContextType>;
  LearnedIdentifier?: LearnedIdentifierResolvers<ContextType>;
  link__Import?: GraphQLScalarType;
  federation__FieldSet?: GraphQLScalarType;
  federation__Scope?: GraphQLScalarType;
  federation__Policy?: GraphQLScalarType;
  federation__ContextFieldValue?: GraphQLScalarType;
};

export type DirectiveResolvers<ContextType = Context> = {
  link?: LinkDirectiveResolver<any, any, ContextType>;
  federation__requires?: Federation__RequiresDirectiveResolver<any, any, ContextType>;
  federation__provides?: Federation__ProvidesDirectiveResolver<any, any, ContextType>;
  federation__external?: Federation__ExternalDirectiveResolver<any, any, ContextType>;
  federation__extends?: Federation__ExtendsDirectiveResolver<any, any, ContextType>;
  federation__inaccessible?: Federation__InaccessibleDirectiveResolver<any, any, ContextType>;
  shareable?: ShareableDirectiveResolver<any, any, ContextType>;
  federation__override?: Federation__OverrideDirectiveResolver<any, any, ContextType>;
  federation__tag?: Federation__TagDirectiveResolver<any, any, ContextType>;
  federation__composeDirective?: Federation__ComposeDirectiveDirectiveResolver<any, any, ContextType>;
  federation__interfaceObject?: Federation__InterfaceObjectDirectiveResolver<any, any, ContextType>;
  federation__authenticated?: Federation__AuthenticatedDirectiveResolver<any, any, ContextType>;
  requiresScopes?: RequiresScopesDirectiveResolver<any, any, ContextType>;
  federation__policy?: Federation__PolicyDirectiveResolver<any, any, ContextType>;
  federation__context?: Federation__ContextDirectiveResolver<any, any, ContextType>;
  federation__fromContext?: Federation__FromContextDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
};
