import { useApolloClient } from '@apollo/client/react'
import { DiscoverVaspDocument, type VaspDetailFragment, VaspDetailsDocument } from '../api/operations.generated.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { DiscoveryFacts } from './discovery-facts.tsx'

/** The data that a VASP publishes about itself, which can be requested again. */
export function DiscoverySection({ vasp }: { readonly vasp: VaspDetailFragment }) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const { isWorking, problem, run } = useAttempt()
  const { id, url, discovery } = vasp

  const ask = (from: string) =>
    run(async () => {
      await client.query({ query: DiscoverVaspDocument, variables: { url: from }, fetchPolicy: 'no-cache' })
      await client.query({ query: VaspDetailsDocument, variables: { id }, fetchPolicy: 'network-only' })
    })

  return (
    <section className="card" aria-labelledby="discovery">
      <div className="card-head">
        <h2 id="discovery">{t.vasps.discovery.title}</h2>
        {mayWrite && url !== null && (
          <button type="button" className="button" aria-disabled={isWorking} onClick={() => void ask(url)}>
            {isWorking ? t.actions.working : t.vasps.discovery.ask}
          </button>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} title={t.vasps.register.discoveryFailed} />}
      {discovery === null && <p className="soft">{t.vasps.discovery.none}</p>}
      {discovery && <DiscoveryFacts discovery={discovery} />}
    </section>
  )
}
