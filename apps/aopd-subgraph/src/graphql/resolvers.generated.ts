// Generated from the *.graphql files beside it by "npm run codegen". Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Proof } from '../domain/proof.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { RecordedSubmission } from '../store/list-submissions.ts';
import type { LegalHold } from '../store/legal-holds.ts';
import type { ErasedProofs } from '../actions/erase-proofs.ts';
import type { RetentionPlan } from '../actions/retention.ts';
import type { ExportedProofs } from '../actions/export-proofs.ts';
import type { EvidenceReference, TransactionReference, Context } from './context.ts';
import type { EntityReference, Namespace } from '@travel-rule/subgraph/resolver-values';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
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

export type Query = {
  __typename?: 'Query';
  /** Proofs that customers control their addresses. */
  aopd: Maybe<AopdQuery>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Requests for ownership proofs and decisions about them. The fields run serially, in document order. */
  aopd: Maybe<AopdMutation>;
};

/** Queries about ownership proofs. */
export type AopdQuery = {
  __typename?: 'AopdQuery';
  /** The version of the program that serves this part, such as `1.4.0`. While a node is upgraded, its parts have different ones. */
  programVersion: Scalars['String']['output'];
  /** Position of the last event of this part: an integer, `0` before the first. A feed of `auditFeeds` with a lower one is behind. */
  eventPosition: Scalars['String']['output'];
  /** The matching proofs, newest first. */
  proofs: Maybe<Array<OwnershipProof>>;
  /** Number of matching proofs. */
  proofsCount: Maybe<Scalars['Int']['output']>;
  /** The proof with this id; `null` when there is no such proof. */
  proof: Maybe<OwnershipProof>;
  /** How ownership of an asset's addresses can be proven. Refused with `ASSET_UNSUPPORTED` for an unsupported asset. */
  supportedMethods: Maybe<Array<SupportedMethod>>;
  /** The configuration that applies to new proofs. */
  configuration: Maybe<AopdConfiguration>;
  /** Whose proofs the retention period of `AOPD_JURISDICTION` no longer covers: what `AOPD_RETENTION_ERASES` erases, or would erase. */
  retention: ProofRetention;
};


