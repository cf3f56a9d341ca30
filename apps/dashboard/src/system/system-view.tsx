import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import {
  AopdPartDocument,
  AutodPartDocument,
  type AutodPartQuery,
  TrpdPartDocument,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useLive } from '../live/live-context.ts'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { ProblemText } from '../ui/notice.tsx'

/** A separate query for each part, so that one that is down does not hide the others. */
const OPTIONS = { fetchPolicy: 'cache-and-network', pollInterval: 5_000 } as const

/** The parts of the service that respond, the node's identity towards others, and the feeds of the audit log. */
export function SystemView() {
  const { t } = useLanguage()
  usePageTitle(t.system.title)
  const maySeeProofs = useScope('aopd:read')
  const { baseUrl } = useLive()
  const trpd = useQuery(TrpdPartDocument, OPTIONS)
  const aopd = useQuery(AopdPartDocument, { ...OPTIONS, skip: !maySeeProofs })
  const autod = useQuery(AutodPartDocument, OPTIONS)
  const identity = trpd.data?.trpd?.ownIdentity
  const configuration = aopd.data?.aopd?.configuration
  const feeds = autod.data?.autod?.auditFeeds
  const { gatewayVersion } = useSignedIn().caller
  // If there is no response, the gateway itself is unreachable.
  const problems = [trpd, aopd, autod].map(({ error }) => problemOf(error))
  const unreachable = problems.find((problem) => problem !== undefined && problem.code === undefined)
  const positions = { trpd: trpd.data?.trpd?.eventPosition, aopd: aopd.data?.aopd?.eventPosition }
  return (
    <div className="page">
      <h1>{t.system.title}</h1>
      <Card id="parts" title={t.system.parts}>
        <p className="soft">{t.system.partsIntro}</p>
        <ul className="items">
          <Part name="gateway" version={gatewayVersion} problem={unreachable} isLoading={trpd.loading && !identity}>
            {baseUrl}
          </Part>
          <Part
            name="trpd"
            version={trpd.data?.trpd?.programVersion}
            problem={problemOf(trpd.error)}
            isLoading={trpd.loading && !identity}
          >
            {identity && `${identity.name} · TRP ${identity.apiVersion} · ${identity.url}`}
          </Part>
          {maySeeProofs && (
            <Part
              name="aopd"
              version={aopd.data?.aopd?.programVersion}
              problem={problemOf(aopd.error)}
              isLoading={aopd.loading && !configuration}
            >
              {configuration?.publicUrl}
            </Part>
          )}
          <Part
            name="autod"
            version={autod.data?.autod?.programVersion}
            problem={problemOf(autod.error)}
            isLoading={autod.loading && !feeds}
          >
            {feeds && t.system.feedCount(feeds.length)}
          </Part>
        </ul>
      </Card>
      {feeds && <FeedsSection feeds={feeds} positions={positions} />}
    </div>
  )
}

function problemOf(error: unknown): ApiProblem | undefined {
  return error === undefined ? undefined : apiProblem(error)
}

interface PartProps {
  readonly name: 'gateway' | 'trpd' | 'aopd' | 'autod'
  readonly version: string | undefined
  readonly problem: ApiProblem | undefined
  readonly isLoading: boolean
  readonly children: ReactNode
}

function Part({ name, version, problem, isLoading, children }: PartProps) {
  const { t } = useLanguage()
  const state = problem !== undefined ? 'FAILED' : isLoading ? 'LOADING' : 'RESPONDS'
  const tones = { FAILED: 'bad', LOADING: 'quiet', RESPONDS: 'good' } as const
  return (
    <li className="item">
      <div>
        <p>
          <strong>{t.system.partNames[name]}</strong> <code className="soft">{name}</code>{' '}
          {version !== undefined && <span className="soft">{t.system.version(version)}</span>}
        </p>
        <p className="soft">{problem === undefined ? <bdi>{children}</bdi> : <ProblemText problem={problem} />}</p>
      </div>
      <span className={`badge badge-${tones[state]}`}>{t.system.states[state]}</span>
    </li>
  )
}

type Feed = NonNullable<NonNullable<AutodPartQuery['autod']>['auditFeeds']>[number]

interface FeedsSectionProps {
  readonly feeds: readonly Feed[]
  /** Position of the last event of each part, if known. */
  readonly positions: Readonly<Record<string, string | undefined>>
}

/** How far the audit log is behind the events of each part, and how to resume a stopped feed. */
function FeedsSection({ feeds, positions }: FeedsSectionProps) {
  const { t } = useLanguage()
  return (
    <Card id="feeds" title={t.system.feeds}>
      <p className="soft">{t.system.feedsIntro}</p>
      <ul className="items">
        {feeds.map((feed) => (
          <FeedItem key={feed.source} feed={feed} newest={positions[feed.source]} />
        ))}
      </ul>
    </Card>
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
