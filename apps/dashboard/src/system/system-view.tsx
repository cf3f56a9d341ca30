import { useQuery } from '@apollo/client/react'
import { type ReactNode, useEffect } from 'react'
import { AopdPartDocument, AutodPartDocument, TrpdPartDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useLive } from '../live/live-context.ts'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { ProblemText } from '../ui/notice.tsx'
import { FeedsSection } from './feeds-section.tsx'

/** A separate query for each part, so that one that is down does not hide the others. */
const OPTIONS = { fetchPolicy: 'cache-and-network', pollInterval: 5_000 } as const

/** The parts of the service that respond, the node's identity towards others, and the feeds of the audit log. */
export function SystemView() {
  const { t } = useLanguage()
  useEffect(() => {
    document.title = `${t.system.title} · ${t.app.name}`
  }, [t])
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
      <section className="card panel" aria-labelledby="parts">
        <h2 id="parts">{t.system.parts}</h2>
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
      </section>
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