/** Queries about ownership proofs. */
export type AopdQueryProofsArgs = {
  filter?: InputMaybe<ProofFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** Queries about ownership proofs. */
export type AopdQueryProofsCountArgs = {
  filter?: InputMaybe<ProofFilter>;
};


/** Queries about ownership proofs. */
export type AopdQueryProofArgs = {
  id: Scalars['ID']['input'];
};


/** Queries about ownership proofs. */
export type AopdQuerySupportedMethodsArgs = {
  asset?: InputMaybe<Scalars['String']['input']>;
};

/** Mutations of ownership proofs. */
export type AopdMutation = {
  __typename?: 'AopdMutation';
  /**
   * Requests a proof: the customer is to sign a challenge with the key of an address. Send the customer the `portalUrl`, or
   * show the `challenge` or the `aoppUri` yourself.
   * Refused with `ASSET_UNSUPPORTED`, `ADDRESS_INVALID`, `ADDRESS_WRONG_NETWORK`, `INPUT_INVALID`.
   */
  requestSignatureProof: Maybe<SignatureProof>;
  /**
   * Verifies a signature from the customer. A signature that is invalid, or that cannot be verified here, is not an error:
   * `verdict` says why, and the proof stays `REQUESTED` until `attemptsMax` invalid ones, or 20 that cannot be verified. Repeating the latest submission
   * returns the same result and counts once.
   * Refused with `PROOF_NOT_FOUND`, `PROOF_WRONG_STATUS`, `PROOF_EXPIRED`, `ADDRESS_INVALID`, `SIGNATURE_UNREADABLE`.
   */
  submitSignature: Maybe<SignatureProof>;
  /** Cancels a request. Refused with `PROOF_NOT_FOUND`, and with `PROOF_WRONG_STATUS` once it has ended in another way. */
  cancelProof: Maybe<OwnershipProof>;
  /**
   * Decides about a proof in doubt: an `INCONCLUSIVE` proof, or a `REQUESTED` or `EXPIRED` proof with a signature that cannot be verified here, such as
   * one of a contract wallet. It becomes `VERIFIED` or `REJECTED`. A `REJECTED` proof can be accepted too. The verdict stays, and `decidedBy` says that a
   * person decided.
   * Refused with `PROOF_NOT_FOUND`, `INPUT_INVALID`, `PROOF_WRONG_STATUS` for any other proof, and `ADDRESS_INVALID` if the wallet chose an address that
   * cannot be proven.
   */
  decideProof: Maybe<OwnershipProof>;
  /**
   * Revokes a verified proof.
   * Refused with `PROOF_NOT_FOUND`, `INPUT_INVALID`, and `PROOF_WRONG_STATUS` for a proof that is not verified.
   */
  revokeProof: Maybe<OwnershipProof>;
  /**
   * Erases the personal data of a proof for good, in every version: address, challenge, signatures, customer reference, reasons, and the customer's link,
   * whose page then says that the request has expired. Asset, transaction, statuses, outcomes and times remain, and the audit log records the erasure.
   * Nothing happens if it was erased before. Refused with `PROOF_NOT_FOUND`, `LEGAL_HOLD_SET`, `ERASURE_NOT_READY`, `ERASURE_TICKET_INVALID`, and
   * `PROOF_WRONG_STATUS` for a proof that is `REQUESTED`.
   */
  eraseProof: Maybe<OwnershipProof>;
  /**
   * Erases the proofs that match all that is given, as `eraseProof` does, at most 1,000 in a call: all of them, or none if one must not be erased.
   * Call it beside `eraseCustomer` and `eraseTransaction` of trpd, which do not reach proofs. Refused as `eraseProof` is, naming the proofs, and
   * with `INPUT_INVALID`.
   */
  eraseProofs: Maybe<ProofErasure>;
  /**
   * What is held about a customer in proofs, to be given to that person, in parts of 200 proofs. It contains nothing internal, such as the reason of a
   * revocation. The audit log records it as `customer.exported`. Refused with `INPUT_INVALID` and `EXPORT_NOT_READY`.
   */
  exportProofs: Maybe<ProofExport>;
  /**
   * Keeps the personal data of a proof until `endLegalHold`, as an investigation or a court may require. A legal hold on a transaction does not reach
   * its proofs. Refused with `PROOF_NOT_FOUND`, `PROOF_ERASED`, `INPUT_INVALID` and `LEGAL_HOLD_EXISTS`.
   */
  setLegalHold: Maybe<OwnershipProof>;
  /** Ends the legal hold on a proof. Refused with `PROOF_NOT_FOUND`, `PROOF_ERASED`, `INPUT_INVALID` and `LEGAL_HOLD_NOT_FOUND`. */
  endLegalHold: Maybe<OwnershipProof>;
};


/** Mutations of ownership proofs. */
export type AopdMutationRequestSignatureProofArgs = {
  input: RequestSignatureProofInput;
};


/** Mutations of ownership proofs. */
export type AopdMutationSubmitSignatureArgs = {
  id: Scalars['ID']['input'];
  address: Scalars['String']['input'];
  signature: Scalars['String']['input'];
};


/** Mutations of ownership proofs. */
export type AopdMutationCancelProofArgs = {
  id: Scalars['ID']['input'];
};


/** Mutations of ownership proofs. */
export type AopdMutationDecideProofArgs = {
  id: Scalars['ID']['input'];
  decision: ProofDecision;
  reason: Scalars['String']['input'];
};


/** Mutations of ownership proofs. */
export type AopdMutationRevokeProofArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};


/** Mutations of ownership proofs. */
export type AopdMutationEraseProofArgs = {
  id: Scalars['ID']['input'];
  ground: ErasureGround;
  ticket?: InputMaybe<Scalars['String']['input']>;
};


/** Mutations of ownership proofs. */
export type AopdMutationEraseProofsArgs = {
  customerReference?: InputMaybe<Scalars['String']['input']>;
  transactionId?: InputMaybe<Scalars['ID']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  ground: ErasureGround;
  ticket?: InputMaybe<Scalars['String']['input']>;
};


/** Mutations of ownership proofs. */
export type AopdMutationExportProofsArgs = {
  customerReference: Scalars['String']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Mutations of ownership proofs. */
export type AopdMutationSetLegalHoldArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};


/** Mutations of ownership proofs. */
export type AopdMutationEndLegalHoldArgs = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};

export type Subscription = {
  __typename?: 'Subscription';
  /**
   * Every proof that is requested or changed from now on, in the order of the changes, each in its state right after the
   * change. The `extensions` of each result hold its `position` and, as `at`, when the change was stored. To resume, subscribe
   * with a position in `extensions.resumeAfter`: all later changes follow, each exactly once. Refused with
   * `RESUME_IMPOSSIBLE` when they cannot be replayed. With `extensions.announce: true` the first result has no data, only the
   * position after which the subscription begins.
   */
  aopdProofs: OwnershipProof;
};


export type SubscriptionAopdProofsArgs = {
  filter?: InputMaybe<ProofFilter>;
};

/** The configuration that applies to new proofs. */
export type AopdConfiguration = {
  __typename?: 'AopdConfiguration';
  /** Name of the VASP in the challenges that customers sign. */
  vaspName: Scalars['String']['output'];
  /** URL under which customers and wallets reach this service. */
  publicUrl: Scalars['String']['output'];
  /** How long a customer may take, in seconds, unless the request sets `ttlSeconds`. */
  proofTtlSeconds: Scalars['Int']['output'];
  /** Most invalid signatures that may be submitted for one proof. */
  attemptsMax: Scalars['Int']['output'];
  /** The assets whose addresses can be proven. */
  assets: Array<ProvableAsset>;
};

