import { Link } from 'wouter'
import type { CheckEvidenceQuery } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { ServiceText } from '../ui/service-text.tsx'

export type CheckEvidence = NonNullable<
  NonNullable<NonNullable<CheckEvidenceQuery['trpd']>['transaction']>['checks'][number]['evidence']
>

/** The values that a check has judged. */
export function EvidenceValues({ evidence }: { readonly evidence: CheckEvidence }) {
  return evidence
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => (
      <p key={name} className="soft">
        <EvidenceName name={name} />: <EvidenceValue name={name} value={value} />
      </p>
    ))
}

function EvidenceName({ name }: { readonly name: string }) {
  const { t, formats } = useLanguage()
  const names: Readonly<Record<string, string>> = { ...t.checks.evidenceNames, ...t.screening.names }
  const [, hit] = /^hit(\d+)$/.exec(name) ?? []
  return hit === undefined ? (names[name] ?? name) : t.checks.hit(formats.decimal(hit))
}

function EvidenceValue({ name, value }: { readonly name: string; readonly value: string }) {
  const { t, formats } = useLanguage()
  switch (name) {
    case 'reviewedAt':
    case 'nextReviewAt':
    case 'verifiedAt':
    case 'revokedAt':
      return formats.dateTime(value)
    case 'score':
    case 'largestEarlierAmount':
    case 'earlierTransactions':
      return formats.decimal(value)
    case 'licence': {
      const licences: Readonly<Record<string, string>> = t.vasps.dueDiligence.licences
      return licences[value] ?? value
    }
    case 'account':
      return <ServiceText text={value} />
    case 'explanation':
      return value.split('; ').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move
        <span key={index}>
          {index > 0 && '; '}
          <ServiceText text={part} />
        </span>
      ))
    case 'transactions':
      return value.split(' ').map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={`/transactions/${encodeURIComponent(id)}`}>{id}</Link>
        </span>
      ))
    default:
      return <bdi>{value}</bdi>
  }
}
