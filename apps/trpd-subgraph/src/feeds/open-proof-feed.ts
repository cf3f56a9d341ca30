import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { AppliedEvents } from '@travel-rule/database/applied-cursor'
import { type FeedProgress, openFeedConsumer } from '@travel-rule/database/feed-consumer'
import { describeMissing } from '@travel-rule/database/feed-cursor'
import type { HealthNote } from '@travel-rule/http-host/health'
import type { Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import type { Transaction } from 'kysely'
import { applyProofEvents, checkAgain } from '../actions/ownership/apply-proof-events.ts'
import type { TransferService } from '../actions/transfer-service.ts'
import { forgetProofs, listTransfersSince, markCaughtUp, PROOF_SOURCE } from '../store/proven-addresses.ts'
import type { Tables } from '../store/tables.ts'

/** Audience of the assertions for the feed of proofs. */
const AUDIENCE = 'proof-events'
const READER: Identity = { subject: 'trpd', clientId: 'trpd', actsFor: 'ITSELF', name: 'trpd', roles: [], scopes: [] }

export interface ProofFeedOptions {
  /** The feed of aopd that shows what each proof proves. */
  readonly url: string
  /** Private Ed25519 keys that sign the requests. */
  readonly keys: Parameters<typeof openAssertionSigner>[0]['keys']
  /** How long ago the proofs may have been read. */
  readonly ageMaxSeconds: number
}

export interface ProofFeed extends AsyncDisposable {
  /** For readiness: the proofs that have not arrived, in any process. */
  check(): Promise<HealthNote | undefined>
  progress(): readonly FeedProgress[]
  /** `GET /.well-known/jwks.json`: the keys that verify the requests. */
  readonly route: Route
}

/**
 * Keeps which addresses are proven, by keyed hash, until disposed. One process of a database reads.
 *
 * After a restore of aopd's database, which an operator has to accept, every proof is forgotten and
 * read again.
 */
export async function openProofFeed(
  service: Pick<TransferService, 'database' | 'sealer' | 'jobs' | 'logger'>,
  { url, keys, ageMaxSeconds }: ProofFeedOptions,
): Promise<ProofFeed> {
  const { database, logger } = service
  const signer = await openAssertionSigner({ issuer: 'trpd', keys })
  const consumer = openFeedConsumer<Tables>({
    source: PROOF_SOURCE,
    url,
    authorize: () => signer.mint(READER, AUDIENCE),
    database,
    applied: NOTHING_KEPT,
    apply: { page: (tx, events) => applyProofEvents(service, tx, events) },
    recordGap: (tx) => forgetProofs(tx),
    caughtUp: (tx) => catchUp(service, tx, ageMaxSeconds),
    logger,
  })
  return {
    async check() {
      const note = await describeMissing(database.db, [PROOF_SOURCE])
      return note === undefined ? undefined : { note }
    },
    progress: () => [consumer.progress()],
    route: {
      method: 'GET',
      path: '/.well-known/jwks.json',
      handle: () => jsonResponse(200, signer.publicKeys()),
    },
    [Symbol.asyncDispose]: () => consumer[Symbol.asyncDispose](),
  }
}

/**
 * Notes that every proof is known. Transfers that were registered while that was too long ago are
 * checked again, and after an accepted gap all recent ones, since their proofs may be lost.
 */
async function catchUp(
  service: Pick<TransferService, 'jobs'>,
  tx: Transaction<Tables>,
  ageMaxSeconds: number,
): Promise<void> {
  const since = await markCaughtUp(tx, ageMaxSeconds)
  if (since !== undefined) await checkAgain(service, tx, await listTransfersSince(tx, since))
}

/** No list of applied events is kept: the cursor is trusted, and after a gap all are read again. */
const NOTHING_KEPT: AppliedEvents = {
  has: async () => true,
  last: async () => undefined,
  upTo: async () => undefined,
}
