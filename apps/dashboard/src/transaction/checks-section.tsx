import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import {
  CheckEvidenceDocument,
  type CheckEvidenceQuery,
  type CheckName,
  type CheckPartsFragment,
  RunChecksDocument,
  TransactionChecksDocument,
  type TransactionChecksQuery,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useFetched } from '../hooks/use-fetched.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { ScreeningResult } from './screening-result.tsx'

interface ChecksSectionProps {
  readonly id: string
  /** The version of the transaction; each version may have run the checks again. */
  readonly version: number
  /** True while personal data is shown, and with it the evidence. */
  readonly isRevealed: boolean
}

/** The results of the checks, their evidence, and when they ran. */
export function ChecksSection({ id, version, isRevealed }: ChecksSectionProps) {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('trpd:write')
  const { isWorking, problem: refusal, run: attempt } = useAttempt()
  const [hasRun, setRun] = useState(false)
  const query = useQuery(TransactionChecksDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch } = query
  const loaded = data?.trpd?.transaction
  // A result is not a decision, so a new one may leave the version unchanged.
  const latest = loaded?.checks[0]?.checkedAt
  const { data: found, problem } = useFetched(CheckEvidenceDocument, id, isRevealed ? latest : undefined)
  const evidence = new Map(found?.trpd?.transaction?.checks.map(({ check, evidence }) => [check, evidence ?? []]))
  useEffect(() => {
    if (version > 1) void refetch().catch(() => {})
  }, [version, refetch])

  const run = () =>
    attempt(async () => {
      setRun(false)
      await api.send(RunChecksDocument, { id })
      await refetch()
      setRun(true)
    })

  return (
    <Card
      id="checks"
      title={t.checks.title}
      buttons={
        mayWrite &&
        loaded && (
          <Button aria-disabled={isWorking} onClick={() => void run()}>
            {isWorking ? t.actions.working : t.checks.run}
          </Button>
        )
      }
    >
      {loaded?.checks.length === 0 && <p className="soft">{t.checks.none}</p>}
      {loaded && loaded.checks.length > 0 && <CheckList results={loaded.checks} evidence={evidence} />}
      {isRevealed && loaded && <ScreeningResult id={id} state={latest} />}
      {problem && <ProblemNotice problem={problem} title={t.checks.evidenceFailed} />}
      <div role="status">{hasRun && <Notice tone="good">{t.checks.hasRun}</Notice>}</div>
      {refusal && <ProblemNotice problem={refusal} title={t.problems.title} />}
      <QueryState query={query} data={loaded} loading="LINE" />
      {loaded && loaded.checkRuns.length > 1 && <EarlierRuns runs={loaded.checkRuns.slice(1)} />}
    </Card>
  )
}

type EvidenceByCheck = ReadonlyMap<CheckName, CheckEvidence>

const TONES = { PASS: 'good', WARN: 'warn', FAIL: 'bad', UNKNOWN: 'quiet' } as const

/** An incomplete sanctions screening is shown like a failure. */
function toneOf({ check, verdict }: CheckPartsFragment): string {
  return check === 'SCREENING' && verdict === 'UNKNOWN' ? TONES.FAIL : TONES[verdict]
}

interface CheckListProps {
  readonly results: readonly CheckPartsFragment[]
  readonly evidence?: EvidenceByCheck | undefined
}

function CheckList({ results, evidence }: CheckListProps) {
  const { t, formats } = useLanguage()
  const names: Readonly<Record<string, string>> = t.checks.names
  return (
    <ul className="timeline">
      {results.map((result) => (
        <li key={result.check} className="check">
          <span className={`badge badge-${toneOf(result)}`}>{t.checks.verdicts[result.verdict]}</span>
          <div>
            <p>
              <strong>{names[result.check] ?? result.check}</strong>{' '}
              {result.required && <span className="soft">{t.checks.required}</span>}
            </p>
            <p>
              <ServiceText text={result.reason} />
            </p>
            {result.missing.length > 0 && <MissingList missing={result.missing} />}
            <EvidenceValues evidence={evidence?.get(result.check) ?? []} />
            <p className="soft">
              {formats.dateTime(result.checkedAt)} · {t.checks.version(formats.count(result.version))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Missing data that a law requires, with its alternatives. */
function MissingList({ missing }: Pick<CheckPartsFragment, 'missing'>) {
  const { t } = useLanguage()
  const { fields: words } = t.dataRequests
  return (
    <ul className="missing-data">
      {missing.map(({ party, anyOf }) => {
        const sets = anyOf.map(({ fields }) => fields.map(({ code }) => words[code]).join(' + '))
        return (
          <li key={`${party} ${sets.join()}`}>
            {t.checks.missing[party]}: {sets.length === 1 ? sets[0] : t.checks.oneOf}
            {sets.length > 1 && (
              <ul>
                {sets.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Run = NonNullable<NonNullable<TransactionChecksQuery['trpd']>['transaction']>['checkRuns'][number]

function EarlierRuns({ runs }: { readonly runs: readonly Run[] }) {
  const { t } = useLanguage()
  return (
    <details className="raw">
      <summary>{t.checks.earlier}</summary>
      {runs.map(({ cause, requestedBy, results }) => (
        <section key={results[0]?.checkedAt ?? cause}>
          <h3>
            {t.checks.causes[cause]}
            {requestedBy && (
              <span className="soft">
                {' · '}
                <bdi>{requestedBy.name ?? requestedBy.id}</bdi>
              </span>
            )}
          </h3>
          <CheckList results={results} />
        </section>
      ))}
    </details>
  )
}

type CheckEvidence = NonNullable<
  NonNullable<NonNullable<CheckEvidenceQuery['trpd']>['transaction']>['checks'][number]['evidence']
>

/** The values that a check has judged. */
function EvidenceValues({ evidence }: { readonly evidence: CheckEvidence }) {
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
