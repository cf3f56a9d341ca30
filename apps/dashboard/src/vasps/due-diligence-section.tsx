import { useState } from 'react'
import {
  DueDiligenceFileDocument,
  DueDiligenceHistoryDocument,
  type DueDiligenceHistoryQuery,
  EraseDueDiligenceDocument,
  type VaspDetailFragment,
} from '../api/operations.generated.ts'
import { useErasureReason } from '../erasure/erasure-reason.tsx'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { AddDocumentDialog, DueDiligenceDialog } from './due-diligence-dialogs.tsx'

interface DueDiligenceSectionProps {
  readonly vasp: VaspDetailFragment
  readonly onDone: () => void
}

/** The findings about a VASP, and the date of its next review. */
export function DueDiligenceSection({ vasp, onDone }: DueDiligenceSectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('trpd:write')
  const [dialog, setDialog] = useState<'RECORD' | 'DOCUMENT'>()
  const words = t.vasps.dueDiligence
  const known = vasp.dueDiligence
  // Incremented so that an open history closes and is loaded again.
  const [added, setAdded] = useState(0)
  const close = (isDone: boolean) => {
    setDialog(undefined)
    if (!isDone) return
    setAdded(added + 1)
    onDone()
  }
  const isDue = known?.nextReviewAt != null && Date.parse(known.nextReviewAt) < now
  return (
    <Card
      id="due-diligence"
      title={words.title}
      buttons={
        mayWrite && (
          <div className="action-buttons">
            <Button onClick={() => setDialog('RECORD')}>{words.record}</Button>
            {known && <Button onClick={() => setDialog('DOCUMENT')}>{words.addDocument}</Button>}
          </div>
        )
      }
    >
      {known === null && <p className="soft">{words.none}</p>}
      {known && (
        <dl className="facts">
          <Fact label={words.licence}>{words.licences[known.licence]}</Fact>
          <Fact label={words.risk}>{known.riskRating ? words.risks[known.riskRating] : words.unrated}</Fact>
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
      {known && <DueDiligenceHistory key={`${known.id} ${added}`} vaspId={vasp.id} />}
      {dialog === 'RECORD' && <DueDiligenceDialog vasp={vasp} onClose={close} />}
      {dialog === 'DOCUMENT' && known && <AddDocumentDialog recordId={known.id} onClose={close} />}
    </Card>
  )
}

type Records = NonNullable<NonNullable<DueDiligenceHistoryQuery['trpd']>['vasp']>['dueDiligenceHistory']

/** All due diligence records. Their answers and documents are loaded when the person opens them. */
function DueDiligenceHistory({ vaspId }: { readonly vaspId: string }) {
  const { t } = useLanguage()
  const api = useApi()
  const maySee = useScope('pii:read')
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  // Stored only here and not in the cache, so that hiding discards it.
  const [records, setRecords] = useState<Records>()
  const { problem, run } = useAttempt()
  const [toErase, setToErase] = useState<string>()
  const words = t.vasps.dueDiligence

  const load = async () => {
    const data = await api.load(DueDiligenceHistoryDocument, { id: vaspId, personal: maySee })
    setRecords(data?.trpd?.vasp?.dueDiligenceHistory ?? [])
  }
  const download = async (id: string) => {
    const data = await api.load(DueDiligenceFileDocument, { id })
    const file = data?.trpd?.dueDiligenceDocument
    if (file == null) return
    const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0))
    saveFile(file.document.name ?? id, 'application/octet-stream', bytes)
  }

  return (
    <>
      <div className="action-buttons">
        <Button
          aria-expanded={records !== undefined}
          onClick={() => (records ? setRecords(undefined) : void run(load))}
        >
          {records ? words.hideHistory : words.showHistory}
        </Button>
      </div>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      {records && !maySee && <p className="soft">{words.historyMasked}</p>}
      {records?.map((record) => (
        <RecordArticle
          key={record.id}
          record={record}
          onDownload={maySee ? (id) => void run(() => download(id)) : undefined}
          onErase={mayWrite && isAdministrator ? () => setToErase(record.id) : undefined}
        />
      ))}
      {toErase !== undefined && (
        <EraseRecordDialog
          recordId={toErase}
          onClose={(isDone) => {
            setToErase(undefined)
            if (isDone) void run(load)
          }}
        />
      )}
    </>
  )
}

interface RecordArticleProps {
  readonly record: Records[number]
  /** Absent for people who may not do this. */
  readonly onDownload: ((documentId: string) => void) | undefined
  /** Absent for people who may not do this. */
  readonly onErase: (() => void) | undefined
}

function RecordArticle({ record, onDownload, onErase }: RecordArticleProps) {
  const { t, formats } = useLanguage()
  const words = t.vasps.dueDiligence
  const { licence, riskRating, answers, documents, erasedAt } = record
  return (
    <article aria-label={formats.dateTime(record.recordedAt)}>
      <h3>
        {formats.dateTime(record.recordedAt)} · <bdi>{record.recordedBy.name ?? record.recordedBy.id}</bdi>
      </h3>
      <p>
        {words.licences[licence]} · {riskRating === null ? words.unrated : words.risks[riskRating]}
      </p>
      {erasedAt !== null && <p className="soft">{words.erased(formats.dateTime(erasedAt))}</p>}
      {answers && answers.length > 0 && (
        <dl>
          {answers.map(({ key, question, answer }) => (
            <div key={key}>
              <dt className="soft">
                <bdi>{question}</bdi>
              </dt>
              <dd>
                <bdi>{answer}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {erasedAt === null && documents.length > 0 && (
        <ul>
          {documents.map(({ id, name, mediaType, bytes, addedAt }) => (
            <li key={id}>
              <bdi>{name ?? mediaType}</bdi>{' '}
              <span className="soft">
                {words.bytes(formats.count(bytes))} · {formats.dateTime(addedAt)}
              </span>{' '}
              {onDownload && (
                <Button look="small" onClick={() => onDownload(id)}>
                  {words.download}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {erasedAt === null && onErase && (
        <Button look="small" onClick={onErase}>
          {t.vasps.ERASE_RECORD.open}
        </Button>
      )}
    </article>
  )
}

interface EraseRecordDialogProps {
  /** Id of the due diligence record. */
  readonly recordId: string
  readonly onClose: (done: boolean) => void
}

/** Erases the answers to the questionnaire of a record and its documents for good. */
function EraseRecordDialog({ recordId, onClose }: EraseRecordDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const reason = useErasureReason()
  const words = t.vasps.ERASE_RECORD
  return (
    <FormDialog
      title={words.title}
      button={t.erasure.erase.button}
      isDangerous
      submit={async () => {
        if (reason.why === undefined) return
        await api.change(EraseDueDiligenceDocument, { id: recordId, ...reason.why })
      }}
      onClose={onClose}
    >
      <dl className="facts">
        <Fact label={t.erasure.erase.destroys}>{words.destroyed}</Fact>
        <Fact label={t.erasure.erase.remains}>{words.remaining}</Fact>
      </dl>
      {reason.fields}
    </FormDialog>
  )
}