/** An asset whose addresses can be proven. */
export type ProvableAsset = {
  __typename?: 'ProvableAsset';
  /** The value of `asset` in proofs and requests: the symbol of a built-in asset, the id of one that the operator added. */
  key: Scalars['String']['output'];
  /** The ids in `trpd { assets }` that mean this asset; requests accept them too. */
  ids: Array<Scalars['String']['output']>;
  /** Symbol, such as `BTC`; assets that the operator added may share one. */
  symbol: Scalars['String']['output'];
  /** Name of the asset. */
  name: Scalars['String']['output'];
};

/** A way to prove ownership of an address. */
export type SupportedMethod = {
  __typename?: 'SupportedMethod';
  /** Key of the asset. */
  asset: Scalars['String']['output'];
  /** Kind of proof. */
  method: ProofMethod;
  /** How the signature is made and verified. */
  scheme: SignatureScheme;
  /** The address types that it supports. */
  addressTypes: Array<AddressType>;
};

/** Kinds of proof. */
export type ProofMethod =
  /** The customer signs a challenge with the key of the address. */
  | 'SIGNATURE';

/** How a signature is made and verified. */
export type SignatureScheme =
  /** A Bitcoin signed message: Bitcoin Core's form, BIP-137, and AOPP's headers for segwit addresses. */
  | 'BITCOIN_MESSAGE'
  /** BIP-322 in its simple form. */
  | 'BIP_322_SIMPLE'
  /** `personal_sign` of an EVM account. */
  | 'EIP_191';

/** Types of addresses. */
export type AddressType =
  /** Bitcoin, hash of a public key: begins with 1. */
  | 'P2PKH'
  /** Bitcoin, hash of a script: begins with 3. A signature proves it only when the script is P2WPKH. */
  | 'P2SH'
  /** Bitcoin segwit, hash of a public key: begins with bc1q and has 42 characters. */
  | 'P2WPKH'
  /** Bitcoin segwit, hash of a script: begins with bc1q and has 62 characters. */
  | 'P2WSH'
  /** Bitcoin taproot, key path: begins with bc1p. */
  | 'P2TR'
  /** Externally owned account of an EVM chain. */
  | 'EVM_ACCOUNT';

/** Whether personal data is stored. */
export type PersonalDataStatus =
  /** It is stored. */
  | 'HELD'
  /** It was erased. */
  | 'ERASED';

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

/** Why the personal data of a proof must not be erased. */
export type ProofLegalHold = {
  __typename?: 'ProofLegalHold';
  /** Who set it. */
  setBy: User;
  /** When it was set. */
  setAt: Scalars['DateTime']['output'];
  /** The internal reason. */
  reason: Scalars['String']['output'];
};

/** What an erasure of proofs has erased. The audit log has an entry `proof.erased` for each proof. */
export type ProofErasure = {
  __typename?: 'ProofErasure';
  /** When. */
  at: Scalars['DateTime']['output'];
  /** Why. */
  ground: ErasureGround;
  /** Where you have recorded the request or order. */
  ticket: Maybe<Scalars['String']['output']>;
  /** The number of proofs. */
  proofs: Scalars['Int']['output'];
  /** Whether more proofs match than one call erases: call again. */
  hasMore: Scalars['Boolean']['output'];
};

/** A part of what is held about a customer in proofs. */
export type ProofExport = {
  __typename?: 'ProofExport';
  /** The data as a JSON document. */
  json: Scalars['String']['output'];
  /** The number of proofs in it. */
  proofs: Scalars['Int']['output'];
  /** Where the next part begins; null in the last one. */
  next: Maybe<Scalars['ID']['output']>;
};

/**
 * What the law says about keeping the personal data of proofs, and which proofs it no longer covers. A period begins with the last change of a proof.
 * A proof that is `VERIFIED` or `REQUESTED` is in use, and is not erased by a period.
 */
