import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { AppliedEvents } from '@travel-rule/database/applied-cursor'
import { type FeedProgress, openFeedConsumer } from '@travel-rule/database/feed-consumer'
import { describeMissing } from '@travel-rule/database/feed-cursor'
import type { HealthNote } from '@travel-rule/http-host/health'
import type { Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import type { Transaction } from 'kysely'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { applyProofEvents, checkAgain } from '../actions/apply-proof-events.ts'
import { forgetProofs, listTransfersSince, markCaughtUp, PROOF_SOURCE } from '../store/proven-addresses.ts'

/** Audience of the assertions for the proof feed. */
const AUDIENCE = 'proof-events'
const READER: Identity = { subject: 'trpd', clientId: 'trpd', actsFor: 'ITSELF', name: 'trpd', roles: [], scopes: [] }

export interface ProofFeedOptions {
  /** URL of aopd's feed, which shows what each proof proves. */
  readonly url: string
  /** Private Ed25519 keys that sign the requests. */
  readonly keys: Parameters<typeof openAssertionSigner>[0]['keys']
  /** Maximum time since the proofs were last read. */
  readonly ageMaxSeconds: number
}

export interface ProofFeed extends AsyncDisposable {
  /** For readiness: a note while the proofs have not been read by any process. */
  check(): Promise<HealthNote | undefined>
  progress(): readonly FeedProgress[]
  /** `GET /.well-known/jwks.json`: the keys that verify the requests. */
  readonly route: Route
}

/**
 * Maintains the proven addresses, by keyed hash, until disposed. Of the processes that share a database, only
 * one reads the feed.
 *
 * After a restore of aopd's database, which an operator must accept, all proofs are deleted and read again.
 */
export async function openProofFeed(
  service: Ports<'database' | 'sealer' | 'jobs' | 'logger'>,
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
 * Records that all proofs are known. Transfers registered while the proofs were unreliable are checked again.
 * After an accepted gap, so are all recent ones, since their proofs may be lost.
 */
async function catchUp(service: Ports<'jobs'>, tx: Transaction<Tables>, ageMaxSeconds: number): Promise<void> {
  const since = await markCaughtUp(tx, ageMaxSeconds)
  if (since !== undefined) await checkAgain(service, tx, await listTransfersSince(tx, since))
}

/** No list of applied events is kept: the cursor is trusted, and after a gap all events are read again. */
const NOTHING_KEPT: AppliedEvents = {
  has: async () => true,
  last: async () => undefined,
  upTo: async () => undefined,
}
