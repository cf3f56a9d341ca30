import type { DiscoveryPartsFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { Fact } from '../ui/fact.tsx'
import { ServiceText } from '../ui/service-text.tsx'

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