export type ProofRetention = {
  __typename?: 'ProofRetention';
  /** The jurisdiction, from `AOPD_JURISDICTION`; null without one. */
  jurisdiction: Maybe<Scalars['String']['output']>;
  /** Years that a proof is kept that was requested for no transaction and never verified; null if not known: it is not erased then. */
  unusedProofYears: Maybe<Scalars['Int']['output']>;
  /** Where the law says so, and what it leaves open; null without a source. */
  unusedProofSource: Maybe<Scalars['String']['output']>;
  /**
   * The same for a proof that a transaction may depend on: one that was requested for a transaction, or that was verified and revoked. It should cover the
   * longest period of such a transaction, and the time from the last change of the proof to that of the transaction. Null if not known: it is not erased then.
   */
  transactionProofYears: Maybe<Scalars['Int']['output']>;
  /** Where the law says so; null without a source. */
  transactionProofSource: Maybe<Scalars['String']['output']>;
  /** Whether they are erased by themselves (`AOPD_RETENTION_ERASES`). */
  erases: Scalars['Boolean']['output'];
  /** The proofs that can be erased, at most 10,000: ended, past their period, and under no legal hold. */
  dueCount: Scalars['Int']['output'];
  /** The oldest of them, at most 500. */
  due: Array<Scalars['ID']['output']>;
  /** The proofs, at most 10,000, that are past a period but in use, under a legal hold, not encrypted with a key of their own yet, or of a kind whose period is not known. */
  keptCount: Scalars['Int']['output'];
  /** How many of those, at most 10,000, are kept by a legal hold. */
  heldCount: Scalars['Int']['output'];
};

/** Evidence about a transaction, for those who examine it without access to this node. */
export type TransactionEvidence = {
  __typename?: 'TransactionEvidence';
  /** Id of the transaction. */
  transactionId: Scalars['ID']['output'];
  /**
   * The ownership proofs that were requested for the transaction, as JSON: challenges, every submitted signature and the verdict on it.
   * Part of `bundle`.
   */
  proofs: Maybe<Scalars['String']['output']>;
};

export type Transaction = {
  __typename?: 'Transaction';
  /** Id of the transaction. */
  id: Scalars['ID']['output'];
  /** The other party's address. */
  counterpartyAddress: Maybe<Scalars['String']['output']>;
  /** The asset that is transferred. */
  asset: Asset;
  /** The proofs requested for this transaction, newest first, at most 100. */
  ownershipProofs: Maybe<Array<OwnershipProof>>;
  /** The proofs of counterpartyAddress, whatever they were requested for, newest first, at most 100. Empty if such addresses cannot be proven. */
  addressOwnershipProofs: Maybe<Array<OwnershipProof>>;
};

export type Asset = {
  __typename?: 'Asset';
  /** Id in this API, such as `btc` or `usdc-ethereum`. */
  id: Scalars['ID']['output'];
};

export type AddressBookEntry = {
  __typename?: 'AddressBookEntry';
  /** Id of the entry. */
  id: Scalars['ID']['output'];
  /** The proofs requested for this entry, newest first, at most 100. */
  ownershipProofs: Maybe<Array<OwnershipProof>>;
};

export type User = {
  __typename?: 'User';
  /** The identity provider's id of the user. */
  id: Scalars['ID']['output'];
};

/** Evidence that a customer controls an address. */
export type OwnershipProof = {
  /** Id of the proof. */
  id: Scalars['ID']['output'];
  /** Key of the asset: its symbol, or the id of an asset that the operator added. */
  asset: Scalars['String']['output'];
  /** The address in its canonical form. `null` until verified when the customer's wallet chooses it. */
  address: Maybe<Scalars['String']['output']>;
  /** Status of the proof. */
  status: ProofStatus;
  /** Kind of proof. */
  method: ProofMethod;
  /** Your own reference to the customer. Personal data: requires `pii:read`. */
  customerReference: Maybe<Scalars['String']['output']>;
  /** The transaction that the proof was requested for. */
  transaction: Maybe<Transaction>;
  /** The address book entry that the proof was requested for. */
  addressBookEntry: Maybe<AddressBookEntry>;
  /** The challenge to sign. */
  challenge: Maybe<Scalars['String']['output']>;
  /** Verdict on the latest submission; `null` before the first. */
  verdict: Maybe<ProofVerdict>;
  /** When the request expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** When the proof was requested. */
  createdAt: Scalars['DateTime']['output'];
  /** When the proof last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Whether this node still holds the personal data of the proof. Once it is erased, fields with personal data are null or empty, and nothing can be changed any more. */
  personalData: PersonalDataStatus;
  /** When the personal data was erased; null while it is held. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** The legal hold that keeps the personal data from erasure; null without one. */
  legalHold: Maybe<ProofLegalHold>;
  /** The user who canceled, decided or revoked the proof; `null` otherwise. */
  decidedBy: Maybe<User>;
  /** The customer's page. Anyone with the link can submit a signature, so it requires `aopd:write`. */
  portalUrl: Maybe<Scalars['String']['output']>;
};

