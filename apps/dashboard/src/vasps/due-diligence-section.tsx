import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type LicenceStatus, RecordDueDiligenceDocument, type VaspDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { useNow } from '../shell/use-now.ts'
import { Fact } from '../ui/fact.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { nextReviewAt, reviewDay } from './next-review.ts'

interface DueDiligenceSectionProps {
  readonly vasp: VaspDetailFragment
  readonly onDone: () => void
}

/** What was found out about a VASP, and when it is looked at again. */
export function DueDiligenceSection({ vasp, onDone }: DueDiligenceSectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('trpd:write')
  const [isOpen, setOpen] = useState(false)
  const words = t.vasps.dueDiligence
  const known = vasp.dueDiligence
  const isDue = known?.nextReviewAt != null && Date.parse(known.nextReviewAt) < now
  return (
    <section className="card" aria-labelledby="due-diligence">
      <div className="card-head">
        <h2 id="due-diligence">{words.title}</h2>
        {mayWrite && (
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {words.record}
          </button>
        )}
      </div>
      {known === null && <p className="soft">{words.none}</p>}
      {known && (
        <dl className="facts">
          <Fact label={words.licence}>{words.licences[known.licence]}</Fact>
          <Fact label={words.leiEntity}>{known.leiEntityStatus && <bdi>{known.leiEntityStatus}</bdi>}</Fact>
          <Fact label={words.leiRegistration}>
            {known.leiRegistrationStatus && <bdi>{known.leiRegistrationStatus}</bdi>}
          </Fact>
          <Fact label={words.reviewed}>{formats.dateTime(known.reviewedAt)}</Fact>
          <Fact label={words.next}>
            {known.nextReviewAt && (
              <span className={isDue ? 'due-soon' : undefined}>
                {formats.dateTime(known.nextReviewAt)} ({formats.relative(known.nextReviewAt, now)})
              </span>
            )}
          </Fact>
          <Fact label={words.recorded}>
            {formats.dateTime(known.recordedAt)} · <bdi>{known.recordedBy.name ?? known.recordedBy.id}</bdi>
          </Fact>
        </dl>
      )}
      {isOpen && (
        <DueDiligenceDialog
          vasp={vasp}
          onClose={(isDone) => {
            setOpen(false)
            if (isDone) onDone()
          }}
        />
      )}
    </section>
  )
}

const LICENCES: readonly LicenceStatus[] = ['ACTIVE', 'NOT_REQUIRED', 'SUSPENDED', 'REVOKED', 'NONE']

interface DueDiligenceDialogProps {
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

function DueDiligenceDialog({ vasp, onClose }: DueDiligenceDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const known = vasp.dueDiligence
  const [licence, setLicence] = useState<LicenceStatus | ''>(known?.licence ?? '')
  const [entity, setEntity] = useState(known?.leiEntityStatus ?? '')
  const [registration, setRegistration] = useState(known?.leiRegistrationStatus ?? '')
  const [next, setNext] = useState(reviewDay(known?.nextReviewAt))
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const words = t.vasps.dueDiligence
  const reviewAt = nextReviewAt(next, known?.nextReviewAt)
  const isPast = reviewAt !== null && Date.parse(reviewAt) <= Date.now()

  function submit(chosen: LicenceStatus): Promise<unknown> {
    const input = {
      licence: chosen,
      leiEntityStatus: filled(entity),
      leiRegistrationStatus: filled(registration),
      reviewedAt: new Date().toISOString(),
      nextReviewAt: reviewAt,
    }
    return client.mutate({ mutation: RecordDueDiligenceDocument, variables: { id: vasp.id, input } })
  }

  return (
    <FormDialog
      title={words.title}
      button={words.record}
      check={() => {
        setTried(true)
        return licence !== '' && !isPast
      }}
      submit={async () => licence !== '' && submit(licence)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <SelectField
        label={words.licence}
        isRequired
        problem={missing(licence)}
        value={licence}
        onChange={setLicence}
        none={words.choose}
        options={LICENCES.map((each) => [each, words.licences[each]])}
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
        problem={hasTried && isPast ? words.nextPast : undefined}
        type="date"
        value={next}
        onChange={setNext}
      />
    </FormDialog>
  )
}

function filled(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}
