// Generated from the *.graphql files beside it by "npm run codegen". Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { User as UserModel } from '../domain/user.ts';
import type { Identity as IdentityModel } from '@travel-rule/auth/identity';
import type { SavedView as SavedViewModel } from '../domain/saved-view.ts';
import type { Settings as SettingsModel } from '../domain/settings.ts';
import type { VisibleEntry } from '../domain/visible-entry.ts';
import type { AuditActor as AuditActorModel, AuditReport as AuditReportModel } from '../domain/audit-entry.ts';
import type { Checkpoint as CheckpointModel } from '../domain/checkpoint.ts';
import type { EvidenceReference, Context } from './context.ts';
import type { Bundle } from '../actions/make-evidence.ts';
import type { DataAccess as DataAccessModel } from '../domain/data-access.ts';
import type { ReadFeed, FeedStop } from '@travel-rule/database/feed-cursor';
import type { Namespace, EntityReference } from '@travel-rule/subgraph/resolver-values';
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

/** The events of a service, as the audit log records them. */
export type AuditFeed = {
  __typename?: 'AuditFeed';
  /** Name of the service, e.g. `trpd`. */
  source: Scalars['String']['output'];
  /** Position of the last event that was read: an integer, `0` before the first. */
  position: Scalars['String']['output'];
  /** Id of the history that the service's database had then: it gets a new one when it is restored from a backup. */
  epoch: Maybe<Scalars['String']['output']>;
  /** When an event was last read, or reading stopped; `null` before the first event. */
  changedAt: Maybe<Scalars['DateTime']['output']>;
  /** Position of the last event that the service had when it last responded; `null` before it has. */
  newestPosition: Maybe<Scalars['String']['output']>;
  /** Since when reading fails, because the service does not respond or an event cannot be recorded; `null` while it succeeds. */
  failingSince: Maybe<Scalars['DateTime']['output']>;
  /** Why reading is stopped; `null` while it continues. */
  stop: Maybe<AuditFeedStop>;
};

/**
 * Why the audit log does not read the events of a service: its database was restored from a backup, copied or promoted, and
 * events may be lost. An operator accepts that with `npm run feeds -- accept`, and the audit log gets an entry `feed.gap-accepted`.
 */
export type AuditFeedStop = {
  __typename?: 'AuditFeedStop';
  /** When reading stopped. */
  at: Scalars['DateTime']['output'];
  /** How the restore was noticed. */
  reason: AuditFeedStopReason;
  /** Epoch of the service since then. */
  epoch: Scalars['String']['output'];
  /** Who has accepted the loss; reading continues within seconds. */
  acceptedBy: Maybe<Scalars['String']['output']>;
};

/** How the restore of a service's database was noticed. */
export type AuditFeedStopReason =
  /** The service has another epoch: it has noticed the restore, or an operator has announced it. */
  | 'EPOCH_CHANGED'
  /** The service no longer has the last event that was read. */
  | 'POSITION_UNKNOWN';