/** A proof by a signature with the key of the address. */
export type SignatureProof = OwnershipProof & {
  __typename?: 'SignatureProof';
  /** Id of the proof. */
  id: Scalars['ID']['output'];
  /** Key of the asset: its symbol, or the id of an asset that the operator added. */
  asset: Scalars['String']['output'];
  /** The address in its canonical form. `null` until verified when the customer's wallet chooses it. */
  address: Maybe<Scalars['String']['output']>;
  /** Status of the proof. */
  status: ProofStatus;
  /** Kind of proof: `SIGNATURE`. */
  method: ProofMethod;
  /** Your own reference to the customer. Personal data: requires `pii:read`. */
  customerReference: Maybe<Scalars['String']['output']>;
  /** The transaction that the proof was requested for. */
  transaction: Maybe<Transaction>;
  /** The address book entry that the proof was requested for. */
  addressBookEntry: Maybe<AddressBookEntry>;
  /** The challenge to sign, byte for byte: one line of ASCII, at most 1024 characters. Empty once the proof is erased. */
  challenge: Scalars['String']['output'];
  /** Verdict on the latest submission; `null` before the first. */
  verdict: Maybe<ProofVerdict>;
  /** When the request expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** When the proof was requested. */
  createdAt: Scalars['DateTime']['output'];
  /** When the proof last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Whether this node still holds the personal data of the proof. Once it is erased, fields with personal data are null or empty, and nothing can be changed any more. */
  personalData: PersonalDataStatus;
  /** When the personal data was erased; null while it is held. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** The legal hold that keeps the personal data from erasure; null without one. */
  legalHold: Maybe<ProofLegalHold>;
  /** The user who canceled, decided or revoked the proof; `null` otherwise. */
  decidedBy: Maybe<User>;
  /** The customer's page. Anyone with the link can submit a signature, so it requires `aopd:write`. */
  portalUrl: Maybe<Scalars['String']['output']>;
  /** The link that opens a wallet with AOPP support; `null` for address types that no such wallet knows: taproot and P2WSH. Requires `aopd:write`. */
  aoppUri: Maybe<Scalars['String']['output']>;
  /** The signature of the latest attempt. */
  signature: Maybe<Scalars['String']['output']>;
  /** The address of the latest attempt, as submitted. */
  submittedAddress: Maybe<Scalars['String']['output']>;
  /** Number of signatures submitted. */
  attempts: Scalars['Int']['output'];
  /** Number of submitted signatures that could not be verified here. They use up no attempt, and such a proof deserves a look by an officer. */
  inconclusiveAttempts: Scalars['Int']['output'];
  /** Most invalid signatures that may be submitted; the last one ends the proof. */
  attemptsMax: Scalars['Int']['output'];
  /** Every submission, oldest first: at most 20 more than `attemptsMax`. */
  submissions: Maybe<Array<SignatureSubmission>>;
  /** Why the proof was revoked. May contain personal data: requires `pii:read`. */
  revocationReason: Maybe<Scalars['String']['output']>;
  /** Why a person accepted, rejected or revoked the proof. May contain personal data: requires `pii:read`. */
  decisionReason: Maybe<Scalars['String']['output']>;
};

/** A person's decision about a proof in doubt. */
export type ProofDecision =
  /** The customer controls the address. */
  | 'ACCEPT'
  /** The customer has not shown that. */
  | 'REJECT';

/** Statuses of a proof. */
export type ProofStatus =
  /** Waiting for the customer's signature. */
  | 'REQUESTED'
  /** The address is proven. */
  | 'VERIFIED'
  /** All attempts are used up, and every signature was invalid; or a person rejected it. */
  | 'REJECTED'
  /** The last attempt is used up, or 20 signatures could not be verified here: none was valid, and at least one may be the customer's. A person decides. */
  | 'INCONCLUSIVE'
  /** The request expired before a valid signature was submitted. */
  | 'EXPIRED'
  /** The request was canceled. */
  | 'CANCELED'
  /** The proof was verified and later revoked. */
  | 'REVOKED';

/** A signature that was submitted for a proof. */
export type SignatureSubmission = {
  __typename?: 'SignatureSubmission';
  /** The address, as submitted. Empty once the proof is erased. */
  address: Scalars['String']['output'];
  /** The signature, as submitted without white space. Empty once the proof is erased. */
  signature: Scalars['String']['output'];
  /** How it was submitted. */
  channel: SubmissionChannel;
  /** Verdict on it. */
  verdict: ProofVerdict;
  /** When it was submitted. */
  submittedAt: Scalars['DateTime']['output'];
};

/** How a signature was submitted. */
export type SubmissionChannel =
  /** By a wallet, to the callback of an AOPP link. */
  | 'AOPP'
  /** On the customer's page. */
  | 'PORTAL'
  /** With the mutation `submitSignature`. */
  | 'API';

