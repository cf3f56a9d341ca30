import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { Database } from '@travel-rule/database/database'
import { type FeedConsumer, openFeedConsumer } from '@travel-rule/database/feed-consumer'
import type { Logger } from '@travel-rule/service/logger'
import { applyEvent } from '../actions/apply-event.ts'
import type { Tables } from '../store/tables.ts'
import type { FeedAddress } from './feed-urls-setting.ts'

export interface FeedProgress {
  readonly source: string
  /** `WAITING` while another replica follows this feed. */
  readonly state: FeedConsumer['state']
  /** Last position that this process knows to be applied, in decimal digits. */
  readonly position: string | null
  /** When the last event that this process applied had happened, RFC 3339. */
  readonly lastEventAt: string | null
  /** How long after it had happened that event was applied, in milliseconds. */
  readonly lagMs: number | null
}

export interface Feeds extends AsyncDisposable {
  progress(): readonly FeedProgress[]
}

export interface FeedsOptions {
  readonly addresses: readonly FeedAddress[]
  readonly database: Database<Tables>
  readonly signer: AssertionSigner
  readonly logger: Logger
  readonly now: () => Date
}

/** Audience of the assertions that event feeds ask for. */
const AUDIENCE = 'events'
const reader: Identity = { subject: 'autod', clientId: 'autod', name: 'autod', roles: [], scopes: [] }

/** Follows every feed into the audit log until disposed. */
export async function openFeeds({ addresses, database, signer, logger, now }: FeedsOptions): Promise<Feeds> {
  await using stack = new AsyncDisposableStack()
  const feeds = addresses.map(({ source, url }) => {
    const last = { eventAt: undefined as Date | undefined, lagMs: undefined as number | undefined }
    const consumer = stack.use(
      openFeedConsumer<Tables>({
        source,
        url,
        authorize: () => signer.mint(reader, AUDIENCE),
        database,
        async apply(tx, event) {
          await applyEvent(tx, source, event)
          last.eventAt = event.at
          last.lagMs = Math.max(0, now().getTime() - event.at.getTime())
        },
        logger,
      }),
    )
    return { source, consumer, last }
  })
  const open = stack.move()
  return {
    progress: () =>
      feeds.map(({ source, consumer, last }) => ({
        source,
        state: consumer.state,
        position: consumer.position?.toString() ?? null,
        lastEventAt: last.eventAt?.toISOString() ?? null,
        lagMs: last.lagMs ?? null,
      })),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
