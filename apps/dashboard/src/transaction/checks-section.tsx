import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import {
  CheckEvidenceDocument,
  type CheckName,
  type CheckPartsFragment,
  RunChecksDocument,
  TransactionChecksDocument,
  type TransactionChecksQuery,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { type CheckEvidence, EvidenceValues } from './check-evidence.tsx'
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
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const { isWorking, problem: refusal, run: attempt } = useAttempt()
  const [hasRun, setRun] = useState(false)
  const { data, error, loading, refetch } = useQuery(TransactionChecksDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const loaded = data?.trpd?.transaction
  // A result is not a decision, so a new one may leave the version unchanged.
  const latest = loaded?.checks[0]?.checkedAt
  const evidence = useEvidence(id, isRevealed, latest)
  useEffect(() => {
    if (version > 1) void refetch().catch(() => {})
  }, [version, refetch])

  const run = () =>
    attempt(async () => {
      setRun(false)
      await client.mutate({ mutation: RunChecksDocument, variables: { id }, fetchPolicy: 'no-cache' })
      await refetch()
      setRun(true)
    })

  return (
    <section className="card" aria-labelledby="checks">
      <div className="card-head">
        <h2 id="checks">{t.checks.title}</h2>
        {mayWrite && loaded && (
          <Button aria-disabled={isWorking} onClick={() => void run()}>
            {isWorking ? t.actions.working : t.checks.run}
          </Button>
        )}
      </div>
      {loaded?.checks.length === 0 && <p className="soft">{t.checks.none}</p>}
      {loaded && loaded.checks.length > 0 && <CheckList results={loaded.checks} evidence={evidence.found} />}
      {isRevealed && loaded && <ScreeningResult id={id} state={latest} />}
      {evidence.problem && <ProblemNotice problem={evidence.problem} title={t.checks.evidenceFailed} />}
      <div role="status">{hasRun && <Notice tone="good">{t.checks.hasRun}</Notice>}</div>
      {refusal && <ProblemNotice problem={refusal} title={t.problems.title} />}
      {error && !loaded && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !loaded && <p role="status">{t.app.loading}</p>}
      {loaded && loaded.checkRuns.length > 1 && <EarlierRuns runs={loaded.checkRuns.slice(1)} />}
    </section>
  )
}

type EvidenceByCheck = ReadonlyMap<CheckName, CheckEvidence>

/** The evidence while personal data is shown; hiding discards it. `state`: when the checks ran. */
function useEvidence(id: string, isRevealed: boolean, state: string | undefined) {
  const client = useApolloClient()
  const [shown, setShown] = useState<{ readonly found?: EvidenceByCheck; readonly problem?: ApiProblem }>({})
  useEffect(() => {
    if (!isRevealed || state === undefined) return
    let isCurrent = true
    client.query({ query: CheckEvidenceDocument, variables: { id }, fetchPolicy: 'no-cache' }).then(
      ({ data }) => {
        const checks = data?.trpd?.transaction?.checks ?? []
        if (isCurrent) setShown({ found: new Map(checks.map(({ check, evidence }) => [check, evidence ?? []])) })
      },
      (error) => isCurrent && setShown({ problem: apiProblem(error) }),
    )
    return () => {
      isCurrent = false
      setShown({})
    }
  }, [client, id, isRevealed, state])
  return shown
}

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
            {!(result.missing.length > 0 && result.reason.startsWith('Missing:')) && (
              <p>
                <ServiceText text={result.reason} />
              </p>
            )}
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