/** The result of verifying a submission. */
export type ProofVerdict = {
  __typename?: 'ProofVerdict';
  /** Outcome of the verification. */
  outcome: VerdictOutcome;
  /** The reason, as a stable code. */
  code: VerdictCode;
  /** The reason, as a sentence for a compliance officer. Empty once the proof is erased. */
  reason: Scalars['String']['output'];
  /** Name and version of the verifier, such as `bitcoin-message/1`. */
  verifier: Scalars['String']['output'];
};

/** Outcomes of a verification. */
export type VerdictOutcome =
  /** The key of the address signed the challenge. */
  | 'VALID'
  /** The key of the address did not sign the challenge. */
  | 'INVALID'
  /** It could not be verified here whether the customer controls the address. */
  | 'INCONCLUSIVE';

/** Reasons for an outcome. */
export type VerdictCode =
  /** The key of the address signed the challenge. */
  | 'SIGNATURE_VALID'
  /** The submitted string is not a signature. */
  | 'SIGNATURE_MALFORMED'
  /** The signature is by another key, or over another message. Inconclusive for an EVM address, which may be a contract wallet. */
  | 'SIGNER_MISMATCH'
  /** The header of the Bitcoin signature is for another address type. */
  | 'HEADER_MISMATCH'
  /** The submitted address is not the requested one, or is not an address of the asset. */
  | 'ADDRESS_MISMATCH'
  /** This service cannot verify this kind of signature or address. */
  | 'METHOD_NOT_COVERED';

