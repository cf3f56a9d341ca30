import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openDatabase } from '@travel-rule/database/database'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { appendEvents, type NewEvent, type OutboxTables } from '@travel-rule/database/outbox'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { OUTBOX_MIGRATIONS } from '@travel-rule/database/testing/test-outbox'
import { openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'

/** Another service with an outbox, and an HTTP feed for readers with a trusted key. */
export interface TestSource extends AsyncDisposable {
  readonly url: string
  /** Accepts assertions signed with the keys at `jwksUrl`; until then, all readers are refused. */
  trust(jwksUrl: string): void
  append(...events: readonly NewEvent[]): Promise<void>
  /** Keeps only the first `count` events, like a restore from a backup of that time. */
  restore(count: number): Promise<void>
  readonly databaseUrl: string
  /** Stops the service and closes its connections; its port responds with 503. */
  stop(): Promise<void>
  /** Starts the stopped service with a database. */
  start(databaseUrl: string): Promise<void>
}

/** Uses a new database by default. */
export async function openTestSource(url?: string): Promise<TestSource> {
  await using stack = new AsyncDisposableStack()
  const logger = openLogger({ name: 'test-source', level: 'silent' })
  let verify: (assertion: string | undefined) => Promise<unknown> = async () => undefined

  async function openService(databaseUrl: string) {
    await using parts = new AsyncDisposableStack()
    const database = parts.use(
      await openDatabase<OutboxTables>({
        url: databaseUrl,
        migrations: OUTBOX_MIGRATIONS,
        applicationName: 'test-source',
        poolMax: 5,
      }),
    )
    const feed = parts.use(await openFeed({ database, logger }))
    const route = feedRoute({ feed, verifier: { verify: (assertion) => verify(assertion) } })
    const owned = parts.move()
    return { database, route, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  }

  let service: Awaited<ReturnType<typeof openService>> | undefined
  const running = () => {
    if (service === undefined) throw new Error('the source is stopped')
    return service
  }
  const stop = async () => {
    const stopped = service
    service = undefined
    await stopped?.[Symbol.asyncDispose]()
  }
  const databaseUrl = url ?? (await createTestDatabase(stack))
  service = await openService(databaseUrl)
  stack.defer(stop)
  const route: Route<undefined> = {
    method: 'GET',
    path: '/events',
    handle: async (request) =>
      (await service?.route.handle(request)) ?? { status: 503, body: '{"error":{"code":"STOPPED"}}' },
  }
  const host = stack.use(await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes: [route] }))
  const open = stack.move()
  return {
    url: `${host.url}/events`,
    trust(jwksUrl) {
      const verifier = open.use(openAssertionVerifier({ issuer: 'autod', audience: 'events', jwksUrl }))
      verify = (assertion) => verifier.verify(assertion)
    },
    async append(...events) {
      await running()
        .database.db.transaction()
        .execute((tx) => appendEvents(tx, events))
    },
    async restore(count) {
      const { pool } = running().database
      await pool.query(`delete from outbox where position > ${count}`)
      await pool.query(`alter table outbox alter column position restart with ${count + 1}`)
    },
    databaseUrl,
    stop,
    async start(startUrl) {
      service = await openService(startUrl)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** An event of a transfer, caused by a user. */
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
