import { useApolloClient, useQuery } from '@apollo/client/react'
import { lazy, Suspense, useState } from 'react'
import { MeasureNotesDocument, VaspFailuresDocument, type VaspFailuresQuery } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'

const MeasureDialog = lazy(async () => ({ default: (await import('./measure-dialog.tsx')).MeasureDialog }))

type Loaded = NonNullable<NonNullable<VaspFailuresQuery['trpd']>['vasp']>

interface DataFailuresSectionProps {
  readonly vaspId: string
  readonly onDone: () => void
}

/** How often a VASP failed to provide data, and the measures taken. */
export function DataFailuresSection({ vaspId, onDone }: DataFailuresSectionProps) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [isRecording, setRecording] = useState(false)
  const { data, error, refetch } = useQuery(VaspFailuresDocument, {
    variables: { id: vaspId },
    fetchPolicy: 'no-cache',
  })
  const found = data?.trpd?.vasp
  const words = t.vasps.failures
  return (
    <section className="card" aria-labelledby="failures">
      <div className="card-head">
        <h2 id="failures">{words.title}</h2>
        {mayWrite && <Button onClick={() => setRecording(true)}>{words.record}</Button>}
      </div>
      <p className="soft">{words.text}</p>
      {error && !found && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {found && <Counts failures={found.dataFailures} />}
      {found && <Measures key={found.measures[0]?.id} vaspId={vaspId} measures={found.measures} />}
      <Suspense>
        {isRecording && (
          <MeasureDialog
            vaspId={vaspId}
            onClose={(isDone) => {
              setRecording(false)
              if (!isDone) return
              onDone()
              void refetch().catch(() => {})
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

function Counts({ failures }: { readonly failures: Loaded['dataFailures'] }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.failures
  const { inquiriesReceived, inquiriesWithGaps, gapShare, gaps, inquiriesSent, inquiriesUnanswered } = failures
  const kindWords: Readonly<Record<string, string>> = words.gapKinds
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' })
  const withGaps = formats.count(inquiriesWithGaps)
  return (
    <dl className="facts">
      <Fact label={words.received}>{formats.count(inquiriesReceived)}</Fact>
      <Fact label={words.gaps}>{gapShare === null ? withGaps : words.share(withGaps, percent.format(gapShare))}</Fact>
      <Fact label={words.kinds}>
        {gaps.length > 0 && (
          <ul>
            {gaps.map(({ kind, count }) => (
              <li key={kind}>{words.kind(kindWords[kind] ?? `IVMS101 ${kind}`, formats.count(count))}</li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label={words.sent}>{formats.count(inquiriesSent)}</Fact>
      <Fact label={words.unanswered}>{formats.count(inquiriesUnanswered)}</Fact>
    </dl>
  )
}

interface MeasuresProps {
  readonly vaspId: string
  readonly measures: Loaded['measures']
}

function Measures({ vaspId, measures }: MeasuresProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const now = useNow()
  const maySee = useScope('pii:read')
  // Stored only here and not in the cache, so that hiding discards it.
  const [notes, setNotes] = useState<ReadonlyMap<string, string | null>>()
  const { problem, run } = useAttempt()
  const words = t.vasps.failures

  const load = () =>
    run(async () => {
      const variables = { id: vaspId }
      const { data } = await client.query({ query: MeasureNotesDocument, variables, fetchPolicy: 'no-cache' })
      setNotes(new Map(data?.trpd?.vasp?.measures.map(({ id, note }) => [id, note])))
    })

  return (
    <>
      <h3>{words.measures}</h3>
      {measures.length === 0 && <p className="soft">{words.noMeasure}</p>}
      {measures.length > 0 && (
        <ul className="timeline">
          {measures.map(({ id, kind, takenAt, deadline, recordedBy }) => (
            <li key={id} className="timeline-item">
              <span>
                {words.measureKinds[kind]}
                {deadline !== null && (
                  <span className={Date.parse(deadline) < now ? 'due-soon' : undefined}>
                    {' '}
                    {words.until(formats.dateTime(deadline))}
                  </span>
                )}
              </span>
              <span className="soft">
                {formats.dateTime(takenAt)} · <bdi>{recordedBy.name ?? recordedBy.id}</bdi>
              </span>
              {notes?.get(id) && <p className="quote">{notes.get(id)}</p>}
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.load} onRetry={() => void load()} />}
      {maySee && measures.length > 0 && (
        <div className="action-buttons">
          <Button aria-expanded={notes !== undefined} onClick={() => (notes ? setNotes(undefined) : void load())}>
            {notes ? words.hideNotes : words.showNotes}
          </Button>
        </div>
      )}
    </>
  )
}
