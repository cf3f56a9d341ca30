import type { Identity } from '@travel-rule/auth/identity'
import type { Feed } from '@travel-rule/database/feed'
import { type LegalHold, loadLegalHolds } from '@travel-rule/database/legal-holds'
import type { SubgraphContext, SubgraphRequest } from '@travel-rule/subgraph/subgraph-host'
import DataLoader from 'dataloader'
import type { ProofService } from '../proofs/actions/proof-actions.ts'
import type { Proof } from '../proofs/domain/proof.ts'
import { PROOFS } from '../store/erase-proofs.ts'
import { listProofsOf, listProofsOfAddresses } from '../store/list-proofs.ts'
import { listSubmissions, type RecordedSubmission } from '../store/list-submissions.ts'
import { loadProofs } from '../store/load-proof.ts'

/** The context of the resolvers. */
export interface Context extends SubgraphContext, Parts {
  readonly signal: AbortSignal
  readonly loaders: Loaders
}

/** A transaction of trpd, with the fields that the gateway adds for `@requires`. */
export interface TransactionReference {
  readonly id: string
  readonly counterpartyAddress?: string | null
  readonly asset?: { readonly id: string }
}

/** The transaction that evidence is about. */
export interface EvidenceReference {
  readonly transactionId: string
}

interface Parts {
  readonly service: ProofService
  readonly feed: Feed
  /** Base URL of the links sent to customers. */
  readonly publicUrl: string
}

/** The context of one operation, or of a page of events of a subscription. */
export function openContext(parts: Parts, request: SubgraphRequest): Context {
  return { ...request, ...parts, loaders: openLoaders(parts.service, request.identity) }
}

/** Maximum number of keys per SQL statement. */
const BATCH_MAX = 1_000

export interface Loaders {
  /** `undefined` for unknown ids, and for all ids if the caller may not read proofs. */
  readonly proof: DataLoader<string, Proof | undefined>
  readonly proofsOfTransaction: DataLoader<string, Proof[]>
  readonly proofsOfAddressBookEntry: DataLoader<string, Proof[]>
  /** By canonical address. */
  readonly proofsOfAddress: DataLoader<string, Proof[]>
  /** The current legal hold of a proof. */
  readonly legalHold: DataLoader<string, LegalHold | undefined>
  readonly submissionsOfProof: DataLoader<string, RecordedSubmission[]>
}

/** One loader per entity and operation, so that concurrent loads take one SQL statement. */
function openLoaders({ database, sealer }: Pick<ProofService, 'database' | 'sealer'>, identity: Identity): Loaders {
  const reader = { db: database.db, sealer }
  const mayRead = identity.scopes.includes('aopd:read')
  function loader<Value>(load: (keys: readonly string[]) => Promise<readonly Value[]>, hidden: Value) {
    const loadVisible = async (keys: readonly string[]) => (mayRead ? load(keys) : keys.map(() => hidden))
    return new DataLoader<string, Value>(loadVisible, { maxBatchSize: BATCH_MAX })
  }
  return {
    proof: loader<Proof | undefined>((ids) => loadProofs(reader, ids), undefined),
    proofsOfTransaction: loader<Proof[]>((ids) => listProofsOf(reader, 'transactionId', ids), []),
    proofsOfAddressBookEntry: loader<Proof[]>((ids) => listProofsOf(reader, 'addressBookEntryId', ids), []),
    proofsOfAddress: loader<Proof[]>((addresses) => listProofsOfAddresses(reader, addresses), []),
    legalHold: loader<LegalHold | undefined>(async (ids) => {
      const found = new Map((await loadLegalHolds(reader.db, sealer, PROOFS, ids)).map((hold) => [hold.recordId, hold]))
      return ids.map((id) => found.get(id))
    }, undefined),
    submissionsOfProof: loader<RecordedSubmission[]>((ids) => listSubmissions(reader, ids), []),
  }
}
