import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { Database } from '@travel-rule/database/database'
import { type FeedProgress, openFeedConsumer } from '@travel-rule/database/feed-consumer'
import { describeMissing } from '@travel-rule/database/feed-cursor'
import type { HealthNote } from '@travel-rule/http-host/health'
import type { Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import type { Logger } from '@travel-rule/service/logger'
import { mapSetting, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import { auditedEvents } from '../store/audited-events.ts'
import type { Tables } from '../store/tables.ts'
import { applyEvents, recordFeedGap } from './actions/record-activity.ts'

/** The `source` of autod's own events in the audit log. */
export const OWN_SOURCE = 'autod'

export interface FeedAddress {
  /** Name of the service, and the permanent `source` of its entries in the audit log. */
  readonly source: string
  readonly url: string
}

/** `name=url` pairs of event feeds. */
export const feedUrlsSetting = mapSetting.transform((map, context): readonly FeedAddress[] =>
  Object.entries(map).map(([source, value]) => {
    const url = urlSetting.safeParse(value)
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(source) || source === OWN_SOURCE || !url.success) {
      context.addIssue({ code: 'custom', message: 'must be pairs like trpd=http://host:port/events' })
      return z.NEVER
    }
    return { source, url: url.data }
  }),
)

export interface Feeds extends AsyncDisposable {
  /** For readiness: a note while events have not been read by any process. */
  check(): Promise<HealthNote | undefined>
  progress(): readonly FeedProgress[]
}

export interface FeedsOptions {
  readonly addresses: readonly FeedAddress[]
  readonly database: Database<Tables>
  readonly signer: AssertionSigner
  readonly logger: Logger
  readonly now: () => Date
}

/** Audience of the assertions for event feeds. */
const AUDIENCE = 'events'
const reader: Identity = {
  subject: 'autod',
  clientId: 'autod',
  actsFor: 'ITSELF',
  name: 'autod',
  roles: [],
  scopes: [],
}

/** Appends the events of all feeds to the audit log until disposed. */
export async function openFeeds({ addresses, database, signer, logger, now }: FeedsOptions): Promise<Feeds> {
  await using stack = new AsyncDisposableStack()
  const consumers = addresses.map(({ source, url }) =>
    stack.use(
      openFeedConsumer<Tables>({
        source,
        url,
        authorize: () => signer.mint(reader, AUDIENCE),
        database,
        applied: auditedEvents(database.db, source),
        recordGap: (tx, gap) => recordFeedGap(tx, { source, gap, at: now() }),
        apply: { page: (tx, events, origin) => applyEvents(tx, source, events, origin) },
        logger,
      }),
    ),
  )
  const open = stack.move()
  const sources = addresses.map(({ source }) => source)
  return {
    async check() {
      const note = await describeMissing(database.db, sources)
      return note === undefined ? undefined : { note }
    },
    progress: () => consumers.map((consumer) => consumer.progress()),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/**
 * `GET /.well-known/jwks.json`: the keys that sign this service's requests to event feeds.
 * `GET /feeds`: the progress of each feed, `{"feeds":[{"source","state","position","lastEventAt","lagMs"}]}`.
 *
 * A failing or stopped feed does not make this service unready, because the audit log can still be read.
 */
export function feedRoutes(signer: AssertionSigner, feeds: Feeds): Route[] {
  return [
    { method: 'GET', path: '/.well-known/jwks.json', handle: () => jsonResponse(200, signer.publicKeys()) },
    { method: 'GET', path: '/feeds', handle: () => jsonResponse(200, { feeds: feeds.progress() }) },
  ]
}
