import { useState } from 'react'
import {
  AddDueDiligenceDocumentDocument,
  DueDiligenceHistoryDocument,
  type LicenceStatus,
  RecordDueDiligenceDocument,
  type RiskRating,
  type VaspDetailFragment,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { FileField, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { nextReviewAt, reviewDay } from './next-review.ts'

const LICENCES: readonly LicenceStatus[] = ['ACTIVE', 'NOT_REQUIRED', 'SUSPENDED', 'REVOKED', 'NONE']
const RISKS: readonly RiskRating[] = ['LOW', 'MEDIUM', 'HIGH']

interface Answer {
  readonly key: string
  readonly question: string
  readonly answer: string
}

interface DueDiligenceDialogProps {
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

/** Records findings about a VASP; earlier records stay in its history. */
export function DueDiligenceDialog({ vasp, onClose }: DueDiligenceDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const known = vasp.dueDiligence
  const [licence, setLicence] = useState<LicenceStatus | ''>(known?.licence ?? '')
  const [risk, setRisk] = useState<RiskRating | ''>(known?.riskRating ?? '')
  const [entity, setEntity] = useState(known?.leiEntityStatus ?? '')
  const [registration, setRegistration] = useState(known?.leiRegistrationStatus ?? '')
  const [next, setNext] = useState(reviewDay(known?.nextReviewAt, formats.timeZone))
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const words = t.vasps.dueDiligence
  const reviewAt = nextReviewAt(next, known?.nextReviewAt, formats.timeZone)
  const isPast = reviewAt !== null && Date.parse(reviewAt) <= Date.now()

  function submit(chosen: LicenceStatus): Promise<unknown> {
    const input = {
      licence: chosen,
      riskRating: risk === '' ? null : risk,
      leiEntityStatus: textOrNull(entity),
      leiRegistrationStatus: textOrNull(registration),
      reviewedAt: new Date().toISOString(),
      nextReviewAt: reviewAt,
      answers: [...answers],
    }
    return api.change(RecordDueDiligenceDocument, { id: vasp.id, input })
  }

  return (
    <FormDialog
      title={words.title}
      button={words.record}
      submit={async () => licence !== '' && submit(licence)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <SelectField
        label={words.licence}
        isRequired
        value={licence}
        onChange={setLicence}
        none={words.choose}
        options={LICENCES.map((each) => [each, words.licences[each]])}
      />
      <SelectField
        label={words.risk}
        hint={words.riskHint}
        value={risk}
        onChange={setRisk}
        none={words.unrated}
        options={RISKS.map((each) => [each, words.risks[each]])}
      />
      <InputField label={words.leiEntity} hint={words.leiEntityHint} isCode value={entity} onChange={setEntity} />
      <InputField
        label={words.leiRegistration}
        hint={words.leiRegistrationHint}
        isCode
        value={registration}
        onChange={setRegistration}
      />
      <InputField
        label={words.next}
        hint={words.nextHint}
        fault={isPast ? words.nextPast : undefined}
        type="date"
        value={next}
        onChange={setNext}
      />
      <AnswerFields vaspId={vasp.id} isFirst={known === null} answers={answers} onChange={setAnswers} />
    </FormDialog>
  )
}

interface AnswerFieldsProps {
  readonly vaspId: string
  /** True if there are no earlier answers to copy. */
  readonly isFirst: boolean
  readonly answers: readonly Answer[]
  readonly onChange: (answers: readonly Answer[]) => void
}

function AnswerFields({ vaspId, isFirst, answers, onChange }: AnswerFieldsProps) {
  const { t } = useLanguage()
  const api = useApi()
  const maySee = useScope('pii:read')
  const { problem, run } = useAttempt()
  const words = t.vasps.dueDiligence
  const change = (key: string, part: Partial<Answer>) =>
    onChange(answers.map((each) => (each.key === key ? { ...each, ...part } : each)))

  const copy = () =>
    run(async () => {
      const data = await api.load(DueDiligenceHistoryDocument, { id: vaspId, personal: true, records: 1 })
      const [latest] = data?.trpd?.vasp?.dueDiligenceHistory ?? []
      onChange((latest?.answers ?? []).map(({ key, question, answer }) => ({ key, question, answer })))
    })

  return (
    <>
      {answers.map(({ key, question, answer }, index) => (
        <fieldset key={key} className="field">
          <legend className="hidden">{words.answerNumber(String(index + 1))}</legend>
          <InputField
            label={words.question}
            isRequired
            lengthMax={500}
            value={question}
            onChange={(value) => change(key, { question: value })}
          />
          <InputField
            label={words.answer}
            isRequired
            lines={2}
            lengthMax={4_000}
            value={answer}
            onChange={(value) => change(key, { answer: value })}
          />
          <Button look="small" onClick={() => onChange(answers.filter((each) => each.key !== key))}>
            {words.removeAnswer}
          </Button>
        </fieldset>
      ))}
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      <div className="action-buttons">
        <Button onClick={() => onChange([...answers, { key: crypto.randomUUID(), question: '', answer: '' }])}>
          {words.addAnswer}
        </Button>
        {maySee && !isFirst && answers.length === 0 && <Button onClick={() => void copy()}>{words.copyAnswers}</Button>}
      </div>
    </>
  )
}

/** Limits of the API. */
const BYTES_MAX = 700_000
const MEDIA_TYPE = /^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/

interface AddDocumentDialogProps {
  /** Id of the due diligence record. */
  readonly recordId: string
  readonly onClose: (done: boolean) => void
}

/** Adds a file to a due diligence record. */
export function AddDocumentDialog({ recordId, onClose }: AddDocumentDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [file, setFile] = useState<File>()
  const words = t.vasps.dueDiligence
  const tooLarge = file !== undefined && file.size > BYTES_MAX ? words.fileTooLarge : undefined

  async function submit(chosen: File): Promise<unknown> {
    const variables = {
      id: recordId,
      name: chosen.name,
      mediaType: MEDIA_TYPE.test(chosen.type) ? chosen.type : 'application/octet-stream',
      content: await base64Of(chosen),
    }
    return api.change(AddDueDiligenceDocumentDocument, variables)
  }

  return (
    <FormDialog
      title={words.addDocument}
      button={words.addDocument}
      submit={async () => file && submit(file)}
      onClose={onClose}
    >
      <p>{words.documentText(formats.count(BYTES_MAX))}</p>
      <FileField
        label={words.file}
        isRequired
        problem={tooLarge && <span role="alert">{tooLarge}</span>}
        fault={tooLarge}
        file={file}
        onChange={setFile}
      />
    </FormDialog>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

/** Number of bytes converted at a time; more would exceed the maximum number of function arguments. */
const CHUNK = 8_192
