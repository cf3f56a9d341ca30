import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { appendEvents } from '@travel-rule/database/outbox'
import { openTestOutbox } from '@travel-rule/database/testing/test-outbox'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'

/** What a proof proves, as shown by aopd. */
export interface ShownProof {
  readonly address: string
  readonly customerReference?: string
  readonly transactionId?: string
}

/** The proof feed of an aopd, over HTTP and with its own database. */
export interface TestProofSource extends AsyncDisposable {
  readonly url: string
  readonly databaseUrl: string
  /** Accepts assertions of trpd signed with the keys at `jwksUrl`; until then, all readers are refused. */
  trust(jwksUrl: string): void
  verify(id: string, proof: ShownProof): Promise<void>
  revoke(id: string): Promise<void>
  /** Also hides what earlier events of the proof showed. */
  erase(id: string): Promise<void>
  /** Keeps only the first `count` events, like a restore from a backup of that time. */
  restore(count: number): Promise<void>
}

export async function openTestProofSource(): Promise<TestProofSource> {
  await using stack = new AsyncDisposableStack()
  const logger = openLogger({ name: 'test-proof-source', level: 'silent' })
  const database = stack.use(await openTestOutbox())
  const feed = stack.use(await openFeed({ database, logger }))
  const shown = new Map<string, ShownProof>()
  let verify: (assertion: string | undefined) => Promise<unknown> = async () => undefined
  const route = feedRoute({
    feed,
    path: '/proof-events',
    verifier: { verify: (assertion) => verify(assertion) },
    show: async (events) =>
      events.map((event) => {
        const proof = shown.get(event.subject.id)
        return { ...event, detail: proof === undefined ? {} : { ...proof, asset: 'BTC', method: 'SIGNATURE' } }
      }),
  })
  const host = stack.use(await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [route] }))
  const append = (type: string, id: string) =>
    database.db.transaction().execute(async (tx) => {
      const actor = { type: 'SYSTEM', id: 'aopd' } as const
      await appendEvents(tx, [{ type, subject: { type: 'proof', id }, actor, at: new Date(), detail: {} }])
    })
  const open = stack.move()
  return {
    url: `${host.url}/proof-events`,
    databaseUrl: database.url,
    trust(jwksUrl) {
      const verifier = open.use(openAssertionVerifier({ issuer: 'trpd', audience: 'proof-events', jwksUrl }))
      verify = (assertion) => verifier.verify(assertion)
    },
    async verify(id, proof) {
      shown.set(id, proof)
      await append('proof.verified', id)
    },
    revoke: (id) => append('proof.revoked', id),
    async erase(id) {
      shown.delete(id)
      await append('proof.erased', id)
    },
    async restore(count) {
      await database.pool.query(`delete from outbox where position > ${count}`)
      await database.pool.query(`alter table outbox alter column position restart with ${count + 1}`)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