/** A filter of audit log entries: every field that is set must match. */
export type AuditLogFilter = {
  /** Type of the entry's subject, e.g. `transfer`, `vasp`, `proof`, `settings`. */
  subjectType?: InputMaybe<Scalars['String']['input']>;
  /** Id of the entry's subject. */
  subjectId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the actor. */
  actorId?: InputMaybe<Scalars['String']['input']>;
  /** One of these types, e.g. `transfer.approved`; an empty list matches nothing. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Earliest time, inclusive. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Latest time, exclusive. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A page of the audit log. */
export type AuditLogConnection = {
  __typename?: 'AuditLogConnection';
  /** The entries with their cursors, newest first. */
  edges: Array<AuditLogEdge>;
  /** The entries alone, newest first. */
  nodes: Array<AuditLogEntry>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** An entry in a page. */
export type AuditLogEdge = {
  __typename?: 'AuditLogEdge';
  /** Cursor of the entry; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The entry. */
  node: AuditLogEntry;
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

/** A recorded event. Entries never change; each holds the hash of the one before it. */
export type AuditLogEntry = {
  __typename?: 'AuditLogEntry';
  /** Id of the event in the service that recorded it. */
  id: Scalars['ID']['output'];
  /** Position in the log: an integer from 1, without gaps. */
  sequence: Scalars['String']['output'];
  /** The service that recorded it: `trpd`, `aopd` or `autod`. */
  source: Scalars['String']['output'];
  /** Type of the event, e.g. `transfer.approved`. */
  type: Scalars['String']['output'];
  /** Type of the subject, e.g. `transfer`. */
  subjectType: Scalars['String']['output'];
  /** Id of the subject. */
  subjectId: Scalars['String']['output'];
  /** The user, service, VASP or customer that caused the event. */
  actor: AuditActor;
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /**
   * Facts about the event, sorted by name; never personal data of customers. Empty when the caller lacks the scope of the
   * service that recorded it, `trpd:read` or `aopd:read`: see `isDetailWithheld`.
   */
  detail: Array<AuditDetail>;
  /**
   * Whether `detail`, the transaction and VASP that it names, and the name of an actor outside the organisation are left
   * out, because the caller lacks the scope of the service that recorded the event.
   */
  isDetailWithheld: Scalars['Boolean']['output'];
  /** The transaction that is the subject or that the detail names. */
  transaction: Maybe<Transaction>;
  /** The VASP that is the subject or that the detail names. */
  vasp: Maybe<Vasp>;
  /** SHA-256, in hexadecimal, of the previous hash and the content of this entry. */
  hash: Scalars['String']['output'];
  /** Hash of the previous entry; zeros for the first. */
  previousHash: Scalars['String']['output'];
};

/** The cause of an event. */
export type AuditActor = {
  __typename?: 'AuditActor';
  /** Type of the actor. */
  type: AuditActorType;
  /** Id of the actor; its meaning depends on the type. */
  id: Scalars['String']['output'];
  /** Name of the actor at that time. */
  name: Maybe<Scalars['String']['output']>;
  /** The user; `null` for actors of other types. */
  user: Maybe<User>;
};

/** Types of actors. */
export type AuditActorType =
  /** A person or service account of the organisation. */
  | 'USER'
  /** The system itself, e.g. when a deadline passes. */
  | 'SYSTEM'
  /** Another VASP. */
  | 'COUNTERPARTY'
  /** A customer of the organisation. */
  | 'CUSTOMER';

/** A fact about an event. */
export type AuditDetail = {
  __typename?: 'AuditDetail';
  /** Name of the fact. */
  name: Scalars['String']['output'];
  /** Value of the fact as a string; `null` when it has no value. */
  value: Maybe<Scalars['String']['output']>;
};

/** The result of verifying the audit log. */
export type AuditLogReport = {
  __typename?: 'AuditLogReport';
  /** `sequence` of the first entry to verify. */
  from: Scalars['String']['output'];
  /** `sequence` of the last verified entry; `from` minus one when there was none. */
  to: Scalars['String']['output'];
  /** Number of verified entries. */
  checked: Scalars['Int']['output'];
  /**
   * False when the requested range continues beyond `to`: verify again from there. Without a requested end also while events have
   * not arrived, because reading a service has stopped, fails or is behind: see `auditFeeds`.
   */
  isComplete: Scalars['Boolean']['output'];
  /** Whether no problems were found. */
  isIntact: Scalars['Boolean']['output'];
  /** The checkpoint that was signed last; `null` before the first, and without keys for checkpoints. */
  newestCheckpoint: Maybe<AuditCheckpoint>;
  /** The problems found, at most 100. */
  problems: Array<AuditLogProblem>;
};

/** A difference between the stored audit log and what was written. */
export type AuditLogProblem = {
  __typename?: 'AuditLogProblem';
  /** Kind of the problem. */
  kind: AuditLogProblemKind;
  /** `sequence` of the wrong entry, or of the first missing one. */
  sequence: Scalars['String']['output'];
  /** Description of the problem. */
  message: Scalars['String']['output'];
};

/** Kinds of problems. */
export type AuditLogProblemKind =
  /** An entry does not match its hash, or is in the trail of another transaction or VASP. */
  | 'CONTENT_CHANGED'
  /** An entry does not hold the hash of the one before it. */
  | 'LINK_BROKEN'
  /** Entries are missing. */
  | 'ENTRY_MISSING'
  /** An entry is outside of the chain: beyond its end, or before its start. */
  | 'ENTRY_INSERTED'
  /** Events before an entry were not recorded: the event right before it in the service that recorded it is in no earlier entry. */
  | 'EVENT_SKIPPED'
  /** The last stored entry is not the last one that was appended. */
  | 'END_DIFFERS'
  /** The log ends before an entry that was signed: its end was removed. */
  | 'END_TRUNCATED'
  /** An entry from `sequence` on is not the one that was signed: the chain was computed again after a change. */
  | 'CHECKPOINT_DIFFERS'
  /** Checkpoints have no valid signature. */
  | 'CHECKPOINT_INVALID'
  /** A checkpoint that is kept outside of the database is missing in it. */
  | 'CHECKPOINT_MISSING';

/** A signed statement about the end of the audit log at a time. */
export type AuditCheckpoint = {
  __typename?: 'AuditCheckpoint';
  /** `sequence` of the last entry at that time. */
  sequence: Scalars['String']['output'];
  /** Hash of that entry, in hexadecimal. */
  hash: Scalars['String']['output'];
  /** When it was signed. */
  at: Scalars['DateTime']['output'];
  /** Id of this history of the log; it changes when an operator accepts a gap. */
  epoch: Scalars['ID']['output'];
  /** Id of the key that signed it. */
  keyId: Scalars['String']['output'];
};

export type Query = {
  __typename?: 'Query';
  /** The caller, and the organisation's audit log, users and settings. */
  autod: Maybe<AutodQuery>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Changes to the organisation, and to what the caller has saved. The fields run serially, in document order. */
  autod: Maybe<AutodMutation>;
};

/** Queries about the organisation and its history. */
export type AutodQuery = {
  __typename?: 'AutodQuery';
  /** The version of the program that serves this part, such as `1.4.0`. While a node is upgraded, its parts have different ones. */
  programVersion: Scalars['String']['output'];
  /** The caller, as identified by the access token. The only field that needs no scope. */
  me: Identity;
  /** The users that were seen, most recently seen first. */
  users: Array<User>;
  /** Number of users that were seen. */
  usersCount: Scalars['Int']['output'];
  /** The user with this id; `null` when no such user was seen. */
  user: Maybe<User>;
  /** The settings of the organisation that runs this node. */
  settings: Settings;
  /** The audit log, newest entry first. It is eventually consistent, with a short delay. */
  auditLogs: Maybe<AuditLogConnection>;
  /** Number of matching entries. */
  auditLogsCount: Scalars['Int']['output'];
  /**
   * Recomputes the hash chain and reports where the stored log differs from what was written. A call
   * verifies, and costs, up to `first` entries; `isComplete` says whether the range goes on. Refused with
   * `AUDIT_SEQUENCE_INVALID` when `from` or `to` is not a positive integer, and with `INPUT_INVALID` when `first` is not from 1
   * to 40,000.
   */
  verifyAuditLog: Maybe<AuditLogReport>;
  /** The services whose events the audit log records, and whether reading one is stopped. */
  auditFeeds: Maybe<Array<AuditFeed>>;
  /**
   * Evidence about a transaction, for those who examine it without access to this node. Making a bundle is recorded in the audit log, and so is
   * the read of the personal data in it.
   */
  transactionEvidence: Maybe<TransactionEvidence>;
};


/** Queries about the organisation and its history. */
export type AutodQueryUsersArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about the organisation and its history. */
export type AutodQueryUserArgs = {
  id: Scalars['ID']['input'];
};


/** Queries about the organisation and its history. */
export type AutodQueryAuditLogsArgs = {
  filter?: InputMaybe<AuditLogFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Queries about the organisation and its history. */
export type AutodQueryAuditLogsCountArgs = {
  filter?: InputMaybe<AuditLogFilter>;
};


/** Queries about the organisation and its history. */
export type AutodQueryVerifyAuditLogArgs = {
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about the organisation and its history. */
export type AutodQueryTransactionEvidenceArgs = {
  id: Scalars['ID']['input'];
};

/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutation = {
  __typename?: 'AutodMutation';
  /**
   * Changes the settings and records the change in the audit log. Refused with `SETTINGS_INVALID` or
   * `SETTINGS_VERSION_CONFLICT`.
   */
  updateSettings: Maybe<Settings>;
  /**
   * Saves a view of the caller under a name; an existing view of that name gets the new query. Avoid personal data of customers in both: they
   * are encrypted at rest, but `eraseCustomer` of trpd does not reach them. Refused with `SAVED_VIEW_INVALID` or `SAVED_VIEWS_TOO_MANY`.
   */
  saveView: Maybe<Identity>;
  /** Renames a saved view of the caller. Refused with `SAVED_VIEW_INVALID`, `SAVED_VIEW_NOT_FOUND` or `SAVED_VIEW_EXISTS`. */
  renameSavedView: Maybe<Identity>;
  /** Deletes a saved view of the caller. Refused with `SAVED_VIEW_NOT_FOUND`. */
  deleteSavedView: Maybe<Identity>;
  /** Makes a saved view the caller's default. Refused with `SAVED_VIEW_NOT_FOUND`. */
  setDefaultView: Maybe<Identity>;
  /**
   * Deletes the saved views of all people whose name or query has every word of a text, in any order and case: for the erasure of a customer,
   * beside `eraseCustomer` of trpd. The audit log records how many. Refused with `SAVED_VIEW_INVALID`.
   */
  eraseSavedViews: Maybe<ErasedViews>;
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationUpdateSettingsArgs = {
  input: UpdateSettingsInput;
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationSaveViewArgs = {
  name: Scalars['String']['input'];
  query: Scalars['String']['input'];
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationRenameSavedViewArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationDeleteSavedViewArgs = {
  id: Scalars['ID']['input'];
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationSetDefaultViewArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


/** Mutations of the organisation. Each field names the scope that it needs. */
export type AutodMutationEraseSavedViewsArgs = {
  text: Scalars['String']['input'];
};

/** A page of reads of personal data. */
export type DataAccessConnection = {
  __typename?: 'DataAccessConnection';
  /** The reads with their cursors, newest first. */
  edges: Array<DataAccessEdge>;
  /** The reads alone, newest first. */
  nodes: Array<DataAccess>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** A read in a page. */
export type DataAccessEdge = {
  __typename?: 'DataAccessEdge';
  /** Cursor of the read; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The read. */
  node: DataAccess;
};

/** One request that read personal data. It was recorded before its response was sent. */
export type DataAccess = {
  __typename?: 'DataAccess';
  /** `sequence` of its entry in the audit log. */
  sequence: Scalars['String']['output'];
  /** The service that was read from: `trpd` or `aopd`. */
  source: Scalars['String']['output'];
  /** The person or service account that read. */
  actor: AuditActor;
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The OIDC client that was used. */
  client: Scalars['String']['output'];
  /** The roles of the caller. */
  roles: Array<Scalars['String']['output']>;
  /** Id of the request in the log of the service. */
  requestId: Scalars['ID']['output'];
  /** Id of its trace, which the logs of all services have. */
  traceId: Maybe<Scalars['String']['output']>;
  /** Why, as the client stated in the header `x-purpose`; `null` when it stated nothing. */
  purpose: Maybe<Scalars['String']['output']>;
  /**
   * The fields that the request read, such as `Transaction.originator`, of this transaction or of other records in the same request.
   * `TransactionFilter.name` and `TransactionFilter.customerReference`: it was found by a search for a person.
   */
  fields: Array<Scalars['String']['output']>;
};

/** Evidence about a transaction, for those who examine it without access to this node. */
export type TransactionEvidence = {
  __typename?: 'TransactionEvidence';
  /** Id of the transaction. */
  transactionId: Scalars['ID']['output'];
  /** The part of trpd. */
  exchange: Maybe<Scalars['String']['output']>;
  /** The part of aopd. */
  proofs: Maybe<Scalars['String']['output']>;
  /**
   * Everything about the transaction in one signed file. Refused with `TRANSACTION_NOT_FOUND`, with `EVIDENCE_INCOMPLETE` while trpd or aopd is
   * unavailable, with `EVIDENCE_KEYS_MISSING` without keys for checkpoints, and with `AUDIT_LOG_CHANGED` when the audit log is not the one that
   * was signed.
   */
  bundle: Maybe<EvidenceBundle>;
};

/** A signed file about a transaction, which `npm run verify-evidence` verifies offline. */
export type EvidenceBundle = {
  __typename?: 'EvidenceBundle';
  /** The file: canonical JSON. Store it byte for byte. */
  json: Scalars['String']['output'];
  /** SHA-256 of the evidence in it, hexadecimal. The entry `evidence.created` in the audit log has the same. */
  sha256: Scalars['String']['output'];
  /** Id of the key that signed it: that of the checkpoints. */
  keyId: Scalars['String']['output'];
  /**
   * The evidence as a PDF for people, base64. It lists messages with their hashes and shortens long lists; only `json` is signed.
   * Refused with `EVIDENCE_PDF_BUSY` while too many are being made, and with `EVIDENCE_PDF_TIMEOUT` when it takes longer than
   * `AUTOD_EVIDENCE_PDF_SECONDS`, and with `EVIDENCE_PDF_TOO_LARGE`; `json` is complete nevertheless.
   */
  pdf: Maybe<Scalars['String']['output']>;
};

/** The caller of this operation. */
export type Identity = {
  __typename?: 'Identity';
  /** The user's id at the identity provider. */
  id: Scalars['ID']['output'];
  /** Display name from the identity provider; may be empty. */
  name: Scalars['String']['output'];
  /** The client that the access token was issued to; may be empty. */
  clientId: Scalars['String']['output'];
  /** Roles in the access token. */
  roles: Array<Scalars['String']['output']>;
  /** Scopes granted by the roles, e.g. `trpd:read`. */
  scopes: Array<Scalars['String']['output']>;
  /** The same caller as a user. */
  user: User;
  /** The caller's saved views, by name; at most 50. No one else can read them. */
  savedViews: Maybe<Array<SavedView>>;
};

/** A transfer of value between two VASPs with its Travel Rule exchange. */
export type Transaction = {
  __typename?: 'Transaction';
  /** Id of the transaction in this node. */
  id: Scalars['ID']['output'];
  /**
   * Audit log entries about the transaction and its ownership proofs, newest first. Eventually consistent: right after a
   * change, the newest entry may still be missing.
   */
  auditTrail: Maybe<Array<AuditLogEntry>>;
  /**
   * Who has read personal data of the transaction and of its ownership proofs, newest first. Eventually consistent. Without
   * `trpd:read` or `aopd:read`, reads in that service are left out.
   */
  dataAccesses: Maybe<DataAccessConnection>;
};


/** A transfer of value between two VASPs with its Travel Rule exchange. */
export type TransactionAuditTrailArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A transfer of value between two VASPs with its Travel Rule exchange. */
export type TransactionDataAccessesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Another virtual asset service provider. */
export type Vasp = {
  __typename?: 'Vasp';
  /** Id of the VASP in this node. */
  id: Scalars['ID']['output'];
  /**
   * Audit log entries about the VASP and the transactions with it, newest first. Eventually consistent: right after a
   * change, the newest entry may still be missing.
   */
  auditTrail: Maybe<Array<AuditLogEntry>>;
};


/** Another virtual asset service provider. */
export type VaspAuditTrailArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A named selection of a list, such as the filters of the dashboard's inbox, that a person has saved. */
export type SavedView = {
  __typename?: 'SavedView';
  /** Id of the saved view. */
  id: Scalars['ID']['output'];
  /** Unique among the caller's saved views. */
  name: Scalars['String']['output'];
  /** The query string of the list's URL, without `?`. This service stores it and does not interpret it. */
  query: Scalars['String']['output'];
  /** Whether the list opens with it. At most one saved view is the default. */
  isDefault: Scalars['Boolean']['output'];
  /** When its name or query last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** What `eraseSavedViews` has deleted. */
export type ErasedViews = {
  __typename?: 'ErasedViews';
  /** Number of saved views. */
  views: Scalars['Int']['output'];
};

/** The settings of the organisation that runs this node. They affect display only, never what is stored or sent. */
export type Settings = {
  __typename?: 'Settings';
  /** 1 before the first change, incremented by every change. */
  version: Scalars['Int']['output'];
  /** Display name of the organisation; `null` when none is set. */
  displayName: Maybe<Scalars['String']['output']>;
  /** IANA time zone for displaying times, e.g. `Europe/Zurich`. */
  timeZone: Scalars['String']['output'];
  /** BCP 47 tag of the language and region for display, e.g. `de-CH`. */
  locale: Scalars['String']['output'];
  /** When the settings last changed; `null` before the first change. */
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  /** The user who last changed the settings; `null` before the first change. */
  updatedBy: Maybe<User>;
};

/** Changes to the settings; absent fields are left unchanged. */
export type UpdateSettingsInput = {
  /** 1 to 100 characters on one line; `null` removes it. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** IANA name such as `Europe/Zurich`, stored as sent; an offset such as `+01:00` is refused. `null` counts as absent. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
  /** BCP 47 tag such as `de-CH`, at most 35 characters. `null` counts as absent. */
  locale?: InputMaybe<Scalars['String']['input']>;
  /** Refused with `SETTINGS_VERSION_CONFLICT` when the settings are at another version. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

/** A person or service account that works with this service. */
export type User = {
  __typename?: 'User';
  /** The user's id at the identity provider. */
  id: Scalars['ID']['output'];
  /** Display name when last seen; `null` when only the id is known. */
  name: Maybe<Scalars['String']['output']>;
  /** Roles at the user's latest call to `autod`; empty before the first. */
  roles: Maybe<Array<Scalars['String']['output']>>;
  /** When the user was first seen: calling `autod`, or as the actor of an event. `null` when never seen. */
  firstSeenAt: Maybe<Scalars['DateTime']['output']>;
  /** When the user was last seen, to the minute. `null` when never seen. */
  lastSeenAt: Maybe<Scalars['DateTime']['output']>;
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
  TransactionEvidence: TransactionEvidence;
  Transaction: Transaction;
  Vasp: Vasp;
  User: User;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  TransactionEvidence:
    ( { __typename: 'TransactionEvidence' }
    & GraphQLRecursivePick<FederationTypes['TransactionEvidence'], {"transactionId":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['TransactionEvidence'], {"exchange":true,"proofs":true}> ) );
  Transaction:
    ( { __typename: 'Transaction' }
    & GraphQLRecursivePick<FederationTypes['Transaction'], {"id":true}> );
  Vasp:
    ( { __typename: 'Vasp' }
    & GraphQLRecursivePick<FederationTypes['Vasp'], {"id":true}> );
  User:
    ( { __typename: 'User' }
    & GraphQLRecursivePick<FederationTypes['User'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AuditFeed: ResolverTypeWrapper<ReadFeed>;
  AuditFeedStop: ResolverTypeWrapper<FeedStop>;
  AuditFeedStopReason: AuditFeedStopReason;
  AuditLogFilter: AuditLogFilter;
  AuditLogConnection: ResolverTypeWrapper<Omit<AuditLogConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['AuditLogEdge']>, nodes: Array<ResolversTypes['AuditLogEntry']> }>;
  AuditLogEdge: ResolverTypeWrapper<Omit<AuditLogEdge, 'node'> & { node: ResolversTypes['AuditLogEntry'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  AuditLogEntry: ResolverTypeWrapper<VisibleEntry>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  AuditActor: ResolverTypeWrapper<AuditActorModel>;
  AuditActorType: AuditActorType;
  AuditDetail: ResolverTypeWrapper<AuditDetail>;
  AuditLogReport: ResolverTypeWrapper<AuditReportModel>;
  AuditLogProblem: ResolverTypeWrapper<AuditLogProblem>;
  AuditLogProblemKind: AuditLogProblemKind;
  AuditCheckpoint: ResolverTypeWrapper<CheckpointModel>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  AutodQuery: ResolverTypeWrapper<Namespace>;
  AutodMutation: ResolverTypeWrapper<Namespace>;
  DataAccessConnection: ResolverTypeWrapper<Omit<DataAccessConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['DataAccessEdge']>, nodes: Array<ResolversTypes['DataAccess']> }>;
  DataAccessEdge: ResolverTypeWrapper<Omit<DataAccessEdge, 'node'> & { node: ResolversTypes['DataAccess'] }>;
  DataAccess: ResolverTypeWrapper<DataAccessModel>;
  TransactionEvidence: ResolverTypeWrapper<EvidenceReference>;
  EvidenceBundle: ResolverTypeWrapper<Bundle>;
  Identity: ResolverTypeWrapper<IdentityModel>;
  Transaction: ResolverTypeWrapper<EntityReference>;
  Vasp: ResolverTypeWrapper<EntityReference>;
  SavedView: ResolverTypeWrapper<SavedViewModel>;
  ErasedViews: ResolverTypeWrapper<ErasedViews>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Settings: ResolverTypeWrapper<SettingsModel>;
  UpdateSettingsInput: UpdateSettingsInput;
  User: ResolverTypeWrapper<UserModel>;
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
  AuditFeed: ReadFeed;
  AuditFeedStop: FeedStop;
  AuditLogFilter: AuditLogFilter;
  AuditLogConnection: Omit<AuditLogConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['AuditLogEdge']>, nodes: Array<ResolversParentTypes['AuditLogEntry']> };
  AuditLogEdge: Omit<AuditLogEdge, 'node'> & { node: ResolversParentTypes['AuditLogEntry'] };
  PageInfo: PageInfo;
  AuditLogEntry: VisibleEntry;
  ID: Scalars['ID']['output'];
  AuditActor: AuditActorModel;
  AuditDetail: AuditDetail;
  AuditLogReport: AuditReportModel;
  AuditLogProblem: AuditLogProblem;
  AuditCheckpoint: CheckpointModel;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  AutodQuery: Namespace;
  AutodMutation: Namespace;
  DataAccessConnection: Omit<DataAccessConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['DataAccessEdge']>, nodes: Array<ResolversParentTypes['DataAccess']> };
  DataAccessEdge: Omit<DataAccessEdge, 'node'> & { node: ResolversParentTypes['DataAccess'] };
  DataAccess: DataAccessModel;
  TransactionEvidence: EvidenceReference;
  EvidenceBundle: Bundle;
  Identity: IdentityModel;
  Transaction: EntityReference;
  Vasp: EntityReference;
  SavedView: SavedViewModel;
  ErasedViews: ErasedViews;
  DateTime: Scalars['DateTime']['output'];
  Settings: SettingsModel;
  UpdateSettingsInput: UpdateSettingsInput;
  User: UserModel;
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

export type Federation__ProvidesDirectiveArgs = {
  fields: Scalars['federation__FieldSet']['input'];
};

export type Federation__ProvidesDirectiveResolver<Result, Parent, ContextType = Context, Args = Federation__ProvidesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

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

export type AuditFeedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditFeed'] = ResolversParentTypes['AuditFeed']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  epoch?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  newestPosition?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  stop?: Resolver<Maybe<ResolversTypes['AuditFeedStop']>, ParentType, ContextType>;
};

export type AuditFeedStopResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditFeedStop'] = ResolversParentTypes['AuditFeedStop']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['AuditFeedStopReason'], ParentType, ContextType>;
  epoch?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  acceptedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditLogConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditLogConnection'] = ResolversParentTypes['AuditLogConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AuditLogEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AuditLogEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditLogEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditLogEdge'] = ResolversParentTypes['AuditLogEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditLogEntry'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditLogEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditLogEntry'] = ResolversParentTypes['AuditLogEntry']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  detail?: Resolver<Array<ResolversTypes['AuditDetail']>, ParentType, ContextType>;
  isDetailWithheld?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  vasp?: Resolver<Maybe<ResolversTypes['Vasp']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  previousHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditActorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditActor'] = ResolversParentTypes['AuditActor']> = {
  type?: Resolver<ResolversTypes['AuditActorType'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AuditDetailResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditDetail'] = ResolversParentTypes['AuditDetail']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditLogReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditLogReport'] = ResolversParentTypes['AuditLogReport']> = {
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  checked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isIntact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  newestCheckpoint?: Resolver<Maybe<ResolversTypes['AuditCheckpoint']>, ParentType, ContextType>;
  problems?: Resolver<Array<ResolversTypes['AuditLogProblem']>, ParentType, ContextType>;
};

export type AuditLogProblemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditLogProblem'] = ResolversParentTypes['AuditLogProblem']> = {
  kind?: Resolver<ResolversTypes['AuditLogProblemKind'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditCheckpointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditCheckpoint'] = ResolversParentTypes['AuditCheckpoint']> = {
  sequence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  epoch?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  autod?: Resolver<Maybe<ResolversTypes['AutodQuery']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  autod?: Resolver<Maybe<ResolversTypes['AutodMutation']>, ParentType, ContextType>;
};

export type AutodQueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AutodQuery'] = ResolversParentTypes['AutodQuery']> = {
  programVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  me?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  users?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType, RequireFields<AutodQueryUsersArgs, 'limit' | 'offset'>>;
  usersCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<AutodQueryUserArgs, 'id'>>;
  settings?: Resolver<ResolversTypes['Settings'], ParentType, ContextType>;
  auditLogs?: Resolver<Maybe<ResolversTypes['AuditLogConnection']>, ParentType, ContextType, RequireFields<AutodQueryAuditLogsArgs, 'first'>>;
  auditLogsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType, Partial<AutodQueryAuditLogsCountArgs>>;
  verifyAuditLog?: Resolver<Maybe<ResolversTypes['AuditLogReport']>, ParentType, ContextType, RequireFields<AutodQueryVerifyAuditLogArgs, 'first'>>;
  auditFeeds?: Resolver<Maybe<Array<ResolversTypes['AuditFeed']>>, ParentType, ContextType>;
  transactionEvidence?: Resolver<Maybe<ResolversTypes['TransactionEvidence']>, ParentType, ContextType, RequireFields<AutodQueryTransactionEvidenceArgs, 'id'>>;
};

export type AutodMutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AutodMutation'] = ResolversParentTypes['AutodMutation']> = {
  updateSettings?: Resolver<Maybe<ResolversTypes['Settings']>, ParentType, ContextType, RequireFields<AutodMutationUpdateSettingsArgs, 'input'>>;
  saveView?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<AutodMutationSaveViewArgs, 'name' | 'query'>>;
  renameSavedView?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<AutodMutationRenameSavedViewArgs, 'id' | 'name'>>;
  deleteSavedView?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<AutodMutationDeleteSavedViewArgs, 'id'>>;
  setDefaultView?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, Partial<AutodMutationSetDefaultViewArgs>>;
  eraseSavedViews?: Resolver<Maybe<ResolversTypes['ErasedViews']>, ParentType, ContextType, RequireFields<AutodMutationEraseSavedViewsArgs, 'text'>>;
};

export type DataAccessConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataAccessConnection'] = ResolversParentTypes['DataAccessConnection']> = {
  edges?: Resolver<Array<ResolversTypes['DataAccessEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['DataAccess']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type DataAccessEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataAccessEdge'] = ResolversParentTypes['DataAccessEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DataAccess'], ParentType, ContextType>;
};

export type DataAccessResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DataAccess'] = ResolversParentTypes['DataAccess']> = {
  sequence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  client?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  traceId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransactionEvidenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionEvidence'] = ResolversParentTypes['TransactionEvidence'], FederationReferenceType extends FederationReferenceTypes['TransactionEvidence'] = FederationReferenceTypes['TransactionEvidence']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TransactionEvidence']> | FederationReferenceType, FederationReferenceType, ContextType>;
  transactionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  bundle?: Resolver<Maybe<ResolversTypes['EvidenceBundle']>, ParentType, ContextType>;
};

export type EvidenceBundleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EvidenceBundle'] = ResolversParentTypes['EvidenceBundle']> = {
  json?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  savedViews?: Resolver<Maybe<Array<ResolversTypes['SavedView']>>, ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction'], FederationReferenceType extends FederationReferenceTypes['Transaction'] = FederationReferenceTypes['Transaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Transaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  auditTrail?: Resolver<Maybe<Array<ResolversTypes['AuditLogEntry']>>, ParentType, ContextType, RequireFields<TransactionAuditTrailArgs, 'first'>>;
  dataAccesses?: Resolver<Maybe<ResolversTypes['DataAccessConnection']>, ParentType, ContextType, RequireFields<TransactionDataAccessesArgs, 'first'>>;
};

export type VaspResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Vasp'] = ResolversParentTypes['Vasp'], FederationReferenceType extends FederationReferenceTypes['Vasp'] = FederationReferenceTypes['Vasp']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vasp']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  auditTrail?: Resolver<Maybe<Array<ResolversTypes['AuditLogEntry']>>, ParentType, ContextType, RequireFields<VaspAuditTrailArgs, 'first'>>;
};

export type SavedViewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SavedView'] = ResolversParentTypes['SavedView']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ErasedViewsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ErasedViews'] = ResolversParentTypes['ErasedViews']> = {
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type SettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Settings'] = ResolversParentTypes['Settings']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'], FederationReferenceType extends FederationReferenceTypes['User'] = FederationReferenceTypes['User']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['User']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  roles?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  firstSeenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastSeenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  AuditFeed?: AuditFeedResolvers<ContextType>;
  AuditFeedStop?: AuditFeedStopResolvers<ContextType>;
  AuditLogConnection?: AuditLogConnectionResolvers<ContextType>;
  AuditLogEdge?: AuditLogEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  AuditLogEntry?: AuditLogEntryResolvers<ContextType>;
  AuditActor?: AuditActorResolvers<ContextType>;
  AuditDetail?: AuditDetailResolvers<ContextType>;
  AuditLogReport?: AuditLogReportResolvers<ContextType>;
  AuditLogProblem?: AuditLogProblemResolvers<ContextType>;
  AuditCheckpoint?: AuditCheckpointResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  AutodQuery?: AutodQueryResolvers<ContextType>;
  AutodMutation?: AutodMutationResolvers<ContextType>;
  DataAccessConnection?: DataAccessConnectionResolvers<ContextType>;
  DataAccessEdge?: DataAccessEdgeResolvers<ContextType>;
  DataAccess?: DataAccessResolvers<ContextType>;
  TransactionEvidence?: TransactionEvidenceResolvers<ContextType>;
  EvidenceBundle?: EvidenceBundleResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  Vasp?: VaspResolvers<ContextType>;
  SavedView?: SavedViewResolvers<ContextType>;
  ErasedViews?: ErasedViewsResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Settings?: SettingsResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  link__Import?: GraphQLScalarType;
  federation__FieldSet?: GraphQLScalarType;
  federation__Scope?: GraphQLScalarType;
  federation__Policy?: GraphQLScalarType;
  federation__ContextFieldValue?: GraphQLScalarType;
};

export type DirectiveResolvers<ContextType = Context> = {
  link?: LinkDirectiveResolver<any, any, ContextType>;
  federation__provides?: Federation__ProvidesDirectiveResolver<any, any, ContextType>;
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
