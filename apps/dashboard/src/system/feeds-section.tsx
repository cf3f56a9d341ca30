import type { AutodPartQuery } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { CopyValue } from '../ui/copy-value.tsx'

type Feed = NonNullable<NonNullable<AutodPartQuery['autod']>['auditFeeds']>[number]

interface FeedsSectionProps {
  readonly feeds: readonly Feed[]
  /** Position of the last event of each part, if known. */
  readonly positions: Readonly<Record<string, string | undefined>>
}

/** How far the audit log is behind the events of each part, and how to resume a stopped feed. */
export function FeedsSection({ feeds, positions }: FeedsSectionProps) {
  const { t } = useLanguage()
  return (
    <section className="card panel" aria-labelledby="feeds">
      <h2 id="feeds">{t.system.feeds}</h2>
      <p className="soft">{t.system.feedsIntro}</p>
      <ul className="items">
        {feeds.map((feed) => (
          <FeedItem key={feed.source} feed={feed} newest={positions[feed.source]} />
        ))}
      </ul>
    </section>
  )
}

interface FeedItemProps {
  readonly feed: Feed
  readonly newest: string | undefined
}

function FeedItem({ feed: { source, position, epoch, changedAt, failingSince, stop }, newest }: FeedItemProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('autod:write')
  const words = t.system
  const behind = newest === undefined ? undefined : Math.max(0, Number(newest) - Number(position))
  return (
    <li className="item item-wide">
      <div>
        <p>
          <strong>{source}</strong>{' '}
          <span className={`badge badge-${stop === null && failingSince === null ? 'good' : 'bad'}`}>
            {stop !== null ? words.stopped : failingSince === null ? words.reading : words.failing}
          </span>
        </p>
        {stop === null && failingSince !== null && <p>{words.failingSince(formats.dateTime(failingSince))}</p>}
        {behind !== undefined && <p>{words.behind(behind, formats.count(behind))}</p>}
        <p className="soft">
          {words.position(formats.count(Number(position)))}
          {changedAt !== null && stop === null && `, ${words.lastRead(formats.relative(changedAt, now))}`}
          {epoch !== null && (
            <>
              {` · ${words.epoch} `}
              <code>{epoch}</code>
            </>
          )}
        </p>
      </div>
      {stop !== null && (
        <div className="notice notice-problem">
          <p className="notice-title">{words.stoppedAt(formats.dateTime(stop.at))}</p>
          <p>{words.stopReasons[stop.reason]}</p>
          {stop.acceptedBy !== null && <p>{words.accepted(stop.acceptedBy)}</p>}
          {stop.acceptedBy === null && mayWrite && (
            <>
              <p>{words.accept}</p>
              <CopyValue value={`npm run feeds -- accept ${source}`} />
            </>
          )}
          {stop.acceptedBy === null && !mayWrite && <p>{words.askOperator}</p>}
        </div>
      )}
    </li>
  )
}
