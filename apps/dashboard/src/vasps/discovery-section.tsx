import { useApolloClient } from '@apollo/client/react'
import {
  DiscoverVaspDocument,
  type DiscoveryPartsFragment,
  type VaspDetailFragment,
  VaspDetailsDocument,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

/** The data that a VASP publishes about itself, which can be requested again. */
export function DiscoverySection({ vasp }: { readonly vasp: VaspDetailFragment }) {
  const { t } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const { isWorking, problem, run } = useAttempt()
  const { id, url, discovery } = vasp

  const ask = (from: string) =>
    run(async () => {
      await api.load(DiscoverVaspDocument, { url: from })
      await client.query({ query: VaspDetailsDocument, variables: { id }, fetchPolicy: 'network-only' })
    })

  return (
    <Card
      id="discovery"
      title={t.vasps.discovery.title}
      buttons={
        mayWrite &&
        url !== null && (
          <Button aria-disabled={isWorking} onClick={() => void ask(url)}>
            {isWorking ? t.actions.working : t.vasps.discovery.ask}
          </Button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} title={t.vasps.register.discoveryFailed} />}
      {discovery === null && <p className="soft">{t.vasps.discovery.none}</p>}
      {discovery && <DiscoveryFacts discovery={discovery} />}
    </Card>
  )
}

/** The data that a VASP publishes about itself. */
export function DiscoveryFacts({ discovery }: { readonly discovery: DiscoveryPartsFragment }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.discovery
  const { checkedAt, name, lei, version, vendor, requiredExtensions, supportedExtensions, certificate } = discovery
  const list = (values: readonly string[] | null) => values && values.length > 0 && <bdi>{values.join(', ')}</bdi>
  return (
    <>
      <dl className="facts">
        <Fact label={t.vasps.name}>{name && <bdi>{name}</bdi>}</Fact>
        <Fact label={t.vasps.lei}>{lei && <code dir="ltr">{lei}</code>}</Fact>
        <Fact label={t.transaction.protocol}>{version && `TRP ${version}`}</Fact>
        <Fact label={words.vendor}>{vendor && <bdi>{vendor}</bdi>}</Fact>
        <Fact label={words.required}>{list(requiredExtensions)}</Fact>
        <Fact label={words.supported}>{list(supportedExtensions)}</Fact>
        <Fact label={words.checked}>{checkedAt && formats.dateTime(checkedAt)}</Fact>
      </dl>
      {discovery.problems.length > 0 && (
        <ul className="issues">
          {discovery.problems.map(({ path, message }) => (
            <li key={path} className="issue">
              <code dir="ltr">{path}</code> <ServiceText text={message} />
            </li>
          ))}
        </ul>
      )}
      {certificate && (
        <details className="raw">
          <summary>{words.certificate}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
          <pre tabIndex={0} dir="ltr">
            {certificate}
          </pre>
        </details>
      )}
      <p className="soft">{words.unproven}</p>
    </>
  )
}
