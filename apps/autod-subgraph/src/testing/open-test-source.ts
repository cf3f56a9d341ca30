import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { appendEvents, type NewEvent, type OutboxTables, outboxMigration } from '@travel-rule/database/outbox'
import { outboxEpochMigration } from '@travel-rule/database/outbox-epoch'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'

/** Another service with an outbox, and a feed over HTTP for readers with a trusted key. */
export interface TestSource extends AsyncDisposable {
  readonly url: string
  /** Accepts assertions signed with the keys at `jwksUrl`; before, it refuses all readers. */
  trust(jwksUrl: string): void
  append(...events: readonly NewEvent[]): Promise<void>
  /** Leaves the first events alone, as a restore from a backup of that time does. */
  restore(count: number): Promise<void>
  readonly databaseUrl: string
}

export async function openTestSource(): Promise<TestSource> {
  await using stack = new AsyncDisposableStack()
  const logger = openLogger({ name: 'test-source', level: 'silent' })
  const database = stack.use(
    await openTestDatabase<OutboxTables>({ '0001-outbox': outboxMigration, '0002-epoch': outboxEpochMigration }),
  )
  const feed = stack.use(await openFeed({ database, logger }))
  let verify: (assertion: string | undefined) => Promise<unknown> = async () => undefined
  const route = feedRoute({ feed, verifier: { verify: (assertion) => verify(assertion) } })
  const host = stack.use(await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [route] }))
  const open = stack.move()
  return {
    url: `${host.url}/events`,
    trust(jwksUrl) {
      const verifier = open.use(openAssertionVerifier({ issuer: 'autod', audience: 'events', jwksUrl }))
      verify = (assertion) => verifier.verify(assertion)
    },
    async append(...events) {
      await database.db.transaction().execute((tx) => appendEvents(tx, events))
    },
    async restore(count) {
      await database.pool.query(`delete from outbox where position > ${count}`)
      await database.pool.query(`alter table outbox alter column position restart with ${count + 1}`)
    },
    databaseUrl: database.url,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** An event of a transfer by a user. */
export function transferEvent(changes: Partial<NewEvent> = {}): NewEvent {
  return {
    type: 'transfer.approved',
    subject: { type: 'transfer', id: 't-1' },
    actor: { type: 'USER', id: 'u-1', name: 'Ada' },
    at: new Date('2025-01-01T10:00:00.000Z'),
    detail: { status: 'APPROVED', vaspId: 'v-1', version: 2 },
    ...changes,
  }
}