/** A filter of proofs: every field that is set must match. */
export type ProofFilter = {
  /** One of these statuses; an empty list matches nothing. */
  status?: InputMaybe<Array<ProofStatus>>;
  /** Key of the asset: its symbol, or the id of an asset that the operator added. */
  asset?: InputMaybe<Scalars['String']['input']>;
  /** The address, in any accepted form. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Requested for this transaction. */
  transactionId?: InputMaybe<Scalars['ID']['input']>;
  /** Requested for this address book entry. */
  addressBookEntryId?: InputMaybe<Scalars['ID']['input']>;
  /** True for proofs with at least one inconclusive submission, whatever their status; false for proofs without one. */
  inconclusive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A request for a proof. */
export type RequestSignatureProofInput = {
  /** Symbol or id of the asset, such as `BTC`; see `configuration`. */
  asset: Scalars['String']['input'];
  /** The address. Without it the customer's wallet chooses one, as AOPP wallets do. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Your own reference to the customer, one line of at most 200 characters. Stored encrypted. */
  customerReference?: InputMaybe<Scalars['String']['input']>;
  /** The transaction that the proof is for. */
  transactionId?: InputMaybe<Scalars['ID']['input']>;
  /** The address book entry that the proof is for. */
  addressBookEntryId?: InputMaybe<Scalars['ID']['input']>;
  /** How long the customer may take, from 60 seconds to 90 days. */
  ttlSeconds?: InputMaybe<Scalars['Int']['input']>;
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
  AddressBookEntry: AddressBookEntry;
  SignatureProof: SignatureProof;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  TransactionEvidence:
    ( { __typename: 'TransactionEvidence' }
    & GraphQLRecursivePick<FederationTypes['TransactionEvidence'], {"transactionId":true}> );
  Transaction:
    ( { __typename: 'Transaction' }
    & GraphQLRecursivePick<FederationTypes['Transaction'], {"id":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['Transaction'], {"counterpartyAddress":true,"asset":{"id":true}}> ) );
  AddressBookEntry:
    ( { __typename: 'AddressBookEntry' }
    & GraphQLRecursivePick<FederationTypes['AddressBookEntry'], {"id":true}> );
  SignatureProof:
    ( { __typename: 'SignatureProof' }
    & GraphQLRecursivePick<FederationTypes['SignatureProof'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  AopdQuery: ResolverTypeWrapper<Namespace>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  AopdMutation: ResolverTypeWrapper<Namespace>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  AopdConfiguration: ResolverTypeWrapper<AopdConfiguration>;
  ProvableAsset: ResolverTypeWrapper<ProvableAsset>;
  SupportedMethod: ResolverTypeWrapper<SupportedMethod>;
  ProofMethod: ProofMethod;
  SignatureScheme: SignatureScheme;
  AddressType: AddressType;
  PersonalDataStatus: PersonalDataStatus;
  ErasureGround: ErasureGround;
  ProofLegalHold: ResolverTypeWrapper<LegalHold>;
  ProofErasure: ResolverTypeWrapper<ErasedProofs>;
  ProofExport: ResolverTypeWrapper<ExportedProofs>;
  ProofRetention: ResolverTypeWrapper<RetentionPlan>;
  TransactionEvidence: ResolverTypeWrapper<EvidenceReference>;
  Transaction: ResolverTypeWrapper<TransactionReference>;
  Asset: ResolverTypeWrapper<Asset>;
  AddressBookEntry: ResolverTypeWrapper<EntityReference>;
  User: ResolverTypeWrapper<EntityReference>;
  OwnershipProof: ResolverTypeWrapper<Proof>;
  SignatureProof: ResolverTypeWrapper<Proof>;
  ProofDecision: ProofDecision;
  ProofStatus: ProofStatus;
  SignatureSubmission: ResolverTypeWrapper<RecordedSubmission>;
  SubmissionChannel: SubmissionChannel;
  ProofVerdict: ResolverTypeWrapper<Verdict>;
  VerdictOutcome: VerdictOutcome;
  VerdictCode: VerdictCode;
  ProofFilter: ProofFilter;
  RequestSignatureProofInput: RequestSignatureProofInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
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
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  AopdQuery: Namespace;
  ID: Scalars['ID']['output'];
  AopdMutation: Namespace;
  Subscription: Record<PropertyKey, never>;
  AopdConfiguration: AopdConfiguration;
  ProvableAsset: ProvableAsset;
  SupportedMethod: SupportedMethod;
  ProofLegalHold: LegalHold;
  ProofErasure: ErasedProofs;
  ProofExport: ExportedProofs;
  ProofRetention: RetentionPlan;
  TransactionEvidence: EvidenceReference;
  Transaction: TransactionReference;
  Asset: Asset;
  AddressBookEntry: EntityReference;
  User: EntityReference;
  OwnershipProof: Proof;
  SignatureProof: Proof;
  SignatureSubmission: RecordedSubmission;
  ProofVerdict: Verdict;
  ProofFilter: ProofFilter;
  RequestSignatureProofInput: RequestSignatureProofInput;
  DateTime: Scalars['DateTime']['output'];
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

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  aopd?: Resolver<Maybe<ResolversTypes['AopdQuery']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  aopd?: Resolver<Maybe<ResolversTypes['AopdMutation']>, ParentType, ContextType>;
};

export type AopdQueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AopdQuery'] = ResolversParentTypes['AopdQuery']> = {
  programVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventPosition?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  proofs?: Resolver<Maybe<Array<ResolversTypes['OwnershipProof']>>, ParentType, ContextType, RequireFields<AopdQueryProofsArgs, 'limit' | 'offset'>>;
  proofsCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType, Partial<AopdQueryProofsCountArgs>>;
  proof?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdQueryProofArgs, 'id'>>;
  supportedMethods?: Resolver<Maybe<Array<ResolversTypes['SupportedMethod']>>, ParentType, ContextType, Partial<AopdQuerySupportedMethodsArgs>>;
  configuration?: Resolver<Maybe<ResolversTypes['AopdConfiguration']>, ParentType, ContextType>;
  retention?: Resolver<ResolversTypes['ProofRetention'], ParentType, ContextType>;
};

export type AopdMutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AopdMutation'] = ResolversParentTypes['AopdMutation']> = {
  requestSignatureProof?: Resolver<Maybe<ResolversTypes['SignatureProof']>, ParentType, ContextType, RequireFields<AopdMutationRequestSignatureProofArgs, 'input'>>;
  submitSignature?: Resolver<Maybe<ResolversTypes['SignatureProof']>, ParentType, ContextType, RequireFields<AopdMutationSubmitSignatureArgs, 'id' | 'address' | 'signature'>>;
  cancelProof?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationCancelProofArgs, 'id'>>;
  decideProof?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationDecideProofArgs, 'id' | 'decision' | 'reason'>>;
  revokeProof?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationRevokeProofArgs, 'id' | 'reason'>>;
  eraseProof?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationEraseProofArgs, 'id' | 'ground'>>;
  eraseProofs?: Resolver<Maybe<ResolversTypes['ProofErasure']>, ParentType, ContextType, RequireFields<AopdMutationEraseProofsArgs, 'ground'>>;
  exportProofs?: Resolver<Maybe<ResolversTypes['ProofExport']>, ParentType, ContextType, RequireFields<AopdMutationExportProofsArgs, 'customerReference'>>;
  setLegalHold?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationSetLegalHoldArgs, 'id' | 'reason'>>;
  endLegalHold?: Resolver<Maybe<ResolversTypes['OwnershipProof']>, ParentType, ContextType, RequireFields<AopdMutationEndLegalHoldArgs, 'id' | 'reason'>>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  aopdProofs?: SubscriptionResolver<ResolversTypes['OwnershipProof'], "aopdProofs", ParentType, ContextType, Partial<SubscriptionAopdProofsArgs>>;
};

export type AopdConfigurationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AopdConfiguration'] = ResolversParentTypes['AopdConfiguration']> = {
  vaspName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publicUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  proofTtlSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attemptsMax?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assets?: Resolver<Array<ResolversTypes['ProvableAsset']>, ParentType, ContextType>;
};

