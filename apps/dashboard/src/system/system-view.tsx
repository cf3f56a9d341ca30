import { useQuery } from '@apollo/client/react'
import { type ReactNode, useEffect } from 'react'
import { AopdPartDocument, AutodPartDocument, TrpdPartDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { problemMessage } from '../ui/notice.tsx'
import { FeedsSection } from './feeds-section.tsx'

/** A query of its own for each part, so that one that is down hides no other. */
const OPTIONS = { fetchPolicy: 'cache-and-network', pollInterval: 15_000 } as const

/** Which parts of the service respond, who this node is to others, and the feeds of the audit log. */
export function SystemView() {
  const { t } = useLanguage()
  useEffect(() => {
    document.title = `${t.system.title} · ${t.app.name}`
  }, [t])
  const maySeeProofs = useScope('aopd:read')
  const trpd = useQuery(TrpdPartDocument, OPTIONS)
  const aopd = useQuery(AopdPartDocument, { ...OPTIONS, skip: !maySeeProofs })
  const autod = useQuery(AutodPartDocument, OPTIONS)
  const identity = trpd.data?.trpd?.ownIdentity
  const configuration = aopd.data?.aopd?.configuration
  const feeds = autod.data?.autod?.auditFeeds
  return (
    <div className="page">
      <h1>{t.system.title}</h1>
      <section className="card panel" aria-labelledby="parts">
        <h2 id="parts">{t.system.parts}</h2>
        <p className="soft">{t.system.partsIntro}</p>
        <ul className="items">
          <Part name="trpd" problem={problemOf(trpd.error)} isLoading={trpd.loading && !identity}>
            {identity && `${identity.name} · TRP ${identity.apiVersion} · ${identity.url}`}
          </Part>
          {maySeeProofs && (
            <Part name="aopd" problem={problemOf(aopd.error)} isLoading={aopd.loading && !configuration}>
              {configuration?.publicUrl}
            </Part>
          )}
          <Part name="autod" problem={problemOf(autod.error)} isLoading={autod.loading && !feeds}>
            {feeds && t.system.feedCount(feeds.length)}
          </Part>
        </ul>
      </section>
      {feeds && <FeedsSection feeds={feeds} />}
    </div>
  )
}

function problemOf(error: unknown): ApiProblem | undefined {
  return error === undefined ? undefined : apiProblem(error)
}

interface PartProps {
  readonly name: 'trpd' | 'aopd' | 'autod'
  readonly problem: ApiProblem | undefined
  readonly isLoading: boolean
  readonly children: ReactNode
}

function Part({ name, problem, isLoading, children }: PartProps) {
  const { t } = useLanguage()
  const state = problem !== undefined ? 'FAILED' : isLoading ? 'LOADING' : 'RESPONDS'
  const tones = { FAILED: 'bad', LOADING: 'quiet', RESPONDS: 'good' } as const
  return (
    <li className="item">
      <div>
        <p>
          <strong>{t.system.partNames[name]}</strong> <code className="soft">{name}</code>
        </p>
        <p className="soft">
          <bdi>{problem === undefined ? children : problemMessage(problem, t)}</bdi>
        </p>
      </div>
      <span className={`badge badge-${tones[state]}`}>{t.system.states[state]}</span>
    </li>
  )
}
