import { useQuery } from '@apollo/client/react'
import { type FormEvent, useId, useState } from 'react'
import {
  type CurrentThresholdsFragment,
  PreviewScreeningThresholdsDocument,
  type PreviewScreeningThresholdsQuery,
  ScreeningThresholdsDocument,
  SetScreeningThresholdsDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { problemsOf, readThreshold, type Thresholds } from './thresholds.ts'

/**
 * The minimum scores at which a listed name is a match, and the number of transactions that other scores would change.
 */
export function ThresholdsSection() {
  const { t } = useLanguage()
  const titleId = useId()
  const query = useQuery(ScreeningThresholdsDocument, { fetchPolicy: 'no-cache' })
  const { data, refetch } = query
  const current = data?.trpd?.screeningThresholds
  const load = async () => (await refetch()).data?.trpd?.screeningThresholds
  return (
    <Card id={titleId} title={t.screening.thresholds.title}>
      <p className="soft">{t.screening.thresholds.intro}</p>
      <QueryState query={query} data={current} />
      {current && <ThresholdsForm current={current} load={load} />}
    </Card>
  )
}

type Preview = NonNullable<NonNullable<PreviewScreeningThresholdsQuery['trpd']>['previewScreeningThresholds']>

interface ThresholdsFormProps {
  readonly current: CurrentThresholdsFragment
  readonly load: () => Promise<CurrentThresholdsFragment | undefined>
}

function ThresholdsForm({ current, load }: ThresholdsFormProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const number = new Intl.NumberFormat(formats.locale, { minimumFractionDigits: 2 })
  const [version, setVersion] = useState(current.version)
  const [possible, setPossible] = useState(number.format(current.possible))
  const [strong, setStrong] = useState(number.format(current.strong))
  const [isChecked, setChecked] = useState(false)
  const { isWorking, problem, run: attempt } = useAttempt()
  const [preview, setPreview] = useState<Preview>()
  const [news, setNews] = useState<'SAVED' | 'CONFLICT'>()
  const words = t.screening.thresholds
  const thresholds: Thresholds = { possible: readThreshold(possible), strong: readThreshold(strong) }
  const problems = isChecked ? problemsOf(thresholds) : {}

  /** Runs `act` if the numbers are valid and no other action is running. */
  async function run(
    act: (valid: { readonly possible: number; readonly strong: number }) => Promise<void>,
  ): Promise<void> {
    const { possible, strong } = thresholds
    setChecked(true)
    if (isWorking || possible === undefined || strong === undefined || Object.keys(problemsOf(thresholds)).length > 0)
      return
    setNews(undefined)
    await attempt(() => act({ possible, strong }).catch(showConflict))
  }

  /** Throws the error unless it is a conflict. */
  async function showConflict(error: unknown): Promise<void> {
    const isConflict = apiProblem(error).code === 'SCREENING_THRESHOLDS_VERSION_CONFLICT'
    const latest = isConflict ? await load().catch(() => undefined) : undefined
    if (latest === undefined) throw error
    setVersion(latest.version)
    setPossible(number.format(latest.possible))
    setStrong(number.format(latest.strong))
    setPreview(undefined)
    setNews('CONFLICT')
  }

  const showPreview = () =>
    run(async (variables) => {
      const query = PreviewScreeningThresholdsDocument
      const data = await api.load(query, variables)
      setPreview(data?.trpd?.previewScreeningThresholds ?? undefined)
    })

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    // The effect must be previewed before saving.
    if (preview === undefined) return showPreview()
    await run(async (valid) => {
      const data = await api.change(SetScreeningThresholdsDocument, { ...valid, expectedVersion: version })
      setVersion(data?.trpd?.setScreeningThresholds?.version ?? version)
      setPreview(undefined)
      setNews('SAVED')
    })
  }

  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setPreview(undefined)
    setNews(undefined)
  }
  return (
    <form className="action-form" onSubmit={(event) => void save(event)} noValidate>
      <div className="field-pair">
        <InputField
          label={words.possible}
          hint={words.hint}
          problem={problems.possible && words[problems.possible]}
          isCode
          value={possible}
          onChange={change(setPossible)}
        />
        <InputField
          label={words.strong}
          hint={words.hint}
          problem={problems.strong && words[problems.strong]}
          isCode
          value={strong}
          onChange={change(setStrong)}
        />
      </div>
      <div className="action-buttons">
        <Button aria-disabled={isWorking} onClick={() => void showPreview()}>
          {isWorking ? t.actions.working : words.preview}
        </Button>
        <Button type="submit" look="main" aria-disabled={isWorking || preview === undefined}>
          {words.save}
        </Button>
      </div>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div role="status">
        {preview && <PreviewResult preview={preview} />}
        {news === 'SAVED' && <Notice tone="good">{words.saved}</Notice>}
        {news === 'CONFLICT' && <Notice tone="problem">{words.conflict}</Notice>}
      </div>
    </form>
  )
}

function PreviewResult({ preview: { examined, isComplete, changed, changes } }: { readonly preview: Preview }) {
  const { t, formats } = useLanguage()
  const words = t.screening.thresholds
  return (
    <>
      <p>
        {words.changed(changed, formats.count(changed), formats.count(examined))} {!isComplete && words.incomplete}
      </p>
      <ul>
        {changes.map(({ from, to, count }) => (
          <li key={`${from} ${to}`}>
            {words.change(t.screening.verdicts[from], t.screening.verdicts[to], formats.count(count))}
          </li>
        ))}
      </ul>
    </>
  )
}