export type ProvableAssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProvableAsset'] = ResolversParentTypes['ProvableAsset']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SupportedMethodResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SupportedMethod'] = ResolversParentTypes['SupportedMethod']> = {
  asset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['ProofMethod'], ParentType, ContextType>;
  scheme?: Resolver<ResolversTypes['SignatureScheme'], ParentType, ContextType>;
  addressTypes?: Resolver<Array<ResolversTypes['AddressType']>, ParentType, ContextType>;
};

export type ProofLegalHoldResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProofLegalHold'] = ResolversParentTypes['ProofLegalHold']> = {
  setBy?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  setAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProofErasureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProofErasure'] = ResolversParentTypes['ProofErasure']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  ground?: Resolver<ResolversTypes['ErasureGround'], ParentType, ContextType>;
  ticket?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proofs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ProofExportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProofExport'] = ResolversParentTypes['ProofExport']> = {
  json?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  proofs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ProofRetentionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProofRetention'] = ResolversParentTypes['ProofRetention']> = {
  jurisdiction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unusedProofYears?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  unusedProofSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transactionProofYears?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  transactionProofSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  erases?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dueCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  due?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  keptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  heldCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TransactionEvidenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionEvidence'] = ResolversParentTypes['TransactionEvidence'], FederationReferenceType extends FederationReferenceTypes['TransactionEvidence'] = FederationReferenceTypes['TransactionEvidence']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TransactionEvidence']> | FederationReferenceType, FederationReferenceType, ContextType>;
  transactionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  proofs?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction'], FederationReferenceType extends FederationReferenceTypes['Transaction'] = FederationReferenceTypes['Transaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Transaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ownershipProofs?: Resolver<Maybe<Array<ResolversTypes['OwnershipProof']>>, ParentType, ContextType>;
  addressOwnershipProofs?: Resolver<Maybe<Array<ResolversTypes['OwnershipProof']>>, ParentType, ContextType>;
};

export type AddressBookEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddressBookEntry'] = ResolversParentTypes['AddressBookEntry'], FederationReferenceType extends FederationReferenceTypes['AddressBookEntry'] = FederationReferenceTypes['AddressBookEntry']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['AddressBookEntry']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ownershipProofs?: Resolver<Maybe<Array<ResolversTypes['OwnershipProof']>>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type OwnershipProofResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OwnershipProof'] = ResolversParentTypes['OwnershipProof']> = {
  __resolveType: TypeResolveFn<'SignatureProof', ParentType, ContextType>;
};

export type SignatureProofResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignatureProof'] = ResolversParentTypes['SignatureProof'], FederationReferenceType extends FederationReferenceTypes['SignatureProof'] = FederationReferenceTypes['SignatureProof']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['SignatureProof']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProofStatus'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['ProofMethod'], ParentType, ContextType>;
  customerReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  addressBookEntry?: Resolver<Maybe<ResolversTypes['AddressBookEntry']>, ParentType, ContextType>;
  challenge?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['ProofVerdict']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  personalData?: Resolver<ResolversTypes['PersonalDataStatus'], ParentType, ContextType>;
  erasedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  legalHold?: Resolver<Maybe<ResolversTypes['ProofLegalHold']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  portalUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  aoppUri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  submittedAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inconclusiveAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attemptsMax?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  submissions?: Resolver<Maybe<Array<ResolversTypes['SignatureSubmission']>>, ParentType, ContextType>;
  revocationReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decisionReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SignatureSubmissionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignatureSubmission'] = ResolversParentTypes['SignatureSubmission']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['SubmissionChannel'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['ProofVerdict'], ParentType, ContextType>;
  submittedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ProofVerdictResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProofVerdict'] = ResolversParentTypes['ProofVerdict']> = {
  outcome?: Resolver<ResolversTypes['VerdictOutcome'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['VerdictCode'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

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
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  AopdQuery?: AopdQueryResolvers<ContextType>;
  AopdMutation?: AopdMutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  AopdConfiguration?: AopdConfigurationResolvers<ContextType>;
  ProvableAsset?: ProvableAssetResolvers<ContextType>;
  SupportedMethod?: SupportedMethodResolvers<ContextType>;
  ProofLegalHold?: ProofLegalHoldResolvers<ContextType>;
  ProofErasure?: ProofErasureResolvers<ContextType>;
  ProofExport?: ProofExportResolvers<ContextType>;
  ProofRetention?: ProofRetentionResolvers<ContextType>;
  TransactionEvidence?: TransactionEvidenceResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  AddressBookEntry?: AddressBookEntryResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  OwnershipProof?: OwnershipProofResolvers<ContextType>;
  SignatureProof?: SignatureProofResolvers<ContextType>;
  SignatureSubmission?: SignatureSubmissionResolvers<ContextType>;
  ProofVerdict?: ProofVerdictResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
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
